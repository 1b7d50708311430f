package wefttest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

type book struct {
	Title string `json:"title"`
	Pages int    `json:"pages"`
}

func library() weft.Routes {
	return weft.NewRoutes(
		route.GET("/books/{id:int}").Handle(func(req *weft.Request) (weft.Response, error) {
			if req.Param("id") != "1" {
				return weft.NotFound("there is no such book"), nil
			}
			return weft.JSON(book{"Dune", 412}).WithHeader("ETag", `"1"`), nil
		}),
		route.POST("/books").Handle(func(req *weft.Request) (weft.Response, error) {
			if v, _ := req.RawHeader("Authorization"); v != "Bearer secret" {
				return weft.Unauthorized("Bearer"), nil
			}
			b, err := req.Body().To[book]()
			return weft.Created("/books/" + b.Title), err
		}),
		route.ANY("/echo").Handle(func(req *weft.Request) (weft.Response, error) {
			media, _ := req.RawHeader("Content-Type")
			body, err := req.Body().AsString()
			return weft.Text(string(req.Method())+" "+req.Host()+" "+media+" "+body).
				AddHeader("X-Many", "one").AddHeader("X-Many", "two"), err
		}),
		route.GET("/endless").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Stream("text/plain", func(yield func([]byte, error) bool) {
				for yield([]byte("on "), nil) {
				}
			}), nil
		}),
		route.GET("/broken").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Stream("text/plain", func(yield func([]byte, error) bool) { yield(nil, errors.New("no more")) }), nil
		}),
		route.GET("/nothing").Handle(func(*weft.Request) (weft.Response, error) { return weft.NoContent(), nil }),
		route.GET("/bytes").Handle(func(*weft.Request) (weft.Response, error) { return weft.Bytes([]byte{0, 0xff}, "image/x"), nil }),
		route.GET("/long").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text(strings.Repeat("long\n", 5000)), nil }),
	)
}

func TestClient(t *testing.T) {
	c := wefttest.New(t, library())
	var b book
	c.Get("/books/1").Status(200).Header("content-type", "application/json").Header("ETag", `"1"`).NoHeader("Location").JSON(&b)
	if b != (book{"Dune", 412}) {
		t.Errorf("book %+v", b)
	}
	c.Get("/books/2").Status(404).BodyContains("no such book", `"status":404`)
	c.Head("/books/1").Status(200).Body("").Header("ETag", `"1"`)
	c.Get("/nothing").Status(204).Body("")
	c.Options("/books/1").Status(204).Header("Allow", "GET, HEAD, OPTIONS")
	c.Delete("/books/1").Status(405)
	text := weft.BodyString("hi")
	c.Post("/echo", text).Body("POST localhost text/plain; charset=utf-8 hi")
	c.Put("/echo", text).Header("X-Many", "one").Header("X-Many", "two")
	c.Patch("http://books.example/echo", weft.BodyString("hi", "text/x")).Body("PATCH books.example text/x hi")
	c.With("Content-Type", "a/b").Post("/echo", text).Body("POST localhost a/b hi")
	if got := c.Get("/echo").Text(); got != "GET localhost  " {
		t.Errorf("body %q", got)
	}
}

func TestClientWith(t *testing.T) {
	plain := wefttest.New(t, library())
	known := plain.With("Authorization", "Bearer secret")
	body := weft.BodyFrom(book{Title: "Emma"})
	known.Post("/books", body).Status(201).Header("Location", "/books/Emma")
	plain.Post("/books", body).Status(401)
}

func TestClientLeavesStreamsAlone(t *testing.T) {
	r := wefttest.New(t, library()).Get("/endless").Status(200).Header("Content-Type", "text/plain")
	n := 0
	for piece, err := range r.Response().Body().Chunks() {
		if string(piece) != "on " || err != nil {
			t.Fatalf("piece %q, %v", piece, err)
		}
		if n++; n == 3 {
			break
		}
	}
}

// TestClientFailures: each assertion says what it wanted, and shows both messages.
func TestClientFailures(t *testing.T) {
	for _, test := range []struct {
		name string
		test func(*wefttest.Client)
		want []string
	}{
		{"Status", func(c *wefttest.Client) { c.Get("/books/2").Status(200) },
			[]string{"status 404 Not Found, want 200 OK\n", "> GET /books/2\n", "> Host: localhost\n", "< 404 Not Found\n",
				"< Content-Type: application/problem+json\n", `< {"type":"about:blank","title":"Not Found"`}},
		{"Header", func(c *wefttest.Client) { c.Get("/echo").Header("X-Many", "three") },
			[]string{`header X-Many is ["one" "two"], want "three"`, "< X-Many: one\n< X-Many: two\n"}},
		{"HeaderMissing", func(c *wefttest.Client) { c.Get("/echo").Header("X-One", "1") }, []string{`header X-One is missing, want "1"`}},
		{"NoHeader", func(c *wefttest.Client) { c.Get("/echo").NoHeader("Content-Type") },
			[]string{`header Content-Type is "text/plain; charset=utf-8", want none`}},
		{"Body", func(c *wefttest.Client) { c.With("X-A", "b").Post("/echo", weft.BodyString("hi")).Body("hello") },
			[]string{`body "POST localhost text/plain; charset=utf-8 hi", want "hello"`, "> X-A: b\n", "> hi\n\n<"}},
		{"BodyContains", func(c *wefttest.Client) { c.Get("/echo").BodyContains("GET", "PUT") }, []string{`does not contain "PUT"`}},
		{"JSONMediaType", func(c *wefttest.Client) { c.Get("/echo").JSON(&book{}) }, []string{`media type "text/plain; charset=utf-8", want application/json`}},
		{"JSON", func(c *wefttest.Client) { c.Get("/books/1").JSON(new([]int)) }, []string{"the body is not a []int: ", `< {"title":"Dune"`}},
		{"URL", func(c *wefttest.Client) { c.Get("/%zz") }, []string{"GET /%zz: "}},
		{"RequestHeader", func(c *wefttest.Client) { c.With("a b", "c").Get("/") }, []string{`header "a b"`}},
		{"BodyBreaksOff", func(c *wefttest.Client) { c.Get("/broken").Body("") }, []string{"the body breaks off: no more", "< (a stream, not read)"}},
		{"StreamNotRead", func(c *wefttest.Client) { c.Get("/endless").Status(404) }, []string{"< (a stream, not read)"}},
		{"Binary", func(c *wefttest.Client) { c.Get("/bytes").Status(404) }, []string{`< "\x00\xff"`}},
		{"Long", func(c *wefttest.Client) { c.Get("/long").Body("short") },
			[]string{`long\n"… (25000 bytes), want "short"`, "< (25000 bytes in all)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := failing(t, func(t testing.TB) { test.test(wefttest.New(t, library())) })
			for _, part := range test.want {
				if !strings.Contains(got, part) {
					t.Errorf("the failure does not contain %q:\n%s", part, got)
				}
			}
			if len(got) > 10_000 {
				t.Errorf("the failure is %d bytes long", len(got))
			}
		})
	}
}
