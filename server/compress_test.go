package server_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
)

func TestResponseCompression(t *testing.T) {
	svg := weft.Bytes([]byte(longText), "image/svg+xml")
	seq := func(yield func([]byte, error) bool) { yield([]byte(longText), nil) }
	tests := []struct {
		name   string
		resp   weft.Response
		accept string
		coding string
		vary   string
	}{
		{"gzip", weft.Text(longText), "gzip", "gzip", "Accept-Encoding"},
		{"deflate", weft.Text(longText), "deflate", "deflate", "Accept-Encoding"},
		{"preference of the server", weft.Text(longText), "deflate, gzip", "gzip", "Accept-Encoding"},
		{"preference of the client", weft.Text(longText), "deflate, gzip;q=0.9", "deflate", "Accept-Encoding"},
		{"old name", weft.Text(longText), "x-gzip", "gzip", "Accept-Encoding"},
		{"star", weft.Text(longText), "*", "gzip", "Accept-Encoding"},
		{"coding refused", weft.Text(longText), "gzip;q=0", "", "Accept-Encoding"},
		{"unknown coding", weft.Text(longText), "br, zstd", "", "Accept-Encoding"},
		{"identity preferred", weft.Text(longText), "identity, gzip;q=0.5", "", "Accept-Encoding"},
		{"empty field", weft.Text(longText), "", "", "Accept-Encoding"},
		{"HTML", weft.HTML(longText), "gzip", "gzip", "Accept-Encoding"},
		{"JSON", weft.JSON(longText), "gzip", "gzip", "Accept-Encoding"},
		{"SVG", svg, "gzip", "gzip", "Accept-Encoding"},
		{"bytes without a better type", weft.Bytes([]byte(longText), "application/octet-stream"), "gzip", "gzip", "Accept-Encoding"},
		{"another status", weft.Text(longText).WithStatus(status.NotFound), "gzip", "gzip", "Accept-Encoding"},
		{"below the threshold", weft.Text(longText[:1023]), "gzip", "", ""},
		{"at the threshold", weft.Text(longText[:1024]), "gzip", "gzip", "Accept-Encoding"},
		{"PNG", weft.Bytes([]byte(longText), "image/png"), "gzip", "", ""},
		{"type in a field", weft.Text(longText).WithHeader("Content-Type", "image/png"), "gzip", "", ""},
		{"video", weft.Stream("video/mp4", seq), "gzip", "", ""},
		{"coded already", weft.Text(longText).WithHeader("Content-Encoding", "br"), "gzip", "br", ""},
		{"no-transform", weft.Text(longText).WithHeader("Cache-Control", "public, no-transform"), "gzip", "", ""},
		{"other directives", weft.Text(longText).WithHeader("Cache-Control", "no-cache"), "gzip", "gzip", "Accept-Encoding"},
		{"digest", weft.Text(longText).WithHeader("Repr-Digest", "sha-256=:AA==:"), "gzip", "", ""},
		{"partial content", weft.Text(longText).WithStatus(status.PartialContent), "gzip", "", ""},
		{"no content", weft.NoContent(), "gzip", "", ""},
		{"no body", weft.OK(), "gzip", "", ""},
		{"merged Vary", weft.Text(longText).WithHeader("Vary", "Origin"), "gzip", "gzip", "Origin, Accept-Encoding"},
		{"merged Vary without a coding", weft.Text(longText).WithHeader("Vary", "Origin"), "", "", "Origin, Accept-Encoding"},
		{"sufficient Vary", weft.Text(longText).WithHeader("Vary", "accept-encoding"), "gzip", "gzip", "accept-encoding"},
		{"Vary of everything", weft.Text(longText).WithHeader("Vary", "*"), "gzip", "gzip", "*"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serveCodings(t, compressing(), answering(test.resp))
			got := s.get(test.accept)
			if coding := got.Header.Get("Content-Encoding"); coding != test.coding {
				t.Errorf("coding %q, want %q", coding, test.coding)
			}
			if vary := strings.Join(got.Header.Values("Vary"), "|"); vary != test.vary {
				t.Errorf("Vary %q, want %q", vary, test.vary)
			}
			if test.resp.Body().IsStream() || test.resp.Status() == status.NoContent {
				return
			}
			if want, _ := test.resp.Body().AsString(); got.text(t) != want {
				t.Error("not the same body")
			}
			if length := got.Header.Get("Content-Length"); length != strconv.Itoa(len(got.body)) {
				t.Errorf("Content-Length %s for %d bytes", length, len(got.body))
			}
		})
	}
}

func TestResponseCompressionWithoutAcceptEncoding(t *testing.T) {
	s := serveCodings(t, compressing(), answering(weft.Text(longText)))
	got := s.do("GET", "/", nil)
	if string(got.body) != longText || got.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("%q", got.Header)
	}
}

func TestResponseCompressionOfSeveralFields(t *testing.T) {
	s := serveCodings(t, compressing(), answering(weft.Text(longText)))
	if got := s.get("gzip;q=0.5", "Accept-Encoding", "deflate"); got.Header.Get("Content-Encoding") != "deflate" {
		t.Errorf("%q", got.Header)
	}
}

// TestResponseCompressionOfDownloads leaves a file of unknown type its length.
func TestResponseCompressionOfDownloads(t *testing.T) {
	s := serveCodings(t, compressing(), func(*weft.Request) (weft.Response, error) {
		return weft.Reader(strings.NewReader(longText), int64(len(longText)), "application/octet-stream"), nil
	})
	if got := s.get("gzip"); got.ContentLength != int64(len(longText)) || string(got.body) != longText {
		t.Errorf("%q", got.Header)
	}
}

func TestResponseCompressionOfNoise(t *testing.T) {
	noise := make([]byte, 4096)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	s := serveCodings(t, compressing(), answering(weft.Bytes(noise, "application/x-thing")))
	got := s.get("gzip")
	if got.Header.Get("Content-Encoding") != "" || !bytes.Equal(got.body, noise) || got.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("%q", got.Header)
	}
}

// TestResponseCompressionOfHead compares the fields of HEAD and GET.
func TestResponseCompressionOfHead(t *testing.T) {
	var closed atomic.Int64
	handlers := map[string]weft.Handler{
		"memory": answering(weft.Text(longText).WithHeader("ETag", `"a"`)),
		"stream": func(*weft.Request) (weft.Response, error) {
			return weft.Reader(&countingCloser{strings.NewReader(longText), &closed}, -1, "text/plain"), nil
		},
		"small": answering(weft.Text("small")),
	}
	for name, handler := range handlers {
		t.Run(name, func(t *testing.T) {
			s := serveCodings(t, compressing(), handler)
			get := s.get("gzip")
			head := s.do("HEAD", "/", nil, "Accept-Encoding", "gzip")
			get.Header.Del("Date")
			head.Header.Del("Date")
			if fmt.Sprint(get.Header, get.TransferEncoding) != fmt.Sprint(head.Header, head.TransferEncoding) || len(head.body) != 0 {
				t.Errorf("GET %q %q\nHEAD %q %q", get.Header, get.TransferEncoding, head.Header, head.TransferEncoding)
			}
		})
	}
	if closed.Load() < 2 {
		t.Errorf("%d of 2 bodies were closed", closed.Load())
	}
}

type countingCloser struct {
	io.Reader
	closed *atomic.Int64
}

func (c *countingCloser) Close() error {
	c.closed.Add(1)
	return nil
}

func TestResponseCompressionWeakensETags(t *testing.T) {
	for tag, want := range map[string]string{`"a"`: `W/"a"`, `W/"a"`: `W/"a"`} {
		s := serveCodings(t, compressing(), answering(weft.Text(longText).WithHeader("ETag", tag).WithHeader("Accept-Ranges", "bytes")))
		if got := s.get("gzip"); got.Header.Get("ETag") != want || got.Header.Get("Accept-Ranges") != "" {
			t.Errorf("compressed: %q", got.Header)
		}
		if got := s.do("GET", "/", nil); got.Header.Get("ETag") != tag || got.Header.Get("Accept-Ranges") != "bytes" {
			t.Errorf("plain: %q", got.Header)
		}
	}
}

// TestResponseCompressionOfNotModified answers with the tag that the client has.
func TestResponseCompressionOfNotModified(t *testing.T) {
	s := serveCodings(t, compressing(), answering(weft.NotModified().WithHeader("ETag", `"a"`)))
	for field, want := range map[string]string{`W/"a"`: `W/"a"`, `"a"`: `"a"`, `"b", W/"a"`: `W/"a"`, `*`: `"a"`} {
		got := s.get("gzip", "If-None-Match", field)
		if got.StatusCode != http.StatusNotModified || got.Header.Get("ETag") != want || got.Header.Get("Content-Encoding") != "" {
			t.Errorf("If-None-Match %s: %s %q", field, got.Status, got.Header)
		}
	}
}

func TestResponseCompressionIdentityRefused(t *testing.T) {
	tests := []struct {
		name, method, accept string
		handler              weft.Handler
		status               int
		coding               string
	}{
		{"small body", "GET", "gzip, identity;q=0", answering(weft.Text("small")), 200, "gzip"},
		{"compressed type", "GET", "gzip, *;q=0", answering(weft.Bytes([]byte("png"), "image/png")), 200, "gzip"},
		{"nothing acceptable", "GET", "br, identity;q=0", answering(weft.Text("small")), 406, ""},
		{"nothing acceptable to HEAD", "HEAD", "br, *;q=0", answering(weft.Text("small")), 406, ""},
		{"nothing acceptable after an effect", "POST", "*;q=0", answering(weft.Text("small")), 200, ""},
		{"nothing acceptable for an error", "GET", "*;q=0", answering(weft.NotFound("")), 404, ""},
		{"coded by the handler", "GET", "br, *;q=0", answering(weft.Text("x").WithHeader("Content-Encoding", "br")), 200, "br"},
		{"no body", "GET", "*;q=0", answering(weft.NoContent()), 204, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serveCodings(t, compressing(), test.handler)
			got := s.do(test.method, "/", nil, "Accept-Encoding", test.accept)
			if got.StatusCode != test.status || got.Header.Get("Content-Encoding") != test.coding {
				t.Errorf("%s %q", got.Status, got.Header)
			}
			if got.StatusCode == http.StatusNotAcceptable && got.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%q", got.Header)
			}
		})
	}
}

// TestResponseCompressionOfErrors compresses what the client caused, and leaves what
// the server is to blame for to the routes.
func TestResponseCompressionOfErrors(t *testing.T) {
	faults := make([]weft.Fault, 50)
	for i := range faults {
		faults[i] = weft.Fault{In: "body", Name: "items", Message: "this is not what it should be"}
	}
	s := serveCodings(t, compressing(), func(req *weft.Request) (weft.Response, error) {
		if req.Path() == "/fault" {
			return weft.Response{}, &weft.Problem{Status: status.UnprocessableContent, Errors: faults}
		}
		return weft.Response{}, errors.New("a secret")
	})
	got := s.do("GET", "/fault", nil, "Accept-Encoding", "gzip")
	if got.StatusCode != http.StatusUnprocessableEntity || got.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(got.text(t), "not what it should be") {
		t.Errorf("%s %q", got.Status, got.Header)
	}
	got = s.do("GET", "/", nil, "Accept-Encoding", "gzip")
	if got.StatusCode != http.StatusInternalServerError || strings.Contains(string(got.body), "secret") {
		t.Errorf("%s %s", got.Status, got.body)
	}
}

// TestResponseCompressionOverHTTP10 marks the end of a stream by closing.
func TestResponseCompressionOverHTTP10(t *testing.T) {
	s := serveCodings(t, compressing(), func(*weft.Request) (weft.Response, error) {
		return weft.Reader(strings.NewReader(longText), -1, "text/plain"), nil
	})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET / HTTP/1.0\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := (codingAnswer{resp, b}); got.Header.Get("Content-Encoding") != "gzip" || got.text(t) != longText {
		t.Errorf("%q", resp.Header)
	}
}

func TestResponseCompressionKeepsTrailers(t *testing.T) {
	s := serveCodings(t, compressing(), func(*weft.Request) (weft.Response, error) {
		return weft.Reader(strings.NewReader(longText), -1, "text/plain").WithTrailers(weft.NewHeaders("X-Sum", "42")), nil
	})
	if got := s.get("gzip"); got.text(t) != longText || got.Trailer.Get("X-Sum") != "42" {
		t.Errorf("trailers %q", got.Trailer)
	}
}

func TestResponseCompressionLeavesUpgradesAlone(t *testing.T) {
	s := serveCodings(t, compressing(), answering(weft.Upgrade("chat", func(conn net.Conn, r io.Reader) {
		io.WriteString(conn, longText)
		conn.Close()
	})))
	resp := s.open("GET", "/", nil, "Connection", "Upgrade", "Upgrade", "chat", "Accept-Encoding", "gzip")
	defer resp.Body.Close()
	if b, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusSwitchingProtocols || resp.Header.Get("Vary") != "" || string(b) != longText {
		t.Errorf("%s %q", resp.Status, resp.Header)
	}
}

func TestResponseCompressionThreshold(t *testing.T) {
	c := server.Config{}.WithResponseCompression(server.ResponseCompressionConfig{ContentThreshold: 1})
	s := serveCodings(t, c, answering(weft.Text(strings.Repeat("a", 100))))
	if got := s.get("gzip"); got.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%q", got.Header)
	}
}
