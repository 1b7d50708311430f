package nethttp_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
)

// patience bounds waits that would otherwise be for ever.
const patience = 2 * time.Second

var noTime time.Time

// dial opens a plain connection to an engine.
func dial(t *testing.T, at endpoint) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(at.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(patience))
	return c
}

func hijack(w http.ResponseWriter) (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w).Hijack()
}

func TestHijack(t *testing.T) {
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, r *http.Request) {
			conn, rw, err := hijack(w)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := io.WriteString(w, "x"); !errors.Is(err, http.ErrHijacked) {
				t.Errorf("writing afterwards: %v", err)
			}
			if _, _, err := hijack(w); !errors.Is(err, http.ErrHijacked) {
				t.Errorf("once more: %v", err)
			}
			// The handler returns; the connection stays.
			go func() {
				defer conn.Close()
				rw.WriteString("welcome\n")
				rw.Flush()
				for {
					line, err := rw.ReadString('\n')
					if err != nil {
						return
					}
					rw.WriteString(strings.ToUpper(line))
					rw.Flush()
				}
			}()
		})
	}
	on(t, overHTTP1(), routes, func(t *testing.T, at endpoint) {
		c := dial(t, at)
		// The first line comes in the same packet as the head.
		io.WriteString(c, "GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\nfirst\n")
		r := bufio.NewReader(c)
		for i, want := range []string{"welcome\n", "FIRST\n", "SECOND\n"} {
			if line, err := r.ReadString('\n'); line != want {
				t.Fatalf("line %d is %q, %v, want %q", i, line, err, want)
			}
			if i == 1 {
				io.WriteString(c, "second\n")
			}
		}
	})
}

func TestHijackTooLate(t *testing.T) {
	var got error
	resp := handle(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "x")
		_, _, got = hijack(w)
	}).Serve(weft.Get("/"))
	if got == nil || resp.Status() != 200 {
		t.Errorf("%v, %v", got, resp.Status())
	}
}

func TestHijackHTTP2(t *testing.T) {
	var got error
	resp := handle(func(w http.ResponseWriter, _ *http.Request) {
		_, _, got = hijack(w)
		w.WriteHeader(http.StatusUpgradeRequired)
	}).Serve(weft.Get("/").WithVersion(weft.HTTP2))
	if !errors.Is(got, http.ErrNotSupported) || resp.Status() != http.StatusUpgradeRequired {
		t.Errorf("%v, %v", got, resp.Status())
	}
}

// TestHijackGivenUp shows that a handler does not wait for ever for a connection
// that middleware has kept from it.
func TestHijackGivenUp(t *testing.T) {
	got := make(chan error)
	routes := handle(func(w http.ResponseWriter, _ *http.Request) {
		_, _, err := hijack(w)
		got <- err
	})
	ctx, cancel := context.WithCancel(t.Context())
	resp := routes.Serve(weft.Get("/").WithContext(ctx))
	cancel()
	if err := <-got; !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	// Whoever runs the takeover after all finds the connection closed.
	client, server := net.Pipe()
	resp.Takeover()(server, server)
	if _, err := client.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the connection is open: %v", err)
	}
}

// TestDroppedStream shows that a response which middleware has dropped does not
// hold its handler.
func TestDroppedStream(t *testing.T) {
	got := make(chan error)
	routes := handle(func(w http.ResponseWriter, _ *http.Request) {
		_, err := w.Write(make([]byte, 1<<20))
		got <- err
	})
	ctx, cancel := context.WithCancel(t.Context())
	routes.Serve(weft.Get("/").WithContext(ctx))
	cancel()
	if err := <-got; !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	// Closing the body does the same.
	resp := routes.Serve(weft.Get("/"))
	resp.Body().Close()
	if err := <-got; err == nil {
		t.Error("writing to a closed body does not fail")
	}
}
