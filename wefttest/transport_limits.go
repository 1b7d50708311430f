package wefttest

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft/server"
)

// limitRules say how large a head may be. Limits are inclusive, and exceeding one
// is told with the name of the setting.
func limitRules() []rule {
	rules := []rule{
		{"ManyFieldsAreCountedNotMeasured", fieldCount},
		{"LongFieldName", longName},
		{"Expectation", func(t *trial) { refusedWith(t, get("/", "Expect: the-unexpected"), 417) }},
		{"Version20", func(t *trial) { refusedWith(t, "GET / HTTP/2.0\r\nHost: test\r\n\r\n", 505) }},
		{"Version09", func(t *trial) { refusedWith(t, "GET / HTTP/0.9\r\nHost: test\r\n\r\n", 505) }},
		{"Version30", func(t *trial) { refusedWith(t, "GET / HTTP/3.0\r\n\r\n", 505) }},
		{"PrefaceOfHTTP2", func(t *trial) { refusedWith(t, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505) }},
		{"Version12IsVersion11", version12},
		{"RequestLineNeverEnds", func(t *trial) { refusedWith(t, "GET /"+strings.Repeat("x", 10_000), 414) }},
		{"FieldsNeverEnd", func(t *trial) { refusedWith(t, "GET / HTTP/1.1\r\nX: "+strings.Repeat("x", 20_000), 431) }},
		{"BlankLinesNeverEnd", func(t *trial) { refusedWith(t, strings.Repeat("\r\n", 1000), 400) }},
	}
	for _, c := range []struct {
		name         string
		line, fields int // zero means the default
	}{{"Default", 0, 0}, {"Configured", 100, 500}} {
		rules = append(rules,
			rule{"RequestLine" + c.name, func(t *trial) { lineLimit(t, c.line, or(c.line, 8192)) }},
			rule{"HeaderSize" + c.name, func(t *trial) { sizeLimit(t, c.fields, or(c.fields, 16384)) }})
	}
	return append(rules,
		rule{"FieldCountDefault", func(t *trial) { countLimit(t, 0, 128) }},
		rule{"FieldCountConfigured", func(t *trial) { countLimit(t, 5, 5) }})
}

func or(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

// refusedWith checks that a request is refused, whole and in pieces, and that the
// connection ends.
func refusedWith(t *trial, request string, status int, words ...string) {
	t.Helper()
	addr := t.serve(plainApp())
	for _, size := range []int{len(request), max(1, len(request)/7)} {
		c := Dial(t.T, addr)
		checkRefused(c, request, size, status, words...)
	}
}

func checkRefused(c *Conn, request string, size, status int, words ...string) {
	c.t.Helper()
	for rest := request; rest != ""; {
		piece := rest[:min(size, len(rest))]
		rest = rest[len(piece):]
		if c.TrySend(piece) != nil {
			break
		}
	}
	r := expectStatus(c, status)
	for _, w := range words {
		if !strings.Contains(r.Body, w) {
			c.fail("the answer does not contain %q: %s", w, r.Body)
		}
	}
	expectHeader(c, r, "Connection", "close")
	c.ReadEnd()
}

// lineLimit tries the longest request line, which counts without its CR LF, and one
// byte more.
func lineLimit(t *trial, setting, limit int) {
	addr := t.serve(plainApp(), func(c server.Config) server.Config {
		c.MaxInitialLineLength = setting
		return c
	})
	request := func(n int) string {
		return get("/?" + strings.Repeat("x", n-len("GET /? HTTP/1.1")))
	}
	c := Dial(t.T, addr)
	c.Send(request(limit) + request(limit))
	expect(c, 200, "hello")
	expect(c, 200, "hello")
	checkRefused(c, request(limit+1), limit+200, 414, "maxInitialLineLength")
	checkRefused(Dial(t.T, addr), request(limit+1), limit/3, 414, "maxInitialLineLength")
}

// sizeLimit tries the largest header section, which counts with the empty line at
// its end, and one byte more.
func sizeLimit(t *trial, setting, limit int) {
	addr := t.serve(plainApp(), func(c server.Config) server.Config {
		c.MaxHeaderSize = setting
		return c
	})
	request := func(n int) string {
		const before = "GET / HTTP/1.1\r\n"
		rest := n - len(get("/", "X: ")) + len(before)
		return get("/", "X: "+strings.Repeat("x", rest))
	}
	c := Dial(t.T, addr)
	c.Send(request(limit) + request(limit))
	expect(c, 200, "hello")
	expect(c, 200, "hello")
	checkRefused(c, request(limit+1), limit+200, 431, "maxHeaderSize")
	checkRefused(Dial(t.T, addr), request(limit+1), limit/3, 431, "maxHeaderSize")
}

func countLimit(t *trial, setting, limit int) {
	addr := t.serve(plainApp(), func(c server.Config) server.Config {
		c.MaxHeaderFields = setting
		return c
	})
	request := func(n int) string {
		var fields []string
		for i := range n - 1 { // Host is one
			fields = append(fields, fmt.Sprintf("X-%d: %d", i, i))
		}
		return get("/", fields...)
	}
	c := Dial(t.T, addr)
	c.Send(request(limit) + request(limit))
	expect(c, 200, "hello")
	expect(c, 200, "hello")
	checkRefused(c, request(limit+1), 1<<20, 431, "maxHeaderFields")
	checkRefused(Dial(t.T, addr), request(limit+1), 50, 431, "maxHeaderFields")
}

// fieldCount: empty fields are fields.
func fieldCount(t *trial) {
	refusedWith(t, "GET / HTTP/1.1\r\nHost: test\r\n"+strings.Repeat("A:\r\n", 128)+"\r\n", 431, "maxHeaderFields")
}

func longName(t *trial) {
	refusedWith(t, get("/", strings.Repeat("x", 5000)+": 1"), 431)
}

// version12: a higher minor version is a promise to understand 1.1 (RFC 9110,
// section 2.5).
func version12(t *trial) {
	c := t.connect(plainApp())
	c.Send("GET / HTTP/1.2\r\nHost: test\r\n\r\n" + get("/"))
	expect(c, 200, "hello")
	expect(c, 200, "hello")
}
