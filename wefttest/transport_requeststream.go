package wefttest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// requestStreamRules say what a handler and a client may expect of bodies that are
// read while they arrive.
func requestStreamRules() []rule {
	rules := []rule{
		{"FirstBytesBeforeTheLast", firstBytes},
		{"BackPressure", backPressure},
		{"SmallUnreadBodyKeepsTheConnection", unreadSmall},
		{"LargeUnreadBodyCloses", unreadLarge},
		{"HalfReadBodyKeepsTheConnection", halfRead},
		{"ReadAfterTheAnswerFails", readLate},
		{"SecondReadFails", readTwice},
		{"AnswersWhileReading", duplex},
		{"LengthTooLarge", streamTooLarge},
		{"ChunkedTooLarge", streamChunkedTooLarge},
		{"NoLimitByDefault", streamUnlimited},
		{"MalformedChunks", streamMalformed},
		{"ClientGoesHalfWay", streamBreaksOff},
		{"NextRequestInTheSameWrite", streamPipelined},
	}
	for _, n := range bodySizes() {
		rules = append(rules, rule{fmt.Sprintf("Size%d", n), func(t *trial) {
			addr := t.serve(plainApp(), server.Config.EnableRequestStreaming)
			for _, request := range []string{post("/echo", letters(n)), chunkedPost("/echo", letters(n), 5000)} {
				c := Dial(t.T, addr)
				c.Send(request[:len(request)-1])
				c.Send(request[len(request)-1:] + get("/say/next"))
				expect(c, 200, letters(n))
				expect(c, 200, "next")
			}
		}})
	}
	return rules
}

// announce returns the head of a POST whose body is still to come.
func announce(path string, length int) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n", path, length)
}

// firstBytes: a handler sees the beginning before the client has sent the end.
func firstBytes(t *trial) {
	seen := make(chan string, 1)
	addr := t.serve(handle(func(req *weft.Request) (weft.Response, error) {
		r := req.Body().AsStream()
		first := make([]byte, 5)
		if _, err := io.ReadFull(r, first); err != nil {
			return weft.Response{}, err
		}
		seen <- string(first)
		rest, err := io.ReadAll(r)
		return weft.Text(string(first) + string(rest)), err
	}), server.Config.EnableRequestStreaming)
	c := Dial(t.T, addr)
	c.Send(announce("/", 11) + "hello")
	if got := wait(t, defaultTimeout, seen, "the first bytes"); got != "hello" {
		t.Fatalf("the handler saw %q", got)
	}
	c.Send(" world")
	expect(c, 200, "hello world")
	c.Send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
	wait(t, defaultTimeout, seen, "the first chunk")
	c.Send("6\r\n world\r\n0\r\n\r\n")
	expect(c, 200, "hello world")
}

// backPressure: a handler that does not read makes the client wait, rather than the
// server keep what it sends.
func backPressure(t *trial) {
	release := make(chan struct{})
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		<-release
		return weft.OK(), nil
	}), server.Config.EnableRequestStreaming)
	defer close(release)
	const total = 256 << 20
	c.Send(announce("/", total))
	c.WithTimeout(500 * time.Millisecond)
	piece := letters(1 << 20)
	for sent := 0; sent < total; sent += len(piece) {
		if err := c.TrySend(piece); err != nil {
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Fatalf("sending: %v, want it to block", err)
			}
			return
		}
	}
	t.Fatalf("the server took %d bytes that nobody reads", total)
}

func unreadHandler(*weft.Request) (weft.Response, error) { return weft.Text("not read"), nil }

// unreadSmall: what is left of a small body is skipped, and the next request works.
func unreadSmall(t *trial) {
	c := t.connect(handle(unreadHandler), server.Config.EnableRequestStreaming)
	for _, size := range []int{1, 100, 10_000, 100_000} {
		c.Send(announce("/", size))
		expect(c, 200, "not read")
		c.Send(letters(size) + get("/"))
		expect(c, 200, "not read")
	}
	c.Send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
	expect(c, 200, "not read")
	c.Send("5\r\nhello\r\n0\r\n\r\n" + get("/"))
	expect(c, 200, "not read")
}

// unreadLarge: a large body is not worth reading to keep a connection.
func unreadLarge(t *trial) {
	addr := t.serve(handle(unreadHandler), server.Config.EnableRequestStreaming)
	c := Dial(t.T, addr)
	c.Send(announce("/", 64<<20))
	expect(c, 200, "not read")
	for piece := letters(64 << 10); c.TrySend(piece) == nil; {
	}
	c.ReadEnd()

	c = Dial(t.T, addr)
	_ = c.TrySend(announce("/", 8<<20) + letters(8<<20))
	expect(c, 200, "not read")
	c.ReadEnd()
}

func halfRead(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		b := make([]byte, 10)
		_, err := io.ReadFull(req.Body().AsStream(), b)
		return weft.Text(string(b)), err
	}), server.Config.EnableRequestStreaming)
	for range 3 {
		c.Send(announce("/", 20_000) + letters(10))
		expect(c, 200, letters(10))
		c.Send(letters(20_000)[10:])
	}
}

// readLate: a body that outlives its answer gives an error, and never the bytes of
// the next request.
func readLate(t *trial) {
	answered := make(chan struct{})
	results := make(chan error, 2)
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		if req.Method() == weft.GET {
			return weft.Text("next"), nil
		}
		r := req.Body().AsStream()
		if _, err := io.ReadFull(r, make([]byte, 5)); err != nil {
			return weft.Response{}, err
		}
		go func() {
			<-answered
			n, err := r.Read(make([]byte, 100))
			if n > 0 {
				err = nil
			}
			results <- err
		}()
		return weft.Text("answered"), nil
	}), server.Config.EnableRequestStreaming)
	c.Send(announce("/", 10) + "hello")
	expect(c, 200, "answered")
	c.Send("world" + get("/"))
	expect(c, 200, "next")
	close(answered)
	if err := wait(t, defaultTimeout, results, "the late read"); err == nil || err == io.EOF {
		t.Fatalf("a read after the answer gave %v, want an error that says so", err)
	}
}

func readTwice(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		if _, err := io.Copy(io.Discard, req.Body().AsStream()); err != nil {
			return weft.Response{}, err
		}
		_, err := io.ReadAll(req.Body().AsStream())
		return weft.Text(fmt.Sprint(errors.Is(err, weft.ErrBodyRead))), nil
	}), server.Config.EnableRequestStreaming)
	c.Send(announce("/", 50_000))
	c.Send(letters(50_000))
	expect(c, 200, "true")
}

// duplex: an answer may begin before the request has ended.
func duplex(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Reader(req.Body().AsStream(), -1, "text/plain"), nil
	}), server.Config.EnableRequestStreaming)
	c.Send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
	for i := range 20 {
		word := fmt.Sprintf("word %02d", i)
		c.Send(fmt.Sprintf("%x\r\n%s\r\n", len(word), word))
		if i == 0 {
			c.ReadHead(weft.POST)
		}
		if got, err := c.ReadPiece(); got != word || err != nil {
			c.fail("got %q, %v, want %q", got, err, word)
		}
	}
	c.Send("0\r\n\r\n" + post("/", "again"))
	if _, err := c.ReadPiece(); err != io.EOF {
		c.fail("want the end of the body, got %v", err)
	}
	expect(c, 200, "again")
}

func streamLimit(n int64) func(server.Config) server.Config {
	return func(c server.Config) server.Config {
		c.RequestStreaming = server.RequestStreaming{Enabled: true, MaximumContentLength: n}
		return c
	}
}

func streamTooLarge(t *trial) {
	c := t.connect(plainApp(), streamLimit(1000))
	c.Send(post("/echo", letters(1000)))
	expect(c, 200, letters(1000))
	_ = c.TrySend(announce("/echo", 1001))
	r := expectStatus(c, 413)
	if !strings.Contains(r.Body, maxBodySetting) {
		c.fail("the answer does not name the setting: %s", r.Body)
	}
	c.ReadEnd()
}

func streamChunkedTooLarge(t *trial) {
	c := t.connect(plainApp(), streamLimit(100_000))
	c.Send(chunkedPost("/echo", letters(100_000), 999))
	expect(c, 200, letters(100_000))
	_ = c.TrySend(chunkedPost("/echo", letters(100_001), 999))
	r := expectStatus(c, 413)
	if !strings.Contains(r.Body, maxBodySetting) {
		c.fail("the answer does not name the setting: %s", r.Body)
	}
	c.ReadEnd()
}

func streamUnlimited(t *trial) {
	c := t.connect(plainApp(), server.Config.EnableRequestStreaming)
	const n = weft.DefaultMaxBody + 1
	c.Send(post("/count", letters(n)))
	expect(c, 200, fmt.Sprint(n))
}

func streamMalformed(t *trial) {
	c := t.connect(plainApp(), server.Config.EnableRequestStreaming)
	c.Send("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX")
	expectStatus(c, 400)
	c.ReadEnd()
}

// streamBreaksOff: a handler must not take a part of a body for the whole.
func streamBreaksOff(t *trial) {
	results := make(chan error, 1)
	addr := t.serve(handle(func(req *weft.Request) (weft.Response, error) {
		_, err := io.Copy(io.Discard, req.Body().AsStream())
		results <- err
		return weft.Response{}, err
	}), server.Config.EnableRequestStreaming)
	for _, start := range []string{
		announce("/", 1000) + "hello",
		"POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
	} {
		c := Dial(t.T, addr)
		c.Send(start)
		c.Close()
		if err := wait(t, defaultTimeout, results, "the handler's read"); err == nil {
			t.Fatal("half a body was read without an error")
		}
	}
}

func streamPipelined(t *trial) {
	c := t.connect(plainApp(), server.Config.EnableRequestStreaming)
	request := chunkedPost("/echo", letters(300), 100) + post("/echo", letters(70_000)) + get("/say/last")
	c.Send(request[:200])
	c.Send(request[200:])
	expect(c, 200, letters(300))
	expect(c, 200, letters(70_000))
	expect(c, 200, "last")
}
