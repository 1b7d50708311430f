package hyper

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
)

// A Signal is a variable of the page with a name and a type. It is a name, so it may be
// a constant:
//
//	const count = hyper.Signal[int]("count")
//
// A name is made of letters, digits and underscores, and dots between the parts of a
// group: "user.name". Signals with a part that begins with an underscore stay in the
// browser; all others are sent with each request.
type Signal[T any] string

// Name returns the signal's name.
func (s Signal[T]) Name() string { return string(s) }

// String returns the signal as it stands in expressions: $count.
func (s Signal[T]) String() string { return "$" + string(s) }

func (s Signal[T]) source() (string, error) {
	if !isSignalName(string(s)) {
		return "", fmt.Errorf("signal %q: is not a name", string(s))
	}
	return s.String(), nil
}

// Declare returns an attribute (data-signals) that declares the signal with a value.
func (s Signal[T]) Declare(v T) SignalsAttr {
	text, err := s.object(v)
	if err == nil {
		text, err = safeJSON([]byte(text))
	}
	return SignalsAttr{Attr{"data-signals", text, err}}
}

// Bind returns an attribute (data-bind) that keeps the signal and a form control the
// same.
func (s Signal[T]) Bind() BindAttr { return DataBind(string(s)) }

// Set returns an expression that gives the signal a value.
func (s Signal[T]) Set(v T) Expr { return JS("%s = %s", s, v) }

// SetTo returns an expression that gives the signal the value of another one.
func (s Signal[T]) SetTo(expression any) Expr {
	js, err := sourceOf(expression)
	e := JS("%s = %s", s, Expr{js: js})
	if err != nil {
		e.err = err
	}
	return e
}

// Patch returns a patch that gives the signal a value.
func (s Signal[T]) Patch(v T, options ...PatchSignalOptions) Patch {
	text, err := s.object(v)
	if err != nil {
		return newPatch(nil, "", 0, err)
	}
	return PatchSignals(text, options...)
}

// object returns the signal with a value as an object.
func (s Signal[T]) object(v T) (string, error) {
	if _, err := s.source(); err != nil {
		return "", err
	}
	c, err := json.CodecFor[T](format.Config{})
	if err != nil {
		return "", fmt.Errorf("signal %q: %w", string(s), err)
	}
	value, err := c.Encode(v)
	if err != nil {
		return "", fmt.Errorf("signal %q: %w", string(s), err)
	}
	parts := strings.Split(string(s), ".")
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(`{"` + p + `":`)
	}
	b.Write(value)
	b.WriteString(strings.Repeat("}", len(parts)))
	return b.String(), nil
}

// isSignalName says whether a text names a signal.
func isSignalName(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || part[0] >= '0' && part[0] <= '9' || strings.ContainsFunc(part, func(r rune) bool {
			return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		}) {
			return false
		}
	}
	return true
}
