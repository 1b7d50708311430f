package endpoint_test

import (
	"context"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

type byCard struct {
	Card string `json:"card" minLength:"4"`
}

type byTransfer struct {
	Account string `json:"account"`
	ID      string `json:"id" readOnly:"true" minLength:"3"`
}

// TestOperation_in_alternatives has a body of one of two shapes.
func TestOperation_in_alternatives(t *testing.T) {
	pay := route.POST("/pay").Input(codec.Either(codec.Body[byCard](), codec.Body[byTransfer]())).Out[string]()
	routes := weft.NewRoutes(pay.Implement(func(_ context.Context, by codec.EitherOf[byCard, byTransfer]) (string, error) {
		if card, ok := by.Left(); ok {
			return "card " + card.Card, nil
		}
		transfer, _ := by.Right()
		return "transfer " + transfer.Account, nil
	}))
	app := wefttest.New(t, routes)
	send := func(body string) *wefttest.Response { return app.Post("/pay", weft.BodyString(body, weft.MediaJSON)) }
	send(`{"card":"1234"}`).Status(200).Body(`"card 1234"`)
	send(`{"account":"DE1"}`).Status(200).Body(`"transfer DE1"`)
	send(`{"card":"1"}`).Status(400).BodyContains("want at least 4 characters", "account")
	send(`{}`).Status(400)

	call := pay.Client(newSocket(wefttest.Start(t, routes)))
	if got, err := call(t.Context(), codec.Right[byCard](byTransfer{Account: "GB2"})); got != "transfer GB2" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestOperation_in_readOnly has a field that only the server sends.
func TestOperation_in_readOnly(t *testing.T) {
	put := route.PUT("/transfer").In[byTransfer]().Out[byTransfer]()
	routes := weft.NewRoutes(put.Implement(func(_ context.Context, in byTransfer) (byTransfer, error) {
		in.ID = "t-1"
		return in, nil
	}))
	app := wefttest.New(t, routes)
	app.Put("/transfer", weft.BodyString(`{"account":"DE1"}`, weft.MediaJSON)).Status(200).Body(`{"account":"DE1","id":"t-1"}`)
	app.Put("/transfer", weft.BodyString(`{"id":"t-2"}`, weft.MediaJSON)).Status(400).BodyContains("account")
}

// TestOperation_out_aliases has clients that know a format by another name.
func TestOperation_out_aliases(t *testing.T) {
	routes := weft.NewRoutes(fixtures.GetBook.Implement(func(context.Context, int64) (fixtures.Book, error) { return fixtures.Book{}, nil }))
	for _, alias := range []string{"application/x-thrift", "application/x-msgpack", "application/protobuf", "avro/binary", "text/json"} {
		wefttest.New(t, routes).With("Accept", alias).Get("/books/1").Status(200).Header("Content-Type", alias)
	}
	wefttest.New(t, routes).With("Accept", "application/x-thrift, application/json;q=0.1").Get("/books/1").Status(200).Header("Content-Type", "application/json")
}
