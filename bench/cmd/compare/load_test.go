package main

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/weft-go/weft/bench/payload"
)

func TestParseLine(t *testing.T) {
	got := parseLine("req=12 rps=3.5 word p50=x\n")
	if want := map[string]float64{"req": 12, "rps": 3.5}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// testWorkshop builds the load generator, which needs a C compiler.
func testWorkshop(t *testing.T) *workshop {
	t.Helper()
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler")
	}
	shop, err := newWorkshop(t.Context(), options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(shop.close)
	return shop
}

// standIn makes a server of an httptest one; its process is the test's own.
func standIn(t *testing.T, handler http.HandlerFunc) *server {
	t.Helper()
	web := httptest.NewServer(handler)
	t.Cleanup(web.Close)
	address, err := url.Parse(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	return &server{name: "stand-in", port: port, cmd: &exec.Cmd{Process: process}, exited: make(chan struct{})}
}

const smallConnections = 4

func small() workload {
	return workload{name: "small", connections: smallConnections, kind: "get", depth: 2}
}

func TestBurstMeasures(t *testing.T) {
	s := standIn(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, payload.Hello) })
	got, err := burst(t.Context(), testWorkshop(t), s, small(), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if got.errors != 0 || got.requests == 0 || got.rate == 0 || got.cpu.total <= 0 || got.resident == 0 || got.p50 == 0 {
		t.Errorf("got %+v, want no error and no other zero", got)
	}
}

func TestBurstCountsWrongAnswers(t *testing.T) {
	tests := []struct {
		name  string
		wrong http.HandlerFunc
	}{
		{"wrong status", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusCreated)
			io.WriteString(w, payload.Hello)
		}},
		{"wrong bytes", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, strings.ToUpper(payload.Hello))
		}},
		{"wrong length", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, payload.Hello+payload.Hello)
		}},
		{"no length", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, payload.Hello)
			http.NewResponseController(w).Flush()
		}},
		{"closed", func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }},
	}
	shop := testWorkshop(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var count atomic.Int64
			s := standIn(t, func(w http.ResponseWriter, r *http.Request) {
				// The load generator asks once on each connection before it measures.
				if count.Add(1) > 40 {
					test.wrong(w, r)
					return
				}
				io.WriteString(w, payload.Hello)
			})
			got, err := burst(t.Context(), shop, s, small(), 0.1)
			if err != nil {
				t.Fatal(err)
			}
			if got.errors != smallConnections {
				t.Errorf("got %g errors, want one for each of %d connections", got.errors, smallConnections)
			}
		})
	}
}

func TestBurstRefusesAServerThatIsWrongFromTheStart(t *testing.T) {
	s := standIn(t, http.NotFound)
	_, err := burst(t.Context(), testWorkshop(t), s, small(), 0.1)
	if err == nil || !strings.Contains(err.Error(), "wrong answer") {
		t.Errorf("got %v, want an error with the wrong answer", err)
	}
}
