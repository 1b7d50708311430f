package wefttest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// upgradeRules say how a connection changes its protocol (RFC 9110, section 7.8).
func upgradeRules() []rule {
	return []rule{
		{"HandsTheConnectionOver", func(t *trial) { upgrade(t, false) }},
		{"EarlyBytes", func(t *trial) { upgrade(t, true) }},
		{"ManyEarlyBytes", upgradeManyBytes},
		{"AfterOtherRequests", upgradeLater},
		{"AfterAStreamedBody", upgradeAfterBody},
		{"ContextEndsWithTheProtocol", upgradeContext},
		{"ConnectionEndsWithTheProtocol", upgradeEnds},
		{"Hijack", hijack},
	}
}

const upgradeRequest = "GET /shout HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\n"

// shout answers each line in capitals, until a line that says bye.
func shout(conn net.Conn, r io.Reader) {
	defer conn.Close()
	lines := bufio.NewScanner(r)
	for lines.Scan() && lines.Text() != "bye" {
		if _, err := fmt.Fprintln(conn, strings.ToUpper(lines.Text())); err != nil {
			return
		}
	}
}

// shoutApp answers every request but /shout with its body.
func shoutApp() weft.Routes {
	return handle(func(req *weft.Request) (weft.Response, error) {
		if req.Path() == "/shout" {
			return weft.Upgrade("shout", shout).WithHeader("X-Volume", "11"), nil
		}
		return echo(req)
	})
}

func upgrade(t *trial, early bool) {
	c := t.connect(shoutApp())
	if early {
		c.Send(upgradeRequest + "hello\nwor")
		switched(c)
		c.Send("ld\n")
	} else {
		c.Send(upgradeRequest)
		switched(c)
		c.Send("hello\n")
		c.Send("world\n")
	}
	if got := c.ReadN(12); got != "HELLO\nWORLD\n" {
		c.fail("got %q", got)
	}
}

// switched reads the answer that changes the protocol.
func switched(c *Conn) {
	c.t.Helper()
	r := expect(c, 101, "")
	expectHeader(c, r, "Upgrade", "shout")
	expectHeader(c, r, "Connection", "Upgrade")
	expectHeader(c, r, "X-Volume", "11")
}

func upgradeManyBytes(t *trial) {
	c := t.connect(shoutApp())
	const n = 5000
	c.Send(upgradeRequest + strings.Repeat("hello\n", n))
	switched(c)
	if got := c.ReadN(6 * n); got != strings.Repeat("HELLO\n", n) {
		c.fail("got %s", quote(got))
	}
}

func upgradeLater(t *trial) {
	c := t.connect(shoutApp())
	c.Send(get("/"))
	expect(c, 200, "")
	c.Send(post("/", "one") + get("/") + upgradeRequest + "hello\n")
	expect(c, 200, "one")
	expect(c, 200, "")
	switched(c)
	if got := c.ReadN(6); got != "HELLO\n" {
		c.fail("got %q", got)
	}
}

func upgradeAfterBody(t *trial) {
	c := t.connect(shoutApp(), server.Config.EnableRequestStreaming)
	c.Send(announce("/", 5))
	c.Send("hello" + upgradeRequest + "hello\n")
	expect(c, 200, "hello")
	switched(c)
	if got := c.ReadN(6); got != "HELLO\n" {
		c.fail("got %q", got)
	}
}

// upgradeContext: the context lives as long as the protocol.
func upgradeContext(t *trial) {
	alive, ended := make(chan bool, 1), make(chan struct{})
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Upgrade("shout", func(conn net.Conn, r io.Reader) {
			shout(conn, r)
			alive <- req.Context().Err() == nil
			go func() {
				<-req.Context().Done()
				close(ended)
			}()
		}).WithHeader("X-Volume", "11"), nil
	}))
	c.Send(upgradeRequest)
	switched(c)
	c.Send("bye\n")
	if !wait(t, defaultTimeout, alive, "the end of the protocol") {
		t.Error("the context ended before the protocol")
	}
	wait(t, defaultTimeout, ended, "the end of the context")
}

func upgradeEnds(t *trial) {
	c := t.connect(shoutApp())
	c.Send(upgradeRequest + "bye\n")
	switched(c)
	c.ReadEnd()
}

// hijack: what the client gets is the handler's affair from the first byte.
func hijack(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Hijack(func(conn net.Conn, r io.Reader) {
			defer conn.Close()
			b := make([]byte, 4)
			if _, err := io.ReadFull(r, b); err == nil {
				fmt.Fprintf(conn, "raw %s", b)
			}
		}), nil
	}))
	c.Send(get("/") + "body")
	if got := c.ReadN(8); got != "raw body" {
		c.fail("got %q", got)
	}
	c.ReadEnd()
}
