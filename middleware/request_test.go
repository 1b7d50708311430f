package middleware_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/schema"
	"github.com/weft-go/weft/wefttest"
)

// showing answers with the values of a header field of the request.
func showing(name string) weft.Routes {
	return weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Text(strings.Join(req.RawHeaders(name), "|")), nil
	}))
}

// TestRow_ensureHeader: both forms; a request that has the field is unchanged.
func TestRow_ensureHeader(t *testing.T) {
	for name, m := range map[string]weft.Middleware{
		"Text":  middleware.EnsureHeader("Accept", "text/csv"),
		"Typed": middleware.EnsureTypedHeader(weft.HeaderAccept, "text/csv"),
	} {
		t.Run(name, func(t *testing.T) {
			srv := wefttest.Start(t, showing("accept").With(m))
			if r := call(t, srv, "GET", "/", ""); r.text != "text/csv" {
				t.Errorf("got %q, want the default", r.text)
			}
			if r := call(t, srv, "GET", "/", "", "accept", "text/html"); r.text != "text/html" {
				t.Errorf("got %q, want what was sent", r.text)
			}
			if r := call(t, srv, "GET", "/", "", "Accept", ""); r.text != "" {
				t.Errorf("got %q, want the empty value that was sent", r.text)
			}
		})
	}
	wantPanic(t, func() { middleware.EnsureHeader("a b", "c") }, "not a token")
}

// TestRow_forwardHeaders: the fields that are named, and no others, reach the next server
// through a client with the switch.
func TestRow_forwardHeaders(t *testing.T) {
	inner := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Text(strings.Join(req.RawHeaders("X-Tag"), "+") + "," + strings.Join(req.RawHeaders("X-Other"), "+")), nil
	})))
	for name, want := range map[string]string{"On": "a+b,", "Off": ","} {
		t.Run(name, func(t *testing.T) {
			backend := client.New(inner.URL, client.Config{ForwardHeaders: name == "On"})
			outer := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
				return backend.Do(req.Context(), weft.Get("/"))
			})).With(middleware.ForwardHeaders("X-Tag", "X-Absent")))
			t.Cleanup(func() { backend.Close() })
			if r := call(t, outer, "GET", "/", "", "X-Tag", "a", "X-Tag", "b", "X-Other", "c").want(t, 200); r.text != want {
				t.Errorf("got %q, want %q", r.text, want)
			}
		})
	}
	wantPanic(t, func() { middleware.ForwardHeaders("a b") }, "a b")
}

// TestRow_updateURL: routes and handlers see the new URL.
func TestRow_updateURL(t *testing.T) {
	strip := func(u weft.URL) weft.URL { return u.WithPath(strings.TrimPrefix(u.Path(), "/v1")) }
	routes := weft.NewRoutes(
		route.GET("/books/{id}").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.Text(req.Param("id") + " " + req.URL().String() + " " + req.Pattern()), nil
		}),
	).With(middleware.UpdateURL(strip))
	srv := wefttest.Start(t, routes)
	for _, path := range []string{"/v1/books/7?a=b", "/books/7?a=b"} {
		if r := call(t, srv, "GET", path, "").want(t, 200); r.text != "7 /books/7?a=b /books/{id}" {
			t.Errorf("%s: got %q", path, r.text)
		}
	}
	call(t, srv, "GET", "/v1/nothing", "").want(t, 404)
	wantPanic(t, func() { middleware.UpdateURL(nil) }, "nil")
}

// TestUpdateURL_patternOutside: middleware attached later still knows the pattern of a
// request whose URL stays as it is.
func TestUpdateURL_patternOutside(t *testing.T) {
	m, registry := metered()
	c := wefttest.New(t, sample().With(middleware.UpdateURL(func(u weft.URL) weft.URL { return u }), m))
	c.Get("/books/1").Status(200)
	wantLines(t, string(registry.AppendText(nil)), `http_requests_total{method="GET",path="/books/{id}",status="200"} 1`)
}

// TestRow_withConfig: the codec config of a part of the routes.
func TestRow_withConfig(t *testing.T) {
	type order struct {
		FirstName string
	}
	echo := weft.NewRoutes(route.POST("/echo").Handle(func(req *weft.Request) (weft.Response, error) {
		o, err := req.Body().To[order]()
		return weft.Text(o.FirstName), err
	}))
	srv := wefttest.Start(t, weft.NewRoutes(
		echo.Nest("/snake").With(codec.WithConfig(format.Config{FieldNameFormat: schema.SnakeCase, RejectExtraFields: true})),
		echo.Nest("/plain").With(codec.WithConfig(format.Config{RejectExtraFields: true})),
	), quiet)
	if r := call(t, srv, "POST", "/snake/echo", `{"first_name":"ann"}`).want(t, 200); r.text != "ann" {
		t.Errorf("got %q", r.text)
	}
	call(t, srv, "POST", "/plain/echo", `{"first_name":"ann"}`).want(t, 400)
}

func TestAddHeaders(t *testing.T) {
	srv := wefttest.Start(t, sample().With(middleware.AddHeaders("X-A", "1", "X-A", "2")), quiet)
	for _, path := range []string{"/books/7", "/stream", "/nowhere", "/conflict", "/fail", "/panic"} {
		call(t, srv, "GET", path, "").field(t, "X-A", "1|2")
	}
	wantPanic(t, func() { middleware.AddHeaders("a") }, "got 1 strings")
	wantPanic(t, func() { middleware.AddHeaders("a", "b\n") }, "control character")
}

func TestRequestID(t *testing.T) {
	book := newLogBook()
	routes := weft.NewRoutes(
		route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
			id, ok := middleware.RequestIDOf(req.Context())
			derived, cancel := context.WithCancel(req.Context())
			defer cancel()
			if again, _ := middleware.RequestIDOf(derived); again != id || !ok {
				t.Errorf("a derived context has the id %q, not %q", again, id)
			}
			return weft.Text(id), nil
		}),
		route.GET("/fail").Handle(func(*weft.Request) (weft.Response, error) { return weft.Response{}, context.Canceled }),
	).With(middleware.RequestLogging(middleware.LoggingConfig{Logger: book.logger()}), middleware.RequestID())
	srv := wefttest.Start(t, routes, quiet)
	seen := map[string]bool{}
	for _, test := range []struct {
		name, sent string
		accepted   bool
	}{
		{"none", "", false},
		{"none again", "", false},
		{"good", "4bf92f35-77b3.4da6_a3ce~929d:0e0e+47/36=@", true},
		{"long", strings.Repeat("a", 128), true},
		{"too long", strings.Repeat("a", 129), false},
		{"space", "a b", false},
		{"quote", `a"b`, false},
		{"not ASCII", "ü", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var fields []string
			if test.sent != "" {
				fields = []string{"X-Request-ID", test.sent}
			}
			r := call(t, srv, "GET", "/", "", fields...).want(t, 200)
			r.field(t, "X-Request-Id", r.text)
			if accepted := r.text == test.sent; accepted != test.accepted || seen[r.text] || r.text == "" {
				t.Errorf("sent %q, got %q", test.sent, r.text)
			}
			seen[r.text] = true
		})
	}
	r := call(t, srv, "GET", "/fail", "", "X-Request-Id", "of-an-error").want(t, 500)
	r.field(t, "X-Request-Id", "of-an-error")
	for i, record := range book.records(t, 9) {
		if id, _ := record["request_id"].(string); !seen[id] && id != "of-an-error" {
			t.Errorf("record %d has the id %q", i, id)
		}
	}
	if _, ok := middleware.RequestIDOf(t.Context()); ok {
		t.Error("a context without an id has one")
	}
}

func TestRealIP(t *testing.T) {
	private := middleware.RealIPConfig{Trusted: middleware.PrivateNetworks()}
	forwarded := middleware.RealIPConfig{Trusted: middleware.PrivateNetworks(), Header: "Forwarded"}
	for _, test := range []struct {
		name   string
		config middleware.RealIPConfig
		fields []string
		want   string
	}{
		{"no field", private, nil, "127.0.0.1"},
		{"one address", private, []string{"X-Forwarded-For", "203.0.113.9"}, "203.0.113.9"},
		{"through two proxies", private, []string{"X-Forwarded-For", "203.0.113.9, 10.0.0.1"}, "203.0.113.9"},
		{"made up in front", private, []string{"X-Forwarded-For", "8.8.8.8, 203.0.113.9, 10.0.0.1"}, "203.0.113.9"},
		{"two fields", private, []string{"X-Forwarded-For", "8.8.8.8", "X-Forwarded-For", "203.0.113.9"}, "203.0.113.9"},
		{"all trusted", private, []string{"X-Forwarded-For", "10.0.0.2,10.0.0.1"}, "10.0.0.2"},
		{"rubbish", private, []string{"X-Forwarded-For", "8.8.8.8, rubbish, 10.0.0.1"}, "10.0.0.1"},
		{"only rubbish", private, []string{"X-Forwarded-For", "rubbish"}, "127.0.0.1"},
		{"with port", private, []string{"X-Forwarded-For", "203.0.113.9:4711"}, "203.0.113.9"},
		{"IPv6", private, []string{"X-Forwarded-For", "2001:db8::1"}, "2001:db8::1"},
		{"IPv6 in brackets", private, []string{"X-Forwarded-For", "[2001:db8::1]:80, [fd00::1]"}, "2001:db8::1"},
		{"mapped", private, []string{"X-Forwarded-For", "203.0.113.9, ::ffff:10.0.0.1"}, "203.0.113.9"},
		{"nobody trusted", middleware.RealIPConfig{}, []string{"X-Forwarded-For", "203.0.113.9"}, "127.0.0.1"},
		{"peer not trusted", middleware.RealIPConfig{Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}, []string{"X-Forwarded-For", "203.0.113.9"}, "127.0.0.1"},
		{"other field", private, []string{"X-Real-Ip", "203.0.113.9"}, "127.0.0.1"},
		{"Forwarded", forwarded, []string{"Forwarded", `for=8.8.8.8, For="[2001:db8::17]:4711";proto=https, by=x;for=10.0.0.1`}, "2001:db8::17"},
		{"Forwarded hidden", forwarded, []string{"Forwarded", `for=8.8.8.8, for=_hidden, for=10.0.0.1`}, "10.0.0.1"},
		{"Forwarded without for", forwarded, []string{"Forwarded", `proto=https`}, "127.0.0.1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
				a, _ := req.RemoteAddress()
				return weft.Text(a.String()), nil
			})).With(middleware.RealIP(test.config)))
			if r := call(t, srv, "GET", "/", "", test.fields...).want(t, 200); r.text != test.want {
				t.Errorf("got %s, want %s", r.text, test.want)
			}
		})
	}
	wantPanic(t, func() { middleware.RealIP(middleware.RealIPConfig{Trusted: []netip.Prefix{{}}}) }, "not valid")
}

// FuzzRealIP: whatever a client sends through one trusted proxy, the address is the one
// that the proxy saw.
func FuzzRealIP(f *testing.F) {
	for _, s := range []string{"", "8.8.8.8", "rubbish, ", ",,,", `for="`, "[::1]:80", strings.Repeat("10.0.0.1,", 50)} {
		f.Add(s)
	}
	var got netip.Addr
	handler := weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		got, _ = req.RemoteAddress()
		return weft.OK(), nil
	})).With(middleware.RealIP(middleware.RealIPConfig{Trusted: middleware.PrivateNetworks()}))
	f.Fuzz(func(t *testing.T, sent string) {
		req := weft.Get("/").WithRemoteAddress(netip.MustParseAddr("10.0.0.1")).AddHeader("X-Forwarded-For", sent+", 203.0.113.9")
		if req.Headers().Err() != nil {
			return
		}
		if handler.Serve(req); got != netip.MustParseAddr("203.0.113.9") {
			t.Errorf("%q: the client is %v", sent, got)
		}
	})
}
