package web

import (
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/examples/bookshop/shop"
	"github.com/weft-go/weft/hyper"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// query is the signal with what is searched for.
const query = hyper.Signal[string]("q")

// pageSize is how many books a page shows.
const pageSize = 24

// catalogue is the first page: all books, or those that were searched for.
func (p Pages) catalogue(req *weft.Request) (weft.Response, error) {
	text := clip(req.QueryParamOrElse("q", ""))
	results, err := p.results(req, text, req.QueryOrElse[int]("page", 1))
	if err != nil {
		return weft.Response{}, err
	}
	return p.page(req, frame{title: "Books", path: "/", live: true},
		h.Div(h.Class("intro"), h.H1(g.Text("Classics, well kept")),
			h.P(h.Class("lead"), g.Text("Sixty-odd books that have stayed in print for a reason."))),
		searchForm(text),
		results,
	)
}

// search answers what is typed with the books that match.
func (p Pages) search(req *weft.Request) (hyper.Patch, error) {
	signals, err := hyper.ReadSignals[struct {
		Q string `json:"q"`
	}](req)
	if err != nil {
		return hyper.Patch{}, err
	}
	results, err := p.results(req, clip(signals.Q), 1)
	return hyper.PatchElements(results), err
}

// searchForm searches while one types, and when it is sent.
func searchForm(text string) g.Node {
	find := hyper.Fetch(weft.GET, "/search")
	return h.Form(h.Class("search"), h.Role("search"), h.Action("/"), query.Declare(text),
		hyper.DataOn("submit", find),
		h.Label(h.For("q"), g.Text("Search by title, author or year")),
		h.Div(h.Class("row"),
			h.Input(h.Type("search"), h.ID("q"), h.Name("q"), h.Value(text), h.AutoComplete("off"), h.MaxLength("100"),
				h.Placeholder("Try “Austen” or “1925”"),
				query.Bind(), hyper.DataIndicator("_searching"),
				hyper.DataOn("input", find).Debounce(250*time.Millisecond)),
			h.Button(g.Text("Search")),
		),
	)
}

// results returns the list of books, with the way to the other pages.
func (p Pages) results(req *weft.Request, text string, number int) (g.Node, error) {
	number = min(max(number, 1), 10_000)
	page, err := p.shop.Books(req.Context(), api.Search{Query: text, Page: number, Size: pageSize})
	if err != nil {
		return nil, err
	}
	stock := map[string]int{}
	for _, b := range page.Books {
		stock[shop.StockKey(b.ID)] = b.Stock
	}
	return h.Section(h.ID("results"), h.Aria("label", "Books"),
		hyper.DataSignals(map[string]map[string]int{"_stock": stock}),
		hyper.DataClass("busy", "$_searching"),
		h.P(h.Class("count"), h.Role("status"), g.Text(count(page, text))),
		h.Ul(h.Class("books"), g.Map(page.Books, card)),
		pager(page, text),
	), nil
}

// card returns one book of the list.
func card(b api.Book) g.Node {
	link := "/books/" + strconv.FormatInt(b.ID, 10)
	return h.Li(h.ID("book-"+strconv.FormatInt(b.ID, 10)),
		h.A(h.Class("card"), h.Href(link),
			picture(b, "lazy"),
			h.Strong(g.Text(b.Title)),
			h.Span(h.Class("author"), g.Text(b.Author)),
			h.Span(h.Class("line"), h.Span(h.Class("price"), g.Text(money(b.Price))), badge(b)),
		))
}

// picture returns the cover of a book. The title stands beside it, so there is nothing
// to read out.
func picture(b api.Book, loading string) g.Node {
	return h.Img(h.Class("cover"), h.Src("/covers/"+strconv.FormatInt(b.ID, 10)), h.Alt(""),
		h.Width("240"), h.Height("360"), h.Loading(loading))
}

// badge returns how many copies there are. It changes in every open window.
func badge(b api.Book) g.Node {
	key := shop.StockKey(b.ID)
	text, class := fmt.Sprintf("%d in stock", b.Stock), "stock"
	if b.Stock == 0 {
		text, class = "Sold out", "stock sold-out"
	}
	return h.Span(h.Class(class),
		hyper.DataText(fmt.Sprintf("$_stock.%s ? $_stock.%[1]s + ' in stock' : 'Sold out'", key)),
		hyper.DataClass("sold-out", fmt.Sprintf("$_stock.%s == 0", key)),
		g.Text(text))
}

// pager returns links to the pages before and after.
func pager(page api.Page, text string) g.Node {
	last := (page.Total + pageSize - 1) / pageSize
	if last < 2 {
		return nil
	}
	link := func(number int, label, rel string) g.Node {
		if number < 1 || number > last {
			return h.Span(h.Aria("hidden", "true"))
		}
		return h.A(h.Class("button quiet"), h.Rel(rel),
			h.Href("/?"+url.Values{"q": {text}, "page": {strconv.Itoa(number)}}.Encode()), g.Text(label))
	}
	return h.Nav(h.Class("pager"), h.Aria("label", "Pages"),
		link(page.Page-1, "← Previous", "prev"),
		h.Span(g.Textf("Page %d of %d", page.Page, last)),
		link(page.Page+1, "Next →", "next"))
}

// count says how many books there are.
func count(page api.Page, text string) string {
	books := "books"
	if page.Total == 1 {
		books = "book"
	}
	switch {
	case text == "":
		return fmt.Sprintf("%d %s", page.Total, books)
	case page.Total == 0:
		return fmt.Sprintf("Nothing matches “%s”. Try fewer letters.", text)
	}
	return fmt.Sprintf("%d %s for “%s”", page.Total, books, text)
}

// money returns a price in cents for people.
func money(cents int) string { return fmt.Sprintf("€ %d.%02d", cents/100, cents%100) }

// clip shortens what was searched for to a length that makes sense.
func clip(text string) string {
	if letters := []rune(text); len(letters) > 100 {
		return string(letters[:100])
	}
	return text
}
