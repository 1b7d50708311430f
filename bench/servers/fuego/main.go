// Fuego serves the typed endpoint of the comparison with go-fuego/fuego on
// net/http, without its request logger. Bodies are checked by their validate
// tags; Fuego has no rules for the values of parameters, so the bounds of limit
// are checked by hand.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"net/http"
	"strconv"

	"github.com/go-fuego/fuego"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	s := fuego.NewServer(
		fuego.WithAddr("127.0.0.1:"+strconv.Itoa(*port)),
		fuego.WithoutStartupMessages(),
		fuego.WithoutLogger(),
		fuego.WithLoggingMiddleware(fuego.LoggingConfig{DisableRequest: true, DisableResponse: true}),
		fuego.WithSerializer(sendJSON),
		fuego.WithEngineOptions(fuego.WithOpenAPIConfig(fuego.OpenAPIConfig{DisableLocalSave: true, DisableMessages: true})),
	)
	register(s)
	log.Fatal(s.Run())
}

// sendJSON announces the length of the answer, and no trailer. Fuego's own serializer
// leaves the length out and its server announces timings as a trailer; then answers go
// out in chunks, which the load generator does not read.
func sendJSON(w http.ResponseWriter, _ *http.Request, answer any) error {
	data, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	w.Header().Del("Trailer")
	w.Header().Set("Content-Type", payload.ApplicationJSON)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, err = w.Write(data)
	return err
}

func register(s *fuego.Server) {
	catalogue := payload.NewCatalogue()
	fuego.Post(s, payload.OrderPath, order, fuego.OptionQueryInt("limit", "lines"), fuego.OptionQueryBool("express", "fast"))
	fuego.Post(s, "/orders", func(c fuego.ContextWithBody[payload.Order]) (payload.Total, error) {
		body, err := c.Body()
		return body.Total(), err
	})
	fuego.Get(s, "/catalogue", func(fuego.ContextNoBody) (payload.Catalogue, error) { return catalogue, nil })
}

func order(c fuego.ContextWithBody[payload.Order]) (payload.Receipt, error) {
	shop, limit, express, err := payload.OrderParams(c.PathParam("shop"), c.QueryParam("limit"), c.QueryParam("express"))
	if err != nil {
		return payload.Receipt{}, fuego.BadRequestError{Detail: err.Error()}
	}
	body, err := c.Body()
	if err != nil {
		return payload.Receipt{}, err
	}
	return body.Receipt(shop, limit, express), nil
}
