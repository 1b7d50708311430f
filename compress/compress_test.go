package compress_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/compress"
	"github.com/weft-go/weft/internal/leakcheck"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// serve serves one handler and returns a function that asks it.
func serve(t *testing.T, c server.ResponseCompressionConfig, handler weft.Handler) func(accept string) *http.Response {
	t.Helper()
	leakcheck.Check(t)
	config := server.Config{Logger: slog.New(slog.DiscardHandler)}
	srv := server.New(config.WithBinding("127.0.0.1", 0).WithResponseCompression(c))
	if _, err := srv.Install(weft.NewRoutes(route.GET("/").Handle(handler))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { srv.Close() })
	transport := &http.Transport{DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return func(accept string) *http.Response {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+srv.Addr().String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", accept)
		resp, err := transport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return resp
	}
}

// decoder undoes a coding with the libraries' own readers.
func decoder(t *testing.T, resp *http.Response) io.Reader {
	t.Helper()
	switch coding := resp.Header.Get("Content-Encoding"); coding {
	case "br":
		return brotli.NewReader(resp.Body)
	case "zstd":
		z, err := zstd.NewReader(resp.Body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(z.Close)
		return z
	default:
		t.Fatalf("coding %q", coding)
		return nil
	}
}

var text = strings.Repeat("Call me Ishmael. Some years ago, never mind how long precisely. ", 500)

func TestCodings(t *testing.T) {
	responses := map[string]func() weft.Response{
		"memory": func() weft.Response { return weft.Text(text) },
		"file":   func() weft.Response { return weft.Reader(strings.NewReader(text), int64(len(text)), "text/plain") },
		"stream": func() weft.Response { return weft.Reader(strings.NewReader(text), -1, "text/plain") },
		"empty":  func() weft.Response { return weft.Reader(strings.NewReader(""), -1, "text/plain") },
	}
	for name, respond := range responses {
		for _, coding := range []string{"br", "zstd"} {
			t.Run(name+"/"+coding, func(t *testing.T) {
				ask := serve(t, compress.Default(), func(*weft.Request) (weft.Response, error) { return respond(), nil })
				want := text
				if name == "empty" {
					want = ""
				}
				for range 3 { // encoders are used again
					got, err := io.ReadAll(decoder(t, ask(coding)))
					if err != nil || string(got) != want {
						t.Fatalf("%d bytes, %v", len(got), err)
					}
				}
			})
		}
	}
}

// TestEventStreams reads each event before the next one is made, and counts what they
// cost.
func TestEventStreams(t *testing.T) {
	for _, coding := range []string{"br", "zstd"} {
		t.Run(coding, func(t *testing.T) {
			next := make(chan int, 1)
			ask := serve(t, compress.Default(), func(*weft.Request) (weft.Response, error) {
				return weft.Stream("text/event-stream", func(yield func([]byte, error) bool) {
					for i := range next {
						if !yield(fmt.Appendf(nil, "event: row\ndata: {\"row\":%d}\n\n", i), nil) {
							return
						}
					}
				}), nil
			})
			t.Cleanup(func() { close(next) })
			next <- 0
			resp := ask(coding)
			counter := &countingReader{r: resp.Body}
			resp.Body = struct {
				io.Reader
				io.Closer
			}{counter, resp.Body}
			lines := bufio.NewReader(decoder(t, resp))
			for i := range 50 {
				want := fmt.Sprintf("event: row\ndata: {\"row\":%d}\n\n", i)
				got := make([]byte, len(want))
				if _, err := io.ReadFull(lines, got); err != nil || string(got) != want {
					t.Fatalf("got %q, %v; want %q", got, err, want)
				}
				next <- i + 1
			}
			if counter.n > 50*25 {
				t.Errorf("%d bytes for 50 events: the window is not shared", counter.n)
			}
		})
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

func TestDefaultPreference(t *testing.T) {
	ask := serve(t, compress.Default(), func(*weft.Request) (weft.Response, error) { return weft.Text(text), nil })
	for accept, want := range map[string]string{
		"gzip, deflate, br, zstd": "zstd",
		"gzip, deflate, br":       "br",
		"gzip, deflate":           "gzip",
		"deflate":                 "deflate",
		"*":                       "zstd",
		"br;q=0.5, gzip":          "gzip",
	} {
		if got := ask(accept).Header.Get("Content-Encoding"); got != want {
			t.Errorf("%s: %q, want %q", accept, got, want)
		}
	}
}

// TestOptions starts servers with options, good and bad.
func TestOptions(t *testing.T) {
	bits := func(o server.CompressionOption, n int) server.CompressionOption {
		o.Bits = n
		return o
	}
	tests := []struct {
		name   string
		option server.CompressionOption
		err    string
	}{
		{"best brotli", compress.Brotli(11), ""},
		{"brotli window", bits(compress.Brotli(4), 24), ""},
		{"brotli level", compress.Brotli(12), "options[0] (br): level: want 1 to 11, got 12"},
		{"brotli bits", bits(compress.Brotli(4), 9), "options[0] (br): bits: want 10 to 24, got 9"},
		{"brotli mem", server.CompressionOption{Type: "brotli", Mem: 8}, "options[0] (brotli): mem: the coding has no such setting, got 8"},
		{"best zstd", compress.Zstd(22), ""},
		{"zstd window", bits(compress.Zstd(1), 23), ""},
		{"zstd level", compress.Zstd(-1), "options[0] (zstd): level: want 1 to 22, got -1"},
		{"zstd bits", bits(compress.Zstd(3), 24), "options[0] (zstd): bits: want 10 to 23, got 24"},
		{"by type", server.CompressionOption{Type: "zstd", Level: 7}, ""},
		{"by long name", server.CompressionOption{Type: "brotli"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := server.ResponseCompressionConfig{Options: []server.CompressionOption{test.option}, Codings: compress.Codings()}
			srv := server.New(server.Config{}.WithBinding("127.0.0.1", 0).WithResponseCompression(c))
			defer srv.Close()
			_, err := srv.Install(weft.NewRoutes())
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.HasSuffix(err.Error(), test.err)) {
				t.Errorf("error %v, want %q", err, test.err)
			}
		})
	}
}

// BenchmarkEncode compresses a JSON document of 4 KiB.
func BenchmarkEncode(b *testing.B) {
	var doc strings.Builder
	for i := 0; doc.Len() < 4096; i++ {
		fmt.Fprintf(&doc, `{"id":%d,"name":"user %d","email":"user%d@example.org","active":%v,"score":%d.%02d},`, i*7919, i, i*31, i%3 == 0, i*i%997, i%100)
	}
	text := []byte(doc.String()[:4096])
	for _, o := range []server.CompressionOption{compress.Zstd(0), compress.Brotli(0)} {
		b.Run(o.Type, func(b *testing.B) {
			e, err := o.Coding.NewEncoder(o)
			if err != nil {
				b.Fatal(err)
			}
			var out counter
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				out = 0
				e.Reset(&out)
				if _, err := e.Write(text); err != nil {
					b.Fatal(err)
				}
				if err := e.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out), "out-B")
		})
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
