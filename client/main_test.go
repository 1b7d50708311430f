package client_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/leakcheck"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }

var (
	_ endpoint.Doer       = (*client.Client)(nil)
	_ endpoint.Configured = (*client.Client)(nil)
)

// connect returns a client that logs nothing and is closed with the test.
func connect(t testing.TB, base string, config ...client.Config) *client.Client {
	t.Helper()
	var c client.Config
	if len(config) > 0 {
		c = config[0]
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	k := client.New(base, c)
	if err := k.Err(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	return k
}

// httpServer starts a server of net/http, for behaviour that ours does not have.
func httpServer(t testing.TB, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// get sends a GET request that has to be answered.
func get(t testing.TB, c *client.Client, url string) weft.Response {
	t.Helper()
	return do(t, c, weft.Get(url))
}

// do sends a request that has to be answered.
func do(t testing.TB, c *client.Client, req *weft.Request) weft.Response {
	t.Helper()
	resp, err := c.Do(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body().Close() })
	return resp
}

// text reads the body of an answer.
func text(t testing.TB, resp weft.Response) string {
	t.Helper()
	s, err := resp.Body().AsString()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wantStatus ends the test if the status is another one.
func wantStatus(t testing.TB, resp weft.Response, want int) {
	t.Helper()
	if int(resp.Status()) != want {
		body, err := resp.Body().AsString()
		t.Fatalf("status %d, want %d; body %q, %v", resp.Status(), want, body, err)
	}
}

// A script is a transport that answers each request with the next of its functions,
// and goes on with the last.
type script struct {
	steps    []func(*http.Request) (*http.Response, error)
	requests []*http.Request
}

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer req.Body.Close()
	}
	s.requests = append(s.requests, req)
	return s.steps[min(len(s.requests), len(s.steps))-1](req)
}

// answer returns a step that answers with a status, fields and a body.
func answer(status int, body string, fields ...string) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		h := http.Header{}
		for i := 0; i < len(fields); i += 2 {
			h.Add(fields[i], fields[i+1])
		}
		return &http.Response{
			StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: h, Request: req,
			ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(body)),
		}, nil
	}
}

// broken returns a step that fails.
func broken(err error) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// silent is a step that never answers.
func silent(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}
