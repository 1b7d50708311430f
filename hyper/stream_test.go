package hyper_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/wefttest"
)

func TestEvents(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/").Handle(hyper.Events(func(req *weft.Request, page *hyper.Stream) error {
		last, _ := page.LastEventID()
		return errors.Join(
			page.PatchElements("<p id=a>"+last),
			page.PatchSignals(state{Count: 1}),
			page.ExecuteScript("f()"),
			page.DispatchEvent("e", 1),
			page.RemoveElements("#a"),
			page.RemoveSignals("a"),
			page.Redirect("/b"),
			page.ConsoleLog("c"),
			page.ConsoleError("d"),
			page.Send(hyper.PatchElements("1"), hyper.PatchElements("2")),
		)
	})))
	resp := wefttest.New(t, routes).With("Last-Event-ID", "7").Get("/").
		Status(200).
		Header("Content-Type", "text/event-stream").
		Header("Cache-Control", "no-cache").
		Header("Connection", "keep-alive").
		Header("X-Accel-Buffering", "no")
	text := resp.Text()
	for _, want := range []string{"<p id=a>7\n", `signals {"count":1`, "f()</script>", `CustomEvent("e"`, "mode remove", `{"a":null}`,
		`assign("/b")`, `console.log("c")`, `console.error("d")`, "elements 1\n", "elements 2\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if n := strings.Count(text, "\n\n"); n != 11 {
		t.Errorf("got %d events", n)
	}
}

func TestPatchWithAnErrorLeavesTheStreamAlone(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/").Handle(hyper.Events(func(_ *weft.Request, page *hyper.Stream) error {
		if err := page.Send(hyper.PatchElements("good"), hyper.PatchElements(42)); err == nil {
			t.Error("there was no error")
		}
		return page.PatchElements("better")
	})))
	wefttest.New(t, routes).Get("/").Body("event: hyper-patch-elements\ndata: elements better\n\n")
}

func TestEventsOverTheNetwork(t *testing.T) {
	gone := make(chan struct{})
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(hyper.Events(func(req *weft.Request, page *hyper.Stream) error {
		defer close(gone)
		if err := page.PatchElements("<p>1</p>"); err != nil {
			return err
		}
		<-req.Context().Done() // the one of the stream
		return page.Context().Err()
	}))), func(c server.Config) server.Config {
		return c.WithResponseCompression(server.DefaultResponseCompression())
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for e, err := range sse.Subscribe(ctx, srv.URL) {
		if err != nil {
			break
		}
		if e.Name != "hyper-patch-elements" || e.Data != "elements <p>1</p>" {
			t.Errorf("got %+v", e)
		}
		cancel()
	}
	<-gone
}

func TestHeartbeat(t *testing.T) {
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(hyper.Events(func(_ *weft.Request, page *hyper.Stream) error {
		<-page.Context().Done()
		return page.Context().Err()
	}, hyper.StreamOptions{Heartbeat: time.Millisecond}))))
	conn := srv.Dial()
	conn.Send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
	conn.ReadHead(weft.GET)
	if piece, err := conn.ReadPiece(); piece != ":\n\n" || err != nil {
		t.Errorf("got %q, %v", piece, err)
	}
}

func TestEvent(t *testing.T) {
	routes := weft.NewRoutes(
		route.GET("/html").Handle(hyper.Event(func(*weft.Request) (hyper.Patch, error) {
			return hyper.PatchElements("<p>", hyper.PatchElementOptions{Selector: "#a", Mode: hyper.Inner, UseViewTransition: true, Namespace: hyper.SVG}), nil
		})),
		route.GET("/error").Handle(hyper.Event(func(*weft.Request) (hyper.Patch, error) {
			return hyper.Patch{}, &weft.Problem{Status: 409}
		})),
		route.GET("/nothing").Handle(hyper.Event(func(*weft.Request) (hyper.Patch, error) { return hyper.Patch{}, nil })),
		route.GET("/injection").Handle(hyper.Event(func(*weft.Request) (hyper.Patch, error) {
			return hyper.PatchElements("x", hyper.PatchElementOptions{Selector: "a\x00b"}), nil
		})),
	)
	c := wefttest.New(t, routes)
	c.Get("/html").Status(200).
		Header("Content-Type", "text/html; charset=utf-8").
		Header("hyper-selector", "#a").
		Header("hyper-mode", "inner").
		Header("hyper-use-view-transition", "true").
		Header("hyper-namespace", "svg").
		Body("<p>")
	c.Get("/error").Status(409)
	c.Get("/nothing").Status(500)
	c.Get("/injection").Status(500)
}

func TestIsRequest(t *testing.T) {
	if hyper.IsRequest(weft.Get("/")) || !hyper.IsRequest(weft.Get("/").AddHeader("Hyper-Request", "true")) {
		t.Error("it is the other way round")
	}
}
