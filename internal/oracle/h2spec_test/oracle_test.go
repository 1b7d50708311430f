package h2spec_test

import (
	"net"
	"testing"
	"time"

	"github.com/summerwind/h2spec/config"
	"github.com/summerwind/h2spec/generic"
	"github.com/summerwind/h2spec/hpack"
	"github.com/summerwind/h2spec/http2"
	"github.com/summerwind/h2spec/spec"
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestH2Spec runs the whole suite.
func TestH2Spec(t *testing.T) {
	ssl, err := server.SSLGenerate()
	if err != nil {
		t.Fatal(err)
	}
	for name, configure := range map[string]func(server.Config) server.Config{
		"over TLS": func(c server.Config) server.Config { return c.WithSSL(ssl) },
		"without TLS": func(c server.Config) server.Config {
			c.H2C = true
			return c
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := wefttest.Start(t, routes(), configure)
			c := &config.Config{
				Host:         "127.0.0.1",
				Port:         srv.Server().Addr().(*net.TCPAddr).Port,
				Path:         "/",
				Timeout:      2 * time.Second,
				MaxHeaderLen: 4000,
				Strict:       true,
				TLS:          name == "over TLS",
				Insecure:     true,
			}
			passed := 0
			for _, group := range []*spec.TestGroup{generic.Spec(), http2.Spec(), hpack.Spec()} {
				group.Test(c)
				passed += group.PassedCount
				report(t, group)
			}
			if passed < 140 {
				t.Errorf("%d cases passed; did they run?", passed)
			}
			t.Logf("%d cases passed", passed)
		})
	}
}

// routes answer what the suite asks for. A body has to be there.
func routes() weft.Routes {
	return weft.NewRoutes(route.ANY("/{path...}").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.Text("hello, this is an answer"), nil
	}))
}

// report tells which cases have failed.
func report(t *testing.T, g *spec.TestGroup) {
	t.Helper()
	for _, cases := range [][]*spec.TestCase{g.Tests, g.StrictTests} {
		for _, c := range cases {
			switch {
			case c.Result == nil || c.Result.Skipped:
				t.Logf("%s: %s: skipped", g.ID(), c.Desc)
			case c.Result.Failed:
				t.Errorf("%s: %s: %v\n%s", g.ID(), c.Desc, c.Result.Error, c.Requirement)
			}
		}
	}
	for _, inner := range g.Groups {
		report(t, inner)
	}
}
