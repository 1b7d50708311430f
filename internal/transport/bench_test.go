package transport_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/route"
)

// discard is a sink that counts.
type discard struct{ n int }

func (d *discard) Handling()                           {}
func (d *discard) Send(p []byte) error                 { d.n += len(p); return nil }
func (d *discard) SendTwo(a, b []byte) error           { d.n += len(a) + len(b); return nil }
func (d *discard) feed(m *transport.Machine, s string) { m.Filled(copy(m.Space(), s)); m.Run(d) }

func settings() *transport.Settings {
	set := &transport.Settings{
		Limits:    h1.DefaultLimits(),
		Runtime:   &weft.Runtime{Logger: slog.New(slog.DiscardHandler)},
		KeepAlive: true,
		MaxBody:   weft.DefaultMaxBody,
	}
	set.Tick(time.Unix(0, 0))
	set.Install(weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("Hello, World!"), nil }),
		route.GET("/users/{id}/posts").Handle(func(req *weft.Request) (weft.Response, error) { return weft.Text(req.Param("id")), nil }),
		route.POST("/echo").Handle(func(req *weft.Request) (weft.Response, error) { return weft.OK().WithBody(req.Body()), nil }),
	))
	return set
}

// BenchmarkMachine measures what a request costs apart from the kernel.
func BenchmarkMachine(b *testing.B) {
	for name, request := range map[string]string{
		"plain":  "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
		"pipe16": strings.Repeat("GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 16),
		"param": "GET /users/12345/posts?limit=10&offset=20 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0\r\n" +
			"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\nAccept-Language: en-US,en;q=0.5\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nConnection: keep-alive\r\n\r\n",
		"post": "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\nContent-Length: 1024\r\n\r\n" + strings.Repeat("x", 1024),
	} {
		b.Run(name, func(b *testing.B) {
			set := settings()
			sink := &discard{}
			conn := &weft.Connection{Runtime: set.Runtime}
			b.ReportAllocs()
			for b.Loop() {
				m := transport.NewMachine(set, conn)
				sink.feed(m, request)
				m.Free()
			}
		})
	}
}
