// Bound shows what is left to save in the typed endpoint: it only decodes the body, with
// bytedance/sonic, and then sends an answer that was written beforehand. Nothing is
// checked, no parameter is read and nothing is encoded, so it is no peer: a framework
// that costs less than this has a faster decoder or a faster engine. Orders from other
// shops than the measured one are answered in earnest.
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

// measured is the shop that the load generator orders from.
const measured = "12345"

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	var order payload.Order
	if err := sonic.Unmarshal(payload.OrderBody(), &order); err != nil {
		log.Fatal(err)
	}
	answer, err := receipt(&order, measured, "4", "true")
	if err != nil {
		log.Fatal(err)
	}
	routes := weft.NewRoutes(weft.NewPattern(weft.POST, payload.OrderPath).Handle(func(req *weft.Request) (weft.Response, error) {
		var order payload.Order
		body, err := req.Body().Bytes()
		if err == nil {
			err = sonic.Unmarshal(body, &order)
		}
		if err == nil && req.Path() == "/shops/"+measured+"/orders" {
			return weft.OK().WithBody(answer), nil
		}
		if err == nil {
			err = order.Check()
		}
		var other weft.Body
		if err == nil {
			other, err = receipt(&order, req.Param("shop"), req.QueryParamOrElse("limit", ""), req.QueryParamOrElse("express", ""))
		}
		if err != nil {
			return weft.BadRequest(err.Error()), nil
		}
		return weft.OK().WithBody(other), nil
	}))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := server.Customized(server.Config{}.WithBinding("127.0.0.1", *port), server.TransportConfig{}).Serve(ctx, routes); err != nil {
		log.Fatal(err)
	}
}

// receipt returns the answer to an order.
func receipt(order *payload.Order, shop, limit, express string) (weft.Body, error) {
	id, lines, fast, err := payload.OrderParams(shop, limit, express)
	if err != nil {
		return weft.Body{}, err
	}
	data, err := sonic.Marshal(order.Receipt(id, lines, fast))
	return weft.BodyBytes(data).WithMediaType(weft.MediaJSON), err
}
