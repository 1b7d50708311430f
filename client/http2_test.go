package client_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
)

// http2Server starts a server with TLS and HTTP/2, and returns it with a client for it.
func http2Server(t *testing.T, h http.HandlerFunc) (*httptest.Server, *client.Client) {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s, connect(t, s.URL, client.Config{Transport: s.Client().Transport})
}

// echo sends each line back as soon as it comes.
func echo(w http.ResponseWriter, req *http.Request) {
	rc := http.NewResponseController(w)
	_ = rc.EnableFullDuplex()
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("X-Proto", req.Proto)
	w.WriteHeader(http.StatusOK)
	_ = rc.Flush()
	for lines := bufio.NewReader(req.Body); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		_, _ = io.WriteString(w, line)
		_ = rc.Flush()
	}
}

func TestHTTP2BothWays(t *testing.T) {
	_, c := http2Server(t, echo)
	r, w := io.Pipe()
	resp, err := c.Do(t.Context(), weft.Post("/", weft.BodyReader(r, -1)))
	if err != nil {
		t.Fatal(err)
	}
	if proto, _ := resp.Header("X-Proto"); proto != "HTTP/2.0" {
		t.Errorf("the server saw %s", proto)
	}
	lines := bufio.NewReader(resp.Body().AsStream())
	for _, want := range []string{"one\n", "two\n"} {
		if _, err := io.WriteString(w, want); err != nil {
			t.Fatal(err)
		}
		if got, err := lines.ReadString('\n'); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	w.Close()
	if _, err := lines.ReadString('\n'); err != io.EOF {
		t.Errorf("the stream ended with %v", err)
	}
}

// TestCancelWhileProducing ends a call while an iterator produces its body. The
// transport then closes the body on another goroutine, which an iterator does not bear.
func TestCancelWhileProducing(t *testing.T) {
	one := httpServer(t, echo)
	_, two := http2Server(t, echo)
	for name, c := range map[string]*client.Client{"HTTP/1.1": connect(t, one.URL), "HTTP/2": two} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done := make(chan struct{})
			pieces := func(yield func([]byte, error) bool) {
				defer close(done)
				for yield([]byte("x\n"), nil) {
				}
			}
			resp, err := c.Do(ctx, weft.Post("/", weft.BodySeq(pieces)))
			if err != nil {
				t.Fatal(err)
			}
			r := resp.Body().AsStream()
			if _, err := io.ReadFull(r, make([]byte, 100)); err != nil {
				t.Fatal(err)
			}
			cancel()
			_, err = io.Copy(io.Discard, r)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the stream ended with %v", err)
			}
			<-done
		})
	}
}

// TestUnknownCertificate checks that a certificate is verified, at once and in vain.
func TestUnknownCertificate(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(echo))
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.Config.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	s.StartTLS()
	t.Cleanup(s.Close)
	c := connect(t, s.URL, client.Config{Backoff: client.Backoff{Base: time.Hour, Max: time.Hour}})
	_, err := c.Do(t.Context(), weft.Get("/"))
	errorOf[*tls.CertificateVerificationError](t, err)
	if e := errorOf[*client.Error](t, err); e.Attempt != 1 {
		t.Errorf("attempt %d", e.Attempt)
	}
}
