// Fiber serves the routes of the comparison with gofiber/fiber v3. JSON is
// encoded and decoded by bytedance/sonic, as its page 'Make Fiber Faster'
// advises; parameters are parsed and bodies checked by hand.
package main

import (
	"flag"
	"log"
	"strconv"

	"github.com/bytedance/sonic"
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/static"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	files := flag.String("files", "", "directory that is served under /files/")
	buffer := flag.Int("buffer", 0, "read buffer, which limits the size of a request's head; 0 is the default of 4096")
	cert := flag.String("cert", "", "certificate; if given, the port speaks TLS")
	key := flag.String("key", "", "the certificate's key")
	flag.Parse()
	app := fiber.New(fiber.Config{JSONEncoder: sonic.Marshal, JSONDecoder: sonic.Unmarshal, ReadBufferSize: *buffer})
	register(app, *files)
	log.Fatal(app.Listen("127.0.0.1:"+strconv.Itoa(*port), fiber.ListenConfig{DisableStartupMessage: true, CertFile: *cert, CertKeyFile: *key}))
}

func register(app *fiber.App, files string) {
	hello, json, catalogue := []byte(payload.Hello), payload.JSON(), payload.NewCatalogue()
	app.Get("/", func(c fiber.Ctx) error { return send(c, payload.Text, hello) })
	app.Get("/json", func(c fiber.Ctx) error { return send(c, payload.ApplicationJSON, json) })
	app.Post("/echo", func(c fiber.Ctx) error {
		return send(c, payload.Text, strconv.AppendInt(nil, int64(len(c.Body())), 10))
	})
	app.Get("/users/:id/posts", func(c fiber.Ctx) error {
		return send(c, payload.Text, payload.AppendPosts(nil, c.Params("id"), c.Query("limit"), c.Query("offset")))
	})
	app.Post("/shops/:shop/orders", order)
	app.Post("/orders", func(c fiber.Ctx) error {
		var body payload.Order
		if err := readOrder(c, &body); err != nil {
			return err
		}
		return c.JSON(body.Total())
	})
	app.Get("/catalogue", func(c fiber.Ctx) error { return c.JSON(catalogue) })
	for i := range payload.Routes {
		app.Get(payload.APIColonPattern(i), func(c fiber.Ctx) error {
			return send(c, payload.Text, payload.AppendPart(nil, c.Params("id"), c.Params("part"), c.Query("limit")))
		})
	}
	if files != "" {
		app.Get("/files/*", static.New(files))
	}
}

func send(c fiber.Ctx, mediaType string, body []byte) error {
	c.Set(fiber.HeaderContentType, mediaType)
	return c.Send(body)
}

func order(c fiber.Ctx) error {
	shop, limit, express, err := payload.OrderParams(c.Params("shop"), c.Query("limit"), c.Query("express"))
	if err != nil {
		return fiber.NewError(fiber.StatusBadRequest, err.Error())
	}
	var body payload.Order
	if err := readOrder(c, &body); err != nil {
		return err
	}
	return c.JSON(body.Receipt(shop, limit, express))
}

func readOrder(c fiber.Ctx, order *payload.Order) error {
	err := sonic.Unmarshal(c.Body(), order)
	if err == nil {
		err = order.Check()
	}
	if err != nil {
		return fiber.NewError(fiber.StatusBadRequest, err.Error())
	}
	return nil
}
