package middleware_test

import (
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
)

// hello is what the examples stand around.
func hello() weft.Routes {
	return weft.NewRoutes(route.GET("/hello/{name}").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Text("hello " + req.Param("name")), nil
	}))
}

// show prints status, some header fields and body of the answer to a request.
func show(routes weft.Routes, req *weft.Request, fields ...string) {
	resp := routes.Serve(req)
	body, _ := resp.Body().AsString()
	if resp.Status() >= 400 {
		body = resp.Status().Text()
	}
	fmt.Println(strings.TrimSpace(fmt.Sprint(int(resp.Status()), " ", body)))
	for _, name := range fields {
		if value, ok := resp.Header(name); ok {
			fmt.Println(name+":", value)
		}
	}
}

// textLog returns a logger whose output is the same each time.
func textLog() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" || a.Key == "duration_ms" {
			return slog.Attr{}
		}
		return a
	}}))
}

func Example() {
	registry := middleware.NewMetricsRegistry()
	routes := hello().With(
		middleware.Timeout(10*time.Second),
		middleware.Metrics(middleware.MetricsConfig{Recorder: registry}),
		middleware.RequestLogging(middleware.LoggingConfig{Logger: textLog()}),
		middleware.RequestID(),
	)
	show(routes, weft.Get("/hello/ann").AddHeader("X-Request-Id", "7f3a"), "X-Request-Id")
	show(routes, weft.Get("/nowhere").AddHeader("X-Request-Id", "7f3b"))
	for line := range strings.Lines(string(registry.AppendText(nil))) {
		if strings.HasPrefix(line, "http_requests_total") {
			fmt.Print(line)
		}
	}
	// Output:
	// level=INFO msg="request served" method=GET pattern=/hello/{name} status_code=200 request_size=0 url=/hello/ann response_size=9 request_id=7f3a
	// 200 hello ann
	// X-Request-Id: 7f3a
	// level=WARN msg="request served" method=GET pattern="" status_code=404 request_size=0 url=/nowhere response_size=118 request_id=7f3b
	// 404 Not Found
	// http_requests_total{method="GET",path="/hello/{name}",status="200"} 1
	// http_requests_total{method="GET",path="unmatched",status="404"} 1
}

func ExampleLogAnnotate() {
	logging := middleware.RequestLogging(middleware.LoggingConfig{Logger: textLog()})
	shop := middleware.LogAnnotate("shop", "north")
	hello().With(logging).With(shop).Serve(weft.Get("/hello/ann"))
	hello().With(shop).With(logging).Serve(weft.Get("/hello/ann"))
	// Output:
	// level=INFO msg="request served" method=GET pattern=/hello/{name} status_code=200 request_size=0 url=/hello/ann response_size=9 shop=north
	// level=INFO msg="request served" method=GET pattern=/hello/{name} status_code=200 request_size=0 url=/hello/ann response_size=9
}

func ExampleTimeout() {
	routes := weft.NewRoutes(route.GET("/slow").Handle(func(req *weft.Request) (weft.Response, error) {
		<-req.Context().Done() // a query, a call: whatever takes a context
		return weft.Response{}, req.Context().Err()
	})).With(middleware.Timeout(10 * time.Millisecond))
	show(routes, weft.Get("/slow"))
	// Output: 408 Request Timeout
}

func ExampleBasicAuth() {
	routes := hello().With(middleware.BasicAuth("ann", "secret"))
	show(routes, weft.Get("/hello/ann"), "WWW-Authenticate")
	credentials := weft.BasicCredentials("ann", "secret").String()
	show(routes, weft.Get("/hello/ann").AddHeader("Authorization", credentials))
	// Output:
	// 401 Unauthorized
	// WWW-Authenticate: Basic realm="restricted", charset="UTF-8"
	// 200 hello ann
}

func ExampleCORS() {
	routes := hello().With(middleware.CORS(middleware.CorsConfig{
		AllowedOrigin:  middleware.AllowOrigins("https://shop.example"),
		AllowedMethods: []weft.Method{weft.GET, weft.PUT},
		MaxAge:         time.Hour,
	}))
	preflight := weft.Options("/hello/ann").AddHeader("Access-Control-Request-Method", "PUT")
	show(routes, preflight.AddHeader("Origin", "https://shop.example"), "Access-Control-Allow-Origin", "Access-Control-Allow-Methods", "Vary")
	show(routes, preflight.AddHeader("Origin", "https://evil.example"), "Access-Control-Allow-Origin")
	// Output:
	// 204
	// Access-Control-Allow-Origin: https://shop.example
	// Access-Control-Allow-Methods: GET, PUT
	// Vary: Origin
	// 403 Forbidden
}

func ExampleRateLimit() {
	routes := hello().With(middleware.RateLimit(2, time.Minute, middleware.RateLimitConfig{
		Key: func(req *weft.Request) string { return req.Param("name") },
	}))
	for range 3 {
		show(routes, weft.Get("/hello/ann"), "RateLimit-Policy", "Retry-After")
	}
	// Output:
	// 200 hello ann
	// RateLimit-Policy: "default";q=2;w=60
	// 200 hello ann
	// RateLimit-Policy: "default";q=2;w=60
	// 429 Too Many Requests
	// RateLimit-Policy: "default";q=2;w=60
	// Retry-After: 30
}

func ExampleUpdateURL() {
	routes := hello().With(middleware.UpdateURL(func(u weft.URL) weft.URL {
		return u.WithPath(strings.Replace(u.Path(), "/hi/", "/hello/", 1))
	}))
	show(routes, weft.Get("/hi/ann"))
	// Output: 200 hello ann
}

func ExampleWhen() {
	isAdmin := func(req *weft.Request) bool { return req.Param("name") == "admin" }
	routes := hello().With(middleware.When(isAdmin, middleware.BasicAuth("ann", "secret")))
	show(routes, weft.Get("/hello/ann"))
	show(routes, weft.Get("/hello/admin"))
	// Output:
	// 200 hello ann
	// 401 Unauthorized
}

func ExampleEnsureHeader() {
	routes := weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		tenant, _ := req.RawHeader("X-Tenant")
		return weft.Text("tenant " + tenant), nil
	})).With(middleware.EnsureHeader("X-Tenant", "public"))
	show(routes, weft.Get("/"))
	show(routes, weft.Get("/").AddHeader("X-Tenant", "acme"))
	// Output:
	// 200 tenant public
	// 200 tenant acme
}

func ExampleRecover() {
	routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { panic("oh no") })).
		With(middleware.Recover(middleware.RecoverConfig{
			Handle: func(_ *weft.Request, p *weft.PanicError) (weft.Response, error) {
				return weft.ServiceUnavailable("try again"), nil
			},
		}))
	show(routes, weft.Get("/"))
	// Output: 503 Service Unavailable
}

func ExampleMaintenance() {
	var closed atomic.Bool
	routes := hello().With(middleware.Maintenance(closed.Load, time.Hour))
	show(routes, weft.Get("/hello/ann"))
	closed.Store(true)
	show(routes, weft.Get("/hello/ann"), "Retry-After")
	// Output:
	// 200 hello ann
	// 503 Service Unavailable
	// Retry-After: 3600
}

func ExampleHealth() {
	routes := hello().With(middleware.Health())
	show(routes, weft.Get("/livez"))
	// Output: 200 ok
}

func ExampleDropTrailingSlash() {
	routes := hello().With(middleware.DropTrailingSlash())
	show(routes, weft.Get("/hello/ann/"))
	// Output: 200 hello ann
}

func ExampleRedirectTrailingSlash() {
	routes := hello().With(middleware.RedirectTrailingSlash(true))
	show(routes, weft.Get("/hello/ann/?from=mail"), "Location")
	// Output:
	// 308
	// Location: /hello/ann?from=mail
}

func ExampleCSRF() {
	routes := weft.NewRoutes(route.POST("/order").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.Text("ordered"), nil
	})).With(middleware.CSRF())
	show(routes, weft.Post("/order", weft.Body{}).AddHeader("Sec-Fetch-Site", "same-origin"))
	show(routes, weft.Post("/order", weft.Body{}).AddHeader("Sec-Fetch-Site", "cross-site"))
	// Output:
	// 200 ordered
	// 403 Forbidden
}

func ExampleBodyLimit() {
	routes := weft.NewRoutes(route.POST("/note").Handle(func(req *weft.Request) (weft.Response, error) {
		s, err := req.Body().AsString()
		return weft.Text("noted " + s), err
	})).With(middleware.BodyLimit(10))
	show(routes, weft.Post("/note", weft.BodyString("short")))
	show(routes, weft.Post("/note", weft.BodyString("far too long")))
	// Output:
	// 200 noted short
	// 413 Content Too Large
}

func ExampleSecureHeaders() {
	show(hello().With(middleware.SecureHeaders()), weft.Get("/hello/ann"), "X-Content-Type-Options", "X-Frame-Options")
	// Output:
	// 200 hello ann
	// X-Content-Type-Options: nosniff
	// X-Frame-Options: DENY
}

func ExampleAddHeaders() {
	show(hello().With(middleware.AddHeaders("Server", "weft")), weft.Get("/hello/ann"), "Server")
	// Output:
	// 200 hello ann
	// Server: weft
}
