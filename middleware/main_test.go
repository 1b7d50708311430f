package middleware_test

import (
	"bytes"
	"encoding/json/v2"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// A logBook collects the records of a log as JSON.
type logBook struct {
	mu    sync.Mutex
	lines bytes.Buffer
	came  chan struct{}
}

func newLogBook() *logBook { return &logBook{came: make(chan struct{}, 1000)} }

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.came <- struct{}{}
	return l.lines.Write(p)
}

func (l *logBook) logger() *slog.Logger { return slog.New(slog.NewJSONHandler(l, nil)) }

// to has a server log into the book.
func (l *logBook) to(c server.Config) server.Config {
	c.Logger = l.logger()
	return c
}

// records waits for n records and returns all.
func (l *logBook) records(t *testing.T, n int) []map[string]any {
	t.Helper()
	for range n {
		select {
		case <-l.came:
		case <-time.After(5 * time.Second):
			t.Fatalf("there are fewer than %d records", n)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []map[string]any
	for line := range strings.Lines(l.lines.String()) {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// sample has a route of each kind that middleware has to deal with.
func sample() weft.Routes {
	return weft.NewRoutes(
		route.GET("/books/{id}").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.Text("book " + req.Param("id")), nil
		}),
		route.POST("/books").Handle(func(req *weft.Request) (weft.Response, error) {
			s, err := req.Body().AsString()
			return weft.Text("got " + s).WithStatus(status.Created), err
		}),
		route.GET("/stream").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.StreamFunc("text/plain", func(w io.Writer) error {
				for _, s := range []string{"one ", "two ", "three"} {
					if _, err := io.WriteString(w, s); err != nil {
						return err
					}
				}
				return nil
			}), nil
		}),
		route.GET("/file").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Reader(strings.NewReader("a file"), 6, "text/plain"), nil
		}),
		route.GET("/conflict").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Response{}, &weft.Problem{Status: status.Conflict, Detail: "taken"}
		}),
		route.GET("/fail").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Response{}, io.ErrClosedPipe
		}),
		route.GET("/panic").Handle(func(*weft.Request) (weft.Response, error) { panic("oh no") }),
	)
}

// A reply is what came over a socket.
type reply struct {
	*http.Response
	text string
}

// call sends a request over a socket. Fields are pairs of name and value.
func call(t *testing.T, srv *wefttest.Server, method, path, body string, fields ...string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, srv.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(fields); i += 2 {
		req.Header.Add(fields[i], fields[i+1])
	}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	resp, err := srv.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{resp, string(b)}
}

// want checks the status.
func (r reply) want(t *testing.T, code int) reply {
	t.Helper()
	if r.StatusCode != code {
		t.Fatalf("status %d, want %d; body %q", r.StatusCode, code, r.text)
	}
	return r
}

// field checks a header field.
func (r reply) field(t *testing.T, name, want string) reply {
	t.Helper()
	if got := strings.Join(r.Header.Values(name), "|"); got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
	return r
}

func quiet(c server.Config) server.Config {
	c.Logger = slog.New(slog.DiscardHandler)
	return c
}

// wantPanic checks that f panics with a message that has the parts in it.
func wantPanic(t *testing.T, f func(), parts ...string) {
	t.Helper()
	defer func() {
		t.Helper()
		message, _ := recover().(string)
		for _, part := range append(parts, "_test.go:") {
			if !strings.Contains(message, part) {
				t.Errorf("the panic is %q, want it to have %q", message, part)
			}
		}
	}()
	f()
}
