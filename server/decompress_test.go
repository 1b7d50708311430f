package server_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// decompressing is the configuration with decompression: strict or not, streamed or
// held in memory.
func decompressing(strict, streaming bool) server.Config {
	c := server.Config{}.WithRequestDecompression(strict)
	c.RequestStreaming.Enabled = streaming
	return c
}

// echoBody answers with what it has read, and with what it knows of the body.
func echoBody(req *weft.Request) (weft.Response, error) {
	for _, name := range []string{"Content-Encoding", "Content-Length"} {
		if v, ok := req.RawHeader(name); ok {
			return weft.BadRequest(name + ": " + v), nil
		}
	}
	b, err := req.Body().Bytes()
	return weft.Bytes(b, req.Body().MediaType()), err
}

func TestRequestDecompression(t *testing.T) {
	type test struct {
		name   string
		strict bool
		coding string
		body   []byte
		status int
	}
	twice := compressed(string(compressed(longText, "deflate")), "gzip")
	tests := []test{
		{"gzip", true, "gzip", compressed(longText, "gzip"), 200},
		{"old name", true, "X-Gzip", compressed(longText, "gzip"), 200},
		{"deflate", true, "deflate", compressed(longText, "deflate"), 200},
		{"raw deflate, strict", true, "deflate", compressed(longText, "raw"), 400},
		{"raw deflate, non-strict", false, "deflate", compressed(longText, "raw"), 200},
		{"deflate, non-strict", false, "deflate", compressed(longText, "deflate"), 200},
		{"gzip, non-strict", false, "gzip", compressed(longText, "gzip"), 200},
		{"two codings", true, "deflate, gzip", twice, 200},
		{"two codings in the wrong order", true, "gzip, deflate", twice, 400},
		{"identity", true, "identity, gzip", compressed(longText, "gzip"), 200},
		{"three codings", true, "gzip, gzip, gzip", compressed(string(compressed(string(compressed(longText, "gzip")), "gzip")), "gzip"), 200},
		{"four codings", true, "gzip, gzip, gzip, gzip", []byte("x"), 415},
		{"unknown coding", true, "br", []byte("x"), 415},
		{"unknown coding among known ones", true, "gzip, compress", []byte("x"), 415},
		{"not compressed at all", true, "gzip", []byte(longText), 400},
		{"truncated", true, "gzip", compressed(longText, "gzip")[:50], 400},
		{"truncated checksum", true, "deflate", compressed(longText, "deflate")[:len(compressed(longText, "deflate"))-1], 400},
		{"trailing bytes", true, "deflate", append(compressed(longText, "deflate"), "xyz"...), 400},
		{"two members", true, "gzip", append(compressed(longText[:100], "gzip"), compressed(longText[100:], "gzip")...), 200},
	}
	for _, streaming := range []bool{false, true} {
		for _, test := range tests {
			t.Run(fmt.Sprintf("%s/streaming %v", test.name, streaming), func(t *testing.T) {
				s := serveCodings(t, decompressing(test.strict, streaming), echoBody)
				got := s.do("POST", "/", bytes.NewReader(test.body), "Content-Encoding", test.coding, "Content-Type", "text/x-novel")
				if got.StatusCode != test.status {
					t.Fatalf("%s: %s", got.Status, got.body)
				}
				switch {
				case test.status == 200 && string(got.body) != longText:
					t.Error("not the same text")
				case test.status == 200 && got.Header.Get("Content-Type") != "text/x-novel":
					t.Errorf("media type %q", got.Header.Get("Content-Type"))
				case test.status == 415 && got.Header.Get("Accept-Encoding") != "gzip, deflate":
					t.Errorf("Accept-Encoding %q", got.Header.Get("Accept-Encoding"))
				case test.status != 200 && !strings.HasPrefix(got.Header.Get("Content-Type"), "application/problem+json"):
					t.Errorf("answer %q", got.body)
				}
			})
		}
	}
}

func TestRequestDecompressionOfIdentity(t *testing.T) {
	s := serveCodings(t, decompressing(true, false), func(req *weft.Request) (weft.Response, error) {
		text, err := req.Body().AsString()
		return weft.Text(fmt.Sprint(req.Headers().Has("Content-Encoding"), text)), err
	})
	if got := s.do("POST", "/", strings.NewReader("x"), "Content-Encoding", "identity"); string(got.body) != "falsex" {
		t.Errorf("%s", got.body)
	}
	if got := s.do("POST", "/", strings.NewReader("x")); string(got.body) != "falsex" {
		t.Errorf("%s", got.body)
	}
}

// TestRequestDecompressionOfNothing takes a body of no bytes for an empty one.
func TestRequestDecompressionOfNothing(t *testing.T) {
	for _, streaming := range []bool{false, true} {
		s := serveCodings(t, decompressing(true, streaming), func(req *weft.Request) (weft.Response, error) {
			b, err := req.Body().Bytes()
			return weft.Text(fmt.Sprint(len(b))), err
		})
		for name, body := range map[string]io.Reader{"no body": http.NoBody, "empty chunks": io.MultiReader(strings.NewReader(""))} {
			if got := s.do("POST", "/", body, "Content-Encoding", "gzip"); got.StatusCode != http.StatusOK || string(got.body) != "0" {
				t.Errorf("streaming %v: %s: %s %s", streaming, name, got.Status, got.body)
			}
		}
	}
}

// TestRequestDecompressionBounds sends ten MiB of zeros in ten KiB.
func TestRequestDecompressionBounds(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat("\x00", n) }
	bomb := compressed(zeros(10<<20), "gzip")
	tests := []struct {
		name      string
		streaming bool
		limit     int64
		body      []byte
		coding    string
		status    int
		says      string
	}{
		{"size in memory", false, 500_000, bomb, "gzip", 413, "500000 bytes (request-streaming.maximum-content-length)"},
		{"default size in memory", false, 0, compressed(digits(5<<20), "gzip"), "gzip", 413, "4194304 bytes (request-streaming.maximum-content-length)"},
		{"size of a stream", true, 1 << 20, bomb, "gzip", 413, "1048576 bytes (request-streaming.maximum-content-length)"},
		{"ratio of a stream", true, 0, bomb, "gzip", 413, "100 times"},
		{"ratio in memory", false, 100 << 20, bomb, "gzip", 413, "100 times"},
		{"exactly the limit", false, 1000, compressed(zeros(1000), "gzip"), "gzip", 200, ""},
		{"one more", false, 1000, compressed(zeros(1001), "gzip"), "gzip", 413, "1000 bytes"},
		{"little data with a high ratio", false, 0, compressed(zeros(1<<20), "gzip"), "gzip", 200, ""},
		{"bomb in a bomb", true, 0, compressed(string(compressed(zeros(12<<20), "gzip")), "gzip"), "gzip, gzip", 413, "100 times"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := decompressing(true, test.streaming)
			c.RequestStreaming.MaximumContentLength = test.limit
			var seen atomic.Int64
			s := serveCodings(t, c, func(req *weft.Request) (weft.Response, error) {
				r := req.Body().AsStream()
				defer r.Close()
				n, err := io.Copy(io.Discard, r)
				seen.Store(n)
				return weft.OK(), err
			})
			got := s.do("POST", "/", bytes.NewReader(test.body), "Content-Encoding", test.coding)
			if got.StatusCode != test.status || !strings.Contains(string(got.body), test.says) {
				t.Errorf("%s: %s", got.Status, got.body)
			}
			if seen.Load() > 3<<20 {
				t.Errorf("the handler saw %d bytes", seen.Load())
			}
			// The connection, or at least the server, goes on.
			if got := s.do("POST", "/", bytes.NewReader(compressed("x", "gzip")), "Content-Encoding", "gzip"); got.StatusCode != http.StatusOK {
				t.Errorf("afterwards: %s", got.Status)
			}
		})
	}
}

// digits returns text that is compressed to a half.
func digits(n int) string {
	random := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = '0' + byte(random.IntN(10))
	}
	return string(b)
}

// TestRequestDecompressionOfAStream hands each piece on when it has arrived.
func TestRequestDecompressionOfAStream(t *testing.T) {
	read := make(chan string)
	s := serveCodings(t, decompressing(true, true), func(req *weft.Request) (weft.Response, error) {
		r := req.Body().AsStream()
		defer r.Close()
		buf := make([]byte, 100)
		for {
			n, err := r.Read(buf)
			if n > 0 {
				read <- string(buf[:n])
			}
			if err == io.EOF {
				return weft.OK(), nil
			}
			if err != nil {
				return weft.Response{}, err
			}
		}
	})
	r, w := io.Pipe()
	go func() {
		z := gzip.NewWriter(w)
		for i := range 5 {
			fmt.Fprintf(z, "piece %d", i)
			z.Flush()
			if got := <-read; got != fmt.Sprintf("piece %d", i) {
				w.CloseWithError(errors.New("the handler got " + got))
				return
			}
		}
		z.Close()
		w.Close()
	}()
	if got := s.do("POST", "/", r, "Content-Encoding", "gzip"); got.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", got.Status, got.body)
	}
}

// TestRequestDecompressionUnread leaves a compressed body unread, or reads a part.
func TestRequestDecompressionUnread(t *testing.T) {
	s := serveCodings(t, decompressing(true, true), func(req *weft.Request) (weft.Response, error) {
		if req.Path() == "/part" {
			r := req.Body().AsStream()
			if _, err := r.Read(make([]byte, 10)); err != nil {
				return weft.Response{}, err
			}
			r.Close()
		}
		return weft.OK(), nil
	})
	for range 3 {
		for _, path := range []string{"/none", "/part"} {
			body := bytes.NewReader(compressed(strings.Repeat(longText, 100), "gzip"))
			if got := s.do("POST", path, body, "Content-Encoding", "gzip"); got.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", path, got.Status)
			}
		}
	}
}

// TestRequestDecompressionDecodes shows that what is built on bodies works as always.
func TestRequestDecompressionDecodes(t *testing.T) {
	for _, streaming := range []bool{false, true} {
		s := serveCodings(t, decompressing(true, streaming), func(req *weft.Request) (weft.Response, error) {
			if req.Path() == "/form" {
				form, err := req.Body().AsForm()
				if err != nil {
					return weft.Response{}, err
				}
				return weft.Text(fmt.Sprint(form.Len())), nil
			}
			names, err := req.Body().To[[]string]()
			return weft.Text(strings.Join(names, "+")), err
		})
		got := s.do("POST", "/json", bytes.NewReader(compressed(`["a","b"]`, "gzip")), "Content-Encoding", "gzip", "Content-Type", "application/json")
		if string(got.body) != "a+b" {
			t.Errorf("JSON: %s %s", got.Status, got.body)
		}
		got = s.do("POST", "/form", bytes.NewReader(compressed("a=1&b=2", "deflate")), "Content-Encoding", "deflate",
			"Content-Type", "application/x-www-form-urlencoded")
		if string(got.body) != "2" {
			t.Errorf("form: %s %s", got.Status, got.body)
		}
	}
}
