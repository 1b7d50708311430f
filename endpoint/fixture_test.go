package endpoint_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// shop starts the fixtures on a socket.
func shop(t testing.TB) socket {
	t.Helper()
	return newSocket(wefttest.Start(t, fixtures.Routes()))
}

// TestFixtures_server makes every call of every fixture over a socket, as bytes.
func TestFixtures_server(t *testing.T) {
	for name, configure := range map[string]func(server.Config) server.Config{
		"bodies in memory": func(c server.Config) server.Config { return c },
		"bodies streamed":  server.Config.EnableRequestStreaming,
	} {
		t.Run(name, func(t *testing.T) {
			s := newSocket(wefttest.Start(t, fixtures.Routes(), configure))
			for _, f := range fixtures.All() {
				for _, c := range f.Calls {
					t.Run(f.Name+"/"+c.Name, func(t *testing.T) { checkCall(t, s, f, c) })
				}
			}
		})
	}
}

// checkCall sends the bytes of a call and compares the answer.
func checkCall(t *testing.T, s socket, f fixtures.Fixture, c fixtures.Call) {
	t.Helper()
	headers, target := c.Headers, c.Target
	if c.Credentials != nil {
		req, err := f.Endpoint.Describe().Auth.Apply(weft.Get(target), c.Credentials)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range req.Headers().All() {
			headers = append(slices.Clone(headers), name, value)
		}
		target = req.URL().String()
	}
	got := s.send(t, string(f.Endpoint.Describe().Method), target, headers, c.Body)
	if got.status != int(c.Status) {
		t.Errorf("status %d, want %d", got.status, c.Status)
	}
	for i := 0; i < len(c.Fields); i += 2 {
		if v := got.headers.Get(c.Fields[i]); v != c.Fields[i+1] {
			t.Errorf("header %s: %q, want %q", c.Fields[i], v, c.Fields[i+1])
		}
	}
	if got.body != c.Answer {
		t.Errorf("body %q\nwant %q", got.body, c.Answer)
	}
}

// TestFixtures_client makes every call of every fixture through the function that the
// endpoint gives, in memory and over a socket. Values and errors come back as they
// were.
func TestFixtures_client(t *testing.T) {
	over := wefttest.Start(t, fixtures.Routes())
	c := client.New(over.URL)
	t.Cleanup(func() { c.Close() })
	doers := map[string]endpoint.Doer{
		"client":          c,
		"memory":          memory{fixtures.Routes()},
		"socket":          shop(t),
		"streamed socket": newSocket(wefttest.Start(t, fixtures.Routes(), server.Config.EnableRequestStreaming)),
	}
	for name, doer := range doers {
		for _, f := range fixtures.All() {
			for _, c := range f.Calls {
				t.Run(name+"/"+f.Name+"/"+c.Name, func(t *testing.T) { checkTyped(t, doer, f, c) })
			}
		}
	}
}

// checkTyped makes a call through the client and compares what it returns.
func checkTyped(t *testing.T, doer endpoint.Doer, f fixtures.Fixture, c fixtures.Call) {
	t.Helper()
	value, err := c.Typed(t.Context(), authorized{doer, f.Endpoint.Describe().Auth, c.Credentials})
	if !reflect.DeepEqual(err, c.Err) {
		t.Fatalf("error %#v (%v)\nwant %#v", err, err, c.Err)
	}
	if !sameValue(value, c.Value) {
		t.Errorf("value %#v\nwant %#v", value, c.Value)
	}
}

// sameValue compares values. A list without elements is the same as none: that is how
// formats see it.
func sameValue(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if x.IsValid() && y.IsValid() && x.Type() == y.Type() && x.Kind() == reflect.Slice && x.Len() == 0 && y.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}

// TestFixtures_requests shows that the client sends what the raw call has: the same
// method, path, query and header fields.
func TestFixtures_requests(t *testing.T) {
	for _, f := range fixtures.All() {
		for _, c := range f.Calls {
			t.Run(f.Name+"/"+c.Name, func(t *testing.T) {
				r := &recording{Doer: memory{fixtures.Routes()}}
				c.Typed(t.Context(), authorized{r, f.Endpoint.Describe().Auth, c.Credentials})
				if r.last == nil {
					t.Fatal("no request was sent")
				}
				if got, want := r.last.Method(), f.Endpoint.Describe().Method; got != want {
					t.Errorf("method %s, want %s", got, want)
				}
				want := weft.Get(c.Target)
				// Hyphens in an ISBN and the slash before an empty rest make no difference.
				plain := func(path string) string { return strings.TrimSuffix(strings.ReplaceAll(path, "-", ""), "/") }
				if got := r.last.Path(); plain(got) != plain(want.Path()) {
					t.Errorf("path %s, want %s", got, want.Path())
				}
				for name, values := range want.QueryParameters().Each() {
					if got := r.last.QueryParams(name); !slices.Equal(got, values) {
						t.Errorf("query %s is %q, want %q", name, got, values)
					}
				}
			})
		}
	}
}

// TestFixtures_complete shows that the fixtures have everything that can be
// described, so that whoever runs them has tried it.
func TestFixtures_complete(t *testing.T) {
	var all []string
	kinds := map[auth.Kind]bool{}
	docs, tags, deprecated, examples := 0, 0, 0, 0
	for _, f := range fixtures.All() {
		d := f.Endpoint.Describe()
		if slices.Contains(all, f.Name) {
			t.Errorf("%s is there twice", f.Name)
		}
		all = append(all, f.Name)
		for _, s := range d.Auth.Schemes() {
			kinds[s.Kind] = true
		}
		if d.Doc != "" {
			docs++
		}
		if len(d.Tags) > 0 {
			tags++
		}
		if d.Deprecated {
			deprecated++
		}
		for _, in := range d.Inputs {
			for _, p := range in.Parts() {
				examples += len(p.Examples)
			}
		}
		if !strings.Contains(d.Site, "fixtures/") {
			t.Errorf("%s is said to be at %s", f.Name, d.Site)
		}
	}
	if len(all) < 40 || len(kinds) != 4 || docs < 10 || tags < 30 || deprecated == 0 || examples < 4 {
		t.Errorf("%d fixtures, %d kinds of authentication, %d documented, %d tagged, %d deprecated, %d examples",
			len(all), len(kinds), docs, tags, deprecated, examples)
	}
}
