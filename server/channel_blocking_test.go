package server_test

import (
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

// TestSleepersBesideFastRequests: 32 handlers that sleep for 10 ms, all the time, beside
// 5,000 fast requests a second. The fast ones take 3 ms at most in 99 of 100 cases, and
// none is lost. Other programs on the machine may spoil that, so it is tried a few
// times.
func TestSleepersBesideFastRequests(t *testing.T) {
	for _, on := range channels() { // not in parallel: this one measures
		t.Run(on.String(), func(t *testing.T) {
			limit, tries := 3*time.Millisecond, 4
			if raceEnabled {
				limit = time.Second // clients and server share processors that are ten times slower
			}
			srv := on.start(t, weft.NewRoutes(
				route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
				route.GET("/sleep").Handle(func(*weft.Request) (weft.Response, error) {
					time.Sleep(10 * time.Millisecond)
					return weft.Text("slept"), nil
				}),
			))
			var p99 time.Duration
			for range tries {
				times := mixed(t, srv.Addr, 32, 5000, time.Second)
				p99 = times[len(times)*99/100]
				t.Logf("%d fast requests: half within %v, 99%% within %v, all within %v", len(times), times[len(times)/2], p99, times[len(times)-1])
				if p99 <= limit {
					return
				}
			}
			t.Errorf("99%% within %v, want %v", p99, limit)
		})
	}
}

// mixed runs sleepers beside fast requests at a rate, and returns how long the fast ones
// took, the longest last.
func mixed(t *testing.T, addr string, sleepers, rate int, lasting time.Duration) []time.Duration {
	t.Helper()
	stop := make(chan struct{})
	var slow, fast sync.WaitGroup
	for range sleepers {
		slow.Go(func() { untilStopped(t, addr, "GET /sleep HTTP/1.1\r\nHost: test\r\n\r\n", "slept", stop) })
	}
	const clients = 20
	var mu sync.Mutex
	var times []time.Duration
	for range clients {
		fast.Go(func() {
			mine := paced(t, addr, rate/clients, lasting)
			mu.Lock()
			defer mu.Unlock()
			times = append(times, mine...)
		})
	}
	fast.Wait()
	close(stop)
	slow.Wait()
	if want := int(float64(rate) * lasting.Seconds()); len(times) != want {
		t.Fatalf("%d fast requests were answered, want %d", len(times), want)
	}
	slices.Sort(times)
	return times
}

func untilStopped(t *testing.T, addr, request, want string, stop <-chan struct{}) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Error(err)
		return
	}
	defer nc.Close()
	for in := wefttest.NewRawReader(nc); ; {
		select {
		case <-stop:
			return
		default:
		}
		if err := say(nc, in, request, want); err != nil {
			t.Error(err)
			return
		}
	}
}

// paced sends requests at a rate and returns how long they took.
func paced(t *testing.T, addr string, rate int, lasting time.Duration) []time.Duration {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer nc.Close()
	in := wefttest.NewRawReader(nc)
	var times []time.Duration
	begin, n := time.Now(), int(float64(rate)*lasting.Seconds())
	for i := range n {
		time.Sleep(time.Until(begin.Add(lasting * time.Duration(i) / time.Duration(n))))
		start := time.Now()
		if err := say(nc, in, plainRequest, "hello"); err != nil {
			t.Error(err)
			return nil
		}
		times = append(times, time.Since(start))
	}
	return times
}

// say sends a request and checks the body of its answer.
func say(nc net.Conn, in *wefttest.RawReader, request, want string) error {
	if err := nc.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := io.WriteString(nc, request); err != nil {
		return err
	}
	r, err := in.Read(weft.GET)
	if err == nil && r.Body != want {
		err = fmt.Errorf("the answer is %q, want %q", r.Body, want)
	}
	return err
}

// TestHandlersMayDoAnything: whatever a handler does with its goroutine, other
// connections are served.
func TestHandlersMayDoAnything(t *testing.T) { eachChannel(t, testHandlersMayDoAnything) }

func testHandlersMayDoAnything(t *testing.T, on channel) {
	for _, test := range []struct {
		name string
		wait func(until <-chan struct{})
		n    int
	}{
		{"Channel", func(until <-chan struct{}) { <-until }, 20},
		{"Sleep", func(until <-chan struct{}) {
			for !closed(until) {
				time.Sleep(5 * time.Millisecond)
			}
		}, 20},
		{"Lock", func(until <-chan struct{}) {
			var mu sync.Mutex
			mu.Lock()
			go func() { <-until; mu.Unlock() }()
			mu.Lock()
		}, 20},
		{"SystemCall", func(until <-chan struct{}) {
			r, w, err := os.Pipe()
			if err != nil {
				return
			}
			r.Fd() // from now on reading blocks a thread
			go func() { <-until; w.Close() }()
			_, _ = r.Read(make([]byte, 1))
			r.Close()
		}, 5},
		{"Spin", func(until <-chan struct{}) {
			for end := time.Now().Add(200 * time.Millisecond); !closed(until) && time.Now().Before(end); {
			}
		}, 1},
		{"Stream", nil, 20},
	} {
		t.Run(test.name, func(t *testing.T) { besides(t, on, test.wait, test.n) })
	}
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// besides has n handlers wait in some way, or in their streams, while others answer.
func besides(t *testing.T, on channel, wait func(<-chan struct{}), n int) {
	until := make(chan struct{})
	srv := on.start(t, weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
		route.GET("/wait").Handle(func(*weft.Request) (weft.Response, error) {
			if wait != nil {
				wait(until)
				return weft.Text("waited"), nil
			}
			return weft.StreamFunc("text/plain", func(w io.Writer) error {
				<-until
				_, err := io.WriteString(w, "waited")
				return err
			}), nil
		}),
	))
	release := sync.OnceFunc(func() { close(until) })
	t.Cleanup(release)
	var slow []*wefttest.Conn
	for range n {
		c := srv.Dial()
		c.Send(waitingRequest)
		slow = append(slow, c)
		for range 3 {
			ask(t, srv.Dial())
		}
	}
	fast := srv.Dial()
	for range 100 {
		ask(t, fast)
	}
	release()
	for _, c := range slow {
		if r := c.Read(weft.GET); r.Body != "waited" {
			t.Errorf("got %q", r.Body)
		}
		ask(t, c)
	}
}

// TestHandlerEndsItsGoroutine: it ends its connection by that, and nothing else.
func TestHandlerEndsItsGoroutine(t *testing.T) { eachChannel(t, testHandlerEndsItsGoroutine) }

func testHandlerEndsItsGoroutine(t *testing.T, on channel) {
	srv := on.start(t, weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
		route.GET("/exit/{after}").Handle(func(req *weft.Request) (weft.Response, error) {
			if d, err := time.ParseDuration(req.Param("after")); err == nil {
				time.Sleep(d)
			}
			runtime.Goexit()
			return weft.Response{}, nil
		}),
	))
	for _, after := range []string{"0s", "20ms", "0s", "20ms", "0s"} {
		c, other := srv.Dial(), srv.Dial()
		ask(t, other)
		c.Send("GET /exit/" + after + " HTTP/1.1\r\nHost: test\r\n\r\n")
		c.ReadEnd()
		ask(t, other)
		ask(t, srv.Dial())
	}
}

// TestFloodDoesNotStarve: a client that sends requests as fast as it can, and never
// waits for an answer, does not keep others waiting; nor does one that reads nothing.
func TestFloodDoesNotStarve(t *testing.T) { eachChannel(t, testFloodDoesNotStarve) }

func testFloodDoesNotStarve(t *testing.T, on channel) {
	srv := on.start(t, says("hello"))
	flood := strings.Repeat(plainRequest, 1000)
	var all sync.WaitGroup
	var conns []net.Conn
	for i := range 6 {
		nc, err := net.Dial("tcp", srv.Addr)
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, nc)
		all.Go(func() {
			for {
				if _, err := io.WriteString(nc, flood); err != nil {
					return
				}
			}
		})
		if i%2 == 0 {
			all.Go(func() { _, _ = io.Copy(io.Discard, nc) })
		}
	}
	others := 20
	if raceEnabled {
		others = 5 // each waits for its turn ten times as long
	}
	for range others {
		c := srv.Dial()
		for range 10 {
			ask(t, c)
		}
	}
	for _, nc := range conns {
		nc.Close()
	}
	all.Wait()
}
