package h1_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/h1"
)

// parse reads one head from input in pieces of the given size. It returns the
// number of bytes the head took, or the refusal.
func parse(input string, piece int, lim h1.Limits) (h1.Head, int, error) {
	var p h1.Parser
	var h h1.Head
	buf := []byte(input)
	for end := min(piece, len(buf)); ; end = min(end+piece, len(buf)) {
		n, err := p.Parse(buf[:end:end], &lim, &h)
		if n > 0 || err != nil || end == len(buf) {
			return h, n, err
		}
	}
}

// describe writes a head down for comparison.
func describe(h *h1.Head, n int, err error) string {
	if err != nil {
		return "refused: " + err.Error()
	}
	if n == 0 {
		return "incomplete"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d bytes, %s form %d path %q query %q host %q scheme %q version %d.%d length %d flags %v\n", n, h.Method(), h.Form,
		h.Path(), h.Query(), h.Host(), h.Scheme(), h.Major, h.Minor, h.Length,
		[]bool{h.HasQuery, h.Close, h.KeepAlive, h.Chunked, h.HasLength, h.Continue, h.Upgrade})
	for i := range h.Len() {
		name, value := h.Field(i)
		fmt.Fprintf(&b, "%q: %q\n", name, value)
	}
	return b.String()
}

func TestParseReadsAHead(t *testing.T) {
	input := "POST /a/b?c=d HTTP/1.1\r\nHost: example.org:80\r\nContent-Length: 12\r\nX-Empty:\r\nX-Spaces:  \t two words \t\r\nConnection: Keep-Alive, Upgrade\r\nUpgrade: ws\r\n\r\nhello"
	h, n, err := parse(input, len(input), h1.DefaultLimits())
	if err != nil || n != len(input)-len("hello") {
		t.Fatalf("got %d bytes, %v", n, err)
	}
	if h.Method() != "POST" || h.Path() != "/a/b" || h.Query() != "c=d" || !h.HasQuery || h.Host() != "example.org:80" {
		t.Errorf("got %s", describe(&h, n, err))
	}
	if h.Length != 12 || !h.HasLength || h.Chunked || h.Close || !h.KeepAlive || !h.Upgrade {
		t.Errorf("got %s", describe(&h, n, err))
	}
	if v, ok := h.Get("x-spaces"); !ok || v != "two words" {
		t.Errorf("X-Spaces is %q, %v", v, ok)
	}
	if v, ok := h.Get("X-EMPTY"); !ok || v != "" {
		t.Errorf("X-Empty is %q, %v", v, ok)
	}
	if _, ok := h.Get("X-Missing"); ok {
		t.Error("X-Missing is there")
	}
}

// line returns a request with that request line.
func line(s string) string { return s + "\r\nHost: h\r\n\r\n" }

// field returns a request with that field.
func field(s string) string { return "GET / HTTP/1.1\r\nHost: h\r\n" + s + "\r\n\r\n" }

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		name, input string
		status      int
	}{
		{"empty method", line(" / HTTP/1.1"), 400},
		{"method with a bad byte", line("GE T / HTTP/1.1"), 400},
		{"method with a tab", line("GET\t/ HTTP/1.1"), 400},
		{"no target", line("GET  HTTP/1.1"), 400},
		{"no version", line("GET /"), 400},
		{"space in target", line("GET /a b HTTP/1.1"), 400},
		{"two spaces before version", line("GET /  HTTP/1.1"), 400},
		{"space after version", line("GET / HTTP/1.1 "), 400},
		{"control byte in target", line("GET /\x01 HTTP/1.1"), 400},
		{"NUL in target", line("GET /\x00 HTTP/1.1"), 400},
		{"DEL in target", line("GET /\x7f HTTP/1.1"), 400},
		{"UTF-8 in target", line("GET /ü HTTP/1.1"), 400},
		{"target without slash", line("GET a HTTP/1.1"), 400},
		{"relative target", line("GET ../etc/passwd HTTP/1.1"), 400},
		{"unknown scheme", line("GET ftp://h/ HTTP/1.1"), 400},
		{"absolute without host", line("GET http:/// HTTP/1.1"), 400},
		{"CONNECT without port", line("CONNECT h HTTP/1.1"), 400},
		{"lower-case protocol", line("GET / http/1.1"), 400},
		{"other protocol", line("GET / ICE/1.0"), 400},
		{"version 0.9", line("GET / HTTP/0.9"), 505},
		{"version 2.0", line("GET / HTTP/2.0"), 505},
		{"version 3.0", line("GET / HTTP/3.0"), 505},
		{"version with two digits", line("GET / HTTP/1.10"), 400},
		{"bare LF after line", "GET / HTTP/1.1\nHost: h\r\n\r\n", 400},
		{"bare CR in line", "GET / HTTP/1.1\rX\r\nHost: h\r\n\r\n", 400},
		{"bare LF before line", "\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 400},
		{"no Host", "GET / HTTP/1.1\r\n\r\n", 400},
		{"two Hosts", field("Host: h"), 400},
		{"Host with a brace", "GET / HTTP/1.1\r\nHost: {\r\n\r\n", 400},
		{"Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
		{"Host with a slash", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},
		{"Host with an at sign", "GET / HTTP/1.1\r\nHost: u@h\r\n\r\n", 400},
		{"space before colon", field("A : b"), 400},
		{"tab before colon", field("A\t: b"), 400},
		{"empty name", field(": b"), 400},
		{"no colon", field("A"), 400},
		{"name with a bad byte", field("A(: b"), 400},
		{"name with UTF-8", field("Ä: b"), 400},
		{"folded value", field("A: b\r\n c"), 400},
		{"folded with tab", field("A: b\r\n\tc"), 400},
		{"fold before first field", "GET / HTTP/1.1\r\n Host: h\r\n\r\n", 400},
		{"bare LF after value", field("A: b\nC: d"), 400},
		{"bare CR in value", field("A: b\rC: d"), 400},
		{"bare CR at end of value", field("A: b\r"), 400},
		{"NUL in value", field("A: b\x00"), 400},
		{"control byte in value", field("A: b\x0b"), 400},
		{"DEL in value", field("A: \x7f"), 400},
		{"bare LF at the end", "GET / HTTP/1.1\r\nHost: h\r\n\n", 400},
		{"bare CR at the end", "GET / HTTP/1.1\r\nHost: h\r\n\rX", 400},
		{"empty length", field("Content-Length:"), 400},
		{"negative length", field("Content-Length: -1"), 400},
		{"signed length", field("Content-Length: +1"), 400},
		{"hexadecimal length", field("Content-Length: 0x1"), 400},
		{"length with a space", field("Content-Length: 1 2"), 400},
		{"list of lengths", field("Content-Length: 1, 1"), 400},
		{"length that overflows", field("Content-Length: 9999999999999999999"), 400},
		{"differing lengths", field("Content-Length: 1\r\nContent-Length: 2"), 400},
		{"length and chunked", field("Content-Length: 1\r\nTransfer-Encoding: chunked"), 400},
		{"chunked and length", field("Transfer-Encoding: chunked\r\nContent-Length: 1"), 400},
		{"chunked twice", field("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), 400},
		{"chunked listed twice", field("Transfer-Encoding: chunked, chunked"), 501},
		{"empty coding", field("Transfer-Encoding:"), 400},
		{"gzip coding", field("Transfer-Encoding: gzip"), 501},
		{"gzip and chunked", field("Transfer-Encoding: gzip, chunked"), 501},
		{"chunked and gzip", field("Transfer-Encoding: chunked, gzip"), 501},
		{"identity coding", field("Transfer-Encoding: identity"), 501},
		{"misspelt coding", field("Transfer-Encoding: xchunked"), 501},
		{"coding in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
		{"unknown expectation", field("Expect: tea"), 417},
		{"line of 8193 bytes", line("GET /" + strings.Repeat("a", 8193-len("GET / HTTP/1.1")) + " HTTP/1.1"), 414},
		{"header of 16385 bytes", field("A: " + strings.Repeat("a", 16385-len("Host: h\r\nA: \r\n\r\n"))), 431},
		{"129 fields", field(strings.TrimSuffix(strings.Repeat("A: b\r\n", 128), "\r\n")), 431},
		{"very long name", field(strings.Repeat("a", 1025) + ": b"), 431},
		{"many empty lines", strings.Repeat("\r\n", 40) + line("GET / HTTP/1.1"), 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, n, err := parse(c.input, len(c.input), h1.DefaultLimits())
			var e *h1.Error
			if !errors.As(err, &e) || e.Status != c.status || n != 0 {
				t.Errorf("got %d bytes and %v, want status %d", n, err, c.status)
			}
			sameInPieces(t, c.input, h1.DefaultLimits())
		})
	}
}

// accepted is what a head says, as strings.
type accepted struct {
	Path, Query, Host, Scheme string
	Form                      h1.Form
	Major, Minor              uint8
	Length                    int64

	HasQuery, HasLength, Chunked, Close, KeepAlive, Continue bool
}

func heard(h *h1.Head) accepted {
	return accepted{
		h.Path(), h.Query(), h.Host(), h.Scheme(), h.Form, h.Major, h.Minor, h.Length,
		h.HasQuery, h.HasLength, h.Chunked, h.Close, h.KeepAlive, h.Continue,
	}
}

func TestParseAccepts(t *testing.T) {
	for _, c := range []struct {
		name, input string
		want        accepted
	}{
		{"HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", accepted{Path: "/", Major: 1, Close: true}},
		{"HTTP/1.0 with keep-alive", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", accepted{Path: "/", Major: 1, KeepAlive: true}},
		{"HTTP/1.2", line("GET / HTTP/1.2"), accepted{Path: "/", Major: 1, Minor: 1, Host: "h"}},
		{"leading empty lines", "\r\n\r\n" + line("GET / HTTP/1.1"), accepted{Path: "/", Major: 1, Minor: 1, Host: "h"}},
		{"close wins over keep-alive", field("Connection: keep-alive\r\nConnection: x , CLOSE"), accepted{Path: "/", Major: 1, Minor: 1, Host: "h", Close: true, KeepAlive: true}},
		{"empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", accepted{Path: "/", Major: 1, Minor: 1}},
		{"IPv6 Host", "GET / HTTP/1.1\r\nHost: [::1%25en0]:80\r\n\r\n", accepted{Path: "/", Major: 1, Minor: 1, Host: "[::1%25en0]:80"}},
		{"absolute target", line("GET HTTP://u:p@a.b:8/c?d HTTP/1.1"), accepted{Path: "/c", Query: "d", HasQuery: true, Form: h1.Absolute, Scheme: "http", Host: "a.b:8", Major: 1, Minor: 1}},
		{"absolute target without path", line("GET https://a?b HTTP/1.1"), accepted{Path: "/", Query: "b", HasQuery: true, Form: h1.Absolute, Scheme: "https", Host: "a", Major: 1, Minor: 1}},
		{"asterisk", line("OPTIONS * HTTP/1.1"), accepted{Path: "*", Form: h1.Asterisk, Host: "h", Major: 1, Minor: 1}},
		{"authority", line("CONNECT a.b:443 HTTP/1.1"), accepted{Path: "/", Form: h1.Authority, Host: "a.b:443", Major: 1, Minor: 1}},
		{"own method", line("M-SEARCH * HTTP/1.1"), accepted{Path: "*", Form: h1.Asterisk, Host: "h", Major: 1, Minor: 1}},
		{"empty query", line("GET /? HTTP/1.1"), accepted{Path: "/", HasQuery: true, Host: "h", Major: 1, Minor: 1}},
		{"fragment", line("GET /a?b#c HTTP/1.1"), accepted{Path: "/a", Query: "b", HasQuery: true, Host: "h", Major: 1, Minor: 1}},
		{"fragment without query", line("GET /a#c?d HTTP/1.1"), accepted{Path: "/a", Host: "h", Major: 1, Minor: 1}},
		{"length with zeros", field("Content-Length: 003"), accepted{Path: "/", Host: "h", Major: 1, Minor: 1, Length: 3, HasLength: true}},
		{"equal lengths", field("Content-Length: 3\r\nContent-Length: 3"), accepted{Path: "/", Host: "h", Major: 1, Minor: 1, Length: 3, HasLength: true}},
		{"chunked in capitals", field("Transfer-Encoding: CHUNKED"), accepted{Path: "/", Host: "h", Major: 1, Minor: 1, Length: -1, Chunked: true}},
		{"expectation", field("Expect: 100-Continue"), accepted{Path: "/", Host: "h", Major: 1, Minor: 1, Continue: true}},
		{"expectation in HTTP/1.0", "GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n", accepted{Path: "/", Major: 1, Close: true}},
		{"bytes above 0x7f in a value", field("A: \xff"), accepted{Path: "/", Host: "h", Major: 1, Minor: 1}},
		{"preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\n", accepted{Path: "*", Form: h1.Asterisk, Major: 2, Close: true}},
		{"line of 8192 bytes", line("GET /" + strings.Repeat("a", 8192-len("GET / HTTP/1.1")) + " HTTP/1.1"), accepted{Path: "/" + strings.Repeat("a", 8192-len("GET / HTTP/1.1")), Host: "h", Major: 1, Minor: 1}},
		{"header of 16384 bytes", field("A: " + strings.Repeat("a", 16384-len("Host: h\r\nA: \r\n\r\n"))), accepted{Path: "/", Host: "h", Major: 1, Minor: 1}},
		{"128 fields", field(strings.TrimSuffix(strings.Repeat("A: b\r\n", 127), "\r\n")), accepted{Path: "/", Host: "h", Major: 1, Minor: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, n, err := parse(c.input, len(c.input), h1.DefaultLimits())
			if err != nil || n != len(c.input) {
				t.Fatalf("got %d of %d bytes and %v", n, len(c.input), err)
			}
			if got, want := heard(&h), c.want; got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			sameInPieces(t, c.input, h1.DefaultLimits())
		})
	}
}

func TestParseLengthWithChunked(t *testing.T) {
	lim := h1.DefaultLimits()
	lim.LengthWithChunked = true
	h, n, err := parse(field("Content-Length: 5\r\nTransfer-Encoding: chunked"), 1<<20, lim)
	if err != nil || n == 0 || !h.Chunked || !h.Close || h.Length != -1 {
		t.Errorf("got %s", describe(&h, n, err))
	}
}

// sameInPieces checks that cutting the input does not change the outcome.
func sameInPieces(t *testing.T, input string, lim h1.Limits) {
	t.Helper()
	h, n, err := parse(input, len(input), lim)
	want := describe(&h, n, err)
	for _, piece := range []int{1, 2, 3, 7, 64, 4096} {
		h, n, err := parse(input, piece, lim)
		if got := describe(&h, n, err); got != want {
			t.Fatalf("in pieces of %d:\ngot  %s\nwant %s", piece, got, want)
		}
	}
}

func TestParserServesOneHeadAfterAnother(t *testing.T) {
	var p h1.Parser
	lim := h1.DefaultLimits()
	heads := make([]h1.Head, 300)
	for i := range heads {
		input := []byte(fmt.Sprintf("GET /%d HTTP/1.1\r\nHost: h%d\r\nA: %d\r\n\r\n", i, i, i))
		if n, err := p.Parse(input, &lim, &heads[i]); n != len(input) || err != nil {
			t.Fatalf("head %d: %d, %v", i, n, err)
		}
	}
	for i := range heads {
		if v, _ := heads[i].Get("A"); v != fmt.Sprint(i) || heads[i].Host() != fmt.Sprintf("h%d", i) {
			t.Fatalf("head %d was overwritten: A is %q, host %q", i, v, heads[i].Host())
		}
	}
}

func TestParserRecoversWithReset(t *testing.T) {
	var p h1.Parser
	var h h1.Head
	lim := h1.DefaultLimits()
	if n, err := p.Parse([]byte("GET / HTTP/1.1\r\nHost: a\r\nB"), &lim, &h); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	p.Reset()
	input := []byte(line("GET /x HTTP/1.1"))
	if n, err := p.Parse(input, &lim, &h); n != len(input) || err != nil || h.Len() != 1 {
		t.Fatal(n, err, h.Len())
	}
}

func TestParsingAllocatesNothing(t *testing.T) {
	var p h1.Parser
	var h h1.Head
	lim := h1.DefaultLimits()
	input := []byte("GET /users/12345/posts?limit=10 HTTP/1.1\r\nHost: example.org\r\nAccept: */*\r\nUser-Agent: test\r\n\r\n")
	allocs := testing.AllocsPerRun(5000, func() {
		if n, err := p.Parse(input, &lim, &h); n != len(input) || err != nil {
			t.Fatal(n, err)
		}
	})
	if allocs > 0.05 { // the slab of fields, once in 170 heads
		t.Errorf("%.3f allocations per head", allocs)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		line("GET / HTTP/1.1"), field("Content-Length: 3") + "abc", field("Transfer-Encoding: chunked"),
		"\r\nPOST http://a/b?c HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		field("A: b\r\n c"), field("A:\tb\t"), "GET / HTTP/1.1\r\nHost: h\r\n\rX",
	} {
		f.Add(s, uint16(1))
	}
	lim := h1.Limits{Line: 100, Header: 200, Fields: 8}
	f.Fuzz(func(t *testing.T, input string, piece uint16) {
		size := max(1, int(piece))
		h, n, err := parse(input, len(input), lim)
		g, m, err2 := parse(input, size, lim)
		if a, b := describe(&h, n, err), describe(&g, m, err2); a != b {
			t.Fatalf("whole:\n%s\nin pieces of %d:\n%s", a, size, b)
		}
		if err != nil || n == 0 {
			return
		}
		// What was accepted, written again, reads the same.
		var b strings.Builder
		target := h.Path()
		switch h.Form {
		case h1.Absolute:
			target = h.Scheme() + "://" + h.Host() + h.Path()
		case h1.Authority:
			target = h.Host()
		}
		if h.HasQuery {
			target += "?" + h.Query()
		}
		fmt.Fprintf(&b, "%s %s HTTP/%d.%d\r\n", h.Method(), target, h.Major, h.Minor)
		for i := range h.Len() {
			name, value := h.Field(i)
			fmt.Fprintf(&b, "%s: %s\r\n", name, value)
		}
		b.WriteString("\r\n")
		wide := h1.Limits{Line: 1000, Header: 1000, Fields: 8}
		again, k, err := parse(b.String(), b.Len(), wide)
		if err != nil || k != b.Len() {
			t.Fatalf("written again: %d, %v\n%q", k, err, b.String())
		}
		if a, c := describe(&h, 1, nil), describe(&again, 1, nil); a != c {
			t.Fatalf("written again:\n%s\nwant\n%s", c, a)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for name, input := range map[string]string{
		"tiny": "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
		"browser": "GET /users/12345/posts?limit=10&offset=20 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0\r\n" +
			"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\nAccept-Language: en-US,en;q=0.5\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n" +
			"Cookie: session=0123456789abcdef0123456789abcdef; theme=dark\r\nAuthorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3\r\n" +
			"X-Request-Id: 7b3f0c1e-55a1-4a3f-9a51-1b2c3d4e5f60\r\nCache-Control: max-age=0\r\nConnection: keep-alive\r\n\r\n",
	} {
		b.Run(name, func(b *testing.B) {
			var p h1.Parser
			var h h1.Head
			lim := h1.DefaultLimits()
			buf := []byte(input)
			b.SetBytes(int64(len(buf)))
			b.ReportAllocs()
			for b.Loop() {
				if n, err := p.Parse(buf, &lim, &h); n == 0 || err != nil {
					b.Fatal(n, err)
				}
			}
		})
	}
}
