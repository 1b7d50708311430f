package wefttest

import (
	"context"
	"io"
	"net"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// goneWithin is how long a server may take to notice that a client has gone.
const goneWithin = 2 * time.Second

// contextRules say when the context of a request ends.
func contextRules() []rule {
	return []rule{
		{"ClientCloses", func(t *trial) { clientGoes(t, func(c *Conn) { c.Close() }) }},
		{"ClientResets", func(t *trial) {
			clientGoes(t, func(c *Conn) {
				if tcp, ok := c.NetConn().(*net.TCPConn); ok {
					_ = tcp.SetLinger(0)
				}
				c.Close()
			})
		}},
		{"ClientClosesWithMoreRequestsSent", func(t *trial) {
			clientGoes(t, func(c *Conn) {
				c.Send(get("/") + get("/"))
				c.Close()
			})
		}},
		{"ClientClosesDuringLaterRequest", clientGoesLater},
		{"ClientClosesDuringStreamedBody", clientGoesStreaming},
		{"DerivedContext", derivedContext},
		{"ManyDerivedContexts", manyDerived},
		{"EndsAfterTheResponse", contextEnds},
		{"LivesUntilTheStreamHasEnded", contextLives},
		{"OfEachRequestItsOwn", contextOwn},
	}
}

// waiting returns a handler that waits for the end of its context. It says when it
// begins and when it ends.
func waiting() (h weft.Handler, began, ended chan struct{}) {
	began, ended = make(chan struct{}), make(chan struct{})
	return func(req *weft.Request) (weft.Response, error) {
		if req.Path() == "/first" {
			return weft.Text("first"), nil
		}
		close(began)
		<-req.Context().Done()
		close(ended)
		return weft.Response{}, req.Context().Err()
	}, began, ended
}

func clientGoes(t *trial, leave func(*Conn)) {
	h, began, ended := waiting()
	c := t.connect(handle(h))
	c.Send(get("/wait"))
	wait(t, defaultTimeout, began, "the request")
	leave(c)
	wait(t, goneWithin, ended, "the end of the context")
}

func clientGoesLater(t *trial) {
	h, began, ended := waiting()
	c := t.connect(handle(h))
	c.Send(get("/first"))
	expect(c, 200, "first")
	c.Send(get("/first") + get("/wait"))
	wait(t, defaultTimeout, began, "the request")
	c.Close()
	wait(t, goneWithin, ended, "the end of the context")
}

func clientGoesStreaming(t *trial) {
	began, ended := make(chan struct{}), make(chan struct{})
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		if _, err := io.ReadFull(req.Body().AsStream(), make([]byte, 5)); err != nil {
			return weft.Response{}, err
		}
		close(began)
		<-req.Context().Done()
		close(ended)
		return weft.OK(), nil
	}), server.Config.EnableRequestStreaming)
	c.Send(announce("/", 100))
	c.Send("hello")
	wait(t, defaultTimeout, began, "the request")
	c.Close()
	wait(t, goneWithin, ended, "the end of the context")
}

// derivedContext: what is made of the context ends with it.
func derivedContext(t *trial) {
	type key struct{}
	began, ended := make(chan struct{}), make(chan struct{})
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		ctx, cancel := context.WithTimeout(req.WithValue(key{}, 1).Context(), time.Minute)
		defer cancel()
		close(began)
		<-ctx.Done()
		close(ended)
		return weft.OK(), nil
	}))
	c.Send(get("/"))
	wait(t, defaultTimeout, began, "the request")
	c.Close()
	wait(t, goneWithin, ended, "the end of the derived context")
}

// manyDerived: whoever looks out for clients that go away does not get in the way of
// handlers that make contexts at that very moment.
func manyDerived(t *trial) {
	const n = 20
	began, ended := make(chan struct{}, n), make(chan struct{}, n)
	addr := t.serve(handle(func(req *weft.Request) (weft.Response, error) {
		began <- struct{}{}
		for req.Context().Err() == nil {
			_, cancel := context.WithCancel(req.Context())
			cancel()
		}
		ended <- struct{}{}
		return weft.OK(), nil
	}))
	for range n {
		c := Dial(t.T, addr)
		c.Send(get("/"))
		wait(t, defaultTimeout, began, "the request")
		c.Close()
	}
	for range n {
		wait(t, defaultTimeout, ended, "the end of a context")
	}
}

// contextEnds: what a handler has started for a request can end with it.
func contextEnds(t *trial) {
	contexts := make(chan context.Context, 1)
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		if req.Context().Err() != nil {
			return weft.BadRequest("the context has ended before the response"), nil
		}
		contexts <- req.Context()
		return weft.Text("done"), nil
	}))
	c.Send(get("/"))
	expect(c, 200, "done")
	ctx := wait(t, defaultTimeout, contexts, "the context")
	wait(t, defaultTimeout, ctx.Done(), "the end of the context")
	if ctx.Err() != context.Canceled {
		t.Errorf("the context ended with %v", ctx.Err())
	}
	c.Send(get("/"))
	expect(c, 200, "done")
}

func contextLives(t *trial) {
	contexts := make(chan context.Context, 1)
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		contexts <- req.Context()
		return weft.Stream("text/plain", func(yield func([]byte, error) bool) {
			for range 3 {
				if req.Context().Err() != nil || !yield([]byte("alive "), req.Context().Err()) {
					return
				}
			}
		}), nil
	}))
	c.Send(get("/"))
	expect(c, 200, "alive alive alive ")
	wait(t, defaultTimeout, wait(t, defaultTimeout, contexts, "the context").Done(), "the end of the context")
}

func contextOwn(t *trial) {
	contexts := make(chan context.Context, 2)
	release := make(chan struct{})
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		contexts <- req.Context()
		if req.Path() == "/second" {
			<-release
		}
		return weft.OK(), nil
	}))
	c.Send(get("/first") + get("/second"))
	first := wait(t, defaultTimeout, contexts, "the first context")
	second := wait(t, defaultTimeout, contexts, "the second context")
	wait(t, defaultTimeout, first.Done(), "the end of the first context")
	if second.Err() != nil {
		t.Errorf("the second context has ended with the first: %v", second.Err())
	}
	close(release)
	expect(c, 200, "")
	expect(c, 200, "")
}
