package hyper

import (
	"encoding/json/jsontext"
	"fmt"
	"strings"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
)

// JavaScript made here ends up in two places: in attributes, where the HTML escapes of
// the value take care of quotes, and in script elements, whose text has no escapes at
// all. So literals are written such that they are safe in both: JSON with <, > and & as
// \u003c and so on, and with U+2028 and U+2029 escaped, which end a line in older
// engines.

// An Expr is an expression of the client: JavaScript in which $name is a signal and
// @name(…) an action.
type Expr struct {
	js  string
	err error
}

// JS returns an expression from a format, as fmt.Sprintf does, in which the arguments
// are literals: a string becomes a quoted one, a struct an object, whatever they
// contain. Signals, actions and expressions are put in as they are. Use the verb %s for
// all of them.
//
//	hyper.JS("$name = %s; %s", user.Name, hyper.Request(Save))
//
// The error of an argument is told when the attribute is rendered.
func JS(format string, args ...any) Expr {
	var e Expr
	texts := make([]any, len(args))
	for i, a := range args {
		text, err := literal(a)
		if err != nil && e.err == nil {
			e.err = err
		}
		texts[i] = text
	}
	e.js = fmt.Sprintf(format, texts...)
	return e
}

// String returns the expression's text.
func (e Expr) String() string { return e.js }

// Err returns why the expression could not be made, or nil.
func (e Expr) Err() error { return e.err }

func (e Expr) source() (string, error) { return e.js, e.err }

// A sourced value is JavaScript by itself.
type sourced interface {
	source() (string, error)
}

// sourceOf returns an expression in one of its forms as text: a string is one as it is.
func sourceOf(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case sourced:
		return v.source()
	}
	return "", fmt.Errorf("expression: want a string, Expr, Signal or Action, got %T", v)
}

// sourceOfAll returns expressions as statements, one after the other.
func sourceOfAll(list []any) (string, error) {
	var parts []string
	for _, v := range list {
		s, err := sourceOf(v)
		if err != nil {
			return "", err
		}
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "; "), nil
}

// literal returns a value as a literal.
func literal(v any) (string, error) {
	if s, ok := v.(sourced); ok {
		return s.source()
	}
	c, err := json.CodecFor[any](format.Config{})
	if err != nil {
		return "", err
	}
	b, err := c.Encode(v)
	if err != nil {
		return "", fmt.Errorf("expression: %w", err)
	}
	return safeJSON(b)
}

// safeJSON returns JSON with everything escaped that has a meaning in HTML or ends a
// line in JavaScript.
func safeJSON(b []byte) (string, error) {
	v := jsontext.Value(b)
	err := v.Format(jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true))
	return string(v), err
}

// quoted returns text as a string literal in single quotes, as people write it.
func quoted(s string) string {
	return "'" + escapeText(s, '\'') + "'"
}

// escapeText escapes text for a string or template literal with that quote.
func escapeText(s string, quote rune) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\' || r == quote || r == '$' && quote == '`':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r == '<' || r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// scriptText returns JavaScript as the text of a script element. The text of such an
// element ends at </script, wherever that stands, and <!-- changes what ends it; in
// JavaScript both can only be parts of strings, regular expressions and comments, where
// the escaped forms mean the same.
func scriptText(js string) string {
	if !strings.Contains(js, "<") {
		return js
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(js, '<')
		if i < 0 {
			b.WriteString(js)
			return b.String()
		}
		b.WriteString(js[:i])
		js = js[i:]
		switch {
		case len(js) >= len("</script") && strings.EqualFold(js[:len("</script")], "</script"):
			b.WriteString(`<\/`)
			js = js[len("</"):]
		case strings.HasPrefix(js, "<!--"):
			b.WriteString(`\x3C`)
			js = js[1:]
		default:
			b.WriteByte('<')
			js = js[1:]
		}
	}
}
