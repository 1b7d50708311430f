package websocket_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft/websocket"
)

// On sockets the body of a loop over messages runs inside of the wait for bytes. These
// tests do in it what it must not notice.

// onSocket runs a handler on a socket, and returns what it returns.
func onSocket(t *testing.T, f func(context.Context, *websocket.Conn) error) (*peer, <-chan error) {
	t.Helper()
	returned := make(chan error, 1)
	s := serveSocket(t, websocket.Handle(func(ctx context.Context, c *websocket.Conn) error {
		err := f(ctx, c)
		returned <- err
		return err
	}))
	return s.open(t), returned
}

func TestLoopBodyReads(t *testing.T) {
	p, returned := onSocket(t, func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			_, second, err := c.Read(ctx)
			if err != nil {
				return err
			}
			if err := c.Write(ctx, websocket.Text, append(m.Data, second...)); err != nil {
				return err
			}
		}
		return nil
	})
	p.send(join(frame(fin|opText, "a"), frame(fin|opText, "b"))) // at once
	p.expect(fin|opText, "ab")
	for range 3 {
		p.send(frame(fin|opText, "c"))
		p.send(frame(fin|opPing, "?"))
		p.expect(fin|opPong, "?") // so the second read waits
		p.send(frame(fin|opText, "d"))
		p.expect(fin|opText, "cd")
	}
	p.bye()
	if err := after(t, returned, "the handler"); err != nil {
		t.Error(err)
	}
}

func TestLoopBodyReadsUntilItsContextEnds(t *testing.T) {
	p, returned := onSocket(t, func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			short, cancel := context.WithTimeout(ctx, time.Millisecond)
			if _, _, err := c.Read(short); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v", err)
			}
			cancel()
			c.Write(ctx, m.Kind, m.Data)
		}
		return nil
	})
	for range 3 {
		p.send(frame(fin|opText, "a"))
		p.expect(fin|opText, "a")
	}
	p.bye()
	after(t, returned, "the handler")
}

func TestLoopBodyCloses(t *testing.T) {
	for _, leave := range []bool{true, false} {
		p, returned := onSocket(t, func(ctx context.Context, c *websocket.Conn) error {
			n := 0
			for _, err := range c.Messages(ctx) {
				if err != nil {
					return err
				}
				if n++; n > 1 {
					return errors.New("a message came after the end")
				}
				if err := c.Close(4001, "enough"); err != nil {
					return err
				}
				if leave {
					break
				}
			}
			return nil
		})
		p.send(join(frame(fin|opText, "a"), frame(fin|opText, "dropped")))
		p.expect(fin|opClose, closePayload(4001, "enough"))
		p.send(closeFrame(4001, ""))
		p.expectEnd()
		err := after(t, returned, "the handler")
		if e, ok := errors.AsType[*websocket.CloseError](err); ok && !leave && e.Code == 4001 {
			err = nil // the client's own close frame
		}
		if err != nil {
			t.Errorf("leave %v: %v", leave, err)
		}
	}
}

func TestLoopBodyClosesNow(t *testing.T) {
	for _, elsewhere := range []bool{false, true} {
		p, returned := onSocket(t, func(ctx context.Context, c *websocket.Conn) error {
			for _, err := range c.Messages(ctx) {
				if err != nil {
					return err
				}
				if elsewhere {
					var other sync.WaitGroup
					other.Go(func() { c.CloseNow() })
					other.Wait()
				} else {
					c.CloseNow()
				}
				if err := c.Write(context.Background(), websocket.Text, []byte("late")); err == nil {
					return errors.New("a closed connection was written to")
				}
			}
			return nil
		})
		p.send(frame(fin|opText, "a"))
		p.expectEnd()
		e, ok := errors.AsType[*websocket.CloseError](after(t, returned, "the handler"))
		if !ok || e.Code != websocket.AbnormalClosure || !errors.Is(e, net.ErrClosed) {
			t.Errorf("elsewhere %v: got %v", elsewhere, e)
		}
	}
}

func TestLoopIsClosedWhileItWaits(t *testing.T) {
	p, returned := onSocket(t, func(ctx context.Context, c *websocket.Conn) error {
		for _, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			time.AfterFunc(time.Millisecond, func() { c.CloseNow() })
		}
		return nil
	})
	p.send(frame(fin|opText, "a"))
	p.expectEnd()
	if err := after(t, returned, "the handler"); !errors.Is(err, net.ErrClosed) && !isAbnormal(err) {
		t.Errorf("got %v", err)
	}
}

func isAbnormal(err error) bool {
	e, ok := errors.AsType[*websocket.CloseError](err)
	return ok && e.Code == websocket.AbnormalClosure
}

func TestLoopBodyPanics(t *testing.T) {
	s := serveSocket(t, websocket.Handle(func(ctx context.Context, c *websocket.Conn) error {
		for range c.Messages(ctx) {
			panic("oh no")
		}
		return nil
	}))
	p := s.open(t)
	p.send(frame(fin|opText, "a"))
	p.expectClose(1011)
	after(t, s.log.wrote, "the report")
	if !strings.Contains(s.log.String(), "oh no") {
		t.Errorf("log: %q", s.log)
	}
}

// TestLoopEndsWithItsContext: the next one goes on where it stopped.
func TestLoopEndsWithItsContext(t *testing.T) {
	p, returned := onSocket(t, func(ctx context.Context, c *websocket.Conn) error {
		for _, early := range []bool{false, true} {
			inner, cancel := context.WithCancel(ctx)
			defer cancel()
			for m, err := range c.Messages(inner) {
				if err != nil {
					if !errors.Is(err, context.Canceled) {
						return err
					}
					break
				}
				if err := c.Write(ctx, m.Kind, m.Data); err != nil {
					return err
				}
				if early {
					cancel()
				} else {
					time.AfterFunc(time.Millisecond, cancel)
				}
			}
			if err := c.Write(ctx, websocket.Text, []byte("over")); err != nil {
				return err
			}
		}
		return echo(ctx, c)
	})
	for range 2 {
		p.send(frame(fin|opText, "a"))
		p.expect(fin|opText, "a")
		p.expect(fin|opText, "over")
	}
	p.send(frame(fin|opText, "b")[:4])
	p.send(frame(fin|opText, "b")[4:])
	p.expect(fin|opText, "b")
	p.bye()
	if err := after(t, returned, "the handler"); err != nil {
		t.Error(err)
	}
}

// TestLoopNoticesTheEnd: an end of the stream that comes together with a message.
func TestLoopNoticesTheEnd(t *testing.T) {
	const n = 50
	returned := make(chan error, n)
	s := serveSocket(t, websocket.Handle(func(ctx context.Context, c *websocket.Conn) error {
		var last error
		for _, err := range c.Messages(ctx) {
			last = err
		}
		returned <- last
		return last
	}))
	for range n {
		p := s.open(t)
		p.send(frame(fin|opText, "a"))
		p.conn.(*net.TCPConn).CloseWrite()
	}
	for range n {
		if err := after(t, returned, "the end of all"); !isAbnormal(err) {
			t.Errorf("got %v", err)
		}
	}
}

func TestLoopBodyWritesToOneWhoDoesNotRead(t *testing.T) {
	const n, size = 400, 15 << 10
	message := strings.Repeat("0123456789abcde\n", size/16)
	p, returned := onSocket(t, func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			var writers sync.WaitGroup
			for range 2 {
				writers.Go(func() {
					for range n / 2 {
						if err := c.Write(ctx, m.Kind, []byte(message)); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			writers.Wait()
		}
		return nil
	})
	p.send(frame(fin|opText, "go"))
	time.Sleep(20 * time.Millisecond) // so that the network is full, most likely
	for range n {
		p.expect(fin|opText, message)
	}
	p.bye()
	after(t, returned, "the handler")
}

func TestLoopBodyWritesToOneWhoHasGone(t *testing.T) {
	p, returned := onSocket(t, func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			for {
				if err := c.Write(ctx, m.Kind, m.Data); err != nil {
					return err
				}
			}
		}
		return nil
	})
	p.conn.(*net.TCPConn).SetLinger(0)
	p.send(frame(fin|opText, "a"))
	p.expect(fin|opText, "a")
	p.conn.Close()
	if err := after(t, returned, "the handler"); !isAbnormal(err) {
		t.Errorf("got %v", err)
	}
}
