package middleware_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

func serveHTTP(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

// TestRow_logAnnotate: the four forms, in the log of requests and in that of handlers.
func TestRow_logAnnotate(t *testing.T) {
	forms := map[string]weft.Middleware{
		"KeyAndValue": middleware.LogAnnotate("shop", "north"),
		"Annotations": middleware.LogAnnotateAttrs(slog.String("shop", "north"), slog.Int("floor", 2)),
		"Set":         middleware.LogAnnotateSet(map[string]string{"shop": "north", "aisle": "4"}),
		"Function": middleware.LogAnnotateFunc(func(req *weft.Request) []slog.Attr {
			return []slog.Attr{slog.String("shop", "north"), slog.String("path", req.Path())}
		}),
	}
	want := map[string]map[string]any{
		"KeyAndValue": {"shop": "north"},
		"Annotations": {"shop": "north", "floor": 2.},
		"Set":         {"shop": "north", "aisle": "4"},
		"Function":    {"shop": "north", "path": "/"},
	}
	for name, annotate := range forms {
		t.Run(name, func(t *testing.T) {
			book := newLogBook()
			srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
				middleware.Logger(req).Info("in the handler")
				return weft.OK(), nil
			})).With(middleware.RequestLogging()).With(annotate), book.to)
			call(t, srv, "GET", "/", "").want(t, 200)
			for _, r := range book.records(t, 2) {
				for key, value := range want[name] {
					if r[key] != value {
						t.Errorf("%v: %s is %v, want %v", r["msg"], key, r[key], value)
					}
				}
			}
		})
	}
}

// TestRow_logAnnotateOrder: annotations appear in the log of requests only when they are
// placed after the request-logging middleware. The handler's log has them either way.
func TestRow_logAnnotateOrder(t *testing.T) {
	for _, test := range []struct {
		name  string
		order []weft.Middleware
		shown bool
	}{
		{"After", []weft.Middleware{middleware.RequestLogging(), middleware.LogAnnotate("shop", "north")}, true},
		{"Before", []weft.Middleware{middleware.LogAnnotate("shop", "north"), middleware.RequestLogging()}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			book := newLogBook()
			srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
				middleware.Logger(req).Info("in the handler")
				return weft.OK(), nil
			})).With(test.order...), book.to)
			call(t, srv, "GET", "/", "").want(t, 200)
			list := book.records(t, 2)
			if list[0]["msg"] != "in the handler" || list[0]["shop"] != "north" {
				t.Errorf("the handler's record is %v", list[0])
			}
			if _, shown := list[1]["shop"]; shown != test.shown {
				t.Errorf("the request's record is %v; want the annotation there: %v", list[1], test.shown)
			}
		})
	}
}

func TestLogAnnotate_innerReplacesOuter(t *testing.T) {
	var got []slog.Attr
	routes := weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		got = middleware.Annotations(req.Context())
		return weft.OK(), nil
	})).With(middleware.LogAnnotate("a", "inner"), middleware.LogAnnotateSet(map[string]string{"a": "outer", "b": "outer"}))
	wefttest.New(t, routes).Get("/").Status(200)
	if len(got) != 2 || got[0].Key != "b" || got[1].Value.String() != "inner" {
		t.Errorf("annotations %v", got)
	}
}

// TestLogAnnotate_handler: a log handler finds the annotations in the context, once.
func TestLogAnnotate_handler(t *testing.T) {
	book := newLogBook()
	logger := slog.New(middleware.NewLogHandler(slog.NewJSONHandler(book, nil))).With("app", "shop")
	routes := weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		logger.InfoContext(req.Context(), "deep inside")
		return weft.OK(), nil
	})).With(
		middleware.RequestLogging(middleware.LoggingConfig{Logger: logger}),
		middleware.LogAnnotate("shop", "north"),
		middleware.RequestID(middleware.RequestIDConfig{Generate: func() string { return "id1" }}),
	)
	wefttest.New(t, routes).Get("/").Status(200)
	for _, r := range book.records(t, 2) { // decoding fails if a name is there twice
		if r["shop"] != "north" || r["request_id"] != "id1" || r["app"] != "shop" {
			t.Errorf("record %v", r)
		}
	}
}

// TestRow_logAnnotateHeaders: by names and by header types.
func TestRow_logAnnotateHeaders(t *testing.T) {
	for name, annotate := range map[string]weft.Middleware{
		"Names": middleware.LogAnnotateHeaders("User-Agent", "Origin", "Authorization", "Referer"),
		"Types": middleware.LogAnnotateHeaderKeys(weft.HeaderUserAgent, weft.HeaderOrigin, weft.HeaderAuthorization, weft.HeaderReferer),
	} {
		t.Run(name, func(t *testing.T) {
			book := newLogBook()
			srv := wefttest.Start(t, sample().With(middleware.RequestLogging(), annotate), book.to)
			call(t, srv, "GET", "/file", "", "User-Agent", "probe/1", "Origin", "https://a.example", "Authorization", "Bearer x")
			r := book.records(t, 1)[0]
			if r["User-Agent"] != "probe/1" || r["Origin"] != "https://a.example" || r["Authorization"] != "[redacted]" {
				t.Errorf("record %v", r)
			}
			if _, ok := r["Referer"]; ok {
				t.Errorf("a field that was not sent is in the record %v", r)
			}
		})
	}
}
