package server

import (
	"log/slog"

	"github.com/weft-go/weft"
)

// A LeakDetectionLevel says how closely a server looks for leaks: request bodies and
// multipart forms that a handler opened as a stream and then neither read to their end
// nor closed. They keep their connection from serving another request.
//
// A leak is reported in the log as a warning, with the method and the pattern of the
// route, and the place in the program where the stream was opened. The report comes
// when the garbage collector has found that nobody holds the stream any more.
//
// There is something to look at only with request streaming; a server without it does
// not pay for any level.
type LeakDetectionLevel uint8

// The levels of leak detection.
const (
	// LeakSimple looks at one in 128 streaming bodies. It is the default: what leaks in
	// a busy server shows up within minutes, and nobody notices the cost.
	LeakSimple LeakDetectionLevel = iota

	// LeakDisabled looks at none.
	LeakDisabled

	// LeakAdvanced is LeakSimple and also reports where the stream was last read.
	LeakAdvanced

	// LeakParanoid is LeakAdvanced for every streaming body. It is for tests, and for
	// finding a leak that is known to be there.
	LeakParanoid
)

// String returns DISABLED, SIMPLE, ADVANCED or PARANOID.
func (l LeakDetectionLevel) String() string { return nameOf(l, leakLevels()) }

func leakLevels() []string { return []string{"SIMPLE", "DISABLED", "ADVANCED", "PARANOID"} }

// leakSampling is how many streaming bodies there are for each one that is looked at.
const leakSampling = 128

// leakDetection returns the middleware that looks for leaks, or nil if there can be
// none.
func leakDetection(level LeakDetectionLevel, streaming bool, log *slog.Logger) weft.Middleware {
	if level == LeakDisabled || !streaming {
		return nil
	}
	d := &weft.LeakDetector{
		Every:  leakSampling,
		Access: level != LeakSimple,
		Report: func(l weft.Leak) { reportLeak(log, l) },
	}
	if level == LeakParanoid {
		d.Every = 1
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			d.Watch(req)
			return next(req)
		}
	})
}

func reportLeak(log *slog.Logger, l weft.Leak) {
	attributes := []any{"method", string(l.Method), "pattern", l.Pattern, "read", l.Read, "opened", l.OpenedAt}
	if l.Length >= 0 {
		attributes = append(attributes, "length", l.Length)
	}
	if l.Field != "" {
		attributes = append(attributes, "field", l.Field)
	}
	if l.AccessedAt != "" {
		attributes = append(attributes, "accessed", l.AccessedAt)
	}
	log.Warn("weft: a "+l.What+" was opened, and then neither read to its end nor closed", attributes...)
}
