package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

func only(h weft.Handler, m ...weft.Middleware) weft.Routes {
	return weft.NewRoutes(route.GET("/").Handle(h)).With(m...)
}

// warmed returns a client whose route has earned the trust of the time limit, by
// requests with the header field Fast.
func warmed(t *testing.T, routes weft.Routes) *wefttest.Client {
	c := wefttest.New(t, routes)
	for range 1001 {
		c.With("Fast", "yes").Get("/").Status(200)
	}
	return c
}

func isFast(req *weft.Request) bool { _, ok := req.RawHeader("Fast"); return ok }

// TestRow_timeout: a request that takes longer gets 408 when its time is over, and its
// context ends. Others are answered as ever.
func TestRow_timeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		routes := only(func(req *weft.Request) (weft.Response, error) {
			if isFast(req) {
				return weft.Text("fast"), nil
			}
			<-req.Context().Done()
			ended <- req.Context().Err()
			return weft.Text("too late"), nil
		}, middleware.Timeout(time.Second))
		start := time.Now()
		c := wefttest.New(t, routes)
		c.Get("/").Status(408).BodyContains("longer than 1s")
		if took := time.Since(start); took != time.Second {
			t.Errorf("it took %v, want 1s", took)
		}
		if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the context ended with %v", err)
		}
		c.With("Fast", "yes").Get("/").Status(200).Body("fast")
	})
}

func TestRow_timeoutOverASocket(t *testing.T) {
	release := make(chan struct{})
	srv := wefttest.Start(t, weft.NewRoutes(
		route.GET("/deaf").Handle(func(*weft.Request) (weft.Response, error) { <-release; return weft.OK(), nil }),
		route.GET("/well").Handle(func(req *weft.Request) (weft.Response, error) {
			<-req.Context().Done()
			return weft.Response{}, req.Context().Err()
		}),
		route.GET("/quick").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("quick"), nil }),
	).With(middleware.Timeout(250*time.Millisecond)), quiet)
	t.Cleanup(func() { close(release) })
	for range 2 {
		call(t, srv, "GET", "/deaf", "").want(t, 408)
		call(t, srv, "GET", "/well", "").want(t, 408)
		call(t, srv, "GET", "/quick", "").want(t, 200)
	}
}

// TestTimeout_trusted: a handler that has earned trust runs without a goroutine of its
// own; if it heeds its context it answers 408 itself.
func TestTimeout_trusted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := warmed(t, only(func(req *weft.Request) (weft.Response, error) {
			if isFast(req) {
				return weft.OK(), nil
			}
			<-req.Context().Done()
			return weft.Response{}, req.Context().Err()
		}, middleware.Timeout(time.Second)))
		start := time.Now()
		c.Get("/").Status(408)
		if took := time.Since(start); took != time.Second {
			t.Errorf("it took %v, want 1s", took)
		}
	})
}

// TestTimeout_lostTrust: the first request of a trusted handler that goes on regardless
// is waited for, and no other.
func TestTimeout_lostTrust(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := warmed(t, only(func(req *weft.Request) (weft.Response, error) {
			if !isFast(req) {
				time.Sleep(time.Minute)
			}
			return weft.OK(), nil
		}, middleware.Timeout(time.Second)))
		for _, want := range []time.Duration{time.Minute, time.Second, time.Second} {
			start := time.Now()
			c.Get("/").Status(408)
			if took := time.Since(start); took != want {
				t.Errorf("it took %v, want %v", took, want)
			}
		}
		time.Sleep(time.Minute) // those left behind end
	})
}

func TestTimeout_apart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := warmed(t, only(func(req *weft.Request) (weft.Response, error) {
			if !isFast(req) {
				time.Sleep(time.Minute)
			}
			return weft.OK(), nil
		}, middleware.Timeout(time.Second, middleware.TimeoutConfig{Apart: true})))
		start := time.Now()
		c.Get("/").Status(408)
		if took := time.Since(start); took != time.Second {
			t.Errorf("it took %v, want 1s", took)
		}
		time.Sleep(time.Minute)
	})
}

// TestTimeout_lateResponseIsThrownAway: what a handler returns after its time is closed,
// and no other request gets it.
func TestTimeout_lateResponseIsThrownAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := make(chan struct{})
		c := wefttest.New(t, only(func(req *weft.Request) (weft.Response, error) {
			if isFast(req) {
				return weft.Text("mine"), nil
			}
			time.Sleep(2 * time.Second)
			return weft.Reader(&closing{strings.NewReader("stale"), closed}, 5, "text/plain"), nil
		}, middleware.Timeout(time.Second)))
		c.Get("/").Status(408)
		for range 10 {
			c.With("Fast", "yes").Get("/").Status(200).Body("mine")
		}
		<-closed
	})
}

type closing struct {
	io.Reader
	closed chan struct{}
}

func (c *closing) Close() error { close(c.closed); return nil }

// TestTimeout_noMixing: many requests at once around the moment their time is over each
// get their own answer or 408.
func TestTimeout_noMixing(t *testing.T) {
	const limit = 2 * time.Millisecond
	routes := only(func(req *weft.Request) (weft.Response, error) {
		id := req.QueryParamOrElse("id", "")
		time.Sleep(limit - 500*time.Microsecond + time.Duration(len(id)%3)*500*time.Microsecond)
		return weft.Text(id), nil
	}, middleware.Timeout(limit))
	srv := wefttest.Start(t, routes, quiet)
	client := srv.Client()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 25 {
				id := fmt.Sprint("id", i*1000+n)
				resp, err := client.Get(srv.URL + "/?id=" + id)
				if err != nil {
					t.Error(err)
					return
				}
				b, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				if ok := resp.StatusCode == 200 && string(b) == id || resp.StatusCode == 408; !ok {
					t.Errorf("%s: status %d, body %q", id, resp.StatusCode, b)
				}
			}
		})
	}
	wg.Wait()
}

// TestTimeout_panic: a panic on the handler's goroutine does not end the process.
func TestTimeout_panic(t *testing.T) {
	broken := weft.Wrap(func(weft.Handler) weft.Handler {
		return func(*weft.Request) (weft.Response, error) { panic("broken") }
	})
	book := newLogBook()
	srv := wefttest.Start(t, sample().With(broken, middleware.Timeout(time.Minute)), book.to)
	call(t, srv, "GET", "/file", "").want(t, 500)
	if r := book.records(t, 1)[0]; !strings.Contains(fmt.Sprint(r["error"]), "broken") {
		t.Errorf("record %v", r)
	}
}

// TestTimeout_stream: a stream is cut when its time is over, whether its producer heeds
// the context or not, and one that ends in time is whole.
func TestTimeout_stream(t *testing.T) {
	stop := make(chan struct{})
	streams := map[string]func(context.Context, io.Writer) error{
		"/heeding": func(ctx context.Context, _ io.Writer) error { <-ctx.Done(); return ctx.Err() },
		"/waiting": func(context.Context, io.Writer) error { <-stop; return nil },
		"/endless": func(_ context.Context, w io.Writer) error {
			for {
				if _, err := io.WriteString(w, "tick\n"); err != nil {
					return err
				}
			}
		},
		"/short": func(_ context.Context, w io.Writer) error { _, err := io.WriteString(w, "end"); return err },
	}
	var parts []weft.Part
	for path, produce := range streams {
		parts = append(parts, route.GET(path).Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.StreamFunc("text/plain", func(w io.Writer) error {
				if _, err := io.WriteString(w, "begin "); err != nil {
					return err
				}
				return produce(req.Context(), w)
			}), nil
		}))
	}
	srv := wefttest.Start(t, weft.NewRoutes(parts...).With(middleware.Timeout(500*time.Millisecond)), quiet)
	t.Cleanup(func() { close(stop) })
	for path := range streams {
		t.Run(path[1:], func(t *testing.T) {
			resp, err := srv.Client().Get(srv.URL + path)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			b, err := io.ReadAll(resp.Body)
			if cut := err != nil; resp.StatusCode != 200 || !strings.HasPrefix(string(b), "begin ") || cut != (path != "/short") {
				t.Errorf("status %d, %d bytes, error %v", resp.StatusCode, len(b), err)
			}
		})
	}
}

func TestTimeout_streamOfKnownLength(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(*weft.Request) (weft.Response, error) {
			return weft.Reader(slowReader{}, 100, "text/plain"), nil
		}
		resp := wefttest.New(t, only(slow, middleware.Timeout(time.Second))).Get("/").Status(200).Response()
		n, err := resp.Body().WriteTo(io.Discard)
		if !errors.Is(err, context.DeadlineExceeded) || n != 3 {
			t.Errorf("%d bytes, error %v", n, err)
		}
		resp.Body().Close()
		until := middleware.TimeoutConfig{UntilResponse: true}
		resp = wefttest.New(t, only(slow, middleware.Timeout(time.Second, until))).Get("/").Status(200).Response()
		if n, err := io.CopyN(io.Discard, resp.Body().AsStream(), 50); n != 50 || err != nil {
			t.Errorf("%d bytes, error %v; want the limit to end with the handler", n, err)
		}
	})
}

// slowReader gives a byte each 0.4 seconds.
type slowReader struct{}

func (slowReader) Read(p []byte) (int, error) { time.Sleep(400 * time.Millisecond); return 1, nil }

// TestTimeout_context: the context is a good one.
func TestTimeout_context(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		called := make(chan struct{})
		wefttest.New(t, only(func(req *weft.Request) (weft.Response, error) {
			ctx := req.Context()
			if at, ok := ctx.Deadline(); !ok || time.Until(at) != time.Second {
				t.Errorf("deadline %v %v", at, ok)
			}
			if ctx.Value(key{}) != "value" || ctx.Err() != nil {
				t.Errorf("value %v, error %v", ctx.Value(key{}), ctx.Err())
			}
			derived, cancel := context.WithTimeout(ctx, time.Hour)
			defer cancel()
			context.AfterFunc(ctx, func() { close(called) })
			stop := context.AfterFunc(ctx, func() { t.Error("a function that was stopped was called") })
			if !stop() {
				t.Error("a function could not be stopped")
			}
			<-derived.Done()
			if ctx.Err() != context.DeadlineExceeded || derived.Err() != context.DeadlineExceeded {
				t.Errorf("errors %v and %v", ctx.Err(), derived.Err())
			}
			return weft.OK(), nil
		}, middleware.Timeout(time.Second), weft.Wrap(func(next weft.Handler) weft.Handler {
			return func(req *weft.Request) (weft.Response, error) { return next(req.WithValue(key{}, "value")) }
		}))).Get("/").Status(408)
		<-called
	})
}

// TestTimeout_clientGone: the context also ends with the client.
func TestTimeout_clientGone(t *testing.T) {
	began, ended := make(chan struct{}), make(chan error, 1)
	srv := wefttest.Start(t, only(func(req *weft.Request) (weft.Response, error) {
		close(began)
		<-req.Context().Done()
		ended <- req.Context().Err()
		return weft.OK(), nil
	}, middleware.Timeout(time.Minute)), quiet)
	conn, err := net.Dial("tcp", srv.Addr)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	<-began
	conn.Close()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the context ended with %v", err)
	}
}

func TestTimeout_mistake(t *testing.T) {
	wantPanic(t, func() { middleware.Timeout(0) }, "the limit is 0s")
}
