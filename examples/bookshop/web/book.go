package web

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/examples/bookshop/shop"
	"github.com/weft-go/weft/hyper"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// book is the page about one book.
func (p Pages) book(req *weft.Request, id int64) (weft.Response, error) {
	b, err := p.shop.Book(req.Context(), id)
	if err != nil {
		return weft.Response{}, err
	}
	if hyper.IsRequest(req) { // the form was cancelled
		return piece(req, facts(req, b, true))
	}
	return p.bookPage(req, b, facts(req, b, false))
}

// bookPage returns the page about a book with its facts or the form to change them.
func (p Pages) bookPage(req *weft.Request, b api.Book, middle g.Node) (weft.Response, error) {
	return p.page(req, frame{title: b.Title, live: true},
		h.P(h.Class("back"), h.A(h.Href("/"), g.Text("← All books"))),
		h.Article(h.Class("book"),
			hyper.DataSignals(map[string]map[string]int{"_stock": {shop.StockKey(b.ID): b.Stock}}),
			h.Div(h.Class("side"), picture(b, "eager")),
			middle,
			g.If(isStaff(req), coverForm(b)),
		))
}

// facts returns what there is to know about a book, and what can be done with it. If
// it takes the place of the form, it also takes the focus.
func facts(req *weft.Request, b api.Book, focus bool) g.Node {
	return h.Div(h.ID("book"), h.Class("facts"),
		h.H1(h.TabIndex("-1"), g.If(focus, hyper.DataInit("el.focus()")), g.Text(b.Title)),
		h.P(h.Class("lead"), g.Text("by "), h.A(h.Href("/?q="+escape(b.Author)), g.Text(b.Author))),
		h.Dl(
			h.Dt(g.Text("First published")), h.Dd(g.Text(year(b.Year))),
			h.Dt(g.Text("Price")), h.Dd(h.Class("price"), g.Text(money(b.Price))),
			h.Dt(g.Text("Availability")), h.Dd(badge(b)),
		),
		h.Div(h.Class("actions"), buyForm(req, b), g.If(isStaff(req), editLink(b))),
	)
}

// buyForm returns the button that buys, or the way to log in first.
func buyForm(req *weft.Request, b api.Book) g.Node {
	if callerOf(req) == nil {
		return h.A(h.Class("button"), h.Href("/login?next="+path(b, "")), g.Text("Log in to buy"))
	}
	buy := hyper.Fetch(weft.POST, path(b, "/buy")).With(hyper.RequestOptions{Form: true})
	return h.Form(h.Method("post"), h.Action(path(b, "/buy")), hyper.DataOn("submit", buy),
		h.Button(g.If(b.Stock == 0, h.Disabled()),
			hyper.DataAttr("disabled", fmt.Sprintf("$_stock.%s == 0", shop.StockKey(b.ID))), g.Text("Buy one copy")))
}

// buy sells one copy.
func (p Pages) buy(req *weft.Request, id int64) (weft.Response, error) {
	to := "/books/" + strconv.FormatInt(id, 10)
	if callerOf(req) == nil {
		return weft.SeeOther("/login?next=" + to), nil
	}
	order, err := p.shop.Order(req.Context(), id, api.Wish{Quantity: 1})
	var soldOut api.SoldOut
	switch {
	case errors.As(err, &soldOut):
		return p.reply(req, to, "Sorry, somebody else has just bought the last copy.")
	case err != nil:
		return weft.Response{}, err
	}
	return p.reply(req, to, fmt.Sprintf("You have bought “%s” for %s.", order.Book.Title, money(order.Total)))
}

// path returns the path of a page about a book.
func path(b api.Book, rest string) string { return "/books/" + strconv.FormatInt(b.ID, 10) + rest }

// year returns a year for people.
func year(n int) string {
	if n <= 0 {
		return fmt.Sprintf("%d BCE", 1-n)
	}
	return strconv.Itoa(n)
}
