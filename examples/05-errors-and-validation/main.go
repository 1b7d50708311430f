// What goes wrong, and what clients are told about it.
//
//	go run ./examples/05-errors-and-validation
//	curl -i localhost:8080/orders -H 'Content-Type: application/json' -d '{"sku":"x","quantity":0}'
//	curl -i localhost:8080/orders -H 'Content-Type: application/json' -d '{"sku":"BK-0001","quantity":500}'
package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
)

// Order carries its constraints as tags. They are checked before the function runs, and
// all faults are reported at once with status 422.
type Order struct {
	SKU      string `json:"sku" pattern:"^[A-Z]{2}-[0-9]{4}$" doc:"The article."`
	Quantity int    `json:"quantity" minimum:"1" maximum:"1000"`
	Email    string `json:"email,omitempty" format:"email"`
}

// Validate is for rules that a tag cannot express.
func (o Order) Validate(context.Context) error {
	if o.SKU == "BK-0000" {
		return errors.New("BK-0000 is not for sale")
	}
	return nil
}

// Receipt is the answer to an order.
type Receipt struct {
	Number int `json:"number"`
}

// OutOfStock is a declared failure: it reaches the client as it is, with status 409.
type OutOfStock struct {
	Left int `json:"left"`
}

func (e OutOfStock) Error() string { return fmt.Sprintf("only %d left", e.Left) }

// PlaceOrder describes the endpoint.
var PlaceOrder = route.POST("/orders").
	In[Order]().
	Out[Receipt](endpoint.Status(status.Created)).
	OutError[OutOfStock](status.Conflict)

func place(_ context.Context, o Order) (Receipt, error) {
	switch {
	case o.Quantity > 100:
		return Receipt{}, fmt.Errorf("warehouse 7: %w", OutOfStock{Left: 100}) // found inside others
	case o.SKU == "BK-0013":
		return Receipt{}, &weft.Problem{Status: status.Gone, Detail: "no longer printed"} // for the client
	case o.SKU == "BK-9999":
		return Receipt{}, errors.New("database: connection refused") // for the log: the client gets a plain 500
	}
	return Receipt{Number: 1}, nil
}

func routes() weft.Routes { return weft.NewRoutes(PlaceOrder.Implement(place)) }

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
