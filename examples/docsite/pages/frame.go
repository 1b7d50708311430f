package pages

import (
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/docsite/guide"
	"github.com/weft-go/weft/hyper"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// The signals of every page. Those that begin with an underscore stay in the browser.
const (
	query = hyper.Signal[string]("q")
	menu  = hyper.Signal[bool]("_menu")
	open  = hyper.Signal[bool]("_open")
)

// openMenu shows the navigation on narrow screens.
var openMenu = hyper.DataClass("open", menu)

// A frame is what a page has around its contents.
type frame struct {
	title    string
	url      string
	query    string
	headings []guide.Heading
}

// frame returns a whole page. The ids of its own begin with site-, since headings have
// ids, too.
func (p *Pages) frame(f frame, content ...g.Node) (weft.Response, error) {
	title := f.title + " · weft"
	if f.url == "/" {
		title = "weft, an HTTP framework for Go"
	}
	var html strings.Builder
	err := h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.TitleEl(g.Text(title)),
			h.Link(h.Rel("icon"), h.Href("/assets/icon.svg"), h.Type("image/svg+xml")),
			h.Link(h.Rel("stylesheet"), h.Href("/assets/style.css")),
			hyper.Script(),
			h.Script(h.Src("/assets/keys.js"), h.Type("module")),
		),
		h.Body(menu.Declare(false), open.Declare(false),
			h.A(h.Class("skip"), h.Href("#site-main"), g.Text("Skip to content")),
			header(f.query),
			h.Div(h.Class("columns"),
				p.navigation(f.url),
				h.Main(h.ID("site-main"), h.TabIndex("-1"), g.Group(content)),
				contents(f.headings),
			),
		),
	)).Render(&html)
	if err != nil {
		return weft.Response{}, err
	}
	return weft.HTML(html.String()).WithHeader("Cache-Control", "no-cache"), nil
}

// header returns the head of every page.
func header(query string) g.Node {
	return h.Header(h.Class("top"),
		h.A(h.Class("brand"), h.Href("/"),
			h.Img(h.Src("/assets/icon.svg"), h.Alt(""), h.Width("26"), h.Height("26")), h.Span(g.Text("weft"))),
		searchForm(query),
		h.Button(h.Class("menu"), h.Type("button"), h.Aria("expanded", "false"), h.Aria("controls", "site-nav"),
			hyper.DataOn("click", "$_menu = !$_menu"),
			hyper.DataAttr("aria-expanded", "$_menu ? 'true' : 'false'"),
			g.Text("Menu")),
	)
}
