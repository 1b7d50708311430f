package auth_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/status"
)

// guarded returns a route at / that tells the principal, behind a requirement and
// the given middleware, the innermost first.
func guarded(of auth.Type, middleware ...weft.Middleware) weft.Routes {
	h := func(req *weft.Request) (weft.Response, error) {
		p, ok := auth.From[any](req.Context())
		return weft.Text(fmt.Sprint(p, " ", ok)), nil
	}
	return weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(h)).
		With(auth.Require(of, status.Unauthorized)).
		With(middleware...)
}

// accept is a verifier that tells what it was given.
func accept(_ context.Context, c auth.Credentials) (string, error) {
	switch c := c.(type) {
	case auth.BasicCredentials:
		return "basic " + c.User + " " + c.Password.Reveal(), nil
	case auth.BearerCredentials:
		return "bearer " + c.Token.Reveal(), nil
	case auth.CustomCredentials:
		return fmt.Sprint("custom ", c.Name, " ", c.Value), nil
	}
	return "", auth.ErrRejected
}

func text(t *testing.T, resp weft.Response) string {
	t.Helper()
	s, err := resp.Body().AsString()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAuthenticateExtracts(t *testing.T) {
	custom := auth.Custom("q", codec.Query[string]("key")).Or(auth.Custom("h", codec.Header[string]("X-Key")))
	all := auth.Basic().Or(custom, auth.Bearer())
	optional := auth.Custom("o", codec.Query[*string]("key"))
	const refused = "-"
	tests := []struct {
		name    string
		of      auth.Type
		url     string
		headers []string
		want    string
	}{
		{"none", auth.None(), "/", nil, "<nil> false"},
		{"nothing sent", all, "/", nil, refused},
		{"basic", all, "/", []string{"Authorization", "Basic YWRhOmVuZ2luZQ=="}, "basic ada engine true"},
		{"basic in lower case", all, "/", []string{"Authorization", "basic YWRhOmVuZ2luZQ=="}, "basic ada engine true"},
		{"basic with colons", all, "/", []string{"Authorization", "Basic YTpiOmM="}, "basic a b:c true"},
		{"basic without password", all, "/", []string{"Authorization", "Basic YTo="}, "basic a  true"},
		{"basic without colon", all, "/", []string{"Authorization", "Basic YWRh"}, refused},
		{"basic not base64", all, "/", []string{"Authorization", "Basic ?"}, refused},
		{"basic empty", all, "/", []string{"Authorization", "Basic"}, refused},
		{"bearer", all, "/", []string{"Authorization", "Bearer abc.def-ghi=="}, "bearer abc.def-ghi== true"},
		{"bearer empty", all, "/", []string{"Authorization", "Bearer "}, refused},
		{"bearer with a space", all, "/", []string{"Authorization", "Bearer a b"}, refused},
		{"bearer with a comma", all, "/", []string{"Authorization", "Bearer a,b"}, refused},
		{"other scheme", all, "/", []string{"Authorization", "Negotiate abc"}, refused},
		{"scheme not accepted", auth.Basic(), "/", []string{"Authorization", "Bearer abc"}, refused},
		{"malformed", all, "/?key=1", []string{"Authorization", "(Basic) abc"}, refused},
		{"repeated", all, "/?key=1", []string{"Authorization", "Bearer a", "Authorization", "Bearer a"}, refused},
		{"query", all, "/?key=1", nil, "custom q 1 true"},
		{"header", all, "/", []string{"X-Key", "2"}, "custom h 2 true"},
		{"first custom", all, "/?key=1", []string{"X-Key", "2"}, "custom q 1 true"},
		{"field before custom", all, "/?key=1", []string{"Authorization", "Bearer abc"}, "bearer abc true"},
		{"malformed field before custom", all, "/?key=1", []string{"Authorization", "Bearer a b"}, refused},
		{"other scheme beside custom", all, "/?key=1", []string{"Authorization", "Negotiate abc"}, "custom q 1 true"},
		{"custom alone ignores the field", custom, "/?key=1", []string{"Authorization", "(Basic) abc"}, "custom q 1 true"},
		{"optional codec", optional, "/", nil, refused},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req := weft.Get(test.url).AddHeaders(weft.NewHeaders(test.headers...))
			resp := guarded(test.of, auth.Provide(accept)).Serve(req)
			got := text(t, resp)
			if resp.Status() == status.Unauthorized {
				got = refused
			}
			if got != test.want {
				t.Errorf("got %q; want %q", got, test.want)
			}
		})
	}
}

// A request passes from the last of the layers to the first.
func TestAuthenticateLayers(t *testing.T) {
	verifier := func(name string) weft.Middleware {
		return auth.Provide(func(context.Context, auth.Credentials) (string, error) { return name, nil })
	}
	none := auth.Provide(func(context.Context, auth.Credentials) (string, error) { return "", auth.ErrRejected })
	given := auth.CustomAuthProviding(func(*weft.Request) (string, bool) { return "given", true })
	denied := auth.CustomAuthProviding(func(*weft.Request) (string, bool) { return "denied", false })
	basic := auth.Require(auth.Basic(), status.Forbidden)
	tests := []struct {
		name   string
		layers []weft.Middleware
		want   string
	}{
		{"nothing", nil, "-"},
		{"verifier", []weft.Middleware{verifier("a")}, "a true"},
		{"nearest verifier", []weft.Middleware{verifier("a"), verifier("b")}, "a true"},
		{"nearest verifier refuses", []weft.Middleware{none, verifier("b")}, "-"},
		{"given", []weft.Middleware{given}, "given true"},
		{"denied", []weft.Middleware{denied}, "-"},
		{"given before denied", []weft.Middleware{denied, given}, "-"},
		{"denied before given", []weft.Middleware{given, denied}, "given true"},
		{"verifier before denied", []weft.Middleware{denied, verifier("a")}, "-"},
		{"denied before verifier", []weft.Middleware{verifier("a"), denied}, "a true"},
		{"given before verifier", []weft.Middleware{none, given}, "given true"},
		{"verified before", []weft.Middleware{basic, verifier("a")}, "a true"},
		{"verified before by another", []weft.Middleware{none, basic, verifier("a")}, "-"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req := auth.Apply(weft.Get("/"), auth.NewBasicCredentials("u", "p"))
			resp := guarded(auth.Basic(), test.layers...).Serve(req)
			got := text(t, resp)
			if resp.Status() == status.Unauthorized {
				got = "-"
			}
			if got != test.want {
				t.Errorf("got %q; want %q", got, test.want)
			}
		})
	}
}

func TestAuthenticateAnotherSchemeIsNotEnough(t *testing.T) {
	routes := guarded(auth.Bearer(), auth.Require(auth.Basic()), auth.Provide(accept))
	req := auth.Apply(weft.Get("/"), auth.NewBasicCredentials("u", "p"))
	if got := routes.Serve(req).Status(); got != status.Unauthorized {
		t.Errorf("got %v", got)
	}
}

func TestAuthenticateLogs(t *testing.T) {
	tests := []struct {
		name  string
		err   error
		level slog.Level // one that is not used stands for nothing
	}{
		{"rejected", auth.ErrRejected, slog.LevelDebug},
		{"other", errors.New("no such user"), slog.LevelDebug},
		{"unavailable", fmt.Errorf("users: %w", &auth.UnavailableError{Cause: errors.New("no route to host")}), slog.LevelWarn},
		{"cancelled", fmt.Errorf("query: %w", context.Canceled), slog.LevelError},
		{"too late", context.DeadlineExceeded, slog.LevelError},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, before := logged.since(0)
			routes := guarded(auth.Basic(), auth.Provide(func(context.Context, auth.Credentials) (string, error) { return "p", test.err }))
			resp := routes.Serve(auth.Apply(weft.Get("/"), auth.NewBasicCredentials("u", "hunter2")))
			if resp.Status() != status.Unauthorized {
				t.Errorf("status %v", resp.Status())
			}
			records, _ := logged.since(before)
			if test.level == slog.LevelError {
				if len(records) != 0 {
					t.Errorf("got %v", records)
				}
				return
			}
			if len(records) != 1 || records[0].Level != test.level || attr(records[0], "error") != test.err.Error() {
				t.Errorf("got %v; want %v at %v", records, test.err, test.level)
			}
			if body := text(t, resp); strings.Contains(body, test.err.Error()) {
				t.Errorf("the client is told %s", body)
			}
		})
	}
}

func TestAuthenticateNoPrincipal(t *testing.T) {
	type user struct{}
	pointer := auth.Provide(func(context.Context, auth.Credentials) (*user, error) { return nil, nil })
	face := auth.Provide(func(context.Context, auth.Credentials) (fmt.Stringer, error) { return nil, nil })
	given := auth.CustomAuthProviding(func(*weft.Request) (*user, bool) { return nil, true })
	for _, m := range []weft.Middleware{pointer, face, given} {
		req := auth.Apply(weft.Get("/"), auth.NewBasicCredentials("u", "p"))
		if got := guarded(auth.Basic(), m).Serve(req).Status(); got != status.Unauthorized {
			t.Errorf("got %v", got)
		}
	}
}

func TestAuthenticateWithoutProviderIsLoggedOnce(t *testing.T) {
	const message = "authentication is required, but nothing provides it"
	for range 3 {
		req := auth.Apply(weft.Get("/"), auth.NewBasicCredentials("u", "p"))
		if _, ok := auth.Authenticate(req, auth.Basic()); ok {
			t.Fatal("authenticated")
		}
	}
	all, _ := logged.since(0)
	count := 0
	for _, r := range all {
		if strings.Contains(r.Message, message) {
			count++
			if r.Level != slog.LevelWarn {
				t.Errorf("level %v", r.Level)
			}
		}
	}
	if count != 1 {
		t.Errorf("logged %d times", count)
	}
}

func TestFromFindsTheNearestOfItsType(t *testing.T) {
	inner := auth.CustomAuthProviding(func(*weft.Request) (int, bool) { return 1, true })
	outer := auth.CustomAuthProviding(func(*weft.Request) (string, bool) { return "s", true })
	outermost := auth.CustomAuthProviding(func(*weft.Request) (string, bool) { return "hidden", true })
	h := func(req *weft.Request) (weft.Response, error) {
		n, isInt := auth.From[int](req.Context())
		s, isString := auth.From[string](req.Context())
		_, isBool := auth.From[bool](req.Context())
		return weft.Text(fmt.Sprint(n, isInt, s, isString, isBool)), nil
	}
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(h)).With(inner, outer, outermost)
	if got := text(t, routes.Serve(weft.Get("/"))); got != fmt.Sprint(1, true, "s", true, false) {
		t.Errorf("got %s", got)
	}
	if _, ok := auth.From[any](context.Background()); ok {
		t.Error("found something in an empty context")
	}
}

func TestLayersLeaveOtherValuesAlone(t *testing.T) {
	type key struct{}
	outer := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) { return next(req.WithValue(key{}, "mine")) }
	})
	h := func(req *weft.Request) (weft.Response, error) {
		return weft.Text(fmt.Sprint(req.Context().Value(key{}))), nil
	}
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(h)).
		With(auth.Require(auth.Bearer()), auth.Provide(accept), outer)
	req := auth.Apply(weft.Get("/"), auth.NewBearerCredentials("t"))
	if got := text(t, routes.Serve(req)); got != "mine" {
		t.Errorf("got %s", got)
	}
}

func TestProvidePasswords(t *testing.T) {
	broken := errors.New("disk on fire")
	lookup := func(_ context.Context, user string) (string, string, bool, error) {
		switch user {
		case "ada":
			return "engine", "Ada", true, nil
		case "broken":
			return "engine", "?", true, broken
		}
		return "engine", "?", false, nil // the password of an unknown user must not count
	}
	of := auth.Basic("r").Or(auth.Digest("r"), auth.Bearer())
	routes := guarded(of, auth.ProvidePasswords(lookup))
	tests := []struct {
		user, password string
		want           weft.Status
	}{
		{"ada", "engine", status.OK},
		{"ada", "engin", status.Unauthorized},
		{"ada", "", status.Unauthorized},
		{"bob", "engine", status.Unauthorized},
		{"broken", "engine", status.Unauthorized},
	}
	for _, test := range tests {
		t.Run(test.user+" "+test.password, func(t *testing.T) {
			basic := auth.Apply(weft.Get("/"), auth.NewBasicCredentials(test.user, test.password))
			if got := routes.Serve(basic).Status(); got != test.want {
				t.Errorf("basic: got %v; want %v", got, test.want)
			}
			answer, err := auth.DigestResponse(of.Challenges(nil)[1], "GET", "/", test.user, test.password)
			if err != nil {
				t.Fatal(err)
			}
			if got := routes.Serve(weft.Get("/").AddHeader("Authorization", answer)).Status(); got != test.want {
				t.Errorf("digest: got %v; want %v", got, test.want)
			}
		})
	}
	if got := routes.Serve(auth.Apply(weft.Get("/"), auth.NewBearerCredentials("engine"))).Status(); got != status.Unauthorized {
		t.Errorf("bearer: got %v", got)
	}
}

func BenchmarkAuthenticate(b *testing.B) {
	of := auth.Basic()
	var inside *weft.Request
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(func(req *weft.Request) (weft.Response, error) {
		inside = req
		return weft.OK(), nil
	})).With(auth.Provide(func(_ context.Context, c auth.Credentials) (string, error) {
		return "ada", nil
	}))
	routes.Serve(auth.Apply(weft.Get("/"), auth.NewBasicCredentials("ada", "engine")))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := auth.Authenticate(inside, of); !ok {
			b.Fatal("refused")
		}
	}
}
