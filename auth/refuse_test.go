package auth_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/status"
)

// The answer for something hidden has to be that for nothing, byte for byte.
func TestRefuseHides(t *testing.T) {
	routes := guarded(auth.Basic()) // its own 401 is not used here
	empty := weft.NewRoutes()
	withContext := weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(
		auth.WithContext(func(*weft.Request, string) (weft.Response, error) { return weft.OK(), nil })))
	hidden := weft.NewRoutes(routes.All()[0].WithHandler(func(*weft.Request) (weft.Response, error) { return weft.OK(), nil })).
		With(auth.Require(auth.Basic().Or(auth.Digest("d"))))
	for _, accept := range []string{"", "*/*", "text/html", "text/plain", "application/json", "image/png"} {
		req := weft.Get("/").AddHeader("Accept", accept)
		want := empty.Serve(req)
		for name, got := range map[string]weft.Response{
			"Require":     hidden.Serve(req),
			"WithContext": withContext.Serve(req),
			"Refuse":      auth.Refuse(req, auth.Basic(), 0),
		} {
			if got.Status() != want.Status() || text(t, got) != text(t, want) || got.Body().MediaType() != want.Body().MediaType() {
				t.Errorf("%s, Accept %q: got %v %s; want %v %s", name, accept, got.Status(), text(t, got), want.Status(), text(t, want))
			}
			if !maps.Equal(maps.Collect(got.Headers().All()), maps.Collect(want.Headers().All())) {
				t.Errorf("%s, Accept %q: headers %v", name, accept, got.Headers())
			}
		}
	}
}

func TestRefuseStatus(t *testing.T) {
	of := auth.Basic("a").Or(auth.Bearer("b"))
	tests := []struct {
		status     weft.Status
		want       weft.Status
		challenges string
	}{
		{0, status.NotFound, ""},
		{status.NotFound, status.NotFound, ""},
		{status.Unauthorized, status.Unauthorized, `Basic realm="a", charset="UTF-8" | Bearer realm="b"`},
		{status.Forbidden, status.Forbidden, ""},
		{status.BadRequest, status.BadRequest, ""},
	}
	for _, test := range tests {
		resp := auth.Refuse(weft.Get("/"), of, test.status)
		if resp.Status() != test.want {
			t.Errorf("%v: got %v", test.status, resp.Status())
		}
		if got := strings.Join(resp.Headers().Values("WWW-Authenticate"), " | "); got != test.challenges {
			t.Errorf("%v: challenges %s", test.status, got)
		}
		if media := resp.Body().MediaType(); media != "application/problem+json" {
			t.Errorf("%v: media type %s", test.status, media)
		}
	}
}

func TestRequireGuardsUnmatched(t *testing.T) {
	routes := guarded(auth.Basic())
	for _, req := range []*weft.Request{weft.Get("/nowhere"), weft.Delete("/"), weft.Options("/")} {
		if got := routes.Serve(req).Status(); got != status.Unauthorized {
			t.Errorf("%s %s: got %v", req.Method(), req.Path(), got)
		}
	}
}
