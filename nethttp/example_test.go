package nethttp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing/fstest"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/nethttp"
	"github.com/weft-go/weft/route"
)

// A program moves over one route at a time. The old mux answers whatever has no
// route of its own yet.
func Example() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello from the old mux") })
	mux.HandleFunc("GET /bye", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "bye from the old mux") })

	hello := func(*weft.Request) (weft.Response, error) { return weft.Text("hello from weft"), nil }

	routes := weft.NewRoutes(
		route.GET("/hello").Handle(hello),
		route.ANY("/{path...}").Handle(nethttp.Handler(mux)),
	)

	// Routes are an http.Handler, so they can be tested like one.
	srv := httptest.NewServer(routes)
	defer srv.Close()
	for _, path := range []string{"/hello", "/bye"} {
		resp, err := srv.Client().Get(srv.URL + path)
		if err != nil {
			fmt.Println(err)
			return
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Println(string(body))
	}
	// Output:
	// hello from weft
	// bye from the old mux
}

func ExampleHandler() {
	files := fstest.MapFS{"logo.svg": {Data: []byte("<svg/>")}}
	static := http.StripPrefix("/static/", http.FileServerFS(files))

	routes := weft.NewRoutes(route.GET("/static/{path...}").Handle(nethttp.Handler(static)))

	resp := routes.Serve(weft.Get("/static/logo.svg"))
	fmt.Println(resp.Status())
	fmt.Println(resp.Header("Content-Type"))
	fmt.Println(resp.Body().AsString())
	// Output:
	// 200 OK
	// image/svg+xml true
	// <svg/> <nil>
}

// Path parameters are path values, as they are under http.ServeMux.
func ExampleHandler_pathValue() {
	greet := func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "hello %s, you asked for %s", r.PathValue("name"), r.Pattern)
	}
	routes := weft.NewRoutes(route.GET("/hello/{name}").Handle(nethttp.Handler(http.HandlerFunc(greet))))

	fmt.Println(routes.Serve(weft.Get("/hello/Ada")).Body().AsString())
	// Output: hello Ada, you asked for GET /hello/{name} <nil>
}

// Middleware of net/http wraps handlers of weft, and sees what no route answers.
func ExampleMiddleware() {
	powered := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Powered-By", "curiosity")
			next.ServeHTTP(w, r)
		})
	}
	hello := func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }
	routes := weft.NewRoutes(route.GET("/hello").Handle(hello)).With(nethttp.Middleware(powered))

	for _, path := range []string{"/hello", "/nothing/here"} {
		resp := routes.Serve(weft.Get(path))
		by, _ := resp.Header("X-Powered-By")
		fmt.Println(resp.Status(), by)
	}
	// Output:
	// 200 OK curiosity
	// 404 Not Found curiosity
}

// What code for net/http needs to know about a request can be had without a
// handler, too.
func ExampleRequest() {
	req := weft.Get("/search?q=weft").AddHeader("User-Agent", "example")

	r, err := nethttp.Request(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.UserAgent(), r.FormValue("q"))
	// Output: example weft
}
