package weft_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

// TestMixedSegments asks routes for text and parameters in one segment, over a socket.
func TestMixedSegments(t *testing.T) {
	show := func(req *weft.Request) (weft.Response, error) {
		text := req.Pattern()
		for _, name := range []string{"id", "a", "b"} {
			if v := req.Param(name); v != "" {
				text += " " + name + "=" + v
			}
		}
		return weft.Text(text), nil
	}
	var parts []weft.Part
	for _, path := range []string{"/articles/{id}", "/articles/{id:int}", "/articles/{id}.json", "/articles/{id:long}.json",
		"/articles/{a}...{b}", "/v{id:int}/{a}:{b}", "/articles/new.json"} {
		parts = append(parts, route.GET(path).Handle(show))
	}
	all := weft.NewRoutes(parts...)
	addr := wefttest.Start(t, weft.NewRoutes(all, all.Nest("/n{tenant}"))).Addr
	for path, want := range map[string]string{
		"/articles/7":             "/articles/{id:int} id=7",
		"/articles/7.json":        "/articles/{id:long}.json id=7",
		"/articles/new.json":      "/articles/new.json",
		"/articles/x.json.json":   "/articles/{id}.json id=x.json",
		"/articles/x%2Fy.%6Ason":  "/articles/{id}.json id=x/y",
		"/articles/.json":         "/articles/{id} id=.json",
		"/articles/x...y.json":    "/articles/{id}.json id=x...y",
		"/articles/x...y...z":     "/articles/{a}...{b} a=x b=y...z",
		"/v2/weft:go":             "/v{id:int}/{a}:{b} id=2 a=weft b=go",
		"/v2/weft:":               "",
		"/vx/weft:go":             "",
		"/n1/articles/%41%2ejson": "/n{tenant}/articles/{id}.json id=A",
	} {
		resp, err := http.Get("http://" + addr + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		switch {
		case err != nil:
			t.Error(err)
		case want == "" && resp.StatusCode != http.StatusNotFound, want != "" && string(body) != want:
			t.Errorf("%s: %d %q, want %q", path, resp.StatusCode, body, want)
		}
	}
}

func TestMixedConflicts(t *testing.T) {
	first, second := line(1), line(2)
	a := route.GET("/users/{id}.json").Handle(answer("a"))
	b := route.GET("/users/{name}.json").Handle(answer("b"))
	message := panics(func() { weft.NewRoutes(a, b) })
	for _, want := range []string{first, second, "GET /users/{id}.json", "GET /users/{name}.json"} {
		if !strings.Contains(message, want) {
			t.Errorf("%q does not name %s", message, want)
		}
	}
	first, second = line(1), line(2)
	a = route.GET("/users/{id:uuid}").Handle(answer("a"))
	b = route.GET("/users/{name}-{number}").Handle(answer("b"))
	message = panics(func() { weft.NewRoutes(a, b) })
	for _, want := range []string{first + ": GET /users/{id:uuid} can never match", "GET /users/{name}-{number} at ", second} {
		if !strings.Contains(message, want) {
			t.Errorf("%q does not say %s", message, want)
		}
	}
}
