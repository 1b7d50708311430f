package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/wefttest"
)

func TestPage(t *testing.T) {
	wefttest.New(t, routes(work)).Get("/").Status(200).BodyContains(`data-attr:value="$done"`, `data-text="$done + &#39; %&#39;"`)
}

func TestJob(t *testing.T) {
	steps := 0
	app := wefttest.New(t, routes(func(context.Context) error { steps++; return nil }))
	text := app.Post("/job", weft.Body{}).Status(200).Header("Content-Type", weft.MediaEventStream).Text()
	if want := "event: hyper-patch-signals\ndata: signals {\"done\":50}\n\n"; !strings.Contains(text, want) {
		t.Errorf("no %q in %q", want, text)
	}
	if want := "event: hyper-patch-elements\ndata: elements <p id=\"note\">Finished.</p>\n\n"; !strings.HasSuffix(text, want) {
		t.Errorf("%q does not end with %q", text, want)
	}
	if steps != 11 {
		t.Errorf("%d steps", steps)
	}
}

func TestJobFails(t *testing.T) {
	routes := routes(func(context.Context) error { return errors.New("out of paper") })
	if text, err := routes.Serve(weft.Post("/job", weft.Body{})).Body().AsString(); err == nil {
		t.Errorf("got %q, want an error: the page has to know that there would have been more", text)
	}
}
