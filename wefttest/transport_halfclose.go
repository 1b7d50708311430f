package wefttest

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/weft-go/weft"
)

// halfCloseRules say that a client which closes its side still gets its answers,
// and then the end of the connection (RFC 9112, section 9.6). Such clients are
// simple scripts, and proxies.
//
// The end of a stream that arrives together with the last bytes is easily
// overlooked by an event loop, in some of many cases; so each rule tries it with
// many clients at once.
func halfCloseRules() []rule {
	return []rule{
		{"OneRequest", func(t *trial) { halfClose(t, "", get("/say/a"), "a") }},
		{"AfterAnotherRequest", func(t *trial) { halfClose(t, get("/say/first"), get("/say/a"), "a") }},
		{"TwoRequests", func(t *trial) { halfClose(t, "", get("/say/a")+get("/say/b"), "a", "b") }},
		{"Body", func(t *trial) { halfClose(t, "", post("/echo", letters(50_000)), letters(50_000)) }},
		{"Stream", func(t *trial) { halfClose(t, "", get("/pieces/20"), piecesText(20)) }},
		{"LargeAnswer", func(t *trial) { halfClose(t, "", get("/bytes/3000000"), letters(3_000_000)) }},
		{"DuringTheHandler", halfCloseDuringHandler},
		{"WithoutARequest", halfCloseWithoutRequest},
	}
}

// endWithin is how long a server may take to close its side, too.
const endWithin = 5 * time.Second

// halfClose sends requests and the end of the stream from many clients.
func halfClose(t *trial, first, requests string, want ...string) {
	addr := t.serve(plainApp())
	clients := 40
	if len(want[0]) > 1<<20 {
		clients = 5
	}
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			if err := halfClosing(addr, first, requests, want); err != nil {
				t.Errorf("client %d: %v", i, err)
			}
		})
	}
	all.Wait()
}

// halfClosing is one client. It returns what goes wrong, since it is not on the
// test's goroutine.
func halfClosing(addr, first, requests string, want []string) error {
	nc, err := dial(addr)
	if err != nil {
		return err
	}
	defer nc.Close()
	if err := nc.SetDeadline(time.Now().Add(defaultTimeout)); err != nil {
		return err
	}
	in := NewRawReader(nc)
	if first != "" {
		if _, err := io.WriteString(nc, first); err != nil {
			return err
		}
		if _, err := in.Read(weft.GET); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(nc, requests); err != nil {
		return err
	}
	if err := nc.(interface{ CloseWrite() error }).CloseWrite(); err != nil {
		return err
	}
	for _, body := range want {
		r, err := in.Read(weft.GET)
		if err != nil || r.Body != body {
			return fmt.Errorf("got %v, %w", r, err)
		}
	}
	start := time.Now()
	if _, err := in.Read(weft.GET); err != io.EOF {
		return fmt.Errorf("want the end of the connection, got %w", err)
	}
	if took := time.Since(start); took > endWithin {
		return fmt.Errorf("the server took %v to close its side", took)
	}
	return nil
}

// halfCloseDuringHandler: the answer comes although the client has closed its side
// while the handler ran.
func halfCloseDuringHandler(t *trial) {
	began, release := make(chan struct{}), make(chan struct{})
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		close(began)
		<-release
		return weft.Text(strings.Repeat("late ", 3)), nil
	}))
	c.Send(get("/"))
	wait(t, defaultTimeout, began, "the request")
	c.CloseWrite()
	close(release)
	expect(c, 200, "late late late ")
	c.WithTimeout(endWithin).ReadEnd()
}

func halfCloseWithoutRequest(t *trial) {
	addr := t.serve(plainApp())
	c := Dial(t.T, addr)
	c.CloseWrite()
	c.WithTimeout(endWithin).ReadEnd()
	c = Dial(t.T, addr)
	c.Send(get("/"))
	expect(c, 200, "hello")
	c.CloseWrite()
	c.WithTimeout(endWithin).ReadEnd()
}
