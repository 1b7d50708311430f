// Package web has the pages of the shop, one file for each. They work without
// scripts: forms are sent, links are followed. With the client of package hyper the
// same handlers answer with pieces of the page instead, see [Pages.reply].
//
//	routes := weft.NewRoutes(web.New(shop).Routes()).With(web.Assets())
package web

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/examples/bookshop/shop"
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

// bookID is the path parameter of pages about a book.
var bookID = codec.Long("id").Minimum(1)

// Pages are the pages of a shop.
type Pages struct {
	shop *shop.Shop
}

// New returns the pages of a shop.
func New(s *shop.Shop) Pages { return Pages{s} }

// Assets returns the middleware that serves styles, scripts and pictures.
func Assets() weft.Middleware {
	files, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return middleware.ServeResources("/assets", files)
}

// Routes returns the routes of all pages, and those of the hypermedia client.
func (p Pages) Routes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(p.catalogue),
		route.GET("/search").Handle(hyper.Event(p.search)),
		route.GET("/live").Handle(hyper.Events(p.live)),
		route.GET("/books/{id}").Path(bookID).Handle(p.book),
		route.POST("/books/{id}").Path(bookID).Handle(p.save),
		route.GET("/books/{id}/edit").Path(bookID).Handle(p.edit),
		route.POST("/books/{id}/check").Path(bookID).Handle(p.check),
		route.POST("/books/{id}/buy").Path(bookID).Handle(p.buy),
		route.POST("/books/{id}/cover").Path(bookID).Handle(p.upload),
		route.GET("/covers/{id}").Path(bookID).Handle(p.cover),
		route.GET("/login").Handle(p.login),
		route.POST("/login").Handle(p.logIn),
		route.POST("/logout").Handle(p.logOut),
		route.GET("/chat").Handle(p.chat),
		route.GET("/import").Handle(p.imports),
		route.POST("/import").Handle(p.startImport),
		route.GET("/import/{id}/events").Path(bookID).Handle(p.watchImport),
		hyper.Assets(),
	).HandleError(p.failure)
}

// live tells a window about every change of stock.
func (p Pages) live(_ *weft.Request, page *hyper.Stream) error {
	err := p.shop.Stock(page)
	if errors.Is(err, context.Canceled) {
		return nil // the window was closed
	}
	return err
}

// reply answers a form: with a patch if the page's client has sent it, and otherwise
// by sending the browser to a page, with the message there.
func (p Pages) reply(req *weft.Request, to, message string, nodes ...g.Node) (weft.Response, error) {
	if !hyper.IsRequest(req) {
		return weft.SeeOther(to).WithFlash(weft.FlashSet("notice", message)), nil
	}
	return piece(req, append(nodes, notice(message))...)
}

// piece answers with parts of a page. They are not kept: the same URL is also that of
// a whole page.
func piece(req *weft.Request, nodes ...g.Node) (weft.Response, error) {
	resp, err := hyper.PatchElements(g.Group(nodes)).Response(req)
	return resp.WithHeader("Cache-Control", "no-store"), err
}

// failure shows what went wrong as a page.
func (p Pages) failure(req *weft.Request, err error) (weft.Response, error) {
	var missing api.NotFound
	var forbidden api.Forbidden
	switch {
	case errors.As(err, &missing):
		return p.problem(req, status.NotFound, "Not here", "We do not have that "+missing.What+". It may have been removed.")
	case errors.As(err, &forbidden):
		return p.problem(req, status.Forbidden, "For the staff", "Log in as a member of the staff to do that.")
	}
	return weft.Response{}, err
}

func (p Pages) problem(req *weft.Request, s weft.Status, title, text string) (weft.Response, error) {
	resp, err := p.page(req, frame{title: title}, h.H1(g.Text(title)), h.P(h.Class("lead"), g.Text(text)),
		h.P(h.A(h.Class("button"), h.Href("/"), g.Text("All books"))))
	return resp.WithStatus(s), err
}

// callerOf returns who looks at a page, or nil.
func callerOf(req *weft.Request) *shop.Caller {
	caller, _ := auth.From[*shop.Caller](req.Context())
	return caller
}

// isStaff says whether somebody of the staff looks at a page.
func isStaff(req *weft.Request) bool {
	caller := callerOf(req)
	return caller != nil && caller.Staff
}

// local returns a path of this site, or the way home for anything else, so that
// nobody can be led elsewhere by a link to us.
func local(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return "/"
	}
	return path
}
