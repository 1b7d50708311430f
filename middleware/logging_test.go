package middleware_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestRow_requestLogging: each served request is logged with its fields, also those that
// match no route, fail, panic or stream.
func TestRow_requestLogging(t *testing.T) {
	tests := []struct {
		method, path, body string
		level              string
		want               map[string]any
	}{
		{"GET", "/books/7?lang=en", "", "INFO", map[string]any{"url": "/books/7?lang=en", "status_code": 200., "pattern": "/books/{id}", "request_size": 0., "response_size": 6.}},
		{"POST", "/books", "hello", "INFO", map[string]any{"url": "/books", "status_code": 201., "pattern": "/books", "request_size": 5., "response_size": 9.}},
		{"HEAD", "/books/7", "", "INFO", map[string]any{"status_code": 200., "response_size": 0.}},
		{"GET", "/stream", "", "INFO", map[string]any{"status_code": 200., "pattern": "/stream", "response_size": 13.}},
		{"HEAD", "/stream", "", "INFO", map[string]any{"status_code": 200., "pattern": "/stream", "response_size": 0.}},
		{"GET", "/file", "", "INFO", map[string]any{"status_code": 200., "response_size": 6.}},
		{"HEAD", "/file", "", "INFO", map[string]any{"status_code": 200., "response_size": 0.}},
		{"GET", "/nowhere", "", "WARN", map[string]any{"url": "/nowhere", "status_code": 404., "pattern": ""}},
		{"DELETE", "/books", "", "WARN", map[string]any{"status_code": 405., "pattern": ""}},
		{"BREW", "/books", "", "WARN", map[string]any{"status_code": 405.}},
		{"OPTIONS", "/books", "", "INFO", map[string]any{"status_code": 204., "response_size": 0.}},
		{"GET", "/conflict", "", "WARN", map[string]any{"status_code": 409., "pattern": "/conflict"}},
		{"GET", "/fail", "", "ERROR", map[string]any{"status_code": 500., "error": "io: read/write on closed pipe"}},
		{"GET", "/panic", "", "ERROR", map[string]any{"status_code": 500., "error": "panic: oh no"}},
	}
	for _, test := range tests {
		t.Run(test.method+test.path, func(t *testing.T) {
			book := newLogBook()
			srv := wefttest.Start(t, sample().With(middleware.RequestLogging(middleware.LoggingConfig{Logger: book.logger()})), quiet)
			call(t, srv, test.method, test.path, test.body)
			r := book.records(t, 1)[0]
			test.want["method"], test.want["level"], test.want["msg"] = test.method, test.level, "request served"
			test.want["remote"] = "127.0.0.1"
			for key, want := range test.want {
				if r[key] != want {
					t.Errorf("%s is %v, want %v; all: %v", key, r[key], want, r)
				}
			}
			if d, ok := r["duration_ms"].(float64); !ok || d < 0 || d > 5000 {
				t.Errorf("duration_ms is %v", r["duration_ms"])
			}
		})
	}
}

func TestRequestLogging_streamedRequest(t *testing.T) {
	book := newLogBook()
	srv := wefttest.Start(t, sample().With(middleware.RequestLogging()), book.to, server.Config.EnableRequestStreaming)
	conn := srv.Dial()
	conn.Send("POST /books HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
	if r := conn.Read("POST"); r.Body != "got abcde" {
		t.Fatalf("body %q", r.Body)
	}
	if r := book.records(t, 1)[0]; r["request_size"] != 5. {
		t.Errorf("request_size is %v, want 5", r["request_size"])
	}
}

func TestRequestLogging_headersAndRedaction(t *testing.T) {
	book := newLogBook()
	srv := wefttest.Start(t, sample().With(
		middleware.AddHeaders("Set-Cookie", "id=7", "X-Answer", "42"),
		middleware.RequestLogging(middleware.LoggingConfig{
			RequestHeaders:  []string{"Authorization", "Cookie", "Accept", "X-Key", "X-Absent"},
			ResponseHeaders: []string{"Set-Cookie", "X-Answer"},
			Redact:          []string{"x-key"},
		})), book.to)
	call(t, srv, "GET", "/file", "", "Authorization", "Bearer secret", "Cookie", "s=secret", "Accept", "text/plain", "X-Key", "secret")
	r := book.records(t, 1)[0]
	in, _ := r["request_headers"].(map[string]any)
	out, _ := r["response_headers"].(map[string]any)
	if in["Accept"] != "text/plain" || in["Authorization"] != "[redacted]" || in["Cookie"] != "[redacted]" || in["X-Key"] != "[redacted]" || len(in) != 4 {
		t.Errorf("request_headers: %v", in)
	}
	if out["Set-Cookie"] != "[redacted]" || out["X-Answer"] != "42" {
		t.Errorf("response_headers: %v", out)
	}
	if text := book.lines.String(); strings.Contains(text, "secret") {
		t.Errorf("a secret is in the log: %s", text)
	}
}

func TestRequestLogging_sampleSkipLevel(t *testing.T) {
	book := newLogBook()
	c := wefttest.New(t, sample().With(middleware.RequestLogging(middleware.LoggingConfig{
		Logger:  book.logger(),
		Message: "done",
		Sample:  1e-12,
		Skip:    func(req *weft.Request) bool { return req.Path() == "/fail" },
		Level:   func(weft.Status) slog.Level { return slog.LevelWarn + 1 },
	})))
	c.Get("/file").Status(200)
	c.Get("/fail").Status(500)
	c.Get("/nowhere").Status(404)
	list := book.records(t, 1)
	if len(list) != 1 || list[0]["status_code"] != 404. || list[0]["level"] != "WARN+1" || list[0]["msg"] != "done" {
		t.Errorf("records: %v", list)
	}
}

func TestRequestLogging_mistakes(t *testing.T) {
	wantPanic(t, func() { middleware.RequestLogging(middleware.LoggingConfig{Sample: 2}) }, "Sample is 2")
	wantPanic(t, func() { middleware.RequestLogging(middleware.LoggingConfig{}, middleware.LoggingConfig{}) }, "got 2")
}

// TestRequestLogging_manyPrefixes: loggers that are replaced again and again do not fill
// the memory, and each gets its own records.
func TestRequestLogging_manyPrefixes(t *testing.T) {
	routes := sample().With(middleware.RequestLogging())
	for range 100 {
		book := newLogBook()
		h := routes.HTTPHandler(&weft.Runtime{Logger: book.logger()})
		serveHTTP(h, "GET", "/file")
		if n := len(book.records(t, 1)); n != 1 {
			t.Fatalf("%d records, want 1", n)
		}
	}
}

// TestRow_debug: requests and responses are logged, and secrets are not.
func TestRow_debug(t *testing.T) {
	book := newLogBook()
	srv := wefttest.Start(t, sample().With(middleware.Debug()), book.to)
	call(t, srv, "GET", "/books/7", "", "Authorization", "Bearer secret", "X-Seen", "yes")
	call(t, srv, "GET", "/conflict", "")
	call(t, srv, "GET", "/nowhere", "")
	list := book.records(t, 6)
	request, response := list[0], list[1]
	if request["msg"] != "request" || request["method"] != "GET" || request["url"] != "/books/7" || request["pattern"] != "/books/{id}" {
		t.Errorf("request: %v", request)
	}
	if h, _ := request["headers"].(map[string]any); h["Authorization"] != "[redacted]" || h["X-Seen"] != "yes" {
		t.Errorf("headers: %v", h)
	}
	for i, want := range []float64{200, 409, 404} {
		if got := list[2*i+1]; got["msg"] != "response" || got["status_code"] != want {
			t.Errorf("response: %v, want status %v", got, want)
		}
	}
	if response["url"] != "/books/7" {
		t.Errorf("response: %v", response)
	}
}
