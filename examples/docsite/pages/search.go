package pages

import (
	"fmt"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/docsite/guide"
	"github.com/weft-go/weft/hyper"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// Signals are what the page's client sends along.
type Signals struct {
	Query string `json:"q" maxLength:"100"`
}

// search answers the page's client with a list of results, and a browser with a page.
func (p *Pages) search(req *weft.Request) (weft.Response, error) {
	if hyper.IsRequest(req) {
		signals, err := hyper.ReadSignals[Signals](req)
		if err != nil {
			return weft.Response{}, err
		}
		resp, err := hyper.PatchElements(p.panel(signals.Query)).Response(req)
		return resp.WithHeader("Cache-Control", "no-store"), err
	}
	text := clip(req.QueryParamOrElse("q", ""))
	found := p.library.Search(text)
	return p.frame(frame{title: "Search", query: text},
		h.Article(h.Class("text"),
			h.H1(g.Text("Search")),
			h.P(g.Text(count(text, len(found)))),
			list(found)),
	)
}

// searchForm searches while one types, and when it is sent. The slash leads to it,
// Escape away from it.
func searchForm(text string) g.Node {
	find := hyper.Fetch(weft.GET, "/search")
	return h.Form(h.Class("search"), h.Role("search"), h.Action("/search"), query.Declare(text),
		hyper.DataOn("click", "$_open = false").Outside(),
		hyper.DataOn("focusin", "$_open = true"),
		hyper.DataOn("focusout", "evt.relatedTarget && !el.contains(evt.relatedTarget) && ($_open = false)"),
		h.Label(h.For("site-q"), h.Class("unseen"), g.Text("Search the documentation")),
		h.Input(h.Type("search"), h.ID("site-q"), h.Name("q"), h.Value(text), h.AutoComplete("off"), h.MaxLength("100"),
			h.Placeholder("Search"), g.Attr("enterkeyhint", "search"), h.Aria("controls", "site-results"),
			query.Bind(),
			hyper.DataOn("input", "$_open = true", find).Debounce(150*time.Millisecond)),
		g.El("kbd", h.Aria("hidden", "true"), g.Text("/")),
		h.Div(h.Class("panel"), hyper.DataClass("shown", "$_open && $q.trim() != ''"), panelOf("", nil)),
	)
}

// panel returns the results below the search field.
func (p *Pages) panel(text string) g.Node { return panelOf(text, p.library.Search(text)) }

// panelOf returns the panel with results. It is in every page from the beginning, since
// a region that comes later is not read out.
func panelOf(text string, found []guide.Result) g.Node {
	return h.Div(h.ID("site-results"),
		h.P(h.ID("site-count"), h.Role("status"), g.Text(count(text, len(found)))),
		list(found))
}

// list returns results with the words marked.
func list(found []guide.Result) g.Node {
	if len(found) == 0 {
		return nil
	}
	return h.Ol(h.Class("found"), g.Map(found, func(r guide.Result) g.Node {
		return h.Li(h.A(h.Href(r.URL),
			h.Span(h.Class("page"), g.Text(r.Page)),
			h.Strong(marked(r.Title)),
			h.Span(h.Class("excerpt"), marked(r.Excerpt))))
	}))
}

func marked(pieces []guide.Piece) g.Node {
	return g.Map(pieces, func(p guide.Piece) g.Node {
		if p.Mark {
			return h.Mark(g.Text(p.Text))
		}
		return g.Text(p.Text)
	})
}

// count says how much was found.
func count(text string, n int) string {
	switch {
	case text == "":
		return ""
	case n == 0:
		return fmt.Sprintf("Nothing has all of “%s” in it.", text)
	case n == 1:
		return fmt.Sprintf("One section for “%s”", text)
	}
	return fmt.Sprintf("%d sections for “%s”", n, text)
}

// clip shortens what was searched for to a length that makes sense.
func clip(text string) string {
	if letters := []rune(text); len(letters) > 100 {
		return string(letters[:100])
	}
	return text
}
