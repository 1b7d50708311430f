package hyper

import (
	"fmt"
	"strings"
	"time"
)

// DefaultRetryDuration is how long the client waits before it comes back after a stream
// broke off, unless an event says otherwise.
const DefaultRetryDuration = time.Second

// An ElementPatchMode says what the client does with HTML.
type ElementPatchMode uint8

// The modes. Outer and Inner morph: what does not change keeps its state, such as focus
// and typed text. The others do not look at what is there.
const (
	Outer   ElementPatchMode = iota // morph the whole element
	Inner                           // morph what is inside the element
	Replace                         // replace the whole element
	Prepend                         // insert inside the element, at its beginning
	Append                          // insert inside the element, at its end
	Before                          // insert before the element
	After                           // insert after the element
	Remove                          // remove the element
)

// String returns the mode's name on the wire: outer, inner, replace, prepend, append,
// before, after or remove.
func (m ElementPatchMode) String() string {
	names := [...]string{"outer", "inner", "replace", "prepend", "append", "before", "after", "remove"}
	if int(m) < len(names) {
		return names[m]
	}
	return fmt.Sprintf("ElementPatchMode(%d)", uint8(m))
}

// ParseElementPatchMode returns the mode with a name. It fails if there is none.
func ParseElementPatchMode(name string) (ElementPatchMode, error) {
	for m := Outer; m <= Remove; m++ {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, fmt.Errorf("patch mode %q: want outer, inner, replace, prepend, append, before, after or remove", name)
}

// A Namespace says what kind of elements a piece of markup has, where it does not say
// so itself: a circle without its svg is not HTML.
type Namespace uint8

// The namespaces.
const (
	HTML   Namespace = iota // HTML, the default
	SVG                     // the inside of an svg element
	MathML                  // the inside of a math element
)

// String returns the namespace's name on the wire: html, svg or mathml.
func (n Namespace) String() string {
	names := [...]string{"html", "svg", "mathml"}
	if int(n) < len(names) {
		return names[n]
	}
	return fmt.Sprintf("Namespace(%d)", uint8(n))
}

// PatchElementOptions say where HTML goes. The zero value is the default: each element
// takes the place of the one with the same id.
type PatchElementOptions struct {
	// Selector is a CSS selector of the elements that are patched. Empty means those
	// with the ids of the HTML's top elements.
	Selector string

	// Mode says what is done with the HTML. The default is Outer.
	Mode ElementPatchMode

	// UseViewTransition lets the browser animate the change.
	UseViewTransition bool

	// ViewTransitionSelector is a CSS selector of the element whose change is animated.
	// Empty means the document. It has an effect on streams only.
	ViewTransitionSelector string

	// Namespace is that of the elements. The default is HTML.
	Namespace Namespace

	// EventID is the event's position in the stream, which the client sends as
	// Last-Event-ID when it comes back. Empty means none. Single responses have none.
	EventID string

	// RetryDuration is how long the client waits before it comes back. Zero means one
	// second. Single responses have none.
	RetryDuration time.Duration
}

func (o *PatchElementOptions) check() error {
	switch {
	case hasLineBreak(o.Selector):
		return fmt.Errorf("selector %q: contains a line break", o.Selector)
	case hasLineBreak(o.ViewTransitionSelector):
		return fmt.Errorf("view transition selector %q: contains a line break", o.ViewTransitionSelector)
	case o.Mode > Remove:
		return fmt.Errorf("patch mode %d: there is no such mode", o.Mode)
	case o.Namespace > MathML:
		return fmt.Errorf("namespace %d: there is no such namespace", o.Namespace)
	}
	return nil
}

// PatchSignalOptions say how signals are changed. The zero value is the default.
type PatchSignalOptions struct {
	// OnlyIfMissing leaves signals alone that the client has already.
	OnlyIfMissing bool

	// EventID is the event's position in the stream; see [PatchElementOptions].
	EventID string

	// RetryDuration is how long the client waits before it comes back. Zero means one
	// second.
	RetryDuration time.Duration
}

// ExecuteScriptOptions say how a script runs. The zero value is the default.
type ExecuteScriptOptions struct {
	// NoAutoRemove leaves the script element in the page. By default it removes itself
	// once it has run (autoRemove).
	NoAutoRemove bool

	// Attributes are added to the script element, in their order.
	Attributes []Attr

	// EventID is the event's position in the stream; see [PatchElementOptions].
	EventID string

	// RetryDuration is how long the client waits before it comes back. Zero means one
	// second.
	RetryDuration time.Duration
}

// DispatchEventOptions say how a DOM event is fired. The zero value is the default.
type DispatchEventOptions struct {
	// Source is a CSS selector; the first element that it matches gets the event. If
	// there is none, nothing happens. Empty means the document.
	Source string

	// NoBubbles keeps the event from rising to the ancestors of its element. By default
	// it does (bubbles).
	NoBubbles bool

	// Cancelable lets listeners prevent the event's default.
	Cancelable bool

	// Composed lets the event cross the borders of shadow trees.
	Composed bool

	// NoAutoRemove leaves the script element in the page that fires the event. By
	// default it removes itself (autoRemove).
	NoAutoRemove bool

	// EventID is the event's position in the stream; see [PatchElementOptions].
	EventID string

	// RetryDuration is how long the client waits before it comes back. Zero means one
	// second.
	RetryDuration time.Duration
}

func hasLineBreak(s string) bool { return strings.ContainsAny(s, "\r\n") }

// first returns the options that were given, or the default ones.
func first[O any](options []O) (o O) {
	if len(options) > 0 {
		o = options[0]
	}
	return o
}
