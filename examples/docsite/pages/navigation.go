package pages

import (
	"path"
	"slices"
	"strings"

	"github.com/weft-go/weft/examples/docsite/guide"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// A group is a part of the navigation.
type group struct {
	title string
	items []item
	// folded says that the group is closed unless the current page is in it.
	folded bool
}

type item struct{ title, url string }

// learningOrder is the order of the guides. Those that it does not name come after it.
func learningOrder() []group {
	named := func(title string, names ...string) group {
		g := group{title: title}
		for _, name := range names {
			g.items = append(g.items, item{url: "/guides/" + name})
		}
		return g
	}
	return []group{
		{title: "Begin", items: []item{{url: "/"}, {url: "/guides/getting-started"}}},
		named("Build", "endpoints", "errors-and-validation", "middleware", "auth", "streaming", "websockets", "hyper", "migrating"),
		named("Run", "configuration", "deployment", "security", "performance"),
		named("Understand", "design-tour", "architecture", "terms", "spec-map"),
	}
}

// groups returns the navigation of a library.
func groups(l *guide.Library) []group {
	var list []group
	seen := map[string]bool{}
	for _, g := range learningOrder() {
		var items []item
		for _, it := range g.items {
			if p, ok := l.Page(it.url); ok {
				items = append(items, item{p.Title, p.URL})
				seen[p.URL] = true
			}
		}
		list = append(list, group{title: g.title, items: items})
	}
	more, decisions, examples := group{title: "More"}, group{title: "Decisions", folded: true}, group{title: "Examples", folded: true}
	for _, p := range l.Pages() {
		switch {
		case seen[p.URL]:
		case strings.HasPrefix(p.URL, "/guides/decisions/"):
			decisions.items = append(decisions.items, item{p.Title, p.URL})
		case strings.HasPrefix(p.URL, "/guides/"):
			more.items = append(more.items, item{p.Title, p.URL})
		case strings.HasPrefix(p.File, "examples/") && path.Base(p.File) == "main.go":
			examples.items = append(examples.items, item{strings.TrimPrefix(path.Dir(p.File), "examples/"), p.URL})
		}
	}
	list = append(list, more)
	for _, g := range []group{decisions, examples} {
		slices.SortFunc(g.items, func(a, b item) int { return strings.Compare(a.title, b.title) })
		list = append(list, g)
	}
	list[0].items[0].title = "Overview"
	return slices.DeleteFunc(list, func(g group) bool { return len(g.items) == 0 })
}

// navigation returns the list of all pages.
func (p *Pages) navigation(current string) g.Node {
	return h.Nav(h.ID("site-nav"), h.Aria("label", "Guides"), openMenu,
		g.Map(p.groups, func(gr group) g.Node {
			list := h.Ul(g.Map(gr.items, func(it item) g.Node {
				return h.Li(h.A(h.Href(it.url), g.If(it.url == current, h.Aria("current", "page")), g.Text(it.title)))
			}))
			if !gr.folded {
				return g.Group{h.H2(g.Text(gr.title)), list}
			}
			return h.Details(g.If(gr.has(current), g.Attr("open")), h.Summary(g.Text(gr.title)), list)
		}))
}

func (gr group) has(url string) bool {
	return slices.ContainsFunc(gr.items, func(it item) bool { return it.url == url })
}

// neighbours returns links to the pages before and after, in the order of the
// navigation.
func (p *Pages) neighbours(current string) g.Node {
	var all []item
	for _, gr := range p.groups {
		all = append(all, gr.items...)
	}
	at := slices.IndexFunc(all, func(it item) bool { return it.url == current })
	if at < 0 {
		return nil
	}
	link := func(i int, rel, label string) g.Node {
		if i < 0 || i >= len(all) {
			return nil
		}
		return h.A(h.Rel(rel), h.Class(rel), h.Href(all[i].url), h.Span(g.Text(label)), g.Text(all[i].title))
	}
	return h.Nav(h.Class("neighbours"), h.Aria("label", "Next and previous"),
		link(at-1, "prev", "Previous"), link(at+1, "next", "Next"))
}

// contents returns the headings of a page, if there are enough of them.
func contents(headings []guide.Heading) g.Node {
	var items []g.Node
	for _, heading := range headings {
		if heading.Level == 2 {
			items = append(items, h.Li(h.A(h.Href("#"+heading.ID), g.Text(heading.Text))))
		}
	}
	if len(items) < 2 {
		return nil
	}
	return h.Nav(h.Class("contents"), h.Aria("label", "On this page"),
		h.H2(g.Text("On this page")), h.Ul(g.Group(items)))
}
