package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/wefttest"
)

func TestSay(t *testing.T) {
	app := wefttest.New(t, routes()).With("Hyper-Request", "true")
	said := weft.BodyString(`{"draft":"hello"}`, weft.MediaJSON)
	app.Post("/say", said).Status(200).Body(`{"draft":""}`)
	app.With("Sec-Fetch-Site", "cross-site").Post("/say", said).Status(403)
	app.Post("/say", weft.Body{}).Status(400)
}

// TestEverybodyHears has two pages come back for what was said meanwhile.
func TestEverybodyHears(t *testing.T) {
	room := Room{hyper.NewTopic(hyper.TopicOptions{})}
	srv := wefttest.Start(t, weft.NewRoutes(
		route.GET("/lines").Handle(hyper.Events(room.listen)),
		route.POST("/say").Handle(hyper.Event(room.say)),
	))
	before := room.lines.LastID()
	resp, err := srv.Client().Post(srv.URL+"/say", weft.MediaJSON, strings.NewReader(`{"draft":"hello <all>"}`))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	for range 2 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL+"/lines", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Last-Event-ID", before)
		resp, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		hears(t, resp)
		resp.Body.Close()
	}
}

func hears(t *testing.T, resp *http.Response) {
	t.Helper()
	for event, err := range sse.Read(resp.Body) {
		if err != nil {
			t.Fatal(err)
		}
		want := "selector #lines\nmode append\nelements <li>hello &lt;all&gt;</li>"
		if event.Name != "hyper-patch-elements" || event.Data != want {
			t.Errorf("got %q %q, want %q", event.Name, event.Data, want)
		}
		return
	}
	t.Error("the stream ended")
}
