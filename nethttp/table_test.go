package nethttp_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

// The table says how weft behaves, and every engine that can serve routes has to
// behave so: our own over HTTP/1.1 and HTTP/2, net/http over both, and routes
// without any connection. The same client asks all of them.

// A group is a set of routes and what requests to them are answered with.
type group struct {
	name   string
	routes func() weft.Routes
	cases  []tableCase
}

// A tableCase is one request and its answer.
type tableCase struct {
	name string

	method  string // GET if empty
	path    string // target as it is sent, with the query
	header  []string
	body    string
	chunked bool // send the body without its length

	status   int      // 200 if zero
	want     []string // pairs of header fields of the answer; an empty value means none
	wantBody string
	contains string   // in place of wantBody, for bodies that vary
	trailers []string // pairs
	check    func(t *testing.T, a *answered)

	// unlike names the engines that are right to behave otherwise, and says why.
	unlike map[string]string
}

// answered is an answer that was read to its end.
type answered struct {
	*http.Response
	body []byte
}

// table returns all groups.
func table() []group {
	return []group{
		methods(), parameters(), paths(), nesting(),
		queries(), fields(), cookies(), bodies(), forms(), limits(),
		responses(), redirects(), files(), streams(),
		failures(), problems(), middleware(), foreign(),
	}
}

// say returns a handler that answers with a text.
func say(text string) weft.Handler {
	return func(*weft.Request) (weft.Response, error) { return weft.Text(text), nil }
}

// tell returns a handler that answers with what f says about the request.
func tell(f func(*weft.Request) string) weft.Handler {
	return func(req *weft.Request) (weft.Response, error) { return weft.Text(f(req)), nil }
}

// give returns a handler that answers with a response that is made anew for each
// request.
func give(f func() weft.Response) weft.Handler {
	return func(*weft.Request) (weft.Response, error) { return f(), nil }
}

func TestTable(t *testing.T) {
	count, names := 0, map[string]bool{}
	for _, g := range table() {
		for _, c := range g.cases {
			count++
			if names[g.name+c.name] {
				t.Errorf("two cases have the name %s/%s", g.name, c.name)
			}
			names[g.name+c.name] = true
		}
	}
	if count < 60 {
		t.Errorf("the table has %d cases", count)
	}
	for _, e := range engines() {
		t.Run(e.name, func(t *testing.T) {
			for _, g := range table() {
				t.Run(g.name, func(t *testing.T) {
					at := e.start(t, g.routes())
					for _, c := range g.cases {
						t.Run(c.name, func(t *testing.T) { c.run(t, e, at) })
					}
				})
			}
		})
	}
}

func (c *tableCase) run(t *testing.T, e engine, at endpoint) {
	if why, ok := c.unlike[e.name]; ok {
		t.Skip(why)
	}
	a, err := at.do(c.request(t, at.base))
	if err != nil {
		t.Fatal(err)
	}
	if want := cmp.Or(c.status, 200); a.StatusCode != want {
		t.Errorf("the status is %s, want %d\n%s", a.Status, want, clip(a.body))
	}
	for pair := range slices.Chunk(c.want, 2) {
		if got := strings.Join(a.Header.Values(pair[0]), " | "); got != pair[1] {
			t.Errorf("the field %s is %q, want %q", pair[0], got, pair[1])
		}
	}
	for pair := range slices.Chunk(c.trailers, 2) {
		if got := a.Trailer.Get(pair[0]); got != pair[1] {
			t.Errorf("the trailer %s is %q, want %q", pair[0], got, pair[1])
		}
	}
	switch {
	case c.check != nil:
		c.check(t, a)
	case c.contains != "":
		if !strings.Contains(string(a.body), c.contains) {
			t.Errorf("the body is %q, want %q in it", a.body, c.contains)
		}
	default:
		if string(a.body) != c.wantBody {
			t.Errorf("the body is %q, want %q", clip(a.body), clip([]byte(c.wantBody)))
		}
	}
}

// request returns the request of a case. The path goes out exactly as written.
func (c *tableCase) request(t *testing.T, base string) *http.Request {
	t.Helper()
	var body io.Reader
	switch {
	case c.chunked:
		body = io.MultiReader(strings.NewReader(c.body)) // of unknown length
	case c.body != "":
		body = strings.NewReader(c.body)
	}
	r, err := http.NewRequestWithContext(t.Context(), cmp.Or(c.method, "GET"), base+c.path, body)
	if err != nil {
		t.Fatal(err)
	}
	for pair := range slices.Chunk(c.header, 2) {
		r.Header.Add(pair[0], pair[1])
	}
	return r
}

func clip(b []byte) string {
	if len(b) <= 400 {
		return string(b)
	}
	return fmt.Sprintf("%s… (%d bytes)", b[:400], len(b))
}

// An endpoint is where an engine answers.
type endpoint struct {
	base   string
	client *http.Client
}

// do sends a request and reads the answer to its end. Redirects are not
// followed.
func (e endpoint) do(r *http.Request) (*answered, error) {
	resp, err := e.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return &answered{resp, b}, err
}

// get asks for a path with GET.
func (e endpoint) get(t *testing.T, path string, header ...string) *answered {
	t.Helper()
	c := tableCase{path: path, header: header}
	a, err := e.do(c.request(t, e.base))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// memory is a round tripper that asks routes directly.
type memory struct{ routes weft.Routes }

func (m memory) RoundTrip(r *http.Request) (*http.Response, error) {
	req, err := memoryRequest(r)
	if err != nil {
		return nil, err
	}
	resp := m.routes.Serve(req)
	if resp.Takeover() != nil {
		return nil, errors.New("the response takes over a connection that is not there")
	}
	out := &http.Response{
		StatusCode: int(resp.Status()), Status: resp.Status().String(), Request: r,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Trailer: http.Header{}, Body: http.NoBody,
	}
	for name, value := range resp.Headers().All() {
		out.Header.Add(name, value)
	}
	if !resp.Status().AllowsBody() {
		return out, nil
	}
	if v, ok := resp.Header("Content-Type"); ok {
		out.Header.Set("Content-Type", v)
	}
	out.ContentLength = -1
	if n, ok := resp.Body().Len(); ok {
		out.ContentLength = n
		out.Header.Set("Content-Length", fmt.Sprint(n))
	}
	if r.Method != "HEAD" {
		out.Body = resp.Body().AsStream()
	}
	for name, value := range resp.Trailers().All() {
		out.Trailer.Add(name, value)
	}
	return out, nil
}

// memoryRequest makes the request that a server would have received.
func memoryRequest(r *http.Request) (*weft.Request, error) {
	var b bytes.Buffer
	if r.Body != nil {
		if _, err := b.ReadFrom(r.Body); err != nil {
			return nil, err
		}
	}
	u, err := weft.ParseTarget(weft.Method(r.Method), r.URL.RequestURI())
	if err != nil {
		return nil, err
	}
	body := weft.Body{}
	if b.Len() > 0 {
		body = weft.BodyBytes(b.Bytes(), r.Header.Get("Content-Type"))
	}
	req := weft.NewRequest(weft.Method(r.Method), u, body).AddHeader("Host", r.URL.Host).WithContext(r.Context())
	for name, values := range r.Header {
		for _, v := range values {
			req = req.AddHeader(name, v)
		}
	}
	return req, nil
}
