package transport_test

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/route"
)

// exchangeFor returns an exchange with the head of a request.
func exchangeFor(t *testing.T, request string) *weft.Exchange {
	t.Helper()
	x, limits := new(weft.Exchange), h1.DefaultLimits()
	var p h1.Parser
	if n, err := p.Parse([]byte(request+" HTTP/1.1\r\nHost: test\r\n\r\n"), &limits, x.Head()); n == 0 || err != nil {
		t.Fatalf("%q: %d, %v", request, n, err)
	}
	return x
}

func blockingRoutes() weft.Routes {
	ok := func(*weft.Request) (weft.Response, error) { return weft.OK(), nil }
	return weft.NewRoutes(
		route.GET("/items/{id:int}").Handle(ok),
		route.POST("/items/{id:int}").Handle(ok),
		route.GET("/items/{name}").Handle(ok),
	)
}

// strikes gives a route so many strikes.
func strikes(b *transport.Blocking, x *weft.Exchange, n int) {
	for range n {
		b.Strike(x)
	}
}

// TestBlockingMarksRoutes: three strikes mark a route, with all requests that match it
// and no others.
func TestBlockingMarksRoutes(t *testing.T) {
	for _, test := range []struct {
		name, struck string
		strikes      int
		known        []string
	}{
		{"Two", "GET /items/1", 2, nil},
		{"Three", "GET /items/1", 3, []string{"GET /items/1", "GET /items/77"}},
		{"Text", "GET /items/first", 5, []string{"GET /items/second"}},
		{"Method", "POST /items/1", 3, []string{"POST /items/2"}},
		{"NoRoute", "GET /nowhere", 3, []string{"GET /elsewhere", "PUT /items/1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var set transport.Settings
			set.Install(blockingRoutes())
			b := transport.NewBlocking(&set)
			strikes(b, exchangeFor(t, test.struck), test.strikes)
			known := map[string]bool{}
			for _, request := range test.known {
				known[request] = true
			}
			for _, request := range []string{"GET /items/1", "GET /items/77", "GET /items/second", "POST /items/2", "GET /elsewhere", "PUT /items/1"} {
				if got := b.Known(exchangeFor(t, request)); got != known[request] {
					t.Errorf("%s is known to block: %v", request, got)
				}
			}
		})
	}
}

// TestBlockingForgives: a mark lasts for half a minute; then one strike renews it, and
// without one the route is as good as any.
func TestBlockingForgives(t *testing.T) {
	var set transport.Settings
	set.Install(blockingRoutes())
	b := transport.NewBlocking(&set)
	x := exchangeFor(t, "GET /items/1")
	pass := func(seconds int) {
		for range seconds {
			b.Second()
		}
	}
	strikes(b, x, 3)
	if pass(29); !b.Known(x) {
		t.Fatal("the mark is gone after 29 seconds")
	}
	if pass(1); b.Known(x) {
		t.Fatal("the mark lasts for more than 30 seconds")
	}
	if strikes(b, x, 1); !b.Known(x) {
		t.Fatal("one strike on probation does not renew the mark")
	}
	pass(60)
	if strikes(b, x, 1); b.Known(x) {
		t.Error("one strike after probation marks the route")
	}
}

// TestBlockingForgetsWithTheRoutes: other routes have not been struck.
func TestBlockingForgetsWithTheRoutes(t *testing.T) {
	var set transport.Settings
	set.Install(blockingRoutes())
	b := transport.NewBlocking(&set)
	x := exchangeFor(t, "GET /items/1")
	strikes(b, x, 3)
	set.Install(blockingRoutes())
	if b.Known(x) {
		t.Error("a route is known to block that has just been installed")
	}
	if strikes(b, x, 1); b.Known(x) {
		t.Error("a single strike marks a route")
	}
	if strikes(b, x, 2); !b.Known(x) {
		t.Error("three strikes do not mark a route")
	}
}
