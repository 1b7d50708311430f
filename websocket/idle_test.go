package websocket_test

import (
	"context"
	"net"
	"runtime"
	"testing"

	"github.com/weft-go/weft/websocket"
	"github.com/weft-go/weft/wefttest"
)

// TestIdleSocketsAreCheap bounds the memory of a socket that waits for a message, its
// goroutine and the test's own end of the connection included.
func TestIdleSocketsAreCheap(t *testing.T) {
	if raceEnabled {
		t.Skip("memory is not what it is without the race detector")
	}
	const n, bound = 400, 14 << 10
	ready := make(chan struct{}, n)
	s := wefttest.Start(t, routes(websocket.Handle(func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			if err := c.Write(ctx, m.Kind, m.Data); err != nil {
				return err
			}
			ready <- struct{}{}
		}
		return nil
	})))
	conns := make([]net.Conn, n)
	heapBefore, stackBefore := inUse()
	for i := range conns {
		c, err := net.Dial("tcp", s.Addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		conns[i] = c
		c.Write([]byte(handshakeRequest + "\r\n"))
		c.Write(frame(fin|opText, "hello")) // so that every one has been in use
		after(t, ready, "a message")
	}
	heap, stack := inUse()
	heap, stack = (heap-heapBefore)/n, (stack-stackBefore)/n
	perSocket := heap + stack
	t.Logf("%d bytes for an idle socket, both ends: heap %d, stack %d", perSocket, heap, stack)
	if perSocket > bound {
		t.Errorf("%d bytes for an idle socket, want at most %d", perSocket, bound)
	}
	runtime.KeepAlive(conns)
}

func inUse() (heap, stack int64) {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse), int64(m.StackInuse)
}
