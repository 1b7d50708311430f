package guide

import (
	"bytes"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// converter returns what reads and writes Markdown here: the tables and bare links of
// GitHub, headings with ids, and our own form for code, headings and tables.
func converter() goldmark.Markdown {
	// The policy of the pages forbids style attributes.
	table := extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))
	return goldmark.New(
		goldmark.WithExtensions(table, extension.Linkify, extension.Strikethrough),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(elements{}, 10))),
	)
}

// markdown makes a page, and returns the files to which it leads.
func (l *Library) markdown(file string, data []byte) (*Page, []string, error) {
	md := converter()
	root := md.Parser().Parse(text.NewReader(data))
	p := &Page{File: file, URL: urlOf(file), Title: file}
	var more []string
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = l.follow(p, string(n.Destination), &more)
		case *ast.Image:
			n.Destination = l.follow(p, string(n.Destination), &more)
		case *ast.Heading:
			p.addHeading(n, data)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, nil, err
	}
	p.Sections = sections(root, data, p.Title)
	var html bytes.Buffer
	if err := md.Renderer().Render(&html, data, root); err != nil {
		return nil, nil, err
	}
	p.HTML = html.String()
	return p, more, nil
}

func (p *Page) addHeading(n *ast.Heading, data []byte) {
	words := plain(n, data)
	if n.Level == 1 && p.Title == p.File {
		p.Title = words
		return
	}
	p.Headings = append(p.Headings, Heading{n.Level, idOf(n), words})
}

func idOf(n ast.Node) string {
	id, _ := n.AttributeString("id")
	if id, ok := id.([]byte); ok {
		return string(id)
	}
	return ""
}

// follow returns where a link of a page leads to in the site. Links to other hosts stay
// as they are, and so do those that lead to nothing.
func (l *Library) follow(p *Page, link string, more *[]string) []byte {
	to, err := url.Parse(link)
	if err != nil || to.IsAbs() || to.Host != "" {
		return []byte(link)
	}
	file := p.File
	if to.Path != "" {
		file = path.Join(path.Dir(p.File), to.Path)
	}
	if !l.has(file) {
		return []byte(link)
	}
	*more = append(*more, file)
	at := url.URL{Path: urlOf(file), Fragment: to.Fragment}
	p.Links = append(p.Links, at.String())
	return []byte(at.String())
}

// sections cuts a page at its headings.
func sections(root ast.Node, data []byte, title string) []Section {
	list := []Section{{Title: title}}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if ok && h.Level == 1 {
			continue
		}
		if ok {
			list = append(list, Section{ID: idOf(h), Title: plain(h, data)})
			continue
		}
		last := &list[len(list)-1]
		last.Text = strings.TrimSpace(last.Text + " " + plain(n, data))
	}
	return list
}

// plain returns the text of a node with single spaces, code included.
func plain(n ast.Node, data []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // no step of it fails
		switch n := n.(type) {
		case *ast.HTMLBlock:
			return ast.WalkSkipChildren, nil
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			if entering {
				b.Write(n.Lines().Value(data))
			}
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(data))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.AutoLink:
			if entering {
				b.Write(n.Label(data))
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		case *east.TableCell, *ast.ListItem, *ast.Paragraph:
			if !entering {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}
