// Fasthttp serves the routes of the comparison with valyala/fasthttp. The
// library has no router; its documentation shows a switch over the path, and
// so does this. All settings are the defaults, unless -buffer is given.
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
	files := flag.String("files", "", "directory that is served under /files/")
	buffer := flag.Int("buffer", 0, "read buffer, which limits the size of a request's head; 0 is the default of 4096")
	flag.Parse()
	server := &fasthttp.Server{Handler: handler(*files), ReadBufferSize: *buffer}
	log.Fatal(server.ListenAndServe("127.0.0.1:" + strconv.Itoa(*port)))
}

func handler(files string) fasthttp.RequestHandler {
	json := payload.JSON()
	file := fileHandler(files)
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
			if file != nil && bytes.HasPrefix(path, []byte("/files/")) {
				file(c)
				return
			}
			posts(c, path)
		}
	}
}

// fileHandler serves a directory, with the library's own cache of open files.
func fileHandler(dir string) fasthttp.RequestHandler {
	if dir == "" {
		return nil
	}
	return (&fasthttp.FS{Root: dir, PathRewrite: fasthttp.NewPathSlashesStripper(1)}).NewRequestHandler()
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
