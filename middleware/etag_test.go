package middleware_test

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

func replaceTag(s, tag string) string { return strings.ReplaceAll(s, "TAG", tag) }

func respondWith(resp weft.Response) weft.Handler {
	return func(*weft.Request) (weft.Response, error) { return resp, nil }
}

func pieces(p ...string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, s := range p {
			if !yield([]byte(s), nil) {
				return
			}
		}
	}
}

func TestETag(t *testing.T) {
	own := weft.Text("own").WithHeader("ETag", `"own"`)
	routes := weft.NewRoutes(
		route.GET("/text").Handle(respondWith(weft.Text("hello").WithHeader("Set-Cookie", "a=b").WithHeader("Content-Language", "en"))),
		route.GET("/same").Handle(respondWith(weft.Text("hello"))),
		route.GET("/other").Handle(respondWith(weft.Text("bye"))),
		route.GET("/own").Handle(respondWith(own)),
		route.GET("/dated").Handle(respondWith(weft.Text("x").WithHeader("Last-Modified", sameTime))),
		route.GET("/stream").Handle(func(*weft.Request) (weft.Response, error) { return weft.Stream("text/plain", pieces("a", "b")), nil }),
		route.GET("/stream-own").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Stream("text/plain", pieces("a", "b")).WithHeader("ETag", `"s"`), nil
		}),
		route.GET("/secret").Handle(respondWith(weft.Text("x").WithHeader("Cache-Control", "private, no-store"))),
		route.GET("/gone").Handle(respondWith(weft.NotFound("x"))),
		route.GET("/big").Handle(respondWith(weft.Bytes(bytes.Repeat([]byte("x"), 2<<20), "text/plain"))),
		route.POST("/text").Handle(respondWith(weft.Text("posted"))),
		route.GET("/fails").Handle(func(*weft.Request) (weft.Response, error) { return weft.Response{}, weft.ErrBodyRead }),
	).With(middleware.ETag())
	srv := wefttest.Start(t, routes)
	tag := field(ask(t, srv, "GET", "/text"), "ETag")
	if len(tag) != 24 || tag[0] != '"' {
		t.Fatalf("got tag %q", tag)
	}
	if same, other := field(ask(t, srv, "GET", "/same"), "ETag"), field(ask(t, srv, "GET", "/other"), "ETag"); same != tag || other == tag {
		t.Errorf("the same body has %s, another %s, the first %s", same, other, tag)
	}
	want(t, ask(t, srv, "HEAD", "/text"), 200, "", "ETag", tag, "Content-Length", "5")
	want(t, ask(t, srv, "GET", "/text", "If-None-Match", tag), 304, "", "ETag", tag, "Set-Cookie", "a=b", "Content-Language", "", "Content-Type", "")
	want(t, ask(t, srv, "HEAD", "/text", "If-None-Match", tag), 304, "", "ETag", tag)
	want(t, ask(t, srv, "GET", "/text", "If-None-Match", `"x"`), 200, "hello", "ETag", tag)
	if got := ask(t, srv, "GET", "/text", "If-Match", `"x"`); got.Status != 412 {
		t.Errorf("If-Match: got %d", got.Status)
	}
	want(t, ask(t, srv, "POST", "/text", "If-None-Match", "*", "Content-Length", "0"), 200, "posted", "ETag", "")
	want(t, ask(t, srv, "GET", "/own"), 200, "own", "ETag", `"own"`)
	want(t, ask(t, srv, "GET", "/own", "If-None-Match", `"own"`), 304, "", "ETag", `"own"`)
	want(t, ask(t, srv, "GET", "/dated", "If-Modified-Since", sameTime), 304, "")
	want(t, ask(t, srv, "GET", "/stream"), 200, "ab", "ETag", "")
	want(t, ask(t, srv, "GET", "/stream-own", "If-None-Match", `"s"`), 304, "", "ETag", `"s"`)
	want(t, ask(t, srv, "GET", "/secret"), 200, "x", "ETag", "")
	if got := ask(t, srv, "GET", "/gone", "If-None-Match", "*"); got.Status != 404 || field(got, "ETag") != "" {
		t.Errorf("404: got %d %q", got.Status, field(got, "ETag"))
	}
	if got := ask(t, srv, "GET", "/big"); field(got, "ETag") != "" {
		t.Errorf("big: got tag %q", field(got, "ETag"))
	}
	if got := ask(t, srv, "GET", "/fails"); got.Status != 500 {
		t.Errorf("error: got %d", got.Status)
	}
	if got := ask(t, srv, "GET", "/nope"); got.Status != 404 || field(got, "ETag") != "" {
		t.Errorf("no route: got %d %q", got.Status, field(got, "ETag"))
	}
}

func TestETagConfig(t *testing.T) {
	handler := respondWith(weft.Text("hello"))
	weak := weft.NewRoutes(route.GET("/").Handle(handler)).With(middleware.ETag(middleware.ETagConfig{Weak: true}))
	resp := wefttest.New(t, weak).Get("/").Status(status.OK).Response()
	tag, _ := resp.Header("ETag")
	if !strings.HasPrefix(tag, `W/"`) {
		t.Errorf("got %q, want a weak tag", tag)
	}
	wefttest.New(t, weak).With("If-None-Match", tag).Get("/").Status(status.NotModified)
	wefttest.New(t, weak).With("If-Match", tag).Get("/").Status(status.PreconditionFailed)
	small := weft.NewRoutes(route.GET("/").Handle(handler)).With(middleware.ETag(middleware.ETagConfig{MaxSize: 4}))
	wefttest.New(t, small).Get("/").Status(status.OK).NoHeader("ETag")
	unlimited := weft.NewRoutes(route.GET("/").Handle(respondWith(weft.Text(large + strings.Repeat("x", 2<<20))))).With(middleware.ETag(middleware.ETagConfig{MaxSize: -1}))
	if tag, ok := wefttest.New(t, unlimited).Get("/").Response().Header("ETag"); !ok {
		t.Errorf("no limit: got %q", tag)
	}
}

func TestEntityTags(t *testing.T) {
	for list, want := range map[string][]string{
		``:                        nil,
		`"a"`:                     {`"a"`},
		`W/"a"`:                   {`W/"a"`},
		`"a","b"`:                 {`"a"`, `"b"`},
		` , "a" ,, W/"b,c" ,`:     {`"a"`, `W/"b,c"`},
		`"a\", "b"`:               {`"a\"`, `"b"`},
		`""`:                      {`""`},
		`"a" "b"`:                 {`"a"`},
		`"a`:                      nil,
		`a`:                       nil,
		`w/"a"`:                   nil,
		`W/`:                      nil,
		`"a b"`:                   nil,
		"\"\x7f\"":                nil,
		`"é"`:                     {`"é"`},
		strings.Repeat(`"a",`, 3): {`"a"`, `"a"`, `"a"`},
	} {
		if got := middleware.EntityTags(list); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", list, got, want)
		}
	}
}

// A list that is made of the tags that were read has the same tags.
func FuzzEntityTags(f *testing.F) {
	f.Add(`"a", W/"b"`)
	f.Add(`*`)
	f.Fuzz(func(t *testing.T, list string) {
		tags := middleware.EntityTags(list)
		if again := middleware.EntityTags(strings.Join(tags, ", ")); !slices.Equal(tags, again) {
			t.Errorf("%q: got %q, then %q", list, tags, again)
		}
	})
}
