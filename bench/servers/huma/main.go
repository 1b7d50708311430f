// Huma serves the typed endpoint of the comparison with danielgtaylor/huma v2 on
// Fiber, or on chi, the adapter of its own benchmarks, with -adapter chi. The
// transformer that adds $schema to every answer is left out: it costs time, and
// the answers have to be the same everywhere.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	adapter := flag.String("adapter", "fiber", "fiber or chi")
	flag.Parse()
	log.Fatal(serve(*adapter, "127.0.0.1:"+strconv.Itoa(*port)))
}

func serve(adapter, address string) error {
	config := huma.DefaultConfig("Shops", "1.0.0")
	config.CreateHooks = nil
	switch adapter {
	case "fiber":
		app := fiber.New(fiber.Config{DisableStartupMessage: true})
		register(humafiber.New(app, config))
		return app.Listen(address)
	case "chi":
		router := chi.NewMux()
		register(humachi.New(router, config))
		return http.ListenAndServe(address, router)
	}
	return fmt.Errorf("-adapter: want fiber or chi, got %q", adapter)
}

// orderInput is the typed endpoint's input, with Huma's rules.
type orderInput struct {
	Shop    int64 `path:"shop"`
	Limit   int   `query:"limit" required:"true" minimum:"1" maximum:"100"`
	Express bool  `query:"express" required:"true"`
	Body    payload.Order
}

type sumInput struct{ Body payload.Order }

type output[T any] struct{ Body T }

func register(api huma.API) {
	catalogue := payload.NewCatalogue()
	huma.Register(api, huma.Operation{OperationID: "order", Method: http.MethodPost, Path: payload.OrderPath},
		func(_ context.Context, in *orderInput) (*output[payload.Receipt], error) {
			return &output[payload.Receipt]{in.Body.Receipt(in.Shop, in.Limit, in.Express)}, nil
		})
	huma.Register(api, huma.Operation{OperationID: "sum", Method: http.MethodPost, Path: "/orders"},
		func(_ context.Context, in *sumInput) (*output[payload.Total], error) {
			return &output[payload.Total]{in.Body.Total()}, nil
		})
	huma.Register(api, huma.Operation{OperationID: "catalogue", Method: http.MethodGet, Path: "/catalogue"},
		func(context.Context, *struct{}) (*output[payload.Catalogue], error) {
			return &output[payload.Catalogue]{catalogue}, nil
		})
}
