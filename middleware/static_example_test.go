package middleware_test

import (
	"fmt"
	"testing/fstest"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
)

// Files and routes live side by side: a route for a path goes before a file at it, and
// what is no file is answered as if there were none.
func ExampleServeResources() {
	assets := fstest.MapFS{ // mostly an embed.FS
		"index.html":      {Data: []byte("<h1>hello</h1>")},
		"app.3f2a9c1b.js": {Data: []byte("start()")},
	}
	routes := weft.NewRoutes(
		route.GET("/version").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("1.0"), nil }),
	).With(middleware.ServeResources("/", assets, middleware.StaticConfig{Immutable: middleware.IsFingerprinted}))

	for _, path := range []string{"/", "/app.3f2a9c1b.js", "/version", "/nope"} {
		resp := routes.Serve(weft.Get(path))
		media, _ := resp.Header("Content-Type")
		cache, _ := resp.Header("Cache-Control")
		fmt.Printf("%s %s %q %q\n", path, resp.Status(), media, cache)
	}
	// Output:
	// / 200 OK "text/html; charset=utf-8" "no-cache"
	// /app.3f2a9c1b.js 200 OK "text/javascript; charset=utf-8" "public, max-age=31536000, immutable"
	// /version 200 OK "text/plain; charset=utf-8" ""
	// /nope 404 Not Found "application/problem+json" ""
}

// A client that has the answer already does not get it again.
func ExampleETag() {
	routes := weft.NewRoutes(
		route.GET("/books").Handle(func(*weft.Request) (weft.Response, error) { return weft.JSON([]string{"Dune", "Emma"}), nil }),
	).With(middleware.ETag())

	first := routes.Serve(weft.Get("/books"))
	tag, _ := first.Header("ETag")
	again := routes.Serve(weft.Get("/books").AddHeader("If-None-Match", tag))
	fmt.Println(first.Status(), tag)
	fmt.Println(again.Status(), again.Body().IsEmpty())
	// Output:
	// 200 OK "i3LM9-Gc0qZyNOINk4nZyA"
	// 304 Not Modified true
}

// Two people edit the same page. The second one to save is told, and nothing is lost.
func ExamplePreconditions() {
	version := 1
	save := func(req *weft.Request) (weft.Response, error) {
		current := middleware.Validators{ETag: fmt.Sprintf(`"v%d"`, version)}
		if resp, done := middleware.Preconditions(req, current); done {
			return resp, nil
		}
		version++
		return weft.NoContent(), nil
	}
	routes := weft.NewRoutes(route.PUT("/page").Handle(save))

	req := weft.Put("/page", weft.BodyString("new text")).AddHeader("If-Match", `"v1"`)
	fmt.Println(routes.Serve(req).Status())
	fmt.Println(routes.Serve(req).Status())
	// Output:
	// 204 No Content
	// 412 Precondition Failed
}
