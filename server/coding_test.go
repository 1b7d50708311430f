package server_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/leakcheck"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// A codingServer is a server under test, and a client that does nothing about codings
// by itself.
type codingServer struct {
	t      testing.TB
	url    string
	client *http.Client
}

// serveCodings serves one handler at every path.
func serveCodings(t testing.TB, c server.Config, handler weft.Handler) *codingServer {
	t.Helper()
	leakcheck.Check(t)
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	srv := server.New(c.WithBinding("127.0.0.1", 0))
	if _, err := srv.Install(weft.NewRoutes(route.ANY("/{path...}").Handle(handler))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { srv.Close() })
	transport := &http.Transport{DisableCompression: true}
	if c.H2C {
		transport.Protocols = new(http.Protocols)
		transport.Protocols.SetUnencryptedHTTP2(true)
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &codingServer{t, "http://" + srv.Addr().String(), &http.Client{Transport: transport}}
}

// A codingAnswer is a response that was read to its end.
type codingAnswer struct {
	*http.Response
	body []byte
}

// do sends a request with pairs of field names and values.
func (s *codingServer) do(method, path string, body io.Reader, fields ...string) codingAnswer {
	s.t.Helper()
	resp := s.open(method, path, body, fields...)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return codingAnswer{resp, b}
}

// open is like do, but leaves the body to the caller.
func (s *codingServer) open(method, path string, body io.Reader, fields ...string) *http.Response {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i < len(fields); i += 2 {
		req.Header.Add(fields[i], fields[i+1])
	}
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp
}

func (s *codingServer) get(accept string, fields ...string) codingAnswer {
	s.t.Helper()
	return s.do("GET", "/", nil, append(fields, "Accept-Encoding", accept)...)
}

// text returns the body without its coding.
func (a codingAnswer) text(t testing.TB) string {
	t.Helper()
	b, err := io.ReadAll(uncompressed(t, bytes.NewReader(a.body), a.Header.Get("Content-Encoding")))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// uncompressed undoes a coding with the standard library.
func uncompressed(t testing.TB, r io.Reader, coding string) io.Reader {
	t.Helper()
	var err error
	switch coding {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "deflate":
		r, err = zlib.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// compressed puts text into a coding.
func compressed(text, coding string) []byte {
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w, _ = gzip.NewWriterLevel(&b, gzip.BestSpeed) // these levels are good
	case "deflate":
		w, _ = zlib.NewWriterLevel(&b, zlib.BestSpeed)
	case "raw":
		w, _ = flate.NewWriter(&b, flate.BestSpeed)
	}
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// answering returns a handler that always answers the same.
func answering(resp weft.Response) weft.Handler {
	return func(*weft.Request) (weft.Response, error) { return resp, nil }
}

// compressing is the configuration with the default compression.
func compressing() server.Config {
	return server.Config{}.WithResponseCompression(server.DefaultResponseCompression())
}

// longText is worth compressing.
var longText = strings.Repeat("All happy families are alike. ", 100)

// TestCodingsOverHTTP2 serves the same over HTTP/2, which another implementation
// speaks.
func TestCodingsOverHTTP2(t *testing.T) {
	for _, streaming := range []bool{false, true} {
		c := compressing().WithRequestDecompression(true)
		c.H2C = true
		c.RequestStreaming.Enabled = streaming
		s := serveCodings(t, c, func(req *weft.Request) (weft.Response, error) {
			if req.Headers().Has("Content-Encoding") {
				return weft.BadRequest("the coding is still there"), nil
			}
			text, err := req.Body().AsString()
			return weft.Text(text), err
		})
		got := s.do("POST", "/", bytes.NewReader(compressed(longText, "gzip")), "Content-Encoding", "gzip", "Accept-Encoding", "gzip")
		if got.ProtoMajor != 2 || got.StatusCode != http.StatusOK || got.Header.Get("Content-Encoding") != "gzip" || got.text(t) != longText {
			t.Errorf("streaming %v: %s %v %q", streaming, got.Proto, got.Status, got.Header)
		}
		got = s.do("POST", "/", strings.NewReader("x"), "Content-Encoding", "br")
		if got.StatusCode != http.StatusUnsupportedMediaType {
			t.Errorf("streaming %v: unknown coding: %s", streaming, got.Status)
		}
	}
}

// TestCodingsAreOffByDefault leaves messages alone.
func TestCodingsAreOffByDefault(t *testing.T) {
	s := serveCodings(t, server.Config{}, func(req *weft.Request) (weft.Response, error) {
		coding, _ := req.RawHeader("Content-Encoding")
		b, err := req.Body().Bytes()
		return weft.Text(coding + " " + string(b) + longText), err
	})
	got := s.do("POST", "/", strings.NewReader("as it is"), "Content-Encoding", "gzip", "Accept-Encoding", "gzip")
	if string(got.body) != "gzip as it is"+longText || got.Header.Get("Vary") != "" || got.Header.Get("Content-Encoding") != "" {
		t.Errorf("%q %q", got.Header, got.body[:20])
	}
}

// TestCodingsAfterInstall serves routes that were installed later like the first.
func TestCodingsAfterInstall(t *testing.T) {
	leakcheck.Check(t)
	srv := server.New(compressing().WithBinding("127.0.0.1", 0))
	t.Cleanup(func() { srv.Close() })
	for range 2 {
		if _, err := srv.Install(weft.NewRoutes(route.GET("/").Handle(answering(weft.Text(longText))))); err != nil {
			t.Fatal(err)
		}
		transport := &http.Transport{}
		resp, err := (&http.Client{Transport: transport}).Get("http://" + srv.Addr().String() + "/")
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		transport.CloseIdleConnections()
		if !resp.Uncompressed || string(b) != longText {
			t.Errorf("uncompressed by the client: %v, %d bytes", resp.Uncompressed, len(b))
		}
	}
}
