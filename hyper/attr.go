package hyper

import (
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"maragu.dev/gomponents"
)

// The attributes of the client are named
//
//	data-<what>[:key][__modifier[.tag…]]…="expression"
//
// Browsers put attribute names into lower case before anybody sees them. So keys with
// capital letters are written with hyphens, and where the client would not put them
// back by itself, the modifier case tells it how; see keyed.

// An Attr is an attribute of an element. It is a node of gomponents, and [Attr.HTMLAttr]
// is for html/template:
//
//	<button {{.Click.HTMLAttr}}>
//
// The types that the functions Data… return are attributes too, with methods for the
// modifiers that they have.
type Attr struct {
	// Name is the attribute's name.
	Name string

	// Value is the attribute's value, not escaped. An empty one is left out, which
	// means the same in HTML.
	Value string

	err error
}

// Err returns what is wrong with the attribute, or nil: an event name that has no form
// as an attribute, an expression that could not be made.
func (a Attr) Err() error {
	if a.err == nil && !isAttributeName(a.Name) {
		return fmt.Errorf("attribute %q: is not the name of an attribute", a.Name)
	}
	return a.err
}

// Render writes the attribute with a space before it. It fails if there is something
// wrong with it.
func (a Attr) Render(w io.Writer) error {
	if err := a.Err(); err != nil {
		return err
	}
	_, err := io.WriteString(w, a.html())
	return err
}

// Type says to gomponents that this is an attribute.
func (a Attr) Type() gomponents.NodeType { return gomponents.AttributeType }

// HTMLAttr returns the attribute for html/template, or what is wrong with it, which
// ends the execution of the template.
func (a Attr) HTMLAttr() (template.HTMLAttr, error) {
	return template.HTMLAttr(strings.TrimPrefix(a.html(), " ")), a.Err()
}

// String returns the attribute as it stands in HTML.
func (a Attr) String() string { return strings.TrimPrefix(a.html(), " ") }

// html returns the attribute, escaped, with a space before it.
func (a Attr) html() string {
	if a.Value == "" {
		return " " + a.Name
	}
	return " " + a.Name + `="` + template.HTMLEscapeString(a.Value) + `"`
}

// attribute returns an attribute whose value is made of expressions.
func attribute(name string, expressions ...any) Attr {
	value, err := sourceOfAll(expressions)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return Attr{name, value, err}
}

// object returns an attribute whose value is an object literal.
func object(name string, v any) Attr {
	value, err := literal(v)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return Attr{name, value, err}
}

// set returns the attribute with another value.
func (a Attr) set(expressions []any) Attr {
	n := attribute(a.Name, expressions...)
	if a.err != nil {
		n.err = a.err
	}
	return n
}

// with returns the attribute with a modifier.
func (a Attr) with(modifier string, tags ...string) Attr {
	a.Name += "__" + modifier
	for _, t := range tags {
		a.Name += "." + t
	}
	return a
}

// within returns the attribute with a modifier that has a time.
func (a Attr) within(modifier string, d time.Duration, edges []Edge) Attr {
	if d < 0 && a.err == nil {
		a.err = fmt.Errorf("%s: %s of %v is negative", a.Name, modifier, d)
	}
	tags := []string{fmt.Sprintf("%dms", d.Milliseconds())}
	for _, e := range edges {
		tags = append(tags, string(e))
	}
	return a.with(modifier, tags...)
}

// An Edge says which of several events counts when they are debounced or throttled.
type Edge string

// The edges. By default a debounced listener runs after the last event of a burst, and
// a throttled one with the first.
const (
	Leading    Edge = "leading"    // debounce: also with the first event; interval: also at once
	NoTrailing Edge = "notrailing" // debounce: not after the last event
	NoLeading  Edge = "noleading"  // throttle: not with the first event
	Trailing   Edge = "trailing"   // throttle: also after the last event
)

// A Case says how the client turns a key with hyphens into a name.
type Case string

// The cases of the key "my-key".
const (
	Camel  Case = "camel"  // myKey
	Kebab  Case = "kebab"  // my-key
	Snake  Case = "snake"  // my_key
	Pascal Case = "pascal" // MyKey
)

// isAttributeName says whether a name can be that of an attribute (the HTML standard,
// section 13.1.2.3).
func isAttributeName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7f && r <= 0x9f || strings.ContainsRune("\"'>/=<`", r) || r == '\ufffd'
	})
}
