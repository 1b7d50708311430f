package server_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// An endpoint that asks for authentication which nothing provides is reported when
// it is installed, with the place where it was written.
func TestAuthWithoutProviderIsReported(t *testing.T) {
	e := route.GET("/staff").OutEmpty().Auth(auth.Bearer())
	r := e.Implement(func(context.Context) error { return nil })
	verify := func(context.Context, auth.Credentials) (string, error) { return "ada", nil }
	for name, c := range map[string]struct {
		routes weft.Routes
		logged bool
	}{
		"without a provider": {weft.NewRoutes(r), true},
		"with a provider":    {weft.NewRoutes(r).With(auth.Provide(verify)), false},
		"with a context":     {weft.NewRoutes(r).With(auth.CustomAuthProviding(func(*weft.Request) (string, bool) { return "", false })), false},
		"nested":             {weft.NewRoutes(weft.NewRoutes(r).With(auth.Provide(verify)).Nest("/a"), r), true},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			s := server.New(server.Config{Address: "127.0.0.1:0", Logger: slog.New(slog.NewTextHandler(&log, nil))})
			if _, err := s.Install(c.routes); err != nil {
				t.Fatal(err)
			}
			if err := s.Shutdown(t.Context()); err != nil {
				t.Fatal(err)
			}
			got := strings.Contains(log.String(), `route="GET /staff"`) && strings.Contains(log.String(), "needs_test.go:")
			if got != c.logged || strings.Contains(log.String(), "/a/staff") {
				t.Errorf("logged: %s", log.String())
			}
		})
	}
}
