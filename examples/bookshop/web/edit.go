package web

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/schema"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// A field is one of the form that changes a book.
type field struct{ name, label, mode, hint string }

// fields are those of the form, in their order.
var fields = [...]field{
	{"title", "Title", "text", ""},
	{"author", "Author", "text", ""},
	{"year", "First published", "text", "Negative before our era."},
	{"price", "Price in €", "decimal", ""},
	{"stock", "Copies in stock", "numeric", ""},
}

// entries are the texts in the form's fields and what is wrong with them, by name.
type entries struct {
	values map[string]string
	faults map[string]string
}

// edit answers with the form: as a page, or in the place of the book's facts.
func (p Pages) edit(req *weft.Request, id int64) (weft.Response, error) {
	if !isStaff(req) {
		return weft.Response{}, api.Forbidden{Needs: "staff"}
	}
	b, err := p.shop.Book(req.Context(), id)
	if err != nil {
		return weft.Response{}, err
	}
	form := editForm(b, entriesOf(b))
	if hyper.IsRequest(req) {
		return piece(req, form, notice(""))
	}
	return p.bookPage(req, b, form)
}

// check tells what is wrong with the form while it is filled in.
func (p Pages) check(req *weft.Request, _ int64) (weft.Response, error) {
	_, e, err := readDraft(req)
	if err != nil {
		return weft.Response{}, err
	}
	var nodes []g.Node
	for _, f := range fields {
		nodes = append(nodes, fault(f, e))
	}
	return piece(req, nodes...)
}

// save changes the book, or shows the form again with what is wrong.
func (p Pages) save(req *weft.Request, id int64) (weft.Response, error) {
	draft, e, err := readDraft(req)
	if err != nil {
		return weft.Response{}, err
	}
	if len(e.faults) > 0 {
		form := editForm(api.Book{ID: id}, e)
		if hyper.IsRequest(req) {
			return piece(req, form)
		}
		b, err := p.shop.Book(req.Context(), id)
		if err != nil {
			return weft.Response{}, err
		}
		return p.bookPage(req, b, form)
	}
	b, err := p.shop.Replace(req.Context(), id, draft)
	if err != nil {
		return weft.Response{}, err
	}
	return p.reply(req, path(b, ""), "Saved.", facts(req, b, true))
}

// editForm returns the form in place of the book's facts.
func editForm(b api.Book, e entries) g.Node {
	send := func(to string) hyper.Action {
		return hyper.Fetch(weft.POST, path(b, to)).With(hyper.RequestOptions{Form: true})
	}
	return h.Form(h.ID("book"), h.Class("facts edit"), h.Method("post"), h.Action(path(b, "")), g.Attr("novalidate"),
		hyper.DataOn("submit", send("")),
		hyper.DataOn("input", send("/check")).Debounce(300*time.Millisecond),
		hyper.DataOn("keydown", hyper.JS("evt.key == 'Escape' && %s", hyper.Fetch(weft.GET, path(b, "")))),
		h.H1(g.Text("Change this book")),
		g.Group(inputs(e)),
		h.Div(h.Class("actions"),
			h.Button(g.Text("Save")),
			h.A(h.Class("button quiet"), h.Href(path(b, "")),
				hyper.DataOn("click", hyper.Fetch(weft.GET, path(b, ""))).Prevent(), g.Text("Cancel"))),
	)
}

// inputs returns the fields of the form. The first one that needs attention, or else
// the first, takes the focus.
func inputs(e entries) (nodes []g.Node) {
	focus := "title"
	for _, f := range fields {
		if e.faults[f.name] != "" {
			focus = f.name
			break
		}
	}
	for _, f := range fields {
		id := "field-" + f.name
		nodes = append(nodes, h.Div(h.Class("field"),
			h.Label(h.For(id), g.Text(f.label)),
			h.Input(h.ID(id), h.Name(f.name), h.Value(e.values[f.name]), h.Required(), h.AutoComplete("off"),
				g.Attr("inputmode", f.mode), h.Aria("describedby", "fault-"+f.name),
				g.If(e.faults[f.name] != "", h.Aria("invalid", "true")),
				g.If(f.name == focus, takeFocus())),
			fault(f, e)))
	}
	return nodes
}

// takeFocus returns an attribute that gives its element the focus. The page's client
// runs an attribute again only if it has changed, and a form may come back with the same
// fault, so the attribute says when it was made; focus ignores that.
func takeFocus() g.Node {
	return hyper.DataInit(fmt.Sprintf("el.focus({at: %d})", time.Now().UnixMilli()))
}

// fault returns what is wrong with a field, or the hint about it.
func fault(f field, e entries) g.Node {
	if text := e.faults[f.name]; text != "" {
		return h.P(h.ID("fault-"+f.name), h.Class("fault"), h.Aria("live", "polite"), g.Text(text))
	}
	return h.P(h.ID("fault-"+f.name), h.Class("hint"), h.Aria("live", "polite"), g.Text(f.hint))
}

// editLink returns the link to the form.
func editLink(b api.Book) g.Node {
	return h.A(h.Class("button quiet"), h.Href(path(b, "/edit")),
		hyper.DataOn("click", hyper.Fetch(weft.GET, path(b, "/edit"))).Prevent(), g.Text("Edit"))
}

// entriesOf returns the form's contents for a book.
func entriesOf(b api.Book) entries {
	return entries{values: map[string]string{
		"title": b.Title, "author": b.Author, "year": strconv.Itoa(b.Year),
		"price": fmt.Sprintf("%d.%02d", b.Price/100, b.Price%100), "stock": strconv.Itoa(b.Stock),
	}}
}

// readDraft reads the form. The limits are those of the API, from the tags of
// [api.Draft].
func readDraft(req *weft.Request) (api.Draft, entries, error) {
	form, err := req.Body().AsForm()
	e := entries{map[string]string{}, map[string]string{}}
	if err != nil {
		return api.Draft{}, e, err
	}
	for _, f := range fields {
		text, _ := form.Text(f.name)
		e.values[f.name] = strings.TrimSpace(text)
	}
	draft := api.Draft{Title: e.values["title"], Author: e.values["author"],
		Year: e.whole("year"), Price: e.cents("price"), Stock: e.whole("stock")}
	if invalid, ok := errors.AsType[*schema.ValidationError](schema.Validate(req.Context(), &draft)); ok {
		for _, fault := range invalid.Faults {
			if e.faults[fault.Name] == "" {
				e.faults[fault.Name] = e.plain(fault)
			}
		}
	}
	return draft, e, nil
}

// plain says what is wrong in the words of the page.
func (e entries) plain(f schema.Fault) string {
	switch {
	case e.values[f.Name] == "":
		return "Please fill this in."
	case f.Name == "price":
		return "A price is between 0.00 and 1000.00."
	}
	return strings.ToUpper(f.Message[:1]) + f.Message[1:] + "."
}

// whole reads a field with a whole number.
func (e entries) whole(name string) int {
	n, err := strconv.Atoi(e.values[name])
	if err != nil {
		e.faults[name] = "This has to be a whole number."
	}
	return n
}

// cents reads a field with a price.
func (e entries) cents(name string) int {
	n, err := strconv.ParseFloat(strings.Replace(e.values[name], ",", ".", 1), 64)
	if err != nil || math.Abs(n) > 1e9 || math.IsNaN(n) {
		e.faults[name] = "This has to be a price, such as 12.99."
		return 0
	}
	return int(math.Round(n * 100))
}

// escape writes text for a query.
func escape(text string) string { return url.QueryEscape(text) }
