// Ogen serves the typed endpoint of the comparison with the server that ogen generates
// for shop.json, on net/http. Everything that the program does beside the generated code
// is in this file. The package api is made by
//
//	ogen -target api -package api -clean -config ogen.yml shop.json
//
// with the version that go.mod names.
package main

import (
	"context"
	"flag"
	"log"
	"net/http"
	"strconv"

	"github.com/weft-go/weft/bench/payload"
	"github.com/weft-go/weft/bench/servers/ogen/api"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	s, err := api.NewServer(shop{newCatalogue()})
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+strconv.Itoa(*port), s))
}

// A shop implements what is generated.
type shop struct{ catalogue *api.Catalogue }

func (s shop) Catalogue(context.Context) (*api.Catalogue, error) { return s.catalogue, nil }

func (shop) Order(_ context.Context, o *api.Order, params api.OrderParams) (*api.Receipt, error) {
	r := &api.Receipt{Shop: params.Shop, Customer: o.Customer, Currency: string(o.Currency), Express: params.Express}
	r.Lines = make([]api.Line, 0, min(params.Limit, len(o.Items)))
	for i, item := range o.Items {
		cents := item.Cents * int64(item.Quantity)
		r.Total += cents
		if i < params.Limit {
			r.Lines = append(r.Lines, api.Line{Sku: item.Sku, Cents: cents})
		}
	}
	return r, nil
}

func (shop) Sum(_ context.Context, o *api.Order) (*api.Total, error) {
	t := &api.Total{Items: len(o.Items)}
	for _, item := range o.Items {
		t.Total += item.Cents * int64(item.Quantity)
	}
	return t, nil
}

// newCatalogue returns the catalogue of all servers in the generated type.
func newCatalogue() *api.Catalogue {
	given := payload.NewCatalogue()
	c := &api.Catalogue{Note: given.Note}
	for _, a := range given.Items {
		c.Items = append(c.Items, api.Article{ID: a.ID, Name: a.Name, Cents: a.Cents, InStock: a.InStock, Tags: a.Tags})
	}
	return c
}
