// Package pages has the pages of the documentation: a frame with navigation and search
// around what package guide has made. They work without scripts; with the client of
// package hyper the search answers while one types.
//
//	routes := weft.NewRoutes(pages.New(library).Routes()).With(pages.Assets())
package pages

import (
	"embed"
	"io/fs"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/docsite/guide"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// Policy is the Content-Security-Policy of the pages. There are no scripts and no
// styles in them, so none are allowed there.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

//go:embed assets
var assets embed.FS

// Pages are the pages of a library.
type Pages struct {
	library *guide.Library
	groups  []group
}

// New returns the pages of a library.
func New(l *guide.Library) *Pages { return &Pages{l, groups(l)} }

// Assets returns the middleware that serves styles, scripts and the icon.
func Assets() weft.Middleware {
	files, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return middleware.ServeResources("/assets", files)
}

// Routes returns the routes of all pages, and those of the hypermedia client.
func (p *Pages) Routes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(p.show),
		route.GET("/guides/{path...}").Handle(p.show),
		route.GET("/source/{path...}").Handle(p.show),
		route.GET("/files/{path...}").Handle(p.file),
		route.GET("/search").Handle(p.search),
		route.GET("/{path...}").Handle(p.missing),
		hyper.Assets(),
	)
}

// show answers with a page of the library.
func (p *Pages) show(req *weft.Request) (weft.Response, error) {
	page, ok := p.library.Page(req.Path())
	if !ok {
		return p.missing(req)
	}
	return p.frame(frame{title: page.Title, url: page.URL, headings: page.Headings},
		h.Article(h.Class("text"), g.Raw(page.HTML)),
		p.neighbours(page.URL),
	)
}

// file answers with a picture.
func (p *Pages) file(req *weft.Request) (weft.Response, error) {
	f, ok := p.library.File(req.Path())
	if !ok {
		return p.missing(req)
	}
	return weft.Bytes(f.Data, f.Media).WithHeader("Cache-Control", "no-cache"), nil
}

// missing answers for everything that is not there.
func (p *Pages) missing(*weft.Request) (weft.Response, error) {
	resp, err := p.frame(frame{title: "Not here"},
		h.Article(h.Class("text"),
			h.H1(g.Text("Not here")),
			h.P(g.Text("There is no such page. It may have another name by now: search for it, or begin with the "),
				h.A(h.Href("/"), g.Text("overview")), g.Text(".")),
		))
	return resp.WithStatus(status.NotFound), err
}
