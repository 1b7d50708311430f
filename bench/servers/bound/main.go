// Bound shows what is left to save in the typed endpoint: it only decodes the body, with
// bytedance/sonic, and then sends an answer that was written beforehand. Nothing is
// checked, no parameter is read and nothing is encoded, so it is no peer: a framework
// that costs less than this has a faster decoder or a faster engine.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/bytedance/sonic"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/bench/payload"
	"github.com/weft-go/weft/server"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	answer, err := prepared()
	if err != nil {
		log.Fatal(err)
	}
	routes := weft.NewRoutes(weft.NewPattern(weft.POST, payload.OrderPath).Handle(func(req *weft.Request) (weft.Response, error) {
		var order payload.Order
		body, err := req.Body().Bytes()
		if err == nil {
			err = sonic.Unmarshal(body, &order)
		}
		return weft.OK().WithBody(answer), err
	}))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := server.Customized(server.Config{}.WithBinding("127.0.0.1", *port), server.TransportConfig{}).Serve(ctx, routes); err != nil {
		log.Fatal(err)
	}
}

// prepared returns the answer to the only order that the load generator sends.
func prepared() (weft.Body, error) {
	var order payload.Order
	if err := sonic.Unmarshal(payload.OrderBody(), &order); err != nil {
		return weft.Body{}, err
	}
	shop, limit, express, err := payload.OrderParams("12345", "4", "true")
	if err != nil {
		return weft.Body{}, err
	}
	data, err := sonic.Marshal(order.Receipt(shop, limit, express))
	return weft.BodyBytes(data).WithMediaType(weft.MediaJSON), err
}
