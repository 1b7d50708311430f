package client_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/internal/forward"
)

// redirecting answers everything but /end with a redirect there, and /end with the
// method and the body.
func redirecting(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path != "/end" {
			w.Header().Set("Location", "/end")
			w.WriteHeader(status)
			return
		}
		body, _ := io.ReadAll(req.Body)
		fmt.Fprintf(w, "%s %s", req.Method, body)
	}
}

func TestRedirects(t *testing.T) {
	stream := weft.BodyReader(strings.NewReader("x"), 1)
	tests := []struct {
		name     string
		status   int
		request  *weft.Request
		followed bool
		want     string
	}{
		{"301 GET", 301, weft.Get("/"), true, "GET "},
		{"302 GET", 302, weft.Get("/"), true, "GET "},
		{"303 GET", 303, weft.Get("/"), true, "GET "},
		{"307 GET", 307, weft.Get("/"), true, "GET "},
		{"308 GET", 308, weft.Get("/"), true, "GET "},
		{"302 HEAD", 302, weft.Head("/"), true, ""},
		{"300 GET", 300, weft.Get("/"), false, ""},
		{"304 GET", 304, weft.Get("/"), false, ""},
		{"301 POST", 301, weft.Post("/", weft.BodyString("x")), false, ""},
		{"302 POST", 302, weft.Post("/", weft.BodyString("x")), false, ""},
		{"303 POST", 303, weft.Post("/", weft.BodyString("x")), false, ""},
		{"307 POST", 307, weft.Post("/", weft.BodyString("x")), true, "POST x"},
		{"308 PUT", 308, weft.Put("/", weft.BodyString("x")), true, "PUT x"},
		{"307 POST of a stream", 307, weft.Post("/", stream), false, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := httpServer(t, redirecting(test.status))
			resp := do(t, connect(t, s.URL), test.request)
			if !test.followed {
				wantStatus(t, resp, test.status)
				return
			}
			wantStatus(t, resp, 200)
			if got := text(t, resp); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestRedirectsSwitchedOff(t *testing.T) {
	s := httpServer(t, redirecting(302))
	resp := get(t, connect(t, s.URL, client.Config{Redirects: -1}), "/")
	wantStatus(t, resp, 302)
	if l, _ := resp.Header("Location"); l != "/end" {
		t.Errorf("Location %q", l)
	}
}

func TestRedirectLocations(t *testing.T) {
	tests := []struct {
		name, base, location, target string // no target: not followed
	}{
		{"a path", "http://a.example/v1", "/v2/x", "http://a.example/v2/x"},
		{"relative to the request", "http://a.example/v1", "x?q=1", "http://a.example/v1/x?q=1"},
		{"another host", "http://a.example", "//b.example/x", "http://b.example/x"},
		{"to https", "http://a.example", "https://a.example/x", "https://a.example/x"},
		{"from https to http", "https://a.example", "http://a.example/x", ""},
		{"another scheme", "http://a.example", "ftp://a.example/x", ""},
		{"a file", "http://a.example", "file:///etc/passwd", ""},
		{"user information", "http://a.example", "http://ann:secret@a.example/x", ""},
		{"malformed", "http://a.example", "http://a.example:x/", ""},
		{"empty", "http://a.example", "", ""},
		{"a fragment", "http://a.example", "/x#top", "http://a.example/x"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := &script{steps: []func(*http.Request) (*http.Response, error){answer(302, "", "Location", test.location), answer(200, "")}}
			resp := get(t, connect(t, test.base, client.Config{Transport: s}), "/start")
			if test.target == "" {
				wantStatus(t, resp, 302)
				return
			}
			wantStatus(t, resp, 200)
			if got := s.requests[1].URL.String(); got != test.target {
				t.Errorf("went to %s, want %s", got, test.target)
			}
		})
	}
}

func TestTooManyRedirects(t *testing.T) {
	tests := []struct{ limit, want int }{{0, 10}, {3, 3}}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.limit), func(t *testing.T) {
			s := &script{steps: []func(*http.Request) (*http.Response, error){answer(302, "", "Location", "/again?token=secret")}}
			_, err := connect(t, "http://a.example", client.Config{Transport: s, Redirects: test.limit}).Do(t.Context(), weft.Get("/"))
			if e := errorOf[*client.TooManyRedirects](t, err); e.Limit != test.want || len(s.requests) != test.want+1 {
				t.Errorf("limit %d after %d requests, want %d", e.Limit, len(s.requests), test.want)
			}
			if got := err.Error(); strings.Contains(got, "secret") {
				t.Errorf("the error has the query: %s", got)
			}
		})
	}
}

// TestRedirectsAcrossOrigins sends a call to another origin and back: from the first
// foreign one on there are no credentials.
func TestRedirectsAcrossOrigins(t *testing.T) {
	secrets := []string{"Authorization", "Cookie", "X-Tenant", "X-Request-Id"}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &script{steps: []func(*http.Request) (*http.Response, error){
		answer(302, "", "Location", "/here", "Set-Cookie", "kept=1"),
		answer(302, "", "Location", "http://b.example/there"),
		answer(302, "", "Location", "http://a.example/back"),
		answer(200, ""),
	}}
	c := connect(t, "http://a.example", client.Config{
		Transport: s, Cookies: jar, ForwardHeaders: true,
		Credentials: auth.NewBearerCredentials("t0ken"), Headers: weft.NewHeaders("X-Tenant", "blue"),
	})
	ctx := forward.With(t.Context(), []forward.Field{{Name: "X-Request-Id", Value: "1"}})
	req := weft.Get("/").AddHeader("Cookie", "own=1").AddHeader("Accept", "text/plain")
	if _, err := c.Do(ctx, req); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"own=1", "own=1; kept=1", "", "kept=1"} {
		h := s.requests[i].Header
		if got := h.Get("Cookie"); got != want {
			t.Errorf("request %d: Cookie %q, want %q", i, got, want)
		}
		if h.Get("Accept") != "text/plain" || h.Get("User-Agent") != "weft" {
			t.Errorf("request %d: fields %v", i, h)
		}
		for _, name := range secrets {
			if name != "Cookie" && h.Get(name) != "" != (i < 2) {
				t.Errorf("request %d to %s: %s is %q", i, s.requests[i].URL, name, h.Get(name))
			}
		}
	}
}

func TestRedirectsOfOwnAuthorization(t *testing.T) {
	s := &script{steps: []func(*http.Request) (*http.Response, error){
		answer(302, "", "Location", "http://a.example:8080/other-port"), answer(200, ""),
	}}
	c := connect(t, "http://a.example", client.Config{Transport: s})
	do(t, c, weft.Get("/").AddHeader("Authorization", "Bearer own").AddHeader("Host", "virtual.example"))
	if got := s.requests[0]; got.Header.Get("Authorization") != "Bearer own" || got.Host != "virtual.example" {
		t.Errorf("first request: %v, host %s", got.Header, got.Host)
	}
	if got := s.requests[1]; got.Header.Get("Authorization") != "" || got.Host != "a.example:8080" {
		t.Errorf("second request: %v, host %s", got.Header, got.Host)
	}
}
