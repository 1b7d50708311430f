package h1_test

import (
	"bufio"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/h1"
)

// Where this parser and net/http's disagree, one of them could be tricked behind
// the other. The places are known: each has its name and its reason here, and a
// difference without one fails the test.
var knownDifferences = []struct {
	why  string
	here func(input string, e *h1.Error) bool
}{
	{"net/http accepts a bare LF as a line end; RFC 9112, section 2.2, lets it, but readers disagree about it",
		func(in string, _ *h1.Error) bool { return strings.Contains(strings.ReplaceAll(in, "\r\n", ""), "\n") }},
	{"net/http joins folded lines; RFC 9112, section 5.2, asks servers to refuse or replace them",
		func(in string, _ *h1.Error) bool {
			return strings.Contains(in, "\r\n ") || strings.Contains(in, "\r\n\t")
		}},
	{"net/http checks Host, Content-Length and Transfer-Encoding in its server, after reading a request",
		func(_ string, e *h1.Error) bool {
			return strings.Contains(e.Problem, "Host") || strings.Contains(e.Problem, "Content-Length") || strings.Contains(e.Problem, "Transfer-Encoding") || e.Status == 501
		}},
	{"net/http leaves expectations to its server",
		func(_ string, e *h1.Error) bool { return e.Status == 417 }},
	{"net/http leaves the version to its server",
		func(_ string, e *h1.Error) bool { return e.Status == 505 }},
	{"net/http accepts targets with bytes that RFC 3986 wants percent-encoded, and any scheme",
		func(_ string, e *h1.Error) bool { return strings.Contains(e.Problem, "target") }},
	{"net/http allows control characters in values that its server checks later",
		func(_ string, e *h1.Error) bool { return strings.Contains(e.Problem, "control character") }},
	{"net/http has no limits of this kind here",
		func(_ string, e *h1.Error) bool { return e.Status == 431 || e.Status == 414 }},
	{"net/http's text reader ends lines at LF and keeps a CR inside of them",
		func(_ string, e *h1.Error) bool { return strings.Contains(e.Problem, "CR LF") }},
	{"net/http drops white space around names",
		func(in string, e *h1.Error) bool { return strings.Contains(e.Problem, "field name") }},
}

// FuzzAgainstNetHTTP compares which heads are accepted, and what they mean.
func FuzzAgainstNetHTTP(f *testing.F) {
	for _, s := range []string{
		line("GET / HTTP/1.1"), line("GET /a%2fb?c=d&e HTTP/1.0"), field("A: b"), field("Content-Length: 3"),
		field("Transfer-Encoding: chunked"), field("Connection: close"), line("OPTIONS * HTTP/1.1"),
		line("GET http://x/y HTTP/1.1"), line("CONNECT a:1 HTTP/1.1"), field("A: b\r\n c"), field("a : b"),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, input string) {
		h, n, err := parse(input, len(input), h1.DefaultLimits())
		req, theirs := http.ReadRequest(bufio.NewReader(strings.NewReader(input)))
		var e *h1.Error
		switch {
		case errors.As(err, &e) && theirs == nil:
			for _, d := range knownDifferences {
				if d.here(input, e) {
					return
				}
			}
			t.Fatalf("refused with %v, net/http accepts\n%q", e, input)
		case err == nil && n > 0 && theirs != nil:
			if acceptedHereOnly(&h, theirs) {
				return
			}
			t.Fatalf("accepted, net/http refuses with %v\n%q", theirs, input)
		case err == nil && n > 0:
			compareMeaning(t, &h, req, input)
		}
	})
}

// acceptedHereOnly lists the heads that net/http alone refuses.
func acceptedHereOnly(h *h1.Head, theirs error) bool {
	text := theirs.Error()
	switch {
	case strings.Contains(text, "malformed HTTP version"): // HTTP/1.2 to 1.9
		return true
	case strings.Contains(text, "invalid URI"), strings.Contains(text, "invalid URL escape"), strings.Contains(text, "invalid port"),
		strings.Contains(text, "invalid character"), strings.Contains(text, "invalid userinfo"), strings.Contains(text, "missing ']'"),
		strings.Contains(text, "first path segment"), strings.Contains(text, "parse "):
		return true // the path is kept as it is and decoded when matched; hosts are checked by their bytes
	case strings.Contains(text, "malformed HTTP request"): // empty lines before the request line
		return true
	}
	return false
}

func compareMeaning(t *testing.T, h *h1.Head, req *http.Request, input string) {
	if h.Method() != req.Method {
		t.Fatalf("method %q, net/http %q\n%q", h.Method(), req.Method, input)
	}
	if h.Chunked != (len(req.TransferEncoding) > 0) && h.Minor == 1 {
		t.Fatalf("chunked %v, net/http %v\n%q", h.Chunked, req.TransferEncoding, input)
	}
	if !h.Chunked && h.HasLength && h.Length != max(req.ContentLength, 0) {
		t.Fatalf("length %d, net/http %d\n%q", h.Length, req.ContentLength, input)
	}
	for i := range h.Len() {
		name, value := h.Field(i)
		if strings.EqualFold(name, "Host") || strings.EqualFold(name, "Transfer-Encoding") || strings.EqualFold(name, "Trailer") || strings.EqualFold(name, "Content-Length") {
			continue
		}
		found := false
		for _, v := range req.Header.Values(name) {
			found = found || v == value
		}
		if !found && !strings.EqualFold(name, "Pragma") && !strings.EqualFold(name, "Cache-Control") {
			t.Fatalf("field %q is %q, net/http has %q\n%q", name, value, req.Header.Values(name), input)
		}
	}
}
