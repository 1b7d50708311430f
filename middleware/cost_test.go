package middleware_test

import (
	"context"
	"log/slog"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/reserve"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
)

// A wire serves requests from memory as a server does from a connection, without the
// kernel: bytes in, bytes out.
type wire struct {
	set     *transport.Settings
	conn    *weft.Connection
	request []byte
	sent    int
}

func (w *wire) Handling()                 {}
func (w *wire) Send(p []byte) error       { w.sent += len(p); return nil }
func (w *wire) SendTwo(a, b []byte) error { w.sent += len(a) + len(b); return nil }

func newWire(routes weft.Routes, request string) *wire {
	runtime := &weft.Runtime{Logger: slog.New(&formatter{})}
	w := &wire{
		set:     &transport.Settings{Limits: h1.DefaultLimits(), Runtime: runtime, KeepAlive: true, MaxBody: weft.DefaultMaxBody},
		conn:    &weft.Connection{Runtime: runtime, Remote: netip.MustParseAddrPort("192.0.2.7:4711")},
		request: []byte(request),
	}
	w.set.Tick(time.Unix(0, 0))
	w.set.Install(routes)
	return w
}

func (w *wire) serve() {
	m := transport.NewMachine(w.set, w.conn)
	m.Filled(copy(m.Space(), w.request))
	m.Run(w)
	m.Free()
}

// A formatter is a log handler that formats records as lines of text and throws them
// away. It does no more than it has to, so that the cost of the middleware shows and not
// that of a handler; slog's own take about a microsecond more.
type formatter struct {
	prefix  string
	buffers sync.Pool // of *[]byte
}

func (f *formatter) Enabled(context.Context, slog.Level) bool { return true }

func (f *formatter) Handle(_ context.Context, r slog.Record) error {
	b, _ := f.buffers.Get().(*[]byte)
	if b == nil {
		b = new([]byte)
	}
	line := r.Time.AppendFormat((*b)[:0], time.RFC3339)
	line = append(append(append(line, ' '), r.Message...), f.prefix...)
	r.Attrs(func(a slog.Attr) bool {
		line = appendAttr(line, a)
		return true
	})
	*b = append(line, '\n')
	f.buffers.Put(b)
	return nil
}

func appendAttr(line []byte, a slog.Attr) []byte {
	line = append(append(append(line, ' '), a.Key...), '=')
	switch a.Value.Kind() {
	case slog.KindString:
		if text := a.Value.String(); needsQuotes(text) {
			return strconv.AppendQuote(line, text)
		}
	case slog.KindInt64:
		return strconv.AppendInt(line, a.Value.Int64(), 10)
	case slog.KindFloat64:
		return strconv.AppendFloat(line, a.Value.Float64(), 'f', 3, 64)
	}
	return append(line, a.Value.String()...)
}

func needsQuotes(text string) bool {
	for i := range len(text) {
		if quoted[text[i]] {
			return true
		}
	}
	return false
}

var quoted = [256]bool{' ': true, '=': true, '"': true, '\\': true, '\n': true, '\r': true, '\t': true}

func (f *formatter) WithAttrs(attrs []slog.Attr) slog.Handler {
	prefix := []byte(f.prefix)
	for _, a := range attrs {
		prefix = appendAttr(prefix, a)
	}
	return &formatter{prefix: string(prefix)}
}

func (f *formatter) WithGroup(string) slog.Handler { return f }

const plainRequest = "GET /plain HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: test\r\nAccept: */*\r\n\r\n"

func plainRoutes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/plain").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("Hello, World!"), nil }),
		route.POST("/plain").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("Hello, World!"), nil }),
	)
}

// usual is the middleware that most applications have.
func usual() []weft.Middleware {
	return []weft.Middleware{
		middleware.Timeout(time.Minute),
		middleware.Recover(),
		middleware.Metrics(middleware.MetricsConfig{Recorder: middleware.NewMetricsRegistry()}),
		middleware.RequestLogging(),
		middleware.RequestID(),
	}
}

// TestCost_usualAllocations: the usual middleware adds at most three allocations to a
// plain request. They are the request with its id, the request with its deadline, and
// the response's header.
func TestCost_usualAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	bare, full := newWire(plainRoutes(), plainRequest), newWire(plainRoutes().With(usual()...), plainRequest)
	for range 2000 { // the timeout trusts the handler then
		full.serve()
	}
	without, with := testing.AllocsPerRun(1000, bare.serve), testing.AllocsPerRun(1000, full.serve)
	t.Logf("%v allocations without, %v with", without, with)
	if with-without > 3 {
		t.Errorf("%v allocations more, want at most 3", with-without)
	}
}

// BenchmarkCost measures a plain request without middleware, with each one alone, and
// with the usual ones together. What one costs is the difference to none. The heap has
// the reserve that a server has.
func BenchmarkCost(b *testing.B) {
	defer reserve.Hold(32 << 20)()
	one := func(m weft.Middleware) []weft.Middleware { return []weft.Middleware{m} }
	yes := func(*weft.Request) bool { return true }
	post := "POST" + plainRequest[3:]
	cases := []struct {
		name       string
		middleware []weft.Middleware
		request    string
	}{
		{"none", nil, plainRequest},
		{"usual", usual(), plainRequest},
		{"AddHeaders", one(middleware.AddHeaders("X-A", "b")), plainRequest},
		{"BasicAuth", one(middleware.BasicAuth("a", "b")), strings.Replace(plainRequest, "User-Agent: test", "Authorization: Basic YTpi", 1)},
		{"BodyLimit", one(middleware.BodyLimit(1000)), plainRequest},
		{"CORS", one(middleware.CORS()), strings.Replace(plainRequest, "User-Agent: test", "Origin: https://a.example", 1)},
		{"CSRF", one(middleware.CSRF()), strings.Replace(post, "User-Agent: test", "Sec-Fetch-Site: same-origin", 1)},
		{"CustomAuthProviding", one(middleware.CustomAuthProviding(func(*weft.Request) (int, bool) { return 1, true })), plainRequest},
		{"Debug", one(middleware.Debug()), plainRequest},
		{"DropTrailingSlash", one(middleware.DropTrailingSlash()), plainRequest},
		{"EnsureHeader", one(middleware.EnsureHeader("Accept", "a/b")), plainRequest},
		{"EnsureHeaderMissing", one(middleware.EnsureHeader("X-A", "b")), plainRequest},
		{"ForwardHeaders", one(middleware.ForwardHeaders("User-Agent")), plainRequest},
		{"Health", one(middleware.Health()), plainRequest},
		{"LogAnnotate", one(middleware.LogAnnotate("a", "b")), plainRequest},
		{"Maintenance", one(middleware.Maintenance(func() bool { return false }, 0)), plainRequest},
		{"Metrics", one(middleware.Metrics(middleware.MetricsConfig{Recorder: middleware.NewMetricsRegistry()})), plainRequest},
		{"RateLimit", one(middleware.RateLimit(1e9, time.Second)), plainRequest},
		{"RealIP", one(middleware.RealIP(middleware.RealIPConfig{Trusted: middleware.PrivateNetworks()})), plainRequest},
		{"Recover", one(middleware.Recover()), plainRequest},
		{"RedirectTrailingSlash", one(middleware.RedirectTrailingSlash(true)), plainRequest},
		{"RequestID", one(middleware.RequestID()), plainRequest},
		{"RequestLogging", one(middleware.RequestLogging()), plainRequest},
		{"SecureHeaders", one(middleware.SecureHeaders()), plainRequest},
		{"SignedCookies", one(middleware.SignedCookies(must(weft.NewCookieSigner(weft.RandomSecret())))), plainRequest},
		{"Timeout", one(middleware.Timeout(time.Minute)), plainRequest},
		{"TimeoutApart", one(middleware.Timeout(time.Minute, middleware.TimeoutConfig{Apart: true})), plainRequest},
		{"UpdateURL", one(middleware.UpdateURL(func(u weft.URL) weft.URL { return u })), plainRequest},
		{"When", one(middleware.When(yes, middleware.Recover())), plainRequest},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			w := newWire(plainRoutes().With(c.middleware...), c.request)
			for range 2000 { // the timeout trusts the handler then
				w.serve()
			}
			b.ReportAllocs()
			before := cpuTime()
			for b.Loop() {
				w.serve()
			}
			b.ReportMetric(float64(cpuTime()-before)/float64(b.N), "cpu-ns/op")
		})
	}
}
