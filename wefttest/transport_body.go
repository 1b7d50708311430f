package wefttest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// maxBodySetting is what a refusal of a large body has to name.
const maxBodySetting = "request-streaming.maximum-content-length"

// bodySizes are the sizes around which implementations change their ways.
func bodySizes() []int {
	return []int{0, 1, 4095, 4096, 32767, 32768, 100_000, weft.DefaultMaxBody}
}

// bodyRules say that a handler gets the body that was sent, or the client a refusal.
func bodyRules() []rule {
	rules := []rule{
		{"LengthTooLarge", func(t *trial) { tooLarge(t, message("POST", "/echo", letters(weft.DefaultMaxBody+1))) }},
		{"ChunkedTooLarge", func(t *trial) { tooLarge(t, chunkedPost("/echo", letters(weft.DefaultMaxBody+1), 50_000)) }},
		{"TooLargeIsToldWhileSending", tooLargeWhileSending},
		{"LimitIsConfigurable", bodyLimit},
		{"ChunkedWithTrailers", chunkedTrailers},
		{"ChunkExtensionsAreIgnored", chunkExtensions},
		{"ChunkSizesInAnyCase", chunkSizes},
		{"MediaTypeReachesTheHandler", bodyMediaType},
		{"KeptBodiesStayAsTheyWere", keptBodies},
	}
	for _, n := range bodySizes() {
		rules = append(rules,
			rule{fmt.Sprintf("Length%d", n), func(t *trial) { echoed(t, post("/echo", letters(n)), n) }},
			rule{fmt.Sprintf("Chunked%d", n), func(t *trial) { echoed(t, chunkedPost("/echo", letters(n), 10_000), n) }})
	}
	return rules
}

// echoed checks that a request comes back whole, alone and between others.
func echoed(t *trial, request string, n int) {
	c := t.connect(plainApp())
	c.Send(request)
	expect(c, 200, letters(n))
	c.Send(request + get("/say/next"))
	expect(c, 200, letters(n))
	expect(c, 200, "next")
}

// tooLarge checks that a body above the limit is refused with 413, and that the
// client gets the whole answer although it sends everything before it reads.
func tooLarge(t *trial, request string) {
	c := t.connect(plainApp())
	_ = c.TrySend(request) // the server may close before it has all
	r := expectStatus(c, 413)
	if !strings.Contains(r.Body, maxBodySetting) {
		c.fail("the answer does not name the setting %s: %s", maxBodySetting, r.Body)
	}
	expectHeader(c, r, "Connection", "close")
	c.ReadEnd()
}

func tooLargeWhileSending(t *trial) {
	c := t.connect(plainApp())
	c.Send(fmt.Sprintf("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n", 1<<30))
	var sending sync.WaitGroup
	defer sending.Wait()
	sending.Go(func() {
		for piece := letters(32 << 10); c.TrySend(piece) == nil; {
		}
	})
	expectHeader(c, expectStatus(c, 413), "Connection", "close")
	c.ReadEnd()
}

func bodyLimit(t *trial) {
	addr := t.serve(plainApp(), func(c server.Config) server.Config {
		c.RequestStreaming.MaximumContentLength = 10
		return c
	})
	for _, request := range []string{post("/echo", letters(10)), chunkedPost("/echo", letters(10), 3)} {
		c := Dial(t.T, addr)
		c.Send(request)
		expect(c, 200, letters(10))
	}
	for _, request := range []string{post("/echo", letters(11)), chunkedPost("/echo", letters(11), 3)} {
		c := Dial(t.T, addr)
		c.Send(request)
		r := expectStatus(c, 413)
		if !strings.Contains(r.Body, maxBodySetting) || !strings.Contains(r.Body, "10 bytes") {
			c.fail("the answer does not name the limit and the setting: %s", r.Body)
		}
		c.ReadEnd()
	}
}

// chunkedTrailers: trailers end the body, and do not become header fields.
func chunkedTrailers(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		if v, ok := req.RawHeader("X-Sum"); ok {
			return weft.Text("trailer among the headers: " + v), nil
		}
		return echo(req)
	}))
	c.Send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n" +
		"5\r\nhello\r\n0\r\nX-Sum: 5\r\nContent-Length: 3\r\n\r\n" + post("/", "next"))
	expect(c, 200, "hello")
	expect(c, 200, "next")
}

func chunkExtensions(t *trial) {
	c := t.connect(plainApp())
	c.Send("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"2;a=b\r\nhe\r\n3;q=\"x;\\\"y\"\r\nllo\r\n0;last\r\n\r\n")
	expect(c, 200, "hello")
	c.Send("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"2;a=" + strings.Repeat("b", 5000) + "\r\nhe\r\n0\r\n\r\n")
	expectStatus(c, 400)
	c.ReadEnd()
}

func chunkSizes(t *trial) {
	c := t.connect(plainApp())
	body := letters(0xab)
	for _, size := range []string{"ab", "AB", "00000ab"} {
		c.Send("POST /echo HTTP/1.1\r\nHost: test\r\ntransfer-encoding: CHUNKED\r\n\r\n" + size + "\r\n" + body + "\r\n0\r\n\r\n")
		expect(c, 200, body)
	}
}

func bodyMediaType(t *trial) {
	addr := t.serve(handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Text(req.Body().MediaType()), nil
	}))
	for _, request := range []string{
		post("/", "{}", "Content-Type: application/json"),
		post("/", letters(50_000), "content-type: application/json"),
		chunkedPost("/", "{}", 1, "Content-Type:application/json"),
	} {
		c := Dial(t.T, addr)
		c.Send(request)
		expect(c, 200, "application/json")
	}
}

// keptBodies: what a handler keeps of a request is never overwritten.
func keptBodies(t *trial) {
	var mu sync.Mutex
	var kept []*weft.Request
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		kept = append(kept, req)
		return weft.OK(), nil
	}))
	const n = 200
	body := func(i int) string { return letters(i * i % 9000) }
	for i := range n {
		path := fmt.Sprint("/", i, "?q=", i)
		if i%2 == 0 {
			c.Send(post(path, body(i), fmt.Sprint("X-Number: ", i)))
		} else {
			c.Send(chunkedPost(path, body(i), 100, fmt.Sprint("X-Number: ", i)))
		}
		expect(c, 200, "")
	}
	mu.Lock()
	defer mu.Unlock()
	for i, req := range kept {
		text, err := req.Body().AsString()
		number, _ := req.RawHeader("x-number")
		query, _ := req.QueryParam("q")
		if err != nil || text != body(i) || number != fmt.Sprint(i) || query != number || req.Path() != "/"+number {
			t.Fatalf("request %d has become %s %s with X-Number %s and body %s", i, req.Method(), req.URL(), number, quote(text))
		}
	}
}
