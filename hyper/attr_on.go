package hyper

import (
	"fmt"
	"strings"
	"time"
)

// An OnAttr listens for an event. Its methods add modifiers, in the order of the calls.
type OnAttr struct{ Attr }

// DataOn returns an attribute (data-on) whose expressions run when an event happens:
// click, input, submit, change, focus, blur, load, or any other name, also of events of
// one's own. In the expressions, evt is the event and el the element. The default of
// submit is prevented.
//
//	hyper.DataOn("click", "$count++")
//	hyper.DataOn("input").Debounce(300 * time.Millisecond).Do(hyper.Request(Search))
//
// Several expressions run one after the other. An expression is a string, an [Expr], a
// [Signal] or an [Action].
func DataOn(event string, expressions ...any) OnAttr {
	return OnAttr{keyed("data-on", event, Kebab).set(expressions)}
}

// Do sets what runs, for those who like to say when before they say what.
func (a OnAttr) Do(expressions ...any) OnAttr { return OnAttr{a.set(expressions)} }

// Once listens for the first event only.
func (a OnAttr) Once() OnAttr { return OnAttr{a.with("once")} }

// Passive promises not to prevent the event's default, which lets browsers scroll
// smoothly.
func (a OnAttr) Passive() OnAttr { return OnAttr{a.with("passive")} }

// Capture listens on the event's way down, before the elements below do.
func (a OnAttr) Capture() OnAttr { return OnAttr{a.with("capture")} }

// Prevent prevents the event's default.
func (a OnAttr) Prevent() OnAttr { return OnAttr{a.with("prevent")} }

// Stop keeps the event from rising further.
func (a OnAttr) Stop() OnAttr { return OnAttr{a.with("stop")} }

// Window listens on the window in place of the element.
func (a OnAttr) Window() OnAttr { return OnAttr{a.with("window")} }

// Document listens on the document in place of the element.
func (a OnAttr) Document() OnAttr { return OnAttr{a.with("document")} }

// Outside listens for events that happen outside of the element.
func (a OnAttr) Outside() OnAttr { return OnAttr{a.with("outside")} }

// Delay runs the expressions some time after the event.
func (a OnAttr) Delay(d time.Duration) OnAttr { return OnAttr{a.within("delay", d, nil)} }

// Debounce waits until there has been no event for some time. The edges [Leading] and
// [NoTrailing] change when it runs.
func (a OnAttr) Debounce(d time.Duration, edges ...Edge) OnAttr {
	return OnAttr{a.within("debounce", d, edges)}
}

// Throttle runs at most once in some time. The edges [NoLeading] and [Trailing] change
// when it does.
func (a OnAttr) Throttle(d time.Duration, edges ...Edge) OnAttr {
	return OnAttr{a.within("throttle", d, edges)}
}

// ViewTransition lets the browser animate what the expressions change.
func (a OnAttr) ViewTransition() OnAttr { return OnAttr{a.with("viewtransition")} }

// Case says how the event's name is written. [DataOn] does that by itself.
func (a OnAttr) Case(c Case) OnAttr { return OnAttr{a.with("case", string(c))} }

// An OnIntersectAttr waits for its element to be seen.
type OnIntersectAttr struct{ Attr }

// DataOnIntersect returns an attribute (data-on-intersect) whose expressions run when
// the element comes into view.
func DataOnIntersect(expressions ...any) OnIntersectAttr {
	return OnIntersectAttr{attribute("data-on-intersect", expressions...)}
}

// Once runs the expressions the first time only.
func (a OnIntersectAttr) Once() OnIntersectAttr { return OnIntersectAttr{a.with("once")} }

// Half waits until half of the element is in view.
func (a OnIntersectAttr) Half() OnIntersectAttr { return OnIntersectAttr{a.with("half")} }

// Full waits until all of the element is in view.
func (a OnIntersectAttr) Full() OnIntersectAttr { return OnIntersectAttr{a.with("full")} }

// Threshold waits until a part of the element is in view, in percent from 0 to 100.
func (a OnIntersectAttr) Threshold(percent int) OnIntersectAttr {
	if (percent < 0 || percent > 100) && a.err == nil {
		a.err = fmt.Errorf("%s: threshold of %d is not from 0 to 100", a.Name, percent)
	}
	return OnIntersectAttr{a.with("threshold", fmt.Sprint(percent))}
}

// Exit runs the expressions when the element goes out of view instead.
func (a OnIntersectAttr) Exit() OnIntersectAttr { return OnIntersectAttr{a.with("exit")} }

// Delay is like [OnAttr.Delay].
func (a OnIntersectAttr) Delay(d time.Duration) OnIntersectAttr {
	return OnIntersectAttr{a.within("delay", d, nil)}
}

// Debounce is like [OnAttr.Debounce].
func (a OnIntersectAttr) Debounce(d time.Duration, edges ...Edge) OnIntersectAttr {
	return OnIntersectAttr{a.within("debounce", d, edges)}
}

// Throttle is like [OnAttr.Throttle].
func (a OnIntersectAttr) Throttle(d time.Duration, edges ...Edge) OnIntersectAttr {
	return OnIntersectAttr{a.within("throttle", d, edges)}
}

// ViewTransition is like [OnAttr.ViewTransition].
func (a OnIntersectAttr) ViewTransition() OnIntersectAttr {
	return OnIntersectAttr{a.with("viewtransition")}
}

// An OnIntervalAttr runs again and again.
type OnIntervalAttr struct{ Attr }

// DataOnInterval returns an attribute (data-on-interval) whose expressions run every
// second, or as often as [OnIntervalAttr.Duration] says.
func DataOnInterval(expressions ...any) OnIntervalAttr {
	return OnIntervalAttr{attribute("data-on-interval", expressions...)}
}

// Duration sets the time between two runs. With [Leading] the first run is at once.
func (a OnIntervalAttr) Duration(d time.Duration, edges ...Edge) OnIntervalAttr {
	return OnIntervalAttr{a.within("duration", d, edges)}
}

// ViewTransition is like [OnAttr.ViewTransition].
func (a OnIntervalAttr) ViewTransition() OnIntervalAttr {
	return OnIntervalAttr{a.with("viewtransition")}
}

// An OnLoadAttr runs once, when its element is there.
type OnLoadAttr struct{ Attr }

// DataOnLoad returns an attribute (data-on-load) whose expressions run once the element
// is in the page, be it from the beginning or patched in later.
func DataOnLoad(expressions ...any) OnLoadAttr {
	return OnLoadAttr{attribute("data-on-load", expressions...)}
}

// DataInit is [DataOnLoad] under its shorter name (data-init).
func DataInit(expressions ...any) OnLoadAttr {
	return OnLoadAttr{attribute("data-init", expressions...)}
}

// Delay is like [OnAttr.Delay].
func (a OnLoadAttr) Delay(d time.Duration) OnLoadAttr { return OnLoadAttr{a.within("delay", d, nil)} }

// ViewTransition is like [OnAttr.ViewTransition].
func (a OnLoadAttr) ViewTransition() OnLoadAttr { return OnLoadAttr{a.with("viewtransition")} }

// An OnSignalPatchAttr waits for signals to change.
type OnSignalPatchAttr struct{ Attr }

// DataOnSignalPatch returns an attribute (data-on-signal-patch) whose expressions run
// when signals have changed; patch holds the changes. [DataOnSignalPatchFilter] narrows
// which ones count.
func DataOnSignalPatch(expressions ...any) OnSignalPatchAttr {
	return OnSignalPatchAttr{attribute("data-on-signal-patch", expressions...)}
}

// Delay is like [OnAttr.Delay].
func (a OnSignalPatchAttr) Delay(d time.Duration) OnSignalPatchAttr {
	return OnSignalPatchAttr{a.within("delay", d, nil)}
}

// Debounce is like [OnAttr.Debounce].
func (a OnSignalPatchAttr) Debounce(d time.Duration, edges ...Edge) OnSignalPatchAttr {
	return OnSignalPatchAttr{a.within("debounce", d, edges)}
}

// Throttle is like [OnAttr.Throttle].
func (a OnSignalPatchAttr) Throttle(d time.Duration, edges ...Edge) OnSignalPatchAttr {
	return OnSignalPatchAttr{a.within("throttle", d, edges)}
}

// A SignalFilter chooses signals by their names. Both are regular expressions of
// JavaScript, without slashes; an empty one says nothing.
type SignalFilter struct {
	// Include is what the names have to match.
	Include string

	// Exclude is what they must not match.
	Exclude string
}

// source returns the filter as an object of regular expressions.
func (f SignalFilter) source() (string, error) {
	var parts []string
	for _, p := range [][2]string{{"include", f.Include}, {"exclude", f.Exclude}} {
		if hasLineBreak(p[1]) {
			return "", fmt.Errorf("signal filter %q: contains a line break", p[1])
		}
		if p[1] != "" {
			parts = append(parts, p[0]+": /"+escapeSlashes(p[1])+"/")
		}
	}
	return "{" + strings.Join(parts, ", ") + "}", nil
}

// escapeSlashes escapes the slashes of a regular expression that are not yet.
func escapeSlashes(s string) string {
	var b strings.Builder
	escaped := false
	for _, r := range s {
		if r == '/' && !escaped {
			b.WriteByte('\\')
		}
		escaped = r == '\\' && !escaped
		b.WriteRune(r)
	}
	return b.String()
}

// DataOnSignalPatchFilter returns an attribute (data-on-signal-patch-filter) that
// narrows which signals [DataOnSignalPatch] looks at.
func DataOnSignalPatchFilter(f SignalFilter) Attr {
	return attribute("data-on-signal-patch-filter", f)
}
