package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

// BenchmarkCompression answers with a JSON document of 4 KiB, without a socket: what
// compression costs per response.
func BenchmarkCompression(b *testing.B) {
	var doc strings.Builder
	for i := 0; doc.Len() < 4096; i++ {
		fmt.Fprintf(&doc, `{"id":%d,"name":"user %d","email":"user%d@example.org","active":%v,"score":%d.%02d},`, i*7919, i, i*31, i%3 == 0, i*i%997, i%100)
	}
	body := weft.BodyString(doc.String()[:4096], "application/json")
	cases := []struct {
		name   string
		config Config
		accept string
	}{
		{"off", Config{}, "gzip, deflate, br, zstd"},
		{"not asked for", Config{}.WithResponseCompression(DefaultResponseCompression()), ""},
		{"gzip 1", Config{}.WithResponseCompression(ResponseCompressionConfig{Options: []CompressionOption{Gzip(1)}}), "gzip, deflate, br, zstd"},
		{"gzip 6", Config{}.WithResponseCompression(DefaultResponseCompression()), "gzip, deflate, br, zstd"},
		{"deflate 6", Config{}.WithResponseCompression(DefaultResponseCompression()), "deflate"},
	}
	for _, test := range cases {
		b.Run(test.name, func(b *testing.B) {
			routes := benchmarkRoutes(b, test.config, func(*weft.Request) (weft.Response, error) { return weft.OK().WithBody(body), nil })
			req := weft.Get("http://example.org/").AddHeader("Accept-Encoding", test.accept)
			var n int64
			b.ReportAllocs()
			for b.Loop() {
				n, _ = routes.Serve(req).Body().Len()
			}
			b.ReportMetric(float64(n), "out-B")
		})
	}
}

// BenchmarkDecompression reads a JSON document of 4 KiB in gzip.
func BenchmarkDecompression(b *testing.B) {
	text := strings.Repeat(`{"id":4711,"name":"a book","tags":["one","two"]},`, 84)
	z, err := newCompressor(DefaultResponseCompression())
	if err != nil {
		b.Fatal(err)
	}
	data, _ := z.coders[0].Bytes([]byte(text), -1)
	routes := benchmarkRoutes(b, Config{RequestDecompression: Strict}, func(req *weft.Request) (weft.Response, error) {
		if n, _ := req.Body().Len(); n != int64(len(text)) {
			b.Fatal(n)
		}
		return weft.OK(), nil
	})
	req := weft.Post("http://example.org/", weft.BodyBytes(data, "application/json")).AddHeader("Content-Encoding", "gzip")
	b.ReportAllocs()
	for b.Loop() {
		routes.Serve(req)
	}
}

// benchmarkRoutes returns routes with the codings of a configuration around a handler.
func benchmarkRoutes(b *testing.B, c Config, h weft.Handler) weft.Routes {
	routes := weft.NewRoutes(weft.NewPattern(weft.ANY, "/").Handle(h))
	m, err := c.codings(false, weft.DefaultMaxBody)
	if err != nil {
		b.Fatal(err)
	}
	if m != nil {
		routes = routes.With(m)
	}
	return routes
}
