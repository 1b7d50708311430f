package wefttest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/weft-go/weft"
)

// responseStreamRules say how bodies are sent that are not in memory.
func responseStreamRules() []rule {
	rules := []rule{
		{"ChunkedInHTTP11", streamHTTP11},
		{"UntilCloseInHTTP10", streamHTTP10},
		{"EachPieceAtOnce", func(t *trial) { flushed(t, 10) }},
		{"EachLargePieceAtOnce", func(t *trial) { flushed(t, 50_000) }},
		{"EachPieceOfAKnownLengthAtOnce", flushedKnown},
		{"HeadBeforeTheFirstPiece", headFirst},
		{"Empty", streamEmpty},
		{"EmptyPiecesAreLeftOut", streamEmptyPieces},
		{"KnownLength", streamKnown},
		{"TooShort", streamTooShort},
		{"TooLong", streamTooLong},
		{"TooLongInOnePiece", streamTooLongAtOnce},
		{"ErrorCuts", streamError},
		{"Trailers", streamTrailers},
		{"BodyIsClosed", streamClosed},
		{"EndlessEndsWithTheClient", streamEndless},
		{"IdleEndsWithTheClient", streamIdle},
	}
	for _, path := range []string{"bytes", "known"} {
		rules = append(rules, rule{"SlowReaderOf" + path, func(t *trial) { slowReader(t, fmt.Sprint("/", path, "/", 10<<20)) }})
	}
	return rules
}

func streamHTTP11(t *trial) {
	c := t.connect(plainApp())
	c.Send(get("/pieces/3") + get("/say/next"))
	r := expect(c, 200, piecesText(3))
	expectHeader(c, r, "Transfer-Encoding", "chunked")
	expectHeader(c, r, "Content-Length", "")
	if len(r.Pieces) != 3 {
		c.fail("%d chunks, want one for each of the 3 pieces", len(r.Pieces))
	}
	expect(c, 200, "next")
}

// streamHTTP10: that version has no chunks, so the end of the connection is the end
// of the body.
func streamHTTP10(t *trial) {
	addr := t.serve(plainApp())
	for _, field := range []string{"", "Connection: keep-alive\r\n"} {
		c := Dial(t.T, addr)
		c.Send("GET /pieces/3 HTTP/1.0\r\n" + field + "\r\n")
		r := expect(c, 200, piecesText(3))
		expectHeader(c, r, "Transfer-Encoding", "")
		expectHeader(c, r, "Connection", "close")
		if !r.UntilClose {
			c.fail("the body does not end with the connection")
		}
	}
}

// flushed: a piece is there before the next one is produced.
func flushed(t *trial, size int) {
	next := make(chan struct{})
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		return weft.StreamFunc("text/plain", func(w io.Writer) error {
			for range 5 {
				if _, err := io.WriteString(w, letters(size)); err != nil {
					return err
				}
				select {
				case <-next:
				case <-req.Context().Done():
					return req.Context().Err()
				}
			}
			return nil
		}), nil
	}))
	c.Send(get("/"))
	c.ReadHead(weft.GET)
	for range 5 {
		if got, err := c.ReadPiece(); err != nil || got != letters(size) {
			c.fail("got %s, %v", quote(got), err)
		}
		next <- struct{}{}
	}
	if _, err := c.ReadPiece(); err != io.EOF {
		c.fail("want the end of the body, got %v", err)
	}
}

func flushedKnown(t *trial) {
	r, w := io.Pipe()
	defer w.Close()
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) { return weft.Reader(r, 15, "text/plain"), nil }))
	c.Send(get("/"))
	for i := range 3 {
		if _, err := io.WriteString(w, "hello"); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			c.ReadHead(weft.GET)
		}
		if got, err := c.ReadPiece(); err != nil || got != "hello" {
			c.fail("got %q, %v", got, err)
		}
	}
}

// headFirst: a client learns at once that a stream has begun, even if its first
// piece takes a while. An EventSource calls its onopen then.
func headFirst(t *trial) {
	next := make(chan struct{})
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Stream("text/event-stream", func(yield func([]byte, error) bool) {
			select {
			case <-next:
			case <-req.Context().Done():
			}
			yield([]byte("data: 1\n\n"), nil)
		}), nil
	}))
	c.Send(get("/"))
	expectHeader(c, c.ReadHead(weft.GET), "Content-Type", "text/event-stream")
	close(next)
	if got, err := c.ReadPiece(); err != nil || got != "data: 1\n\n" {
		c.fail("got %q, %v", got, err)
	}
}

func streamEmpty(t *trial) {
	c := t.connect(plainApp())
	c.Send(get("/pieces/0") + get("/known/0") + get("/say/next"))
	expect(c, 200, "")
	expectHeader(c, expect(c, 200, ""), "Content-Length", "0")
	expect(c, 200, "next")
}

// streamEmptyPieces: an empty chunk would end the body.
func streamEmptyPieces(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Stream("text/plain", func(yield func([]byte, error) bool) {
			_ = yield(nil, nil) && yield([]byte("a"), nil) && yield([]byte{}, nil) && yield([]byte("b"), nil)
		}), nil
	}))
	c.Send(get("/"))
	expect(c, 200, "ab")
}

func streamKnown(t *trial) {
	c := t.connect(plainApp())
	for _, n := range []int{1, 16 << 10, 100_000} {
		c.Send(get(fmt.Sprint("/known/", n)) + get("/say/next"))
		r := expect(c, 200, letters(n))
		expectHeader(c, r, "Content-Length", fmt.Sprint(n))
		expectHeader(c, r, "Transfer-Encoding", "")
		expect(c, 200, "next")
	}
}

// streamTooShort: a client must not take a part for the whole.
func streamTooShort(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Reader(strings.NewReader("hello"), 10, "text/plain"), nil
	}))
	c.Send(get("/"))
	if r, err := c.TryRead(weft.GET); !errors.Is(err, io.ErrUnexpectedEOF) {
		c.fail("got %v, %v, want a body that breaks off", r, err)
	}
}

// streamTooLong: bytes beyond the length would be taken for the next response.
func streamTooLong(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Reader(io.MultiReader(strings.NewReader("hello"), strings.NewReader("HTTP/1.1 200 OK\r\n\r\n")), 5, "text/plain"), nil
	}))
	c.Send(get("/"))
	expect(c, 200, "hello")
	c.ReadEnd()
}

func streamTooLongAtOnce(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Reader(strings.NewReader("hello world"), 5, "text/plain"), nil
	}))
	c.Send(get("/"))
	r, err := c.TryRead(weft.GET)
	if r != nil && len(r.Body) > 5 {
		c.fail("a body of %d bytes, 5 were announced", len(r.Body))
	}
	if err == nil {
		c.ReadEnd()
	}
}

func streamError(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Stream("text/plain", func(yield func([]byte, error) bool) {
			_ = yield([]byte("hello"), nil) && yield(nil, errors.New("the disk is on fire"))
		}), nil
	}))
	c.Send(get("/"))
	r, err := c.TryRead(weft.GET)
	if !errors.Is(err, io.ErrUnexpectedEOF) || r.Body != "hello" {
		c.fail("got %v, %v, want a body that breaks off after hello", r, err)
	}
}

func streamTrailers(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Stream("text/plain", pieces(2)).WithTrailers(weft.NewHeaders("X-Sum", "17", "X-Other", "a b")), nil
	}))
	c.Send(get("/") + message("HEAD", "/", "") + get("/"))
	r := expect(c, 200, piecesText(2))
	if got, want := fieldText(r.Trailers), "X-Sum: 17\nX-Other: a b\n"; got != want {
		c.fail("trailers %q, want %q", got, want)
	}
	c.Read(weft.HEAD)
	expect(c, 200, piecesText(2))
}

func streamClosed(t *trial) {
	body := &closer{}
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) { return weft.Reader(body, -1, "text/plain"), nil }))
	c.Send(get("/"))
	expect(c, 200, "")
	t.eventually(defaultTimeout, body.closed.Load, "the body was not closed")
}

// streamEndless: a producer without end is told when nobody listens any more.
func streamEndless(t *trial) {
	ended := make(chan struct{})
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.StreamFunc("text/plain", func(w io.Writer) error {
			defer close(ended)
			for {
				if _, err := io.WriteString(w, "and on "); err != nil {
					return err
				}
			}
		}), nil
	}))
	c.Send(get("/"))
	c.ReadHead(weft.GET)
	for range 100 {
		if _, err := c.ReadPiece(); err != nil {
			c.fail("the stream has ended: %v", err)
		}
	}
	c.Close()
	wait(t, defaultTimeout, ended, "the end of the stream")
}

// streamIdle: so is one that has nothing to say.
func streamIdle(t *trial) {
	ended := make(chan struct{})
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Stream("text/event-stream", func(yield func([]byte, error) bool) {
			defer close(ended)
			if yield([]byte("data: 1\n\n"), nil) {
				<-req.Context().Done()
			}
		}), nil
	}))
	c.Send(get("/"))
	c.ReadHead(weft.GET)
	if _, err := c.ReadPiece(); err != nil {
		c.fail("the stream has ended: %v", err)
	}
	c.Close()
	wait(t, goneWithin, ended, "the end of the stream")
}

// slowReader: a response that fits in no buffer waits for its reader.
func slowReader(t *trial, path string) {
	addr := t.serve(plainApp())
	c := Dial(t.T, addr)
	if tcp, ok := c.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(64 << 10) // a wish; the kernel decides
	}
	c.Send(get(path) + get("/say/next"))
	r := c.ReadHead(weft.GET)
	expectHeader(c, r, "Content-Length", fmt.Sprint(10<<20))
	var got strings.Builder
	for {
		piece, err := c.ReadPiece()
		got.WriteString(piece)
		if err == io.EOF {
			break
		}
		if err != nil {
			c.fail("after %d bytes: %v", got.Len(), err)
		}
	}
	if got.String() != letters(10<<20) {
		c.fail("%d bytes, and not those that were sent", got.Len())
	}
	expect(c, 200, "next")
}
