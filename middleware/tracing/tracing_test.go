package tracing_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware/tracing"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// A recorder is a provider that keeps the spans that have ended.
type recorder struct {
	noop.TracerProvider
	ended chan *span
}

func newRecorder() *recorder { return &recorder{ended: make(chan *span, 100)} }

func (r *recorder) Tracer(string, ...trace.TracerOption) trace.Tracer { return tracer{r: r} }

type tracer struct {
	noop.Tracer
	r *recorder
}

func (t tracer) Start(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context, trace.Span) {
	config := trace.NewSpanStartConfig(options...)
	s := &span{r: t.r, name: name, kind: config.SpanKind(), parent: trace.SpanContextFromContext(ctx), attrs: map[string]any{}}
	s.SetAttributes(config.Attributes()...)
	return trace.ContextWithSpan(ctx, s), s
}

type span struct {
	noop.Span
	r      *recorder
	name   string
	kind   trace.SpanKind
	parent trace.SpanContext

	mu     sync.Mutex
	attrs  map[string]any
	status codes.Code
	errs   []error
}

func (s *span) SetAttributes(attrs ...attribute.KeyValue) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range attrs {
		s.attrs[string(a.Key)] = a.Value.AsInterface()
	}
}
func (s *span) SetStatus(c codes.Code, _ string)              { s.status = c }
func (s *span) RecordError(err error, _ ...trace.EventOption) { s.errs = append(s.errs, err) }
func (s *span) End(...trace.SpanEndOption)                    { s.r.ended <- s }

func routes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/books/{id}").Handle(func(req *weft.Request) (weft.Response, error) {
			if _, ok := trace.SpanFromContext(req.Context()).(*span); !ok {
				return weft.Response{}, errors.New("the context has no span")
			}
			return weft.Text("book"), nil
		}),
		route.GET("/stream").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.StreamFunc("text/plain", func(w io.Writer) error { _, err := io.WriteString(w, "abc"); return err }), nil
		}),
		route.GET("/file").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Reader(strings.NewReader("abc"), 3, "text/plain"), nil
		}),
		route.GET("/conflict").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Response{}, &weft.Problem{Status: 409}
		}),
		route.GET("/fail").Handle(func(*weft.Request) (weft.Response, error) { return weft.Response{}, io.ErrClosedPipe }),
		route.GET("/panic").Handle(func(*weft.Request) (weft.Response, error) { panic("oh no") }),
	)
}

func quiet(c server.Config) server.Config {
	c.Logger = slog.New(slog.DiscardHandler)
	return c
}

func send(t *testing.T, srv *wefttest.Server, method, path string, fields ...string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, srv.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(fields); i += 2 {
		req.Header.Set(fields[i], fields[i+1])
	}
	resp, err := srv.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

// TestTracing_spans: every request has one span with the name of its route, whatever
// becomes of it.
func TestTracing_spans(t *testing.T) {
	r := newRecorder()
	srv := wefttest.Start(t, routes().With(tracing.Middleware(tracing.Config{TracerProvider: r})), quiet)
	for _, test := range []struct {
		method, path, name string
		code               int64
		failed             bool
	}{
		{"GET", "/books/7?a=b", "GET /books/{id}", 200, false},
		{"HEAD", "/books/7", "HEAD /books/{id}", 200, false},
		{"GET", "/stream", "GET /stream", 200, false},
		{"HEAD", "/stream", "HEAD /stream", 200, false},
		{"GET", "/file", "GET /file", 200, false},
		{"HEAD", "/file", "HEAD /file", 200, false},
		{"GET", "/nowhere", "GET", 404, false},
		{"DELETE", "/stream", "DELETE", 405, false},
		{"BREW", "/stream", "HTTP", 405, false},
		{"GET", "/conflict", "GET /conflict", 409, false},
		{"GET", "/fail", "GET /fail", 500, true},
		{"GET", "/panic", "GET /panic", 500, true},
	} {
		t.Run(test.method+test.path, func(t *testing.T) {
			send(t, srv, test.method, test.path, "User-Agent", "probe")
			s := <-r.ended
			path, _, _ := strings.Cut(test.path, "?")
			if s.name != test.name || s.kind != trace.SpanKindServer || s.attrs["http.response.status_code"] != test.code {
				t.Errorf("span %s %v %v", s.name, s.kind, s.attrs)
			}
			if s.attrs["url.path"] != path || s.attrs["client.address"] != "127.0.0.1" || s.attrs["user_agent.original"] != "probe" || s.attrs["network.protocol.version"] != "1.1" {
				t.Errorf("attributes %v", s.attrs)
			}
			if failed := s.status == codes.Error; failed != test.failed || failed != (len(s.errs) == 1) {
				t.Errorf("status %v, errors %v", s.status, s.errs)
			}
		})
	}
	select {
	case s := <-r.ended:
		t.Errorf("one span too many: %s", s.name)
	default:
	}
}

// TestTracing_continuesTheTrace: the client's trace goes on.
func TestTracing_continuesTheTrace(t *testing.T) {
	r := newRecorder()
	skip := func(req *weft.Request) bool { return req.Path() == "/nowhere" }
	srv := wefttest.Start(t, routes().With(tracing.Middleware(tracing.Config{TracerProvider: r, Skip: skip})), quiet)
	send(t, srv, "GET", "/nowhere")
	send(t, srv, "GET", "/books/7", "traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	s := <-r.ended
	if s.name != "GET /books/{id}" || s.parent.TraceID().String() != "4bf92f3577b34da6a3ce929d0e0e4736" || !s.parent.IsRemote() {
		t.Errorf("span %s, parent %v", s.name, s.parent)
	}
}

// TestTracing_innerPanic: a span ends also if middleware further in panics.
func TestTracing_innerPanic(t *testing.T) {
	r := newRecorder()
	broken := weft.Wrap(func(weft.Handler) weft.Handler {
		return func(*weft.Request) (weft.Response, error) { panic("broken") }
	})
	srv := wefttest.Start(t, routes().With(broken, tracing.Middleware(tracing.Config{TracerProvider: r})), quiet)
	send(t, srv, "GET", "/file")
	if s := <-r.ended; s.status != codes.Error {
		t.Errorf("status %v", s.status)
	}
}

func BenchmarkMiddleware(b *testing.B) {
	handler := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.OK(), nil })).
		With(tracing.Middleware(tracing.Config{TracerProvider: noop.NewTracerProvider()}))
	req := weft.Get("/")
	b.ReportAllocs()
	for b.Loop() {
		handler.Serve(req)
	}
}

// A printer prints the spans that end.
type printer struct {
	noop.TracerProvider
}

func (printer) Tracer(string, ...trace.TracerOption) trace.Tracer { return printingTracer{} }

type printingTracer struct{ noop.Tracer }

func (printingTracer) Start(ctx context.Context, name string, _ ...trace.SpanStartOption) (context.Context, trace.Span) {
	fmt.Println("span:", name)
	return ctx, noop.Span{}
}

func ExampleMiddleware() {
	routes := weft.NewRoutes(route.GET("/books/{id}").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.OK(), nil
	})).With(tracing.Middleware(tracing.Config{TracerProvider: printer{}}))
	routes.Serve(weft.Get("/books/7"))
	// Output: span: GET /books/{id}
}
