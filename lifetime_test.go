package weft_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

// startExchange serves a request and returns its exchange, which is not finished,
// and the request's context. Watch counts how often the transport was asked to
// look out for the client.
func startExchange(t testing.TB) (x *weft.Exchange, ctx context.Context, watched *int) {
	t.Helper()
	watched = new(int)
	conn := &weft.Connection{Watch: func(of *weft.Exchange) {
		if *watched++; of != x {
			t.Error("another exchange is watched")
		}
	}}
	routes := weft.NewRoutes(route.GET("/").Handle(func(r *weft.Request) (weft.Response, error) {
		ctx = r.Context()
		return weft.OK(), nil
	}))
	x = newExchange(t, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	serveExchange(x, routes, conn)
	return x, ctx, watched
}

func isDone(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	default:
		return false
	}
}

func TestLifetime(t *testing.T) {
	for name, end := range map[string]func(*weft.Exchange){"Finish": (*weft.Exchange).Finish, "Abort": (*weft.Exchange).Abort} {
		t.Run(name, func(t *testing.T) {
			x, ctx, _ := startExchange(t)
			if ctx.Err() != nil || isDone(ctx) || x.Over() {
				t.Error("the context has ended before the answer was sent")
			}
			end(x)
			if ctx.Err() != context.Canceled || !isDone(ctx) || !x.Over() || context.Cause(ctx) != context.Canceled {
				t.Errorf("the context goes on: %v", ctx.Err())
			}
			end(x) // once more does nothing
			x.Finish()
		})
	}
}

func TestLifetimeAskedTooLate(t *testing.T) {
	x, ctx, watched := startExchange(t)
	x.Finish()
	if ctx.Err() != context.Canceled || !isDone(ctx) || *watched != 0 {
		t.Errorf("%v, watched %d times", ctx.Err(), *watched)
	}
	called := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { close(called) })
	<-called
	if stop() {
		t.Error("a function that ran was stopped")
	}
}

func TestLifetimeHasNothingElse(t *testing.T) {
	_, ctx, _ := startExchange(t)
	if _, ok := ctx.Deadline(); ok || ctx.Value("key") != nil {
		t.Error("there is a deadline or a value")
	}
}

// TestLifetimeIsWatchedOnDemand shows that the transport is asked to look out for
// the client only by those who want to know.
func TestLifetimeIsWatchedOnDemand(t *testing.T) {
	_, ctx, watched := startExchange(t)
	if ctx.Err(); *watched != 0 {
		t.Error("Err is watched")
	}
	ctx.Value("key")
	if ctx.Done(); *watched != 1 {
		t.Errorf("Done is watched %d times", *watched)
	}
	if ctx.Done(); *watched != 1 {
		t.Errorf("the second Done is watched, too: %d times", *watched)
	}
	_, ctx, watched = startExchange(t)
	if context.AfterFunc(ctx, func() {}); *watched == 0 {
		t.Error("AfterFunc is not watched")
	}
}

func TestLifetimeAfterFunc(t *testing.T) {
	x, ctx, _ := startExchange(t)
	called := make(chan string, 3)
	context.AfterFunc(ctx, func() { called <- "a" })
	stop := context.AfterFunc(ctx, func() { called <- "stopped" })
	context.AfterFunc(ctx, func() { called <- "b" })
	if !stop() || stop() {
		t.Error("stop does not report what it did")
	}
	x.Finish()
	if got := <-called + <-called; got != "ab" && got != "ba" {
		t.Errorf("called %s", got)
	}
	select {
	case got := <-called:
		t.Errorf("called %s as well", got)
	default:
	}
}

// TestLifetimeChildren shows that derived contexts end with the request, and that
// they cost no goroutine.
func TestLifetimeChildren(t *testing.T) {
	x, ctx, _ := startExchange(t)
	before := runtime.NumGoroutine()
	var children []context.Context
	for range 50 {
		child, cancel := context.WithCancel(ctx)
		defer cancel()
		timed, cancelTimed := context.WithTimeout(ctx, time.Hour)
		defer cancelTimed()
		grandchild, cancelGrandchild := context.WithCancelCause(child)
		defer cancelGrandchild(nil)
		children = append(children, child, timed, grandchild)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d children run %d goroutines", len(children), after-before)
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if gone.Err() == nil || ctx.Err() != nil {
		t.Error("a child that is cancelled takes its parent with it")
	}
	x.Abort()
	for _, c := range children {
		<-c.Done()
		if !errors.Is(c.Err(), context.Canceled) {
			t.Error(c.Err())
		}
	}
}

// TestLifetimeOfAValue shows the same for a context with a value, which is what
// middleware passes on.
func TestLifetimeOfAValue(t *testing.T) {
	x, ctx, _ := startExchange(t)
	before := runtime.NumGoroutine()
	with := weft.Get("/").WithContext(ctx).WithValue("key", "value").Context()
	var children []context.Context
	for range 50 {
		child, cancel := context.WithCancel(with)
		defer cancel()
		children = append(children, child)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d children run %d goroutines", len(children), after-before)
	}
	x.Finish()
	for _, c := range children {
		<-c.Done()
		if c.Value("key") != "value" {
			t.Error("the value is lost")
		}
	}
}

func TestLifetimeConcurrency(t *testing.T) {
	x, ctx, _ := startExchange(t)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			switch i % 4 {
			case 0:
				<-ctx.Done()
			case 1:
				child, cancel := context.WithCancel(ctx)
				defer cancel()
				<-child.Done()
			case 2:
				context.AfterFunc(ctx, func() {})()
			case 3:
				for ctx.Err() == nil {
					runtime.Gosched()
				}
			}
		})
	}
	x.Finish()
	wg.Wait()
}

// TestLifetimeCostsNothing shows that a handler which ignores its context does
// not pay for it.
func TestLifetimeCostsNothing(t *testing.T) {
	wire := "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
	x, conn := newExchange(t, wire), &weft.Connection{}
	if n := testing.AllocsPerRun(100, func() {
		serveExchange(x, plainRoutes, conn)
		x.Finish()
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
