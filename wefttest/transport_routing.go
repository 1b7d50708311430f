package wefttest

import (
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

// routingRules say what becomes of a request line.
func routingRules() []rule {
	rules := []rule{
		{"NotFound", notFound},
		{"MethodNotAllowed", methodNotAllowed},
		{"OPTIONS", options},
		{"OPTIONSOfTheServer", optionsOfServer},
		{"HEADFromGET", headFromGet},
		{"MethodOfOnesOwn", ownMethod},
		{"MiddlewareSeesThemAll", middlewareSeesAll},
	}
	for _, c := range []struct{ name, target, host, wantHost, wantPath string }{
		{"OriginForm", "/path?q", "a.example", "a.example", "/path?q"},
		{"AbsoluteForm", "http://a.example/path?q", "a.example", "a.example", "http://a.example/path?q"},
		{"AbsoluteFormWinsOverHost", "http://a.example:81/path", "b.example", "a.example:81", "http://a.example:81/path"},
		{"AbsoluteFormWithoutPath", "http://a.example", "b.example", "a.example", "http://a.example/"},
		{"AbsoluteFormInCapitals", "HTTP://a.example/path", "a.example", "a.example", "http://a.example/path"},
		{"HostWithPort", "/", "a.example:8080", "a.example:8080", "/"},
		{"HostIPv6", "/", "[::1]:8080", "[::1]:8080", "/"},
		{"TwoSlashesAreAPath", "//a/b", "b.example", "b.example", "/.//a/b"},
	} {
		rules = append(rules, rule{c.name, func(t *trial) { target(t, c.target, c.host, c.wantHost, c.wantPath) }})
	}
	return rules
}

func target(t *trial, target, host, wantHost, wantURL string) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Text(req.Host() + " " + req.URL().String()), nil
	}))
	c.Send("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
	expect(c, 200, wantHost+" "+wantURL)
}

func notFound(t *trial) {
	c := t.connect(plainApp())
	for _, path := range []string{"/missing", "/say", "/say/a/b", "/bytes/x", "/bytes/99999999999", "/nothing/"} {
		c.Send(get(path))
		expectHeader(c, expectStatus(c, 404), "Content-Type", "application/problem+json")
	}
}

func methodNotAllowed(t *trial) {
	c := t.connect(plainApp())
	c.Send(post("/nothing", "x") + message("DELETE", "/count", ""))
	expectHeader(c, expectStatus(c, 405), "Allow", "GET, HEAD, OPTIONS")
	expectHeader(c, expectStatus(c, 405), "Allow", "OPTIONS, POST")
}

func options(t *trial) {
	c := t.connect(weft.NewRoutes(
		route.GET("/both").Handle(unreadHandler),
		route.PUT("/both").Handle(unreadHandler),
		route.OPTIONS("/own").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("my own"), nil }),
	))
	c.Send(message("OPTIONS", "/both", "") + message("OPTIONS", "/own", "") + message("OPTIONS", "/missing", ""))
	expectHeader(c, expect(c, 204, ""), "Allow", "GET, HEAD, OPTIONS, PUT")
	expect(c, 200, "my own")
	expectStatus(c, 404)
}

func optionsOfServer(t *trial) {
	c := t.connect(plainApp())
	c.Send(message("OPTIONS", "*", "") + get("/"))
	r := expect(c, 204, "")
	if allow, _ := r.Headers.Get("Allow"); !strings.Contains(allow, "GET") || !strings.Contains(allow, "OPTIONS") {
		c.fail("Allow is %q", allow)
	}
	expect(c, 200, "hello")
}

func headFromGet(t *trial) {
	c := t.connect(weft.NewRoutes(
		route.GET("/get").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("got"), nil }),
		route.HEAD("/own").Handle(func(*weft.Request) (weft.Response, error) { return weft.OK().WithHeader("X-Own", "yes"), nil }),
		route.POST("/post").Handle(unreadHandler),
	))
	c.Send(message("HEAD", "/get", "") + message("HEAD", "/own", "") + message("HEAD", "/post", ""))
	expectHeader(c, c.Read(weft.HEAD), "Content-Length", "3")
	expectHeader(c, c.Read(weft.HEAD), "X-Own", "yes")
	if r := c.Read(weft.HEAD); r.Status != 405 {
		c.fail("HEAD of a path with POST only: status %d, want 405", r.Status)
	}
}

func ownMethod(t *trial) {
	c := t.connect(weft.NewRoutes(
		route.Method("PURGE", "/cache").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("purged"), nil }),
	))
	c.Send(message("PURGE", "/cache", "") + message("purge", "/cache", ""))
	expect(c, 200, "purged")
	expectStatus(c, 405)
}

func middlewareSeesAll(t *trial) {
	c := t.connect(plainApp().With(weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			return resp.WithHeader("X-Seen", "yes"), err
		}
	})))
	c.Send(get("/") + get("/missing") + post("/nothing", "") + message("OPTIONS", "/", ""))
	for _, status := range []int{200, 404, 405, 204} {
		expectHeader(c, expectStatus(c, status), "X-Seen", "yes")
	}
}
