package main

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestRunFindsNothingWrongWithNetHTTP(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "hello")
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	got := run(config{address: address, path: "/", clients: 30, parallel: 8, timeout: 10 * time.Second})
	if !got.good() || got.clients != 30 {
		t.Errorf("got %s, problems %q", got, got.problems)
	}
}

// serveRaw answers every connection with the same bytes and keeps it open until the test ends.
func serveRaw(t *testing.T, answer string) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			io.WriteString(conn, answer)
		}
	}()
	return listener.Addr().String()
}

func TestRunCountsServersThatDoNotClose(t *testing.T) {
	address := serveRaw(t, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
	got := run(config{address: address, path: "/", clients: 1, parallel: 1, timeout: 50 * time.Millisecond})
	if got.hangs != 1 || got.wrong != 0 {
		t.Errorf("got %s, want one hang", got)
	}
}

func TestRunCountsWrongAnswers(t *testing.T) {
	address := serveRaw(t, "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
	got := run(config{address: address, path: "/", clients: 1, parallel: 1, timeout: 10 * time.Second})
	if got.hangs != 0 || got.wrong != 1 {
		t.Errorf("got %s, want one wrong answer", got)
	}
}
