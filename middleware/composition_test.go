package middleware_test

import (
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

// noting returns middleware that notes when a request passes in and its response out.
func noting(notes *[]string, name string) weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			*notes = append(*notes, name+">")
			resp, err := next(req)
			*notes = append(*notes, "<"+name)
			return resp, err
		}
	})
}

func checkNotes(t *testing.T, notes *[]string, attach func(weft.Routes) weft.Routes, want string) {
	t.Helper()
	routes := attach(weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		*notes = append(*notes, "handler")
		return weft.OK(), nil
	})))
	wefttest.New(t, routes).Get("/").Status(200)
	if got := strings.Join(*notes, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A request passes through the last attached first and the first attached last; the
// response passes back in the reverse order.
func TestComposition_lastAttachedFirst(t *testing.T) {
	var notes []string
	checkNotes(t, &notes, func(r weft.Routes) weft.Routes {
		return r.With(noting(&notes, "a")).With(noting(&notes, "b")).With(noting(&notes, "c"))
	}, "c> b> a> handler <a <b <c")
}

// f1 ++ f2 ++ f3 applies f1 first, then f2, then f3: f3(f2(f1(routes))).
func TestComposition_compose(t *testing.T) {
	var notes []string
	f1, f2, f3 := noting(&notes, "f1"), noting(&notes, "f2"), noting(&notes, "f3")
	checkNotes(t, &notes, func(r weft.Routes) weft.Routes { return r.With(weft.Compose(f1, f2, f3)) },
		"f3> f2> f1> handler <f1 <f2 <f3")
	notes = nil
	checkNotes(t, &notes, func(r weft.Routes) weft.Routes { return f3(f2(f1(r))) },
		"f3> f2> f1> handler <f1 <f2 <f3")
}

// Middleware can also add or remove routes.
func TestComposition_addsAndRemovesRoutes(t *testing.T) {
	extra := route.GET("/extra").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("extra"), nil })
	add := func(r weft.Routes) weft.Routes { return weft.NewRoutes(r, extra) }
	remove := func(r weft.Routes) weft.Routes {
		var kept []weft.Part
		for _, one := range r.All() {
			if one.Pattern().Path() != "/fail" {
				kept = append(kept, one)
			}
		}
		return weft.NewRoutes(kept...)
	}
	c := wefttest.New(t, sample().With(add, remove))
	c.Get("/extra").Body("extra")
	c.Get("/fail").Status(404)
	c.Get("/file").Body("a file")
}
