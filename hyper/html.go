package hyper

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// A Node is a piece of HTML that writes itself. Every node of gomponents is one.
type Node interface {
	// Render writes the HTML.
	Render(w io.Writer) error
}

// A Component is a piece of HTML that writes itself and looks at a context while it
// does. Every component of templ is one. The context is that of the request.
type Component interface {
	// Render writes the HTML.
	Render(ctx context.Context, w io.Writer) error
}

// Text returns text as HTML that shows it: what has a meaning in HTML is escaped.
func Text(s string) template.HTML { return template.HTML(template.HTMLEscapeString(s)) }

// HTMLf returns HTML from a format, as fmt.Sprintf does, with the arguments escaped so
// that they show as text and can stand in quoted attributes. Arguments of the type
// template.HTML are left as they are.
//
//	hyper.HTMLf(`<li id="user-%d">%s</li>`, user.ID, user.Name)
func HTMLf(format string, args ...any) template.HTML {
	escaped := make([]any, len(args))
	for i, a := range args {
		if h, ok := a.(template.HTML); ok {
			escaped[i] = string(h)
		} else {
			escaped[i] = escapedValue{a}
		}
	}
	return template.HTML(fmt.Sprintf(format, escaped...))
}

// An escapedValue prints as its value does, escaped.
type escapedValue struct{ v any }

// Format prints the value with the same verb and flags.
func (e escapedValue) Format(s fmt.State, verb rune) {
	io.WriteString(s, template.HTMLEscapeString(fmt.Sprintf(fmt.FormatString(s, verb), e.v)))
}

// Template returns a template of html/template, executed with data when it is sent, as
// a [Node]. With a name it is the associated template of that name.
func Template(t *template.Template, data any, name ...string) Node {
	return executed{t, first(name), data}
}

type executed struct {
	t    *template.Template
	name string
	data any
}

func (e executed) Render(w io.Writer) error {
	if e.name == "" {
		return e.t.Execute(w, e.data)
	}
	return e.t.ExecuteTemplate(w, e.name, e.data)
}

// render returns HTML in one of its forms as text, without line breaks at its end.
func render(ctx context.Context, html any) (string, error) {
	var s string
	switch v := html.(type) {
	case nil:
		return "", nil
	case string:
		s = v
	case template.HTML:
		s = string(v)
	case Node:
		var b bytes.Buffer
		if err := v.Render(&b); err != nil {
			return "", err
		}
		s = b.String()
	case Component:
		var b bytes.Buffer
		if err := v.Render(ctx, &b); err != nil {
			return "", err
		}
		s = b.String()
	default:
		return "", fmt.Errorf("html: want a string, template.HTML or something with Render, got %T", html)
	}
	return strings.TrimRight(s, "\r\n"), nil
}
