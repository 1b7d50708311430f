// Fasthttp serves the routes of the comparison with valyala/fasthttp. The
// library has no router; its documentation shows a switch over the path, and
// so does this. All settings are the defaults.
package main

import (
	"bytes"
	"flag"
	"log"
	"strconv"

	"github.com/valyala/fasthttp"

	"github.com/weft-go/weft/bench/payload"
)

func main() {
	port := flag.Int("port", 9000, "port on 127.0.0.1")
	flag.Parse()
	server := &fasthttp.Server{Handler: handler()}
	log.Fatal(server.ListenAndServe("127.0.0.1:" + strconv.Itoa(*port)))
}

func handler() fasthttp.RequestHandler {
	json := payload.JSON()
	return func(c *fasthttp.RequestCtx) {
		c.SetContentType(payload.Text)
		switch path := c.Path(); string(path) {
		case "/":
			c.SetBodyString(payload.Hello)
		case "/json":
			c.SetContentType(payload.ApplicationJSON)
			c.SetBody(json)
		case "/echo":
			echo(c)
		default:
			posts(c, path)
		}
	}
}

func echo(c *fasthttp.RequestCtx) {
	if !c.IsPost() {
		c.Error("method not allowed", fasthttp.StatusMethodNotAllowed)
		return
	}
	var buf [20]byte
	c.SetBody(strconv.AppendInt(buf[:0], int64(len(c.PostBody())), 10))
}

func posts(c *fasthttp.RequestCtx, path []byte) {
	rest, users := bytes.CutPrefix(path, []byte("/users/"))
	id, posts := bytes.CutSuffix(rest, []byte("/posts"))
	if !users || !posts || len(id) == 0 || bytes.IndexByte(id, '/') >= 0 {
		c.Error("not found", fasthttp.StatusNotFound)
		return
	}
	args := c.QueryArgs()
	var buf [64]byte
	c.SetBody(payload.AppendPosts(buf[:0], id, args.Peek("limit"), args.Peek("offset")))
}
