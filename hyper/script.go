package hyper

import (
	"html/template"
	"io"
	"strings"

	"maragu.dev/gomponents"
)

// ScriptElement is the element that brings the client into a page: a [Node], also for
// gomponents. It comes from [Script].
type ScriptElement struct{ html string }

// Script returns the element that includes the client. It is a module, so it does not
// hold up the page. The routes of [Assets] have to be served, with the same prefix.
//
//	hyper.Script()                         // the client that is a part of the program
//	hyper.Script(hyper.Version("0.9.0"))   // another one; see Bundle
func Script(options ...AssetOption) ScriptElement {
	o := assetOptions(options)
	var b strings.Builder
	b.WriteString(`<script type="module" src="` + template.HTMLEscapeString(o.url()) + `"`)
	if o.nonce != "" {
		b.WriteString(` nonce="` + template.HTMLEscapeString(o.nonce) + `"`)
	}
	b.WriteString("></script>")
	return ScriptElement{b.String()}
}

// Render writes the element.
func (s ScriptElement) Render(w io.Writer) error {
	_, err := io.WriteString(w, s.html)
	return err
}

// Type says to gomponents that this is an element.
func (s ScriptElement) Type() gomponents.NodeType { return gomponents.ElementType }

// HTML returns the element for html/template.
func (s ScriptElement) HTML() template.HTML { return template.HTML(s.html) }

// String returns the element as HTML.
func (s ScriptElement) String() string { return s.html }
