package route_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

func ok(*weft.Request) (weft.Response, error) { return weft.OK(), nil }

func TestMethods(t *testing.T) {
	for want, r := range map[weft.Method]weft.Route{
		weft.GET:     route.GET("/a/{id:int}").Handle(ok),
		weft.POST:    route.POST("/a/{id:int}").Handle(ok),
		weft.PUT:     route.PUT("/a/{id:int}").Handle(ok),
		weft.DELETE:  route.DELETE("/a/{id:int}").Handle(ok),
		weft.PATCH:   route.PATCH("/a/{id:int}").Handle(ok),
		weft.TRACE:   route.TRACE("/a/{id:int}").Handle(ok),
		weft.OPTIONS: route.OPTIONS("/a/{id:int}").Handle(ok),
		weft.HEAD:    route.HEAD("/a/{id:int}").Handle(ok),
		weft.CONNECT: route.CONNECT("/a/{id:int}").Handle(ok),
		weft.ANY:     route.ANY("/a/{id:int}").Handle(ok),
		"PURGE":      route.Method("PURGE", "/a/{id:int}").Handle(ok),
	} {
		if p := r.Pattern(); p.Method() != want || p.Path() != "/a/{id:int}" {
			t.Errorf("%s: %s", want, p)
		}
		served := want
		if want == weft.ANY {
			served = "BREW"
		}
		resp := weft.NewRoutes(r).Serve(weft.Get("/a/7").WithMethod(served))
		if resp.Status() != 200 {
			t.Errorf("%s /a/7: %v", served, resp.Status())
		}
	}
}

// TestSites shows that every way to begin a route notes the line of the program
// that did it.
func TestSites(t *testing.T) {
	_, _, line, _ := runtime.Caller(0)
	routes := []weft.Route{
		route.GET("/").Handle(ok),
		route.POST("/").Handle(ok),
		route.PUT("/").Handle(ok),
		route.DELETE("/").Handle(ok),
		route.PATCH("/").Handle(ok),
		route.TRACE("/").Handle(ok),
		route.OPTIONS("/").Handle(ok),
		route.HEAD("/").Handle(ok),
		route.CONNECT("/").Handle(ok),
		route.ANY("/").Handle(ok),
		route.Method("PURGE", "/").Handle(ok),
	}
	for i, r := range routes {
		if want := fmt.Sprintf("route_test.go:%d", line+2+i); !strings.HasSuffix(r.Site(), want) {
			t.Errorf("%s is said to be at %s, want %s", r.Pattern(), r.Site(), want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for name, f := range map[string]func(){
		"a path without a slash": func() { route.GET("a") },
		"an unknown kind":        func() { route.POST("/{a:float}") },
		"a method that is none":  func() { route.Method("no method", "/") },
		"no handler":             func() { route.GET("/").Handle(nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "route_test.go:") {
					t.Errorf("it panics with %v", v)
				}
			}()
			f()
		})
	}
}
