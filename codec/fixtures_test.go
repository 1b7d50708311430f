package codec_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
)

type Book struct {
	Title string   `json:"title" minLength:"1"`
	Pages int      `json:"pages" minimum:"1"`
	Tags  []string `json:"tags,omitempty"`
}

// sent encodes a value into a request, serves that on the pattern, and returns what
// decoding it there gives.
func sent[T any](t testing.TB, pattern string, c codec.Codec[T], v T) (T, error) {
	t.Helper()
	return received(t, pattern, c, requestOf(t, pattern, c, v, format.Config{}))
}

// requestOf encodes a value into a request.
func requestOf[T any](t testing.TB, pattern string, c codec.Codec[T], v T, cfg format.Config) *weft.Request {
	t.Helper()
	target := codec.ToRequest(cfg)
	c.Encode(&target, v)
	if err := target.Err(); err != nil {
		t.Fatal(err)
	}
	path := pattern
	for name := range pathNames(pattern) {
		value, _ := target.Param(name)
		path = strings.Replace(path, "{"+name+"}", url.PathEscape(value), 1)
		path = strings.Replace(path, "{"+name+"...}", value, 1)
	}
	u, err := weft.ParseURL(path)
	if err != nil {
		t.Fatal(err)
	}
	req := weft.NewRequest(weft.POST, u, target.Body()).SetHeaders(target.Headers()).WithCodecConfig(cfg)
	if q := target.Query(); q.Len() > 0 {
		req = req.SetQueryParams(q)
	}
	return req
}

func pathNames(pattern string) map[string]bool {
	names := map[string]bool{}
	for part := range strings.SplitSeq(pattern, "/") {
		if strings.HasPrefix(part, "{") {
			names[strings.TrimSuffix(strings.Trim(part, "{}"), "...")] = true
		}
	}
	return names
}

// received decodes a request that is served on the pattern.
func received[T any](t testing.TB, pattern string, c codec.Codec[T], req *weft.Request) (v T, err error) {
	t.Helper()
	served := false
	weft.NewRoutes(weft.NewPattern(weft.ANY, pattern).Handle(func(req *weft.Request) (weft.Response, error) {
		served = true
		s := codec.FromRequest(req)
		v = c.Decode(&s)
		err = s.Err()
		return weft.OK(), nil
	})).Serve(req)
	if !served {
		t.Fatalf("%s does not match %s", req.Path(), pattern)
	}
	return v, err
}

// answered encodes a value into a response and returns what decoding it gives.
func answered[T any](t testing.TB, c codec.Codec[T], v T) (T, error) {
	t.Helper()
	resp := responseOf(t, c, v, "")
	s := codec.FromResponse(&resp, format.Config{})
	return c.Decode(&s), s.Err()
}

// responseOf encodes a value into a response for a client with an Accept field.
func responseOf[T any](t testing.TB, c codec.Codec[T], v T, accept string) weft.Response {
	t.Helper()
	target := codec.ToResponse(accepting(accept))
	c.Encode(&target, v)
	if err := target.Err(); err != nil {
		t.Fatal(err)
	}
	resp := target.Response()
	if err := resp.Err(); err != nil {
		t.Fatal(err)
	}
	return resp
}

func accepting(accept string) *weft.Request {
	req := weft.Get("/")
	if accept != "" {
		req = req.AddHeader("Accept", accept)
	}
	return req
}

// faults returns the faults of a problem, one a line.
func faults(err error) string {
	p, ok := err.(*weft.Problem)
	if !ok {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	var lines []string
	for _, f := range p.Errors {
		lines = append(lines, f.In+" "+f.Name+": "+f.Message)
	}
	return strings.Join(lines, "\n")
}

// panics returns what f panics with.
func panics(f func()) (message string) {
	defer func() {
		if v := recover(); v != nil {
			message, _ = v.(string)
		}
	}()
	f()
	return ""
}
