package server_test

import (
	"io"
	"net"
	"runtime"
	"strings"
	"testing"

	"github.com/weft-go/weft/wefttest"
)

// TestPlainRouteAllocations: a plain route costs no allocation of its own. What is
// left is the memory that requests are cut from, one piece for many of them.
func TestPlainRouteAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, test := range []struct {
		name           string
		batch, batches int
	}{
		{"Pipelined", 100, 200},
		{"OneByOne", 1, 3000},
	} {
		t.Run(test.name, func(t *testing.T) {
			srv := wefttest.Start(t, says("hello, world"))
			p := newPipeline(t, srv.Addr, test.batch)
			p.run(t, test.batches/10) // pools and poller are warm then
			before := mallocs()
			p.run(t, test.batches)
			each := float64(mallocs()-before) / float64(test.batch*test.batches)
			t.Logf("%.3f allocations a request", each)
			if each >= 0.2 {
				t.Errorf("%.3f allocations a request, want less than 0.2", each)
			}
		})
	}
}

// mallocs returns the number of allocations of the process so far.
func mallocs() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// A pipeline sends the same requests again and again, without allocating.
type pipeline struct {
	conn    net.Conn
	request []byte
	answer  []byte
}

func newPipeline(t *testing.T, addr string, batch int) *pipeline {
	c := wefttest.Dial(t, addr)
	const request = "GET /plain?page=1 HTTP/1.1\r\nHost: test\r\nUser-Agent: test\r\nAccept: */*\r\n\r\n"
	c.Send(request)
	var size int
	for size == 0 {
		// All answers have the length of the first: nothing in them changes but the
		// digits of the date.
		r := c.Read("GET")
		size = len("HTTP/1.1 200 OK\r\n\r\n") + len(r.Body)
		for name, value := range r.Headers.All() {
			size += len(name) + len(": ") + len(value) + len("\r\n")
		}
	}
	return &pipeline{c.NetConn(), []byte(strings.Repeat(request, batch)), make([]byte, size*batch)}
}

func (p *pipeline) run(t *testing.T, batches int) {
	t.Helper()
	for range batches {
		if _, err := p.conn.Write(p.request); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(p.conn, p.answer); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(string(p.answer), "hello, world"); n*len(p.request) == 0 {
		t.Fatalf("the answers are %q", p.answer)
	}
}
