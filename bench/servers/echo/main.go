// Echo serves the routes of the comparison with labstack/echo v5, without
// middleware. The typed endpoint uses Echo's binder; Echo leaves validation to
// the program, which checks by hand.
package main

import (
	"flag"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"

	"github.com/labstack/echo/v5"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	files := flag.String("files", "", "directory that is served under /files/")
	flag.Parse()
	e := echo.New()
	register(e, *files)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+strconv.Itoa(*port), e))
}

func register(e *echo.Echo, files string) {
	hello, json, catalogue := []byte(payload.Hello), payload.JSON(), payload.NewCatalogue()
	e.GET("/", func(c *echo.Context) error { return c.Blob(http.StatusOK, payload.Text, hello) })
	e.GET("/json", func(c *echo.Context) error { return c.Blob(http.StatusOK, payload.ApplicationJSON, json) })
	e.POST("/echo", func(c *echo.Context) error {
		body, err := io.ReadAll(c.Request().Body)
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, payload.Text, strconv.AppendInt(nil, int64(len(body)), 10))
	})
	e.GET("/users/:id/posts", func(c *echo.Context) error {
		return c.Blob(http.StatusOK, payload.Text, payload.AppendPosts(nil, c.Param("id"), c.QueryParam("limit"), c.QueryParam("offset")))
	})
	e.POST("/shops/:shop/orders", order)
	e.POST("/orders", func(c *echo.Context) error {
		var body payload.Order
		if err := readOrder(c, &body); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, body.Total())
	})
	e.GET("/catalogue", func(c *echo.Context) error { return c.JSON(http.StatusOK, catalogue) })
	for i := range payload.Routes {
		e.GET(payload.APIColonPattern(i), func(c *echo.Context) error {
			return c.Blob(http.StatusOK, payload.Text, payload.AppendPart(nil, c.Param("id"), c.Param("part"), c.QueryParam("limit")))
		})
	}
	if files != "" {
		e.StaticFS("/files", os.DirFS(files))
	}
}

func order(c *echo.Context) error {
	shop, limit, express, err := payload.OrderParams(c.Param("shop"), c.QueryParam("limit"), c.QueryParam("express"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	var body payload.Order
	if err := readOrder(c, &body); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, body.Receipt(shop, limit, express))
}

func readOrder(c *echo.Context, order *payload.Order) error {
	err := echo.BindBody(c, order)
	if err == nil {
		err = order.Check()
	}
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	return nil
}
