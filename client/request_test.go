package client_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/internal/forward"
)

// ok is a script that answers everything with 200.
func ok() *script {
	return &script{steps: []func(*http.Request) (*http.Response, error){answer(200, "")}}
}

func parseURL(t *testing.T, s string) weft.URL {
	t.Helper()
	u, err := weft.ParseURL(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestBaseAndURL(t *testing.T) {
	tests := []struct{ base, url, want string }{
		{"http://a.example", "/books", "http://a.example/books"},
		{"http://a.example/", "/books", "http://a.example/books"},
		{"http://a.example/", "books", "http://a.example/books"},
		{"http://a.example/v1", "/books?q=1", "http://a.example/v1/books?q=1"},
		{"http://a.example/v1/", "/books/", "http://a.example/v1/books/"},
		{"http://a.example/v1", "", "http://a.example/v1"},
		{"http://a.example/v1", "/", "http://a.example/v1/"},
		{"http://a.example/v1", "?q=1", "http://a.example/v1?q=1"},
		{"http://a.example/v1", "/../../etc", "http://a.example/v1/etc"},
		{"http://a.example/v1", "/%2e%2e/x", "http://a.example/v1/x"},
		{"http://a.example/v1", "/a%2Fb", "http://a.example/v1/a%2Fb"},
		{"http://a.example", "/x#top", "http://a.example/x"},
		{"http://[::1]:8080", "/x", "http://[::1]:8080/x"},
		{"HTTPS://A.example:443", "/x", "https://a.example:443/x"},
		{"http://a.example/v1", "http://b.example/x", "http://b.example/x"},
		{"https://a.example/v1", "//b.example/x", "https://b.example/x"},
	}
	for _, test := range tests {
		t.Run(test.base+" "+test.url, func(t *testing.T) {
			s := ok()
			c := connect(t, test.base, client.Config{Transport: s})
			do(t, c, weft.NewRequest(weft.GET, parseURL(t, test.url)))
			if got := s.requests[0].URL.String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestMalformedBase(t *testing.T) {
	for _, base := range []string{
		"", "/books", "books.example", "ftp://books.example", "http://", "http://a.example:x", "http://a example",
		"http://a.example?q=1", "http://a.example/#top", "http://ann:secret@a.example", "http://ann:sec/ret@a.example", "ann:secret@a.example",
	} {
		t.Run(base, func(t *testing.T) {
			c := client.New(base)
			if c.Err() == nil {
				t.Fatal("there is no error")
			}
			_, err := c.Do(t.Context(), weft.Get("/books"))
			if e := errorOf[*client.Error](t, err); !errors.Is(err, c.Err()) || e.Attempt != 0 {
				t.Errorf("error %v, want %v", err, c.Err())
			}
			if got := err.Error(); strings.Contains(got, "secret") && !strings.Contains(got, "[secret]") || strings.Contains(got, "ret@") {
				t.Errorf("the error has the password: %s", got)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSeveralConfigs(t *testing.T) {
	if err := client.New("http://a.example", client.Config{}, client.Config{}).Err(); err == nil {
		t.Error("there is no error")
	}
}

func TestInvalidRequests(t *testing.T) {
	u := weft.URL{}.WithPath("/")
	tests := []struct {
		name   string
		config client.Config
		req    *weft.Request
	}{
		{"header with a line break", client.Config{}, weft.Get("/").AddHeader("A", "b\r\nc: d")},
		{"header without a name", client.Config{}, weft.Get("/").AddHeader("", "b")},
		{"method", client.Config{}, weft.NewRequest("GE T", u)},
		{"method of routes", client.Config{}, weft.NewRequest(weft.ANY, u)},
		{"body", client.Config{}, weft.Post("/", weft.BodyFrom(func() {}))},
		{"headers of the configuration", client.Config{Headers: weft.NewHeaders("A", "b\nc")}, weft.Get("/")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := ok()
			test.config.Transport = s
			_, err := client.New("http://a.example", test.config).Do(t.Context(), test.req)
			errorOf[*client.Error](t, err)
			if len(s.requests) != 0 {
				t.Error("the request was sent")
			}
		})
	}
}

// closeRecorder is a stream that notes that it was closed.
type closeRecorder struct {
	io.Reader
	closed bool
}

func (c *closeRecorder) Close() error {
	c.closed = true
	return nil
}

func TestBodyIsClosed(t *testing.T) {
	tests := []struct {
		name string
		url  string
		step func(*http.Request) (*http.Response, error)
	}{
		{"sent", "/", answer(200, "")},
		{"not answered", "/", broken(io.ErrUnexpectedEOF)},
		{"not sent", "/%zz", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			body := &closeRecorder{Reader: strings.NewReader("x")}
			c := client.New("http://a.example", client.Config{Transport: &script{steps: []func(*http.Request) (*http.Response, error){test.step}}})
			req := weft.Post("/", weft.BodyReader(body, 1))
			if test.step == nil {
				req = req.AddHeader("A", "\n")
			}
			_, _ = c.Do(t.Context(), req)
			if !body.closed {
				t.Error("the body is not closed")
			}
		})
	}
}

func TestFields(t *testing.T) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	forwarded := []forward.Field{{Name: "X-Request-Id", Value: "7"}, {Name: "Accept-Language", Value: "de"}, {Name: "X-Multi", Value: "1"}, {Name: "X-Multi", Value: "2"}}
	tests := []struct {
		name   string
		config client.Config
		req    *weft.Request
		want   map[string]string // values joined by "|"; "" for none
	}{
		{"defaults", client.Config{}, weft.Get("/"), map[string]string{
			"User-Agent": "weft", "Accept-Encoding": "gzip, deflate", "Content-Type": "", "X-Request-Id": "", "Authorization": "",
		}},
		{"user agent", client.Config{UserAgent: "bookshop/1"}, weft.Get("/"), map[string]string{"User-Agent": "bookshop/1"}},
		{"own user agent", client.Config{UserAgent: "bookshop/1"}, weft.Get("/").AddHeader("user-agent", "own"), map[string]string{"User-Agent": "own"}},
		{"media type", client.Config{}, weft.Post("/", weft.BodyString("{}", "application/json")), map[string]string{"Content-Type": "application/json"}},
		{"own media type", client.Config{}, weft.Post("/", weft.BodyString("{}", "application/json")).AddHeader("Content-Type", "a/b"), map[string]string{"Content-Type": "a/b"}},
		{"no compression", client.Config{NoCompression: true}, weft.Get("/"), map[string]string{"Accept-Encoding": "identity"}},
		{"own compression", client.Config{}, weft.Get("/").AddHeader("Accept-Encoding", "br"), map[string]string{"Accept-Encoding": "br"}},
		{"a range", client.Config{}, weft.Get("/").AddHeader("Range", "bytes=0-1"), map[string]string{"Accept-Encoding": "identity"}},
		{"headers", client.Config{Headers: weft.NewHeaders("X-A", "1", "X-A", "2", "X-B", "3")}, weft.Get("/").AddHeader("x-b", "own"), map[string]string{"X-A": "1|2", "X-B": "own"}},
		{"forwarded", client.Config{ForwardHeaders: true}, weft.Get("/").AddHeader("Accept-Language", "en"), map[string]string{
			"X-Request-Id": "7", "Accept-Language": "en", "X-Multi": "1|2",
		}},
		{"forwarded before headers", client.Config{ForwardHeaders: true, Headers: weft.NewHeaders("X-Request-Id", "0")}, weft.Get("/"), map[string]string{"X-Request-Id": "7"}},
		{"about the connection", client.Config{}, weft.Get("/").AddHeaders(weft.NewHeaders(
			"Connection", "close, X-Hop", "X-Hop", "1", "Transfer-Encoding", "gzip", "Content-Length", "7", "Upgrade", "h2c", "TE", "trailers", "X-End", "1",
		)), map[string]string{
			"Connection": "", "X-Hop": "", "Transfer-Encoding": "", "Content-Length": "", "Upgrade": "", "Te": "", "X-End": "1",
		}},
		{"cookies", client.Config{Cookies: jar}, weft.Get("/").AddHeader("Cookie", "own=1"), map[string]string{"Cookie": "own=1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := ok()
			test.config.Transport = s
			c := connect(t, "http://a.example", test.config)
			if _, err := c.Do(forward.With(t.Context(), forwarded), test.req); err != nil {
				t.Fatal(err)
			}
			for name, want := range test.want {
				if got := strings.Join(s.requests[0].Header.Values(name), "|"); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestNothingForOtherServers(t *testing.T) {
	s := ok()
	c := connect(t, "http://a.example", client.Config{Transport: s, ForwardHeaders: true, Headers: weft.NewHeaders("X-Tenant", "blue")})
	ctx := forward.With(t.Context(), []forward.Field{{Name: "X-Request-Id", Value: "7"}})
	for _, url := range []string{"http://b.example/", "https://a.example/", "http://a.example:8080/"} {
		if _, err := c.Do(ctx, weft.Get(url)); err != nil {
			t.Fatal(err)
		}
	}
	for _, req := range s.requests {
		if req.Header.Get("X-Tenant") != "" || req.Header.Get("X-Request-Id") != "" {
			t.Errorf("%s got %v", req.URL, req.Header)
		}
	}
}

func TestCookiesAreKept(t *testing.T) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := httpServer(t, func(w http.ResponseWriter, req *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "7"})
		io.WriteString(w, req.Header.Get("Cookie"))
	})
	c := connect(t, s.URL, client.Config{Cookies: jar})
	for _, want := range []string{"", "session=7"} {
		if got := text(t, get(t, c, "/")); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestBodies(t *testing.T) {
	s := httpServer(t, func(w http.ResponseWriter, req *http.Request) {
		b, err := io.ReadAll(req.Body)
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("X-Length", strings.Join(req.TransferEncoding, "")+req.Header.Get("Content-Length"))
		w.Write(b)
	})
	c := connect(t, s.URL)
	pieces := func(yield func([]byte, error) bool) { _ = yield([]byte("hel"), nil) && yield([]byte("lo"), nil) }
	tests := []struct {
		name   string
		body   weft.Body
		want   string
		length string
	}{
		{"none", weft.Body{}, "", "0"},
		{"empty", weft.BodyString(""), "", "0"},
		{"memory", weft.BodyString("hello"), "hello", "5"},
		{"reader of known length", weft.BodyReader(strings.NewReader("hello"), 5), "hello", "5"},
		{"reader of length 0", weft.BodyReader(strings.NewReader(""), 0), "", "0"},
		{"reader of unknown length", weft.BodyReader(strings.NewReader("hello"), -1), "hello", "chunked"},
		{"pieces", weft.BodySeq(pieces), "hello", "chunked"},
		{"function", weft.BodyFunc(func(w io.Writer) error { _, err := io.WriteString(w, "hello"); return err }), "hello", "chunked"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			resp := do(t, c, weft.Post("/", test.body))
			if got := text(t, resp); got != test.want {
				t.Errorf("body %q, want %q", got, test.want)
			}
			if got, _ := resp.Header("X-Length"); got != test.length {
				t.Errorf("length %q, want %q", got, test.length)
			}
		})
	}
}

func TestBodyOfAnotherLength(t *testing.T) {
	// The server must not answer before the client has noticed.
	s := httpServer(t, func(_ http.ResponseWriter, req *http.Request) {
		io.Copy(io.Discard, req.Body)
		<-req.Context().Done()
	})
	c := connect(t, s.URL)
	for _, length := range []int64{3, 10} {
		_, err := c.Do(t.Context(), weft.Post("/", weft.BodyReader(strings.NewReader("hello"), length)))
		errorOf[*client.Error](t, err)
	}
}
