// Hertz serves the routes of the comparison with cloudwego/hertz on its default
// network library, netpoll, which its documentation recommends for small
// requests. The engine comes from server.New, without the recovery and logging
// that server.Default adds.
package main

import (
	"context"
	"flag"
	"net/http"
	"strconv"

	"github.com/cloudwego/hertz/pkg/app"
	"github.com/cloudwego/hertz/pkg/app/server"
	"github.com/cloudwego/hertz/pkg/common/hlog"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	files := flag.String("files", "", "directory that is served under /files/")
	flag.Parse()
	hlog.SetLevel(hlog.LevelFatal)
	h := server.New(
		server.WithHostPorts("127.0.0.1:"+strconv.Itoa(*port)),
		server.WithDisablePrintRoute(true),
	)
	register(h)
	if *files != "" {
		h.StaticFS("/files", &app.FS{Root: *files, PathRewrite: app.NewPathSlashesStripper(1)})
	}
	h.Spin()
}

func register(h *server.Hertz) {
	hello, json := []byte(payload.Hello), payload.JSON()
	h.GET("/", func(_ context.Context, c *app.RequestContext) {
		c.Data(http.StatusOK, payload.Text, hello)
	})
	h.GET("/json", func(_ context.Context, c *app.RequestContext) {
		c.Data(http.StatusOK, payload.ApplicationJSON, json)
	})
	h.POST("/echo", func(_ context.Context, c *app.RequestContext) {
		body, err := c.Body()
		if err != nil {
			c.String(http.StatusBadRequest, err.Error())
			return
		}
		c.Data(http.StatusOK, payload.Text, strconv.AppendInt(nil, int64(len(body)), 10))
	})
	h.GET("/users/:id/posts", func(_ context.Context, c *app.RequestContext) {
		c.Data(http.StatusOK, payload.Text, payload.AppendPosts(nil, c.Param("id"), c.Query("limit"), c.Query("offset")))
	})
}
