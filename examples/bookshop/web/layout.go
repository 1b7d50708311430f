package web

import (
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// A frame is what a page has around its contents.
type frame struct {
	title  string
	path   string // of the entry in the navigation that is the current one
	script string // a script of the page's own
	live   bool   // whether stock on the page changes
}

// page returns a whole page.
func (p Pages) page(req *weft.Request, f frame, content ...g.Node) (weft.Response, error) {
	message, _ := req.Flash(weft.FlashGet[string]("notice"))
	var html strings.Builder
	err := h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.TitleEl(g.Text(f.title+" · Selvedge Books")),
			h.Link(h.Rel("icon"), h.Href("/assets/icon.svg"), h.Type("image/svg+xml")),
			h.Link(h.Rel("stylesheet"), h.Href("/assets/style.css")),
			hyper.Script(),
			g.If(f.script != "", h.Script(h.Src("/assets/"+f.script), h.Type("module"))),
		),
		h.Body(
			g.If(f.live, hyper.DataInit(hyper.Fetch(weft.GET, "/live").With(hyper.RequestOptions{Retry: hyper.RetryAlways}))),
			h.A(h.Class("skip"), h.Href("#main"), g.Text("Skip to content")),
			header(req, f.path),
			h.Main(h.ID("main"), h.TabIndex("-1"), notice(message), g.Group(content)),
			footer(),
		),
	)).Render(&html)
	if err != nil {
		return weft.Response{}, err
	}
	return weft.HTML(html.String()).WithHeader("Cache-Control", "no-store"), nil
}

// header returns the head of every page.
func header(req *weft.Request, current string) g.Node {
	item := func(path, text string) g.Node {
		return h.Li(h.A(h.Href(path), g.If(path == current, h.Aria("current", "page")), g.Text(text)))
	}
	return h.Header(h.Class("top"),
		h.A(h.Class("brand"), h.Href("/"), h.Img(h.Src("/assets/icon.svg"), h.Alt(""), h.Width("28"), h.Height("28")), g.Text("Selvedge Books")),
		h.Nav(h.Aria("label", "Main"), h.Ul(
			item("/", "Books"),
			item("/chat", "Chat"),
			g.If(isStaff(req), item("/import", "Import")),
			item("/docs", "API"),
		)),
		who(req),
	)
}

// who returns the name of the user with a way out, or a way in.
func who(req *weft.Request) g.Node {
	caller := callerOf(req)
	if caller == nil {
		return h.Div(h.Class("who"), h.A(h.Href("/login?next="+req.Path()), g.Text("Log in")))
	}
	return h.Form(h.Class("who"), h.Method("post"), h.Action("/logout"),
		h.Span(g.Text(caller.Name)),
		h.Button(h.Class("quiet"), g.Text("Log out")))
}

func footer() g.Node {
	return h.Footer(h.Class("bottom"), h.P(
		g.Text("An example application of weft: one binary, one file of data. "),
		h.A(h.Href("/docs"), g.Text("Documentation")), g.Text(" · "),
		h.A(h.Href("/metrics"), g.Text("Metrics")), g.Text(" · "),
		h.A(h.Href("/readyz"), g.Text("Health")),
	))
}

// notice returns the place for messages, which screen readers read out. It is in every
// page from the beginning, since a region that comes later is not noticed.
func notice(message string) g.Node {
	return h.Div(h.ID("notice"), h.Role("status"), g.If(message != "", h.P(g.Text(message))))
}
