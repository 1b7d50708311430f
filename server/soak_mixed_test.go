//go:build unix

package server_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/websocket"
)

// TestSoakMixed: everything at once, with clients of which many vanish in the middle of
// what they do, in round after round. Between two rounds, when all clients are gone, the
// server has no more goroutines and descriptors than at the start, and no more memory than
// after the first round.
//
// With WEFT_SOAK=1 the rounds go on for the time of SOAK_TIME.
func TestSoakMixed(t *testing.T) {
	// Who sends a part of a request and vanishes is waited for that long. A machine that
	// does other things at the same time may take a second to shake hands.
	wait := time.Second
	long, lasting := 700*time.Millisecond, time.Duration(0)
	if os.Getenv("WEFT_SOAK") == "1" {
		wait = 5 * time.Second
		long, lasting = 5*time.Second, soakTime(t)/time.Duration(len(channels()))
	}
	for _, on := range channels() {
		t.Run(on.String(), func(t *testing.T) {
			s := newSoak(t, on, wait)
			before := count()
			before.memory = 1 << 40 // the first round says how much it takes
			s.round(long)
			before.memory = s.compare(before, 1).memory + slackMemory
			for end, n := time.Now().Add(lasting), 2; ; n++ {
				s.round(long)
				s.compare(before, n)
				if !time.Now().Before(end) || t.Failed() {
					break
				}
			}
			s.report()
		})
	}
}

// A soak is servers and what was done with them.
type soak struct {
	t             *testing.T
	plain, secure string
	kinds         []soakKind
}

// A soakKind is a kind of client. It does one thing from beginning to end, or vanishes in
// the middle.
type soakKind struct {
	name    string
	clients int
	once    func(n int64) error
	done    *atomic.Int64
}

func newSoak(t *testing.T, on channel, wait time.Duration) *soak {
	t.Helper()
	ssl := must(t)(server.SSLGenerate())
	quick := func(c server.Config) server.Config {
		c.HeaderTimeout = wait
		return quiet(c).EnableRequestStreaming()
	}
	s := &soak{t: t}
	s.plain = on.start(t, soakRoutes(), quick, withH2C).Addr
	s.secure = on.start(t, soakRoutes(), quick, func(c server.Config) server.Config { return c.WithSSL(ssl) }).Addr
	for _, k := range []soakKind{
		{name: "keep-alive", clients: 8, once: s.keepAlive},
		{name: "upload", clients: 4, once: s.upload},
		{name: "stream", clients: 4, once: s.stream},
		{name: "events", clients: 4, once: s.events},
		{name: "WebSocket", clients: 4, once: s.socket},
		{name: "TLS", clients: 2, once: s.tls},
		{name: "HTTP/2", clients: 2, once: s.http2},
		{name: "HTTP/2 gone", clients: 1, once: s.http2Gone},
	} {
		k.done = new(atomic.Int64)
		s.kinds = append(s.kinds, k)
	}
	return s
}

// soakRoutes do one thing for each kind of client.
func soakRoutes() weft.Routes {
	socket := websocket.Handle(func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return nil // the client is gone, and was expected to
			}
			if err := c.Write(ctx, m.Kind, m.Data); err != nil {
				return nil
			}
		}
		return nil
	})
	return weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
		route.POST("/upload").Handle(func(req *weft.Request) (weft.Response, error) {
			r := req.Body().AsStream()
			defer r.Close()
			n, err := io.Copy(io.Discard, r)
			return weft.Text(fmt.Sprint(n)), err
		}),
		route.GET("/stream").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Stream("text/plain", soakPieces()), nil
		}),
		route.GET("/events").Handle(func(req *weft.Request) (weft.Response, error) {
			return sse.Response(req, func(ctx context.Context, s *sse.Stream) error {
				for i := range 5 {
					if err := s.SendData(fmt.Sprint(i)); err != nil {
						return err
					}
				}
				<-ctx.Done() // the client has to go first
				return ctx.Err()
			}), nil
		}),
		route.GET("/socket").Handle(socket),
	)
}

func soakPieces() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		piece := make([]byte, soakPiece)
		for range soakPieceCount {
			if !yield(piece, nil) {
				return
			}
		}
	}
}

const soakPiece, soakPieceCount = 4 << 10, 64

// round runs all clients for a time, and waits for them.
func (s *soak) round(d time.Duration) {
	s.t.Helper()
	end := time.Now().Add(d)
	failed := make(chan error, 100)
	var all sync.WaitGroup
	for _, k := range s.kinds {
		for range k.clients {
			all.Go(func() {
				for time.Now().Before(end) {
					if err := k.once(k.done.Add(1)); err != nil {
						failed <- fmt.Errorf("%s: %w", k.name, err)
						return
					}
				}
			})
		}
	}
	all.Wait()
	close(failed)
	for err := range failed {
		s.t.Error(err)
	}
}

// A measurement is what a process holds.
type measurement struct {
	goroutines, descriptors int
	memory                  uint64
}

func (m measurement) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, %d KiB of memory", m.goroutines, m.descriptors, m.memory>>10)
}

func count() measurement {
	runtime.GC()
	runtime.GC() // pools are emptied by the second one
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/dev/fd")
	return measurement{runtime.NumGoroutine(), len(files), m.HeapAlloc + m.StackInuse}
}

// Some memory and some goroutines come and go: those of timers, and of the clients' own
// pools.
const slackMemory, slackCount = 8 << 20, 3

// compare waits until there is no more than there may be, and fails the test if that does
// not happen. Clients that have vanished while nobody was reading are found out by the
// server's sweep, within seconds.
func (s *soak) compare(limit measurement, round int) measurement {
	s.t.Helper()
	now := count()
	for deadline := time.Now().Add(patience); now.exceeds(limit) && time.Now().Before(deadline); now = count() {
		time.Sleep(50 * time.Millisecond)
	}
	if now.exceeds(limit) {
		s.t.Errorf("after round %d: %v; want at most %v", round, now, limit)
	}
	if round%20 < 3 {
		s.t.Logf("after round %d: %v", round, now)
	}
	return now
}

func (m measurement) exceeds(limit measurement) bool {
	return m.goroutines > limit.goroutines+slackCount || m.descriptors > limit.descriptors+slackCount || m.memory > limit.memory
}

func (s *soak) report() {
	s.t.Helper()
	for _, k := range s.kinds {
		s.t.Logf("%s: %d times", k.name, k.done.Load())
		if k.done.Load() < 2 {
			s.t.Errorf("%s: only %d times", k.name, k.done.Load())
		}
	}
}
