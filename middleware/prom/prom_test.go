package prom_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/middleware/prom"
	"github.com/weft-go/weft/nethttp"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

func hello() weft.Route {
	return route.GET("/hello/{name}").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil })
}

// TestRecorder: the three metrics, over a socket, in the library's own exposition.
func TestRecorder(t *testing.T) {
	registry := prometheus.NewRegistry()
	recorder, err := prom.New(registry, prom.Config{ConstLabels: prometheus.Labels{"app": "shop"}, Buckets: []float64{60}})
	if err != nil {
		t.Fatal(err)
	}
	again, err := prom.New(registry, prom.Config{ConstLabels: prometheus.Labels{"app": "shop"}, Buckets: []float64{60}})
	if err != nil {
		t.Fatal("a second recorder in the same registry:", err)
	}
	again.Series("GET", "/hello/{name}").Begin() // counted together with the others
	srv := wefttest.Start(t, weft.NewRoutes(
		weft.NewRoutes(hello()).With(middleware.Metrics(middleware.MetricsConfig{Recorder: recorder})),
		route.GET("/metrics").Handle(nethttp.Handler(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))),
	))
	text := ""
	for _, path := range []string{"/hello/ann", "/hello/bob", "/metrics"} {
		resp, err := http.Get(srv.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		text = string(b)
	}
	for _, line := range []string{
		`http_requests_total{app="shop",method="GET",path="/hello/{name}",status="200"} 2`,
		`http_request_duration_seconds_bucket{app="shop",method="GET",path="/hello/{name}",status="200",le="60"} 2`,
		`http_concurrent_requests_total{app="shop",method="GET",path="/hello/{name}"} 1`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("there is no line %s in\n%s", line, text)
		}
	}
}

func TestNew_conflict(t *testing.T) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(prometheus.NewGauge(prometheus.GaugeOpts{Name: middleware.MetricRequests, Help: "something else"}))
	if _, err := prom.New(registry); err == nil {
		t.Error("a metric of the same name in another form was accepted")
	}
}

func BenchmarkRecorder(b *testing.B) {
	recorder, err := prom.New(prometheus.NewRegistry())
	if err != nil {
		b.Fatal(err)
	}
	s := recorder.Series("GET", "/")
	b.ReportAllocs()
	for b.Loop() {
		s.Begin()
		s.End(200, time.Millisecond)
	}
}

func Example() {
	registry := prometheus.NewRegistry()
	recorder, err := prom.New(registry)
	if err != nil {
		panic(err)
	}
	routes := weft.NewRoutes(hello()).With(middleware.Metrics(middleware.MetricsConfig{Recorder: recorder}))
	routes.Serve(weft.Get("/hello/ann"))
	families, _ := registry.Gather()
	for _, f := range families {
		fmt.Println(f.GetName(), f.GetType())
	}
	// Output:
	// http_concurrent_requests_total GAUGE
	// http_request_duration_seconds HISTOGRAM
	// http_requests_total COUNTER
}
