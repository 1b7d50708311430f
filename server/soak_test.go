//go:build unix

package server_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/wefttest"
)

// TestSoakSlowClients: thousands of clients that drip their requests, and thousands
// that are idle, do not keep the server from answering others. Those that drip are
// cut in time; those that are idle are not, and can be used later. The server is a
// process of its own, since a process may not have that many descriptors for both sides.
//
// With WEFT_SOAK=1 there are more of them, in wave after wave for the time of
// SOAK_TIME.
func TestSoakSlowClients(t *testing.T) {
	dripping, idle, lasting := 2000, 1000, time.Duration(0)
	if os.Getenv("WEFT_SOAK") == "1" {
		idle = 10_000
		lasting = soakTime(t)
	}
	if raceEnabled && idle < 10_000 {
		dripping, idle = dripping/4, idle/4 // it is all ten times slower
	}
	raiseFileLimit(t, dripping+idle+500)
	p := start(t, "soak")
	addr := p.line(t)
	before := p.memory(t)
	idlers := openIdle(t, addr, idle)
	t.Logf("an idle connection takes %d bytes of stack and heap", (p.memory(t)-before)/max(idle, 1))
	fast := startFast(addr)
	for end := time.Now().Add(lasting); ; {
		wave(t, addr, dripping)
		if !time.Now().Before(end) || t.Failed() {
			break
		}
	}
	requests, slowest, err := fast.stop()
	t.Logf("%d requests beside them, the slowest took %v", requests, slowest)
	if err != nil {
		t.Error(err)
	}
	if requests < 100 || slowest > 2*time.Second {
		t.Errorf("%d requests were answered, the slowest after %v", requests, slowest)
	}
	for i := 0; i < len(idlers); i += max(1, len(idlers)/100) {
		if err := exchange(idlers[i]); err != nil {
			t.Fatalf("idle connection %d: %v", i, err)
		}
	}
}

func soakTime(t *testing.T) time.Duration {
	d, err := time.ParseDuration(os.Getenv("SOAK_TIME"))
	if err != nil {
		t.Logf("SOAK_TIME: %v; taking one minute", err)
		return time.Minute
	}
	return d
}

// raiseFileLimit makes room for so many descriptors, or skips the test.
func raiseFileLimit(t *testing.T, n int) {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if limit.Cur >= uint64(n) {
		return
	}
	limit.Cur, limit.Max = uint64(n), max(limit.Max, uint64(n))
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Skipf("%d file descriptors are needed: %v", n, err)
	}
}

// memory asks the program how much memory it uses.
func (p *process) memory(t *testing.T) int {
	t.Helper()
	fmt.Fprintln(p.in, "memory")
	n, err := strconv.Atoi(p.line(t))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// openIdle opens connections that have each had one request.
func openIdle(t *testing.T, addr string, n int) []net.Conn {
	t.Helper()
	conns := make([]net.Conn, n)
	failed := make(chan error, n)
	var all sync.WaitGroup
	limit := make(chan struct{}, 100) // the listener's backlog is not endless
	for i := range conns {
		limit <- struct{}{}
		all.Go(func() {
			defer func() { <-limit }()
			// Without probes: thousands at the same moment overflow the loopback device.
			nc, err := (&net.Dialer{KeepAlive: -1}).Dial("tcp", addr)
			if err != nil {
				failed <- err
				return
			}
			conns[i] = nc
			if err := exchange(nc); err != nil {
				failed <- err
			}
		})
	}
	all.Wait()
	t.Cleanup(func() {
		for _, nc := range conns {
			if nc != nil {
				nc.Close()
			}
		}
	})
	select {
	case err := <-failed:
		t.Fatal(err)
	default:
	}
	return conns
}

// exchange sends a request and reads its answer.
func exchange(nc net.Conn) error {
	if err := nc.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := io.WriteString(nc, plainRequest); err != nil {
		return err
	}
	r, err := wefttest.NewRawReader(nc).Read(weft.GET)
	if err == nil && r.Body != "hello" {
		err = errors.New("the answer is " + strconv.Quote(r.Body))
	}
	return err
}

// wave opens connections that drip a head which never ends, and waits until the
// server has cut all of them.
func wave(t *testing.T, addr string, n int) {
	t.Helper()
	var all sync.WaitGroup
	var cut atomic.Int64
	start := time.Now()
	for range n {
		nc, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			defer nc.Close()
			if isCut(nc) {
				cut.Add(1)
			}
		})
	}
	all.Wait()
	t.Logf("a wave of %d took %v", n, time.Since(start).Round(time.Millisecond))
	if int(cut.Load()) != n {
		t.Errorf("%d of %d slow clients were cut", cut.Load(), n)
	}
}

// isCut drips and reports whether the server ends that.
func isCut(nc net.Conn) bool {
	_, err := io.WriteString(nc, "GET / HTTP/1.1\r\nHost: test\r\nX: ")
	b := make([]byte, 1024)
	for range 40 {
		if err != nil {
			return true
		}
		nc.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
		if _, readErr := nc.Read(b); readErr == nil || !errors.Is(readErr, os.ErrDeadlineExceeded) {
			return true // 408, or the end
		}
		_, err = io.WriteString(nc, "x")
	}
	return false
}

// A fastClient sends requests one after the other and notes the slowest.
type fastClient struct {
	quit    chan struct{}
	done    sync.WaitGroup
	count   int
	slowest time.Duration
	err     error
}

func startFast(addr string) *fastClient {
	f := &fastClient{quit: make(chan struct{})}
	f.done.Go(func() { f.err = f.run(addr) })
	return f
}

func (f *fastClient) run(addr string) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		nc, err := net.Dial("tcp", addr)
		if err != nil {
			return err
		}
		for range 50 { // then a new connection, which has to be accepted first
			start := time.Now()
			if err := exchange(nc); err != nil {
				nc.Close()
				return err
			}
			f.slowest = max(f.slowest, time.Since(start))
			f.count++
			select {
			case <-f.quit:
				nc.Close()
				return nil
			case <-tick.C:
			}
		}
		nc.Close()
	}
}

func (f *fastClient) stop() (requests int, slowest time.Duration, err error) {
	close(f.quit)
	f.done.Wait()
	return f.count, f.slowest, f.err
}
