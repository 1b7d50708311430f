package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft/bench/internal/hub"
	"github.com/weft-go/weft/bench/payload"
)

// routes answers as the candidates do.
func routes(body string) http.Handler {
	var events hub.Hub
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) })
	mux.HandleFunc("POST /publish", func(http.ResponseWriter, *http.Request) { events.Publish() })
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		numbers, cancel := events.Subscribe()
		defer cancel()
		for http.NewResponseController(w).Flush() == nil {
			select {
			case <-r.Context().Done():
				return
			case n := <-numbers:
				fmt.Fprintf(w, "data: %d\n\n", n)
			}
		}
	})
	return mux
}

func secure(body string) *httptest.Server {
	server := httptest.NewUnstartedServer(routes(body))
	server.EnableHTTP2 = true
	server.StartTLS()
	return server
}

func TestRunCountsExchanges(t *testing.T) {
	for _, kind := range []string{"tls", "h2", "sse"} {
		t.Run(kind, func(t *testing.T) {
			server := httptest.NewServer(routes(payload.Hello))
			if kind != "sse" {
				server.Close()
				server = secure(payload.Hello)
			}
			defer server.Close()
			defer server.CloseClientConnections()
			var out bytes.Buffer
			o := options{address: server.Listener.Addr().String(), kind: kind, connections: 4, seconds: 0.05, synchronised: true}
			if err := run(o, strings.NewReader("go\n"), &out); err != nil {
				t.Fatal(err)
			}
			ready, line, _ := strings.Cut(out.String(), "\n")
			if ready != "ready" || !strings.Contains(line, " err=0 ") || strings.Contains(line, "req=0 ") {
				t.Errorf("got %q", out.String())
			}
		})
	}
}

func TestRunRefusesWrongAnswers(t *testing.T) {
	server := secure("something else")
	defer server.Close()
	for _, kind := range []string{"tls", "h2", "ws", "other"} {
		o := options{address: server.Listener.Addr().String(), kind: kind, connections: 1, seconds: 0.05}
		if err := run(o, strings.NewReader(""), io.Discard); err == nil {
			t.Errorf("%s: want an error", kind)
		}
	}
}

func TestQuantile(t *testing.T) {
	var sorted tally
	for i := range 101 {
		sorted.latencies = append(sorted.latencies, time.Duration(i)*time.Microsecond)
	}
	if got := sorted.quantile(0.99); got != 99 {
		t.Errorf("got %g, want 99", got)
	}
	if got := (tally{}).quantile(0.5); got != 0 {
		t.Errorf("nothing measured: got %g, want 0", got)
	}
}
