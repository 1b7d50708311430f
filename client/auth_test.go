package client_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// A door is an endpoint that wants a login, with a count of the requests to it.
type door struct {
	url      string
	requests atomic.Int32
	sent     sync.Map // of Authorization fields
}

// enter is the endpoint's description.
func enter(t auth.Type) func(*client.Client) func(context.Context, string) (string, error) {
	e := route.POST("/door").In[string]().Out[string]().Auth(t).UnauthorizedStatus(status.Unauthorized)
	return func(c *client.Client) func(context.Context, string) (string, error) { return e.Client(c) }
}

// openDoor serves the endpoint for the user ann with the password s3cret, the token
// t0ken and the key k3y.
func openDoor(t *testing.T, typ auth.Type) *door {
	t.Helper()
	e := route.POST("/door").In[string]().Out[string]().Auth(typ).UnauthorizedStatus(status.Unauthorized)
	verify := func(_ context.Context, c auth.Credentials) (string, error) {
		good := false
		switch c := c.(type) {
		case auth.BearerCredentials:
			good = c.Check("t0ken")
		case auth.CustomCredentials:
			good = c.Value == "k3y"
		case auth.PasswordCredentials:
			good = c.Check("s3cret") && c.UserName() == "ann"
		}
		if !good {
			return "", auth.ErrRejected
		}
		return "ann", nil
	}
	d := &door{}
	count := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			d.requests.Add(1)
			if field, ok := req.RawHeader("Authorization"); ok {
				d.sent.Store(field, true)
			}
			return next(req)
		}
	})
	srv := wefttest.Start(t, weft.NewRoutes(e.Implement(func(ctx context.Context, s string) (string, error) {
		user, _ := auth.From[string](ctx)
		return user + " " + s, nil
	})).With(auth.Provide(verify)).With(count))
	d.url = srv.URL
	return d
}

func TestCredentials(t *testing.T) {
	ann := auth.NewBasicCredentials("ann", "s3cret")
	digest, key := auth.Digest("house"), auth.Custom("key", codec.Query[string]("key"))
	tests := []struct {
		name     string
		door     auth.Type
		config   client.Config
		requests int32 // of two calls
		enters   bool
	}{
		{"none", auth.Basic("house"), client.Config{}, 2, false},
		{"basic", auth.Basic("house"), client.Config{Credentials: ann}, 2, true},
		{"basic, wrong", auth.Basic("house"), client.Config{Credentials: auth.NewBasicCredentials("ann", "x")}, 2, false},
		{"basic, named", auth.Basic("house"), client.Config{Credentials: ann, Auth: auth.Basic()}, 2, true},
		{"bearer", auth.Bearer(), client.Config{Credentials: auth.NewBearerCredentials("t0ken")}, 2, true},
		{"bearer for digest", digest, client.Config{Credentials: auth.NewBearerCredentials("t0ken")}, 2, false},
		{"digest", digest, client.Config{Credentials: ann}, 3, true},
		{"digest only", digest, client.Config{Credentials: ann, Auth: auth.Digest("")}, 3, true},
		{"digest only, wrong", digest, client.Config{Credentials: auth.NewBasicCredentials("ann", "x"), Auth: auth.Digest("")}, 4, false},
		{"digest only for basic", auth.Basic("house"), client.Config{Credentials: ann, Auth: auth.Digest("")}, 2, false},
		{"digest or basic", auth.Basic("house").Or(digest), client.Config{Credentials: ann}, 2, true},
		{"digest with MD5", auth.Digest("house", auth.DigestOptions{Algorithms: []auth.Algorithm{auth.MD5}}), client.Config{Credentials: ann}, 3, true},
		{"custom", key, client.Config{Credentials: auth.CustomCredentials{Name: "key", Value: "k3y"}, Auth: key}, 2, true},
		{"custom, wrong", key, client.Config{Credentials: auth.CustomCredentials{Name: "key", Value: "x"}, Auth: key}, 2, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := openDoor(t, test.door)
			call := enter(test.door)(connect(t, d.url, test.config))
			for range 2 {
				got, err := call(t.Context(), "knocks")
				if test.enters && (err != nil || got != "ann knocks") || !test.enters && err == nil {
					t.Errorf("got %q, %v", got, err)
				}
				if err != nil && strings.Contains(err.Error(), "k3y") {
					t.Errorf("the error has the key: %v", err)
				}
			}
			if n := d.requests.Load(); n != test.requests {
				t.Errorf("%d requests, want %d", n, test.requests)
			}
			d.sent.Range(func(field, _ any) bool {
				if strings.HasPrefix(field.(string), "Basic") && strings.HasPrefix(test.name, "digest only") {
					t.Errorf("the password was sent: %s", field)
				}
				return true
			})
		})
	}
}

func TestDigestFromSeveralGoroutines(t *testing.T) {
	typ := auth.Digest("house")
	d := openDoor(t, typ)
	call := enter(typ)(connect(t, d.url, client.Config{Credentials: auth.NewBasicCredentials("ann", "s3cret"), Auth: typ}))
	if _, err := call(t.Context(), "first"); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 10 {
				if _, err := call(t.Context(), fmt.Sprint(i, j)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if n := d.requests.Load(); n > 120 {
		t.Errorf("%d requests for 81 calls", n)
	}
}

// TestDigestOfAStream checks that a stream, which cannot be sent twice, gets the
// challenge as its answer.
func TestDigestOfAStream(t *testing.T) {
	d := openDoor(t, auth.Digest("house"))
	c := connect(t, d.url, client.Config{Credentials: auth.NewBasicCredentials("ann", "s3cret"), Auth: auth.Digest("")})
	resp := do(t, c, weft.Post("/door", weft.BodyReader(strings.NewReader(`"x"`), 3, "application/json")))
	wantStatus(t, resp, 401)
	resp = do(t, c, weft.Post("/door", weft.BodyString(`"x"`, "application/json")))
	wantStatus(t, resp, 200)
	resp = do(t, c, weft.Post("/door", weft.BodyReader(strings.NewReader(`"x"`), 3, "application/json")))
	wantStatus(t, resp, 200) // the challenge is known by now
}

func TestDigestIsNotForOthers(t *testing.T) {
	challenge := `Digest realm="house", qop="auth", algorithm=SHA-256, nonce="n"`
	s := &script{steps: []func(*http.Request) (*http.Response, error){
		answer(401, "", "WWW-Authenticate", challenge), answer(302, "", "Location", "http://b.example/"), answer(401, "", "WWW-Authenticate", challenge),
	}}
	c := connect(t, "http://a.example", client.Config{Transport: s, Credentials: auth.NewBasicCredentials("ann", "s3cret")})
	wantStatus(t, get(t, c, "/"), 401)
	if len(s.requests) != 3 || s.requests[2].Header.Get("Authorization") != "" {
		t.Fatalf("%d requests, the last with %v", len(s.requests), s.requests[len(s.requests)-1].Header)
	}
	if got := s.requests[1].Header.Get("Authorization"); !strings.HasPrefix(got, "Digest ") || !strings.Contains(got, "nc=00000001") {
		t.Errorf("Authorization %q", got)
	}
}

func TestMalformedChallenges(t *testing.T) {
	for _, challenge := range []string{"", "Digest", `Digest realm="`, `Digest realm="x"`, `Digest realm="x", nonce="n", qop="auth-int"`, "Basic realm=x", "\x01"} {
		s := &script{steps: []func(*http.Request) (*http.Response, error){answer(401, "", "WWW-Authenticate", challenge)}}
		c := connect(t, "http://a.example", client.Config{Transport: s, Credentials: auth.NewBasicCredentials("ann", "s3cret")})
		wantStatus(t, get(t, c, "/"), 401)
		if len(s.requests) != 1 {
			t.Errorf("%q: %d requests, want 1", challenge, len(s.requests))
		}
	}
}

func TestOwnAuthorization(t *testing.T) {
	s := ok()
	c := connect(t, "http://a.example", client.Config{Transport: s, Credentials: auth.NewBearerCredentials("t0ken")})
	do(t, c, weft.Get("/").AddHeader("Authorization", "Bearer own"))
	do(t, c, weft.Get("/"))
	do(t, c, weft.Get("http://b.example/"))
	for i, want := range []string{"Bearer own", "Bearer t0ken", ""} {
		if got := s.requests[i].Header.Get("Authorization"); got != want {
			t.Errorf("request %d: %q, want %q", i, got, want)
		}
	}
}

func TestUnusableCredentials(t *testing.T) {
	tests := []struct {
		name   string
		config client.Config
	}{
		{"a colon in the name", client.Config{Credentials: auth.NewBasicCredentials("a:b", "s3cret")}},
		{"custom without a scheme", client.Config{Credentials: auth.CustomCredentials{Name: "key", Value: "k3y"}}},
		{"custom of another name", client.Config{Credentials: auth.CustomCredentials{Name: "other", Value: "k3y"}, Auth: auth.Custom("key", codec.Query[string]("key"))}},
		{"custom of another type", client.Config{Credentials: auth.CustomCredentials{Name: "key", Value: 3}, Auth: auth.Custom("key", codec.Query[string]("key"))}},
		{"of another scheme", client.Config{Credentials: auth.NewBearerCredentials("t0ken"), Auth: auth.Basic()}},
		{"digest as a server sees it", client.Config{Credentials: auth.DigestCredentials{User: "ann"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := client.New("http://a.example", test.config).Err()
			if err == nil {
				t.Fatal("there is no error")
			}
			for _, secret := range []string{"s3cret", "k3y", "t0ken"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error has the secret: %v", err)
				}
			}
		})
	}
}
