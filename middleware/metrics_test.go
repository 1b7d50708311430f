package middleware_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

func metered() (weft.Middleware, *middleware.MetricsRegistry) {
	r := middleware.NewMetricsRegistry()
	return middleware.Metrics(middleware.MetricsConfig{Recorder: r}), r
}

// wantLines checks that a text has these lines.
func wantLines(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("there is no line %s in\n%s", line, text)
		}
	}
}

// TestRow_metrics: the three metrics with their labels, for all that may become of a
// request, shown by a route that the application has written.
func TestRow_metrics(t *testing.T) {
	m, registry := metered()
	srv := wefttest.Start(t, weft.NewRoutes(sample().With(m)).With(weft.Compose()), quiet)
	for _, r := range [][2]string{
		{"GET", "/books/1"}, {"GET", "/books/2"}, {"HEAD", "/books/3"}, {"GET", "/stream"}, {"HEAD", "/stream"}, {"GET", "/file"},
		{"GET", "/nowhere"}, {"GET", "/elsewhere"}, {"DELETE", "/books"}, {"OPTIONS", "/books"}, {"BREW", "/books"},
		{"GET", "/conflict"}, {"GET", "/fail"}, {"GET", "/panic"},
	} {
		call(t, srv, r[0], r[1], "")
	}
	srv.Close() // streams that nobody read have ended then
	text := string(registry.AppendText(nil))
	wantLines(t, text,
		"# TYPE http_requests_total counter",
		"# TYPE http_request_duration_seconds histogram",
		"# TYPE http_concurrent_requests_total gauge",
		`http_requests_total{method="GET",path="/books/{id}",status="200"} 2`,
		`http_requests_total{method="HEAD",path="/books/{id}",status="200"} 1`,
		`http_requests_total{method="GET",path="/stream",status="200"} 1`,
		`http_requests_total{method="HEAD",path="/stream",status="200"} 1`,
		`http_requests_total{method="GET",path="/file",status="200"} 1`,
		`http_requests_total{method="GET",path="unmatched",status="404"} 2`,
		`http_requests_total{method="DELETE",path="unmatched",status="405"} 1`,
		`http_requests_total{method="OPTIONS",path="unmatched",status="204"} 1`,
		`http_requests_total{method="OTHER",path="unmatched",status="405"} 1`,
		`http_requests_total{method="GET",path="/conflict",status="409"} 1`,
		`http_requests_total{method="GET",path="/fail",status="500"} 1`,
		`http_requests_total{method="GET",path="/panic",status="500"} 1`,
		`http_request_duration_seconds_bucket{method="GET",path="/books/{id}",status="200",le="+Inf"} 2`,
		`http_request_duration_seconds_count{method="GET",path="/books/{id}",status="200"} 2`,
		`http_concurrent_requests_total{method="GET",path="/books/{id}"} 0`,
		`http_concurrent_requests_total{method="HEAD",path="/stream"} 0`,
	)
}

func TestMetrics_route(t *testing.T) {
	m, registry := metered()
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/metrics").Handle(registry.Handler())).With(m))
	r := call(t, srv, "GET", "/metrics", "").want(t, http.StatusOK).field(t, "Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	wantLines(t, r.text, `http_concurrent_requests_total{method="GET",path="/metrics"} 1`)
}

// TestMetrics_durations: durations go into their buckets, and those of streams count to
// the end of the stream.
func TestMetrics_durations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		registry := middleware.NewMetricsRegistry(time.Second, 2*time.Second)
		routes := weft.NewRoutes(
			route.GET("/slow").Handle(func(*weft.Request) (weft.Response, error) {
				time.Sleep(1500 * time.Millisecond)
				return weft.OK(), nil
			}),
			route.GET("/stream").Handle(func(*weft.Request) (weft.Response, error) {
				return weft.Stream("text/plain", func(yield func([]byte, error) bool) {
					time.Sleep(3 * time.Second)
					yield([]byte("x"), nil)
				}), nil
			}),
		).With(middleware.Metrics(middleware.MetricsConfig{Recorder: registry}))
		c := wefttest.New(t, routes)
		c.Get("/slow").Status(200)
		c.Get("/stream").Body("x")
		wantLines(t, string(registry.AppendText(nil)),
			`http_request_duration_seconds_bucket{method="GET",path="/slow",status="200",le="1"} 0`,
			`http_request_duration_seconds_bucket{method="GET",path="/slow",status="200",le="2"} 1`,
			`http_request_duration_seconds_sum{method="GET",path="/slow",status="200"} 1.5`,
			`http_request_duration_seconds_bucket{method="GET",path="/stream",status="200",le="2"} 0`,
			`http_request_duration_seconds_sum{method="GET",path="/stream",status="200"} 3`,
		)
	})
}

// TestMetrics_innerPanic: a panic of middleware further in does not leave a request in
// progress.
func TestMetrics_innerPanic(t *testing.T) {
	m, registry := metered()
	broken := weft.Wrap(func(weft.Handler) weft.Handler {
		return func(*weft.Request) (weft.Response, error) { panic("broken") }
	})
	h := sample().With(broken, m).HTTPHandler(&weft.Runtime{Logger: newLogBook().logger()})
	serveHTTP(h, "GET", "/file")
	wantLines(t, string(registry.AppendText(nil)),
		`http_requests_total{method="GET",path="/file",status="500"} 1`,
		`http_concurrent_requests_total{method="GET",path="/file"} 0`)
}

// TestMetrics_nestedTwice: one handler under two patterns has the labels of both.
func TestMetrics_nestedTwice(t *testing.T) {
	m, registry := metered()
	part := weft.NewRoutes(route.GET("/x").Handle(func(*weft.Request) (weft.Response, error) { return weft.OK(), nil })).With(m)
	c := wefttest.New(t, weft.NewRoutes(part.Nest("/a"), part.Nest("/b")))
	for _, path := range []string{"/a/x", "/b/x", "/a/x"} {
		c.Get(path).Status(200)
	}
	wantLines(t, string(registry.AppendText(nil)),
		`http_requests_total{method="GET",path="/a/x",status="200"} 2`,
		`http_requests_total{method="GET",path="/b/x",status="200"} 1`)
}

func TestMetrics_pathAndEscaping(t *testing.T) {
	registry := middleware.NewMetricsRegistry()
	m := middleware.Metrics(middleware.MetricsConfig{Recorder: registry, Path: func(*weft.Request) string { return "a\"b\\c\nd" }})
	wefttest.New(t, sample().With(m)).Get("/books/1").Status(200)
	wantLines(t, string(registry.AppendText(nil)), `http_requests_total{method="GET",path="a\"b\\c\nd",status="200"} 1`)
}

func TestMetrics_concurrent(t *testing.T) {
	registry := middleware.NewMetricsRegistry()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 500 {
				s := registry.Series("GET", "/")
				s.Begin()
				s.End(weft.Status(200+i%2), time.Millisecond)
			}
		})
	}
	wg.Wait()
	wantLines(t, string(registry.AppendText(nil)),
		`http_requests_total{method="GET",path="/",status="200"} 2000`,
		`http_requests_total{method="GET",path="/",status="201"} 2000`,
		`http_concurrent_requests_total{method="GET",path="/"} 0`)
}

func TestMetrics_default(t *testing.T) {
	wefttest.New(t, weft.NewRoutes(route.GET("/default-metrics").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.NewResponse(status.Accepted), nil
	})).With(middleware.Metrics())).Get("/default-metrics").Status(202)
	wantLines(t, string(middleware.DefaultMetrics().AppendText(nil)), `http_requests_total{method="GET",path="/default-metrics",status="202"} 1`)
	wantPanic(t, func() { middleware.NewMetricsRegistry(2, 1) }, "does not rise")
}
