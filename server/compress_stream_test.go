package server_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// TestResponseCompressionOfStreams covers the sources of streams, and that a connection
// can be used again after each.
func TestResponseCompressionOfStreams(t *testing.T) {
	large := strings.Repeat(longText, 100)
	bodies := map[string]func() weft.Body{
		"reader": func() weft.Body { return weft.BodyReader(strings.NewReader(large), -1, "text/plain") },
		"reader of known length": func() weft.Body {
			return weft.BodyReader(strings.NewReader(large), int64(len(large)), "text/plain")
		},
		"seq": func() weft.Body {
			return weft.BodySeq(func(yield func([]byte, error) bool) {
				for i := 0; i < len(large) && yield([]byte(large[i:i+100]), nil); i += 100 {
				}
			}, "text/plain")
		},
		"func": func() weft.Body {
			return weft.BodyFunc(func(w io.Writer) error {
				_, err := io.WriteString(w, large)
				return err
			}, "text/plain")
		},
		"octets": func() weft.Body { return weft.BodyReader(strings.NewReader(large), -1) },
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			s := serveCodings(t, compressing(), func(*weft.Request) (weft.Response, error) { return weft.OK().WithBody(body()), nil })
			for range 2 {
				got := s.get("gzip")
				if got.Header.Get("Content-Encoding") != "gzip" || got.ContentLength != -1 || got.text(t) != large {
					t.Errorf("%q, length %d", got.Header, got.ContentLength)
				}
			}
		})
	}
}

// TestEventStreamIsFlushed reads each event before the next one is made.
func TestEventStreamIsFlushed(t *testing.T) {
	for _, coding := range []string{"gzip", "deflate"} {
		t.Run(coding, func(t *testing.T) {
			next := make(chan string, 1)
			s := serveCodings(t, compressing(), func(req *weft.Request) (weft.Response, error) {
				return weft.Stream("text/event-stream", events(req, next)), nil
			})
			t.Cleanup(func() { close(next) }) // ends the stream
			next <- "data: 0\n\n"
			resp := s.open("GET", "/", nil, "Accept-Encoding", coding)
			defer resp.Body.Close()
			counter := &countingReader{r: resp.Body}
			lines := bufio.NewReader(uncompressed(t, counter, coding))
			for i := range 50 {
				want := fmt.Sprintf("data: %d\n", i)
				if got, err := lines.ReadString('\n'); got != want || err != nil {
					t.Fatalf("got %q, %v; want %q", got, err, want)
				}
				lines.ReadString('\n')
				next <- fmt.Sprintf("data: %d\n\n", i+1)
			}
			if counter.n > 50*20 {
				t.Errorf("%d bytes for 50 events: the window is not shared", counter.n)
			}
		})
	}
}

// events yields what comes from a channel until it or the request ends.
func events(req *weft.Request, next <-chan string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for {
			select {
			case e, ok := <-next:
				if !ok || !yield([]byte(e), nil) {
					return
				}
			case <-req.Context().Done():
				return
			}
		}
	}
}

type countingReader struct {
	r io.Reader
	n int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// TestResponseCompressionGivesEncodersBack counts encoders while clients go away in the
// middle of streams. A pool may drop some, and under the race detector it does so on
// purpose, but not nearly all of them.
func TestResponseCompressionGivesEncodersBack(t *testing.T) {
	const clients = 60
	coding := &countedCoding{}
	c := server.Config{}.WithResponseCompression(server.ResponseCompressionConfig{
		Options: []server.CompressionOption{{Coding: coding}},
	})
	ended := make(chan struct{})
	s := serveCodings(t, c, func(req *weft.Request) (weft.Response, error) {
		return weft.StreamFunc("text/plain", func(w io.Writer) error {
			defer func() { ended <- struct{}{} }()
			for {
				if _, err := io.WriteString(w, longText); err != nil {
					return err
				}
			}
		}), nil
	})
	for range clients {
		resp := s.open("GET", "/", nil, "Accept-Encoding", "counted")
		if _, err := io.ReadFull(resp.Body, make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		<-ended
	}
	if n := coding.made.Load(); n > clients*9/10 {
		t.Errorf("%d encoders for %d streams, one at a time", n, clients)
	}
}

// countedCoding is a coding that changes nothing and counts its encoders.
type countedCoding struct{ made atomic.Int64 }

func (c *countedCoding) Name() string { return "counted" }

func (c *countedCoding) NewEncoder(server.CompressionOption) (server.Encoder, error) {
	c.made.Add(1)
	return &countedEncoder{}, nil
}

type countedEncoder struct{ w io.Writer }

func (e *countedEncoder) Write(p []byte) (int, error) { return e.w.Write(p) }
func (e *countedEncoder) Flush() error                { return nil }
func (e *countedEncoder) Close() error                { return nil }
func (e *countedEncoder) Reset(w io.Writer)           { e.w = w }

// TestResponseCompressionCutsBrokenStreams makes sure that a client cannot take a part
// for the whole.
func TestResponseCompressionCutsBrokenStreams(t *testing.T) {
	bodies := map[string]func() weft.Body{
		"error": func() weft.Body {
			return weft.BodyFunc(func(w io.Writer) error {
				io.WriteString(w, longText)
				return errors.New("broken")
			}, "text/plain")
		},
		"too short": func() weft.Body { return weft.BodyReader(strings.NewReader(longText), 5000, "text/plain") },
		"too long":  func() weft.Body { return weft.BodyReader(strings.NewReader(longText), 2000, "text/plain") },
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			s := serveCodings(t, compressing(), func(*weft.Request) (weft.Response, error) { return weft.OK().WithBody(body()), nil })
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Accept-Encoding", "gzip")
			resp, err := s.client.Do(req)
			if err != nil {
				return // cut before the head went out
			}
			defer resp.Body.Close()
			if _, err := io.ReadAll(resp.Body); err == nil {
				t.Error("the client got a whole body")
			}
		})
	}
}
