// Cli is the book shop on the command line. It is made of the shop's descriptions:
//
//	go run ./cli books list --q austen
//	go run ./cli --help
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/weft-go/weft/cli"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/examples/bookshop/api"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := app().Run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// app returns the command line. A WebSocket has no place on it.
func app(config ...cli.Config) *cli.App {
	var endpoints []endpoint.Described
	for _, e := range api.All() {
		if e.Describe().Socket == nil {
			endpoints = append(endpoints, e)
		}
	}
	return cli.FromEndpoints("bookshop", "1.0.0", "The book shop on the command line.",
		"A token comes from the command that logs in; set BOOKSHOP_TOKEN.", "localhost", 8080, endpoints, true, config...)
}
