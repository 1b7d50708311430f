package guide

import (
	"fmt"
	"html"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// elements writes those elements that are not as goldmark has them.
type elements struct{}

// RegisterFuncs is for goldmark.
func (e elements) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, e.code)
	r.Register(ast.KindHeading, e.heading)
	r.Register(ast.KindHTMLBlock, e.nothing)
	r.Register(east.KindTable, e.table)
}

func (elements) code(w util.BufWriter, data []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.FencedCodeBlock)
	_, err := w.WriteString(codeBlock(string(block.Language(data)), string(block.Lines().Value(data))))
	return ast.WalkSkipChildren, err
}

// heading gives every heading but the title a link to itself.
func (elements) heading(w util.BufWriter, data []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	id := escape(idOf(h))
	if entering {
		_, err := fmt.Fprintf(w, "<h%d id=\"%s\">", h.Level, id)
		return ast.WalkContinue, err
	}
	if h.Level > 1 {
		_, _ = fmt.Fprintf(w, " <a class=\"anchor\" href=\"#%s\" aria-label=\"Link to “%s”\">#</a>", id, escape(plain(h, data)))
	}
	_, err := fmt.Fprintf(w, "</h%d>\n", h.Level)
	return ast.WalkContinue, err
}

// nothing leaves HTML out. In these documents it is code for the compiler, in comments.
func (elements) nothing(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkSkipChildren, nil
}

// table puts tables into a box that can be scrolled.
func (elements) table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	text := "</table></div>\n"
	if entering {
		text = `<div class="scroll" role="group" aria-label="Table"><table>` + "\n"
	}
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}

// codeBlock returns code in a box that can be scrolled.
func codeBlock(language, code string) string {
	return `<pre class="scroll" role="group" aria-label="` + escape(labelOf(language)) + `"><code>` +
		highlight(language, code) + "</code></pre>\n"
}

func labelOf(language string) string {
	switch language {
	case "":
		return "Code"
	case "console", "sh":
		return "Commands"
	}
	return "Code, " + language
}

func escape(s string) string { return html.EscapeString(s) }
