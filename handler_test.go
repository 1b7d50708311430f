package weft_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// answer returns a handler that answers with a text.
func answer(s string) weft.Handler {
	return func(*weft.Request) (weft.Response, error) { return weft.Text(s), nil }
}

// failWith returns a handler that fails.
func failWith(err error) weft.Handler {
	return func(*weft.Request) (weft.Response, error) { return weft.Text("not sent"), err }
}

// bodyText returns the body of a response.
func bodyText(t testing.TB, resp weft.Response) string {
	t.Helper()
	s, err := resp.Body().AsString()
	if err != nil {
		t.Error(err)
	}
	return s
}

// serveLogged serves a request with a runtime whose log it returns.
func serveLogged(t *testing.T, routes weft.Routes, rt weft.Runtime, wire string) (weft.Response, string) {
	t.Helper()
	var log bytes.Buffer
	rt.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	resp := serveExchange(newExchange(t, wire), routes, &weft.Connection{Runtime: &rt})
	return resp, log.String()
}

func TestHandlerErrors(t *testing.T) {
	secret := errors.New("secret")
	tests := []struct {
		name   string
		err    error
		status weft.Status
		body   string
		logged string // "" means nothing
	}{
		{"any error", secret, 500, `"title":"Internal Server Error"`, "secret"},
		{"a problem", &weft.Problem{Status: status.Conflict, Detail: "taken"}, 409, `"detail":"taken"`, ""},
		{"a wrapped problem", fmt.Errorf("adding: %w", &weft.Problem{Status: 409, Detail: "taken"}), 409, `"detail":"taken"`, ""},
		{"a problem of the server", &weft.Problem{Detail: "try later", Cause: secret}, 500, `"detail":"try later"`, "secret"},
		{"a problem with a cause", &weft.Problem{Status: 404, Cause: secret}, 404, `"title":"Not Found"`, ""},
		{"a fault of the request", fmt.Errorf("listing: %w", &weft.MissingQueryParams{Names: []string{"n"}}), 400, `"name":"n"`, ""},
		{"a body that is too large", &weft.BodyTooLarge{Limit: 5, Setting: "s"}, 413, "larger than 5 bytes (s)", ""},
		{"a deadline", fmt.Errorf("query: %w", context.DeadlineExceeded), 503, "Service Unavailable", "deadline exceeded"},
		{"a cancellation", context.Canceled, 500, "Internal Server Error", "context canceled"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			routes := weft.NewRoutes(route.GET("/{x}").Handle(failWith(tt.err)))
			resp, log := serveLogged(t, routes, weft.Runtime{}, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
			if s := bodyText(t, resp); resp.Status() != tt.status || !strings.Contains(s, tt.body) || strings.Contains(s, "secret") {
				t.Errorf("%v: %s", resp.Status(), s)
			}
			if (log != "") != (tt.logged != "") || !strings.Contains(log, tt.logged) {
				t.Errorf("the log is %q", log)
			}
			if tt.logged != "" && (!strings.Contains(log, "method=GET") || !strings.Contains(log, "path=/a") || !strings.Contains(log, "pattern=/{x}")) {
				t.Errorf("the log does not say where: %q", log)
			}
		})
	}
}

func TestHandlerPanics(t *testing.T) {
	for name, value := range map[string]any{"a text": "at the disco", "an error": errors.New("at the disco"), "a nil pointer": nil} {
		t.Run(name, func(t *testing.T) {
			routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
				if value == nil {
					var p *struct{ n int }
					p.n++
				}
				panic(value)
			}))
			resp, log := serveLogged(t, routes, weft.Runtime{}, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
			if s := bodyText(t, resp); resp.Status() != 500 || strings.Contains(s, "disco") || strings.Contains(s, "goroutine") {
				t.Errorf("%v: %s", resp.Status(), s)
			}
			if !strings.Contains(log, "panic: ") || !strings.Contains(log, "handler_test.go") {
				t.Errorf("the log is %q", log)
			}
		})
	}
}

func TestPanicError(t *testing.T) {
	cause := errors.New("cause")
	routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { panic(cause) })).
		HandleError(func(_ *weft.Request, err error) (weft.Response, error) {
			e, ok := errors.AsType[*weft.PanicError](err)
			if !ok || e.Value != cause || !errors.Is(err, cause) || e.Error() != "panic: cause" || len(e.Stack) == 0 {
				t.Errorf("the error is %#v", err)
			}
			return weft.Text("caught"), nil
		})
	if s := bodyText(t, routes.Serve(weft.Get("/"))); s != "caught" {
		t.Errorf("got %q", s)
	}
	if errors.Unwrap(&weft.PanicError{Value: "text"}) != nil {
		t.Error("a text is not an error")
	}
}

func TestRuntimeFatalLevel(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/").Handle(failWith(errors.New("x"))))
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		_, log := serveLogged(t, routes, weft.Runtime{FatalLevel: level}, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		if !strings.Contains(log, "level="+level.String()) {
			t.Errorf("the log is %q", log)
		}
	}
}

// TestDefaultLog shows that without a runtime, failures go to the default logger
// as warnings.
func TestDefaultLog(t *testing.T) {
	var log bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(old)
	weft.NewRoutes(route.GET("/").Handle(failWith(errors.New("x")))).Serve(weft.Get("/"))
	if !strings.Contains(log.String(), "level=WARN") {
		t.Errorf("the log is %q", log.String())
	}
}

func TestRuntimeDevelopment(t *testing.T) {
	routes := weft.NewRoutes(
		route.GET("/error").Handle(failWith(errors.New("the cause"))),
		route.GET("/panic").Handle(func(*weft.Request) (weft.Response, error) { panic("at the disco") }),
		route.GET("/problem").Handle(failWith(&weft.Problem{Status: 409, Detail: "taken"})),
	)
	for path, want := range map[string]string{"/error": "the cause", "/panic": "handler_test.go", "/problem": "taken"} {
		resp, _ := serveLogged(t, routes, weft.Runtime{Development: true}, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
		if s := bodyText(t, resp); !strings.Contains(s, want) {
			t.Errorf("%s: %s", path, s)
		}
	}
}

// TestInvalidResponses shows that a response which must not be sent is answered
// with 500, and that the log says why.
func TestInvalidResponses(t *testing.T) {
	for name, resp := range map[string]weft.Response{
		"control character":   weft.Text("x").WithHeader("X-A", "a\r\nb"),
		"not a token":         weft.Text("x").AddHeader("X A", "b"),
		"from 200 to 999":     weft.Text("x").WithStatus(1000),
		"the reason phrase":   weft.Text("x").WithReason("a\nb"),
		"NaN":                 weft.JSON(math.NaN()),
		"header \"X-T\"":      weft.Text("x").WithTrailers(weft.NewHeaders("X-T", "\x00")),
		"cookie":              weft.Text("x").WithCookie(weft.Cookie{Name: "a b", Value: "c"}),
		"header \"Location\"": weft.SeeOther("/\n"),
	} {
		t.Run(name, func(t *testing.T) {
			closed := &closeRecorder{}
			resp := resp
			if !resp.Body().IsStream() {
				resp = resp.WithBody(weft.BodyReader(closed, -1))
			} else {
				closed.closed = true
			}
			routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return resp, nil }))
			got, log := serveLogged(t, routes, weft.Runtime{}, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
			if got.Status() != 500 || got.Err() != nil || !strings.Contains(log, strings.ReplaceAll(name, `"`, `\"`)) {
				t.Errorf("%v, log %q", got.Status(), log)
			}
			if !closed.closed {
				t.Error("the body of the response that was not sent is not closed")
			}
		})
	}
}

// closeRecorder is a body that notes its end.
type closeRecorder struct{ closed bool }

func (c *closeRecorder) Read([]byte) (int, error) { return 0, errBroken }

func (c *closeRecorder) Close() error {
	c.closed = true
	return nil
}
