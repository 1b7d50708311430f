package wefttest_test

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/wefttest"
)

// scripted listens for one connection, waits for a byte, sends a text and closes.
func scripted(t *testing.T, text string, keep bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	release := make(chan struct{})
	go func() {
		defer close(done)
		nc, err := l.Accept()
		if err != nil {
			return
		}
		defer nc.Close()
		nc.Read(make([]byte, 1))
		io.WriteString(nc, text)
		if keep {
			<-release
		}
	}()
	t.Cleanup(func() {
		close(release)
		l.Close()
		<-done
	})
	return l.Addr().String()
}

func TestConn(t *testing.T) {
	c := wefttest.Dial(t, scripted(t, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"+
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"+
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\nX-Sum: 11\r\n\r\n"+
		"rawHTTP/1.0 200 OK\r\n\r\nto the end", false))
	c.Send("x")
	if status, headers, body := c.ReadResponse(); status != 200 || body != "hello" || headers.Len() != 1 {
		t.Errorf("%d %v %q", status, headers, body)
	}
	c.Read(weft.HEAD)
	head := c.ReadHead(weft.GET)
	for _, want := range []string{"hello", " world"} {
		if got, err := c.ReadPiece(); got != want || err != nil {
			t.Errorf("piece %q, %v", got, err)
		}
	}
	if _, err := c.ReadPiece(); err != io.EOF {
		t.Errorf("error %v at the end of the body", err)
	}
	if v, _ := head.Trailers.Get("x-sum"); v != "11" {
		t.Errorf("trailers %v", head.Trailers)
	}
	if got := c.ReadN(3); got != "raw" {
		t.Errorf("raw bytes %q", got)
	}
	if r := c.Read(weft.GET); r.Body != "to the end" || !r.UntilClose || r.Version != "HTTP/1.0" {
		t.Errorf("%+v", r)
	}
	c.ReadEnd()
	if _, err := c.TryRead(weft.GET); err != io.EOF {
		t.Errorf("error %v after the end", err)
	}
}

// TestConnFailures: a failure shows what went over the connection.
func TestConnFailures(t *testing.T) {
	const answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
	for _, test := range []struct {
		name, text string
		keep       bool
		test       func(*wefttest.Conn)
		want       []string
	}{
		{"Malformed", "HTTP/1.1 twohundred\r\n\r\n", false, func(c *wefttest.Conn) { c.ReadResponse() },
			[]string{"reading a response: status line", "sent: 1 bytes\n\t\"x\"", "received: 23 bytes\n\t\"HTTP/1.1 twohundred\\r\\n\"\n\t\"\\r\\n\""}},
		{"Nothing", "", false, func(c *wefttest.Conn) { c.ReadResponse() }, []string{"EOF", "received: nothing"}},
		{"Silence", "", true, func(c *wefttest.Conn) { c.ReadResponse() }, []string{"i/o timeout"}},
		{"NotTheEnd", answer, true, func(c *wefttest.Conn) { c.ReadEnd() }, []string{`want the end of the connection, got "HTTP/1.1 200 OK`}},
		{"NoEnd", "", true, func(c *wefttest.Conn) { c.ReadEnd() }, []string{"want the end of the connection, got: read tcp"}},
		{"NotSilent", answer, true, func(c *wefttest.Conn) { c.ReadNothing(time.Second) }, []string{`want silence for 1s, got "H"`}},
		{"TooFew", "ab", false, func(c *wefttest.Conn) { c.ReadN(3) }, []string{"reading 3 bytes: unexpected EOF after 2"}},
		{"Head", "HTTP/1.1 200 OK\r\nbroken", false, func(c *wefttest.Conn) { c.ReadHead(weft.GET) }, []string{"unexpected EOF"}},
		{"Long", "HTTP/1.1 200 OK\r\nContent-Length: 6000\r\n\r\n" + strings.Repeat("y", 5000), false,
			func(c *wefttest.Conn) { c.ReadResponse() }, []string{"1000 bytes are missing", ", the last 2048"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			addr := scripted(t, test.text, test.keep)
			got := failing(t, func(t testing.TB) {
				c := wefttest.Dial(t, addr).WithTimeout(200 * time.Millisecond)
				c.Send("x")
				test.test(c)
			})
			for _, part := range test.want {
				if !strings.Contains(got, part) {
					t.Errorf("the failure does not contain %q:\n%s", part, got)
				}
			}
		})
	}
	got := failing(t, func(t testing.TB) { wefttest.Dial(t, "127.0.0.1:1") })
	if !strings.Contains(got, "refused") {
		t.Errorf("failure %q", got)
	}
}
