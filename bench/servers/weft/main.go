// Weft serves the routes of the comparison with weft: plain routes, the default
// transport, the default configuration.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := server.New(server.Config{}.WithBinding("127.0.0.1", *port)).Serve(ctx, routes()); err != nil {
		log.Fatal(err)
	}
}

func routes() weft.Routes {
	json := payload.JSON()
	return weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Text(payload.Hello), nil
		}),
		route.GET("/json").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.NewResponse(status.OK).WithBody(weft.BodyBytes(json, payload.ApplicationJSON)), nil
		}),
		route.POST("/echo").Handle(func(r *weft.Request) (weft.Response, error) {
			body, err := r.Body().Bytes()
			return weft.Text(strconv.Itoa(len(body))), err
		}),
		route.GET("/users/{id}/posts").Handle(func(r *weft.Request) (weft.Response, error) {
			limit, offset := r.QueryParamOrElse("limit", ""), r.QueryParamOrElse("offset", "")
			return weft.Bytes(payload.AppendPosts(nil, r.Param("id"), limit, offset), payload.Text), nil
		}),
	)
}
