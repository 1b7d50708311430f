package api

import (
	"fmt"

	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// A Wish is how many copies a customer wants.
type Wish struct {
	Quantity int `json:"quantity" minimum:"1" maximum:"100" example:"1"`
}

// An Order is what a customer has bought.
type Order struct {
	Book     Book `json:"book" doc:"The book, with the stock that is left."`
	Quantity int  `json:"quantity" example:"1"`
	Total    int  `json:"total" example:"1299" doc:"In cents."`
}

// SoldOut is the failure of an order for more copies than there are.
type SoldOut struct {
	ID    int64 `json:"id" example:"1"`
	Stock int   `json:"stock" example:"0" doc:"How many copies are left."`
}

// Error says how many are left.
func (e SoldOut) Error() string { return fmt.Sprintf("book %d: %d left", e.ID, e.Stock) }

// OrderBook is the endpoint that sells.
var OrderBook = route.POST("/api/books/{id}/orders").
	Path(bookID).
	In[Wish]().
	Out[Order](endpoint.Status(status.Created)).
	OutError[NotFound](status.NotFound).
	OutError[SoldOut](status.Conflict).
	Auth(Login).UnauthorizedStatus(status.Unauthorized).
	Tag("books").
	Doc("Orders copies of a book. Every open window of the shop sees the new stock at once.")
