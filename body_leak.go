package weft

import (
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// How leaks are found. A streaming body that a handler opens and then forgets holds its
// connection up: the client may still send, nobody reads, and the connection cannot
// serve another request. Nothing fails, so the mistake stays unseen.
//
// A [LeakDetector] puts a [watchedStream] between a body and its handler. The garbage
// collector tells when the handler has dropped it. What the collector calls then must
// not hold the stream itself, or it would never be dropped; so what there is to report
// lives in a [leakRecord] beside it. A stream that was read to its end or closed has
// settled its record, and is not reported.

// A LeakDetector finds streaming request bodies, and the forms in them, that were
// opened and then neither read to their end nor closed. Bodies in memory hold nothing
// and are not watched. A LeakDetector must not be copied or changed once it is used;
// it may be used from several goroutines at once.
type LeakDetector struct {
	// Every says how many streaming bodies there are for each one that is watched.
	// Zero and one watch all of them.
	Every int

	// Access notes where the stream was last read, which costs about a microsecond
	// for each read of a watched stream.
	Access bool

	// Report is called for each leak, on a goroutine of its own, some time after the
	// stream was dropped: when the garbage collector has noticed.
	Report func(Leak)

	seen atomic.Uint64
}

// A Leak is a stream that was opened and forgotten.
type Leak struct {
	// What is "request body" or "multipart form".
	What string

	// Method and Pattern are those of the request. The pattern is empty if no route
	// was found.
	Method  Method
	Pattern string

	// Field is the name of the field at which a form was left. It is empty for a body,
	// and for a form of which no field was read.
	Field string

	// Read is how many bytes were read, and Length how many there were; it is -1 if
	// that was not known beforehand.
	Read, Length int64

	// OpenedAt is where the stream was opened, as "file:line (function)".
	OpenedAt string

	// AccessedAt is where the stream was last read, if LeakDetector.Access is set and
	// it was read.
	AccessedAt string
}

// Watch looks at the body of a request from now on, if it is a stream and its turn has
// come. It has to be called before the handler sees the body.
func (d *LeakDetector) Watch(req *Request) {
	if req.body == nil {
		return
	}
	s := req.body.stream
	if s == nil || s.reader == nil || s.opened || s.leak != nil {
		return
	}
	if d.Every > 1 && d.seen.Add(1)%uint64(d.Every) != 0 {
		return
	}
	s.leak = &leakRecord{detector: d, leak: Leak{
		What:    "request body",
		Method:  req.Method(),
		Pattern: req.Pattern(),
		Length:  s.length,
	}}
}

// A leakRecord is what is known of a watched stream. It does not refer to the stream.
type leakRecord struct {
	detector *LeakDetector

	mu       sync.Mutex
	leak     Leak
	settled  bool // read to the end, or closed
	opened   codeSite
	accessed codeSite
}

// settle says that the stream is done with.
func (r *leakRecord) settle() {
	r.mu.Lock()
	r.settled = true
	r.mu.Unlock()
}

// dropped is called when nobody can read the stream any more.
func (r *leakRecord) dropped() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.settled {
		return
	}
	r.settled = true
	leak := r.leak
	leak.OpenedAt, leak.AccessedAt = r.opened.String(), r.accessed.String()
	// The collector calls one cleanup after the other: a slow report must not hold up
	// those of others.
	go r.detector.Report(leak)
}

// note adds what was read to the record.
func (r *leakRecord) note(n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leak.Read += int64(n)
	if err != nil || r.leak.Length >= 0 && r.leak.Read >= r.leak.Length {
		r.settled = true
	}
	if r.detector.Access && !r.settled {
		r.accessed.here()
	}
}

// A watchedStream is an opened body that a detector has an eye on.
type watchedStream struct {
	source io.ReadCloser
	record *leakRecord
}

// watched returns the stream as the handler gets it, if it is watched.
func (s *stream) watched(source io.ReadCloser) io.ReadCloser {
	if s.leak == nil {
		return source
	}
	w := &watchedStream{source, s.leak}
	w.record.opened.here()
	runtime.AddCleanup(w, (*leakRecord).dropped, w.record)
	return w
}

// Read reads from the body.
func (w *watchedStream) Read(p []byte) (int, error) {
	n, err := w.source.Read(p)
	w.record.note(n, err)
	return n, err
}

// Close closes the body.
func (w *watchedStream) Close() error {
	w.record.settle()
	return w.source.Close()
}

// atField says that the body is read as a form, and which field it has come to.
func (w *watchedStream) atField(name string) {
	w.record.mu.Lock()
	w.record.leak.What, w.record.leak.Field = "multipart form", name
	w.record.mu.Unlock()
}

// A codeSite is a place in the program. The names are looked up when they are needed.
type codeSite struct {
	frames [12]uintptr
	n      int
}

// here notes the place from which the framework was called.
func (c *codeSite) here() { c.n = runtime.Callers(3, c.frames[:]) }

// String returns the innermost place outside of the framework and the standard library,
// or the innermost one of all if there is none.
func (c *codeSite) String() string {
	if c.n == 0 {
		return ""
	}
	frames := runtime.CallersFrames(c.frames[:c.n])
	first := ""
	for {
		f, more := frames.Next()
		at := f.File + ":" + strconv.Itoa(f.Line) + " (" + f.Function + ")"
		if first == "" {
			first = at
		}
		if !passesOn(f.Function) {
			return at
		}
		if !more {
			return first
		}
	}
}

// passesOn says whether a function reads bodies on somebody's behalf.
func passesOn(function string) bool {
	if rest, ok := strings.CutPrefix(function, "github.com/weft-go/weft"); ok {
		switch pkg, _, _ := strings.Cut(rest, "."); {
		case pkg == "", pkg == "/codec", pkg == "/endpoint", pkg == "/server", strings.HasPrefix(pkg, "/format"):
			return true
		}
		return false
	}
	dir, _, _ := strings.Cut(function, ".")
	switch dir {
	case "io", "bufio", "bytes", "iter", "encoding/json/v2", "encoding/json/jsontext", "encoding/json", "runtime":
		return true
	}
	return false
}
