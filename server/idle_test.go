package server_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// idleShort is a server that soon closes connections on which nothing happens. See
// slow_test.go about time.
func idleShort(c server.Config) server.Config { return c.WithIdleTimeout(short) }

// closes checks that a connection ends by itself, neither at once nor too late.
func closes(t *testing.T, c *wefttest.Conn) {
	t.Helper()
	start := time.Now()
	c.WithTimeout(inTime).ReadEnd()
	if took := time.Since(start); took < short/2 {
		t.Errorf("closed after %v, before its time", took)
	}
}

func TestIdleTimeoutClosesIdleConnections(t *testing.T) {
	eachChannel(t, testIdleTimeoutClosesIdleConnections)
}

func testIdleTimeoutClosesIdleConnections(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, slowRoutes(), idleShort)
	t.Run("AfterARequest", func(t *testing.T) {
		t.Parallel()
		c := srv.Dial()
		ask(t, c)
		closes(t, c)
	})
	t.Run("BeforeAnyRequest", func(t *testing.T) {
		t.Parallel()
		closes(t, srv.Dial())
	})
	t.Run("InsideAHead", func(t *testing.T) {
		t.Parallel()
		c := srv.Dial()
		c.Send("GET / HTTP/1.1\r\nHost:")
		endsSomehow(t, c)
	})
	t.Run("InsideABody", func(t *testing.T) {
		t.Parallel()
		c := srv.Dial()
		c.Send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhello")
		endsSomehow(t, c)
	})
	t.Run("WhileAHandlerIsSilent", func(t *testing.T) {
		t.Parallel()
		c := srv.Dial()
		c.Send("GET /wait HTTP/1.1\r\nHost: test\r\n\r\n")
		closes(t, c)
	})
}

// endsSomehow checks that a connection ends in time, with or without an answer.
func endsSomehow(t *testing.T, c *wefttest.Conn) {
	t.Helper()
	r, err := c.WithTimeout(inTime).TryRead(weft.GET)
	if err == nil && r.Status != 408 {
		t.Errorf("status %d", r.Status)
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		t.Errorf("the connection is still open after %v", inTime)
	}
}

// TestIdleTimeoutSparesActiveConnections: a byte in either direction is activity.
func TestIdleTimeoutSparesActiveConnections(t *testing.T) {
	eachChannel(t, testIdleTimeoutSparesActiveConnections)
}

func testIdleTimeoutSparesActiveConnections(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, slowRoutes(), idleShort)
	streaming := on.start(t, slowRoutes(), idleShort, streamed)
	body := strings.Repeat("x", int(outlives/drip)+10)
	upload := func(t *testing.T, c *wefttest.Conn) error {
		c.Send(fmt.Sprintf("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n", len(body)))
		sent := 0
		err := dripping(outlives, func(i int) error {
			sent = i + 1
			return c.TrySend(body[i : i+1])
		})
		c.Send(body[sent:])
		if r := c.Read(weft.POST); r.Body != body {
			t.Errorf("got %d with %q", r.Status, r.Body)
		}
		return err
	}
	for _, test := range []struct {
		name string
		srv  *wefttest.Server
		live func(t *testing.T, c *wefttest.Conn) error
	}{
		{"Requests", srv, func(t *testing.T, c *wefttest.Conn) error {
			return dripping(outlives, func(int) error {
				ask(t, c)
				return nil
			})
		}},
		{"ResponseStream", srv, func(t *testing.T, c *wefttest.Conn) error {
			c.Send("GET /stream HTTP/1.1\r\nHost: test\r\n\r\n")
			_, err := c.WithTimeout(2 * outlives).TryRead(weft.GET)
			return err
		}},
		{"ResponseStreamAfterAStreamedRequest", streaming, func(t *testing.T, c *wefttest.Conn) error {
			postStreamed(t, c, "/")
			c.ReadResponse()
			c.Send("GET /stream HTTP/1.1\r\nHost: test\r\n\r\n")
			_, err := c.WithTimeout(2 * outlives).TryRead(weft.GET)
			return err
		}},
		{"RequestBody", srv, upload},
		{"RequestStream", streaming, upload},
		{"Head", srv, func(t *testing.T, c *wefttest.Conn) error {
			c.Send("GET / HTTP/1.1\r\nHost: test\r\nX: ")
			err := dripping(outlives, func(int) error { return c.TrySend("x") })
			c.Send("\r\n\r\n")
			c.ReadResponse()
			return err
		}},
		{"OtherProtocol", srv, func(t *testing.T, c *wefttest.Conn) error {
			c.Send("GET /talk HTTP/1.1\r\nHost: test\r\nConnection: upgrade\r\nUpgrade: talk\r\n\r\n")
			c.ReadHead(weft.GET)
			return dripping(outlives, func(int) error {
				c.Send("ping")
				c.ReadN(4)
				return nil
			})
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := wefttest.Dial(t, test.srv.Addr)
			if err := test.live(t, c); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestNoIdleTimeoutByDefault(t *testing.T) { eachChannel(t, testNoIdleTimeoutByDefault) }

func testNoIdleTimeoutByDefault(t *testing.T, on channel) {
	t.Parallel()
	c := on.start(t, slowRoutes(), impatient).Dial()
	ask(t, c)
	c.ReadNothing(outlives)
	ask(t, c)
}
