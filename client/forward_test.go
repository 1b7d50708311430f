package client_test

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/internal/forward"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

// forwarding is what the middleware forwardHeaders does, for one field.
func forwarding(name string) weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			var fields []forward.Field
			for _, value := range req.RawHeaders(name) {
				fields = append(fields, forward.Field{Name: name, Value: value})
			}
			return next(req.WithContext(forward.With(req.Context(), fields)))
		}
	})
}

// TestForwardingThroughAServer sends a request to a server that asks another one, and
// returns that one's answer as it comes.
func TestForwardingThroughAServer(t *testing.T) {
	inner := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		id, _ := req.RawHeader("X-Request-Id")
		other, _ := req.RawHeader("X-Other")
		return weft.Text("id " + id + " other " + other), nil
	})))
	for _, test := range []struct {
		name   string
		config client.Config
		want   string
	}{
		{"on", client.Config{ForwardHeaders: true}, "id 7 other "},
		{"off", client.Config{}, "id  other "},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := connect(t, inner.URL, test.config)
			outer := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
				return backend.Do(req.Context(), weft.Get("/"))
			})).With(forwarding("X-Request-Id")))
			t.Cleanup(func() { backend.Close() }) // before the outer server looks for what its handlers left
			resp := do(t, connect(t, outer.URL), weft.Get("/").AddHeader("X-Request-Id", "7").AddHeader("X-Other", "8"))
			wantStatus(t, resp, 200)
			if got := text(t, resp); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
