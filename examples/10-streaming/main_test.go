package main

import (
	"context"
	"io"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/wefttest"
)

func TestClock(t *testing.T) {
	srv := wefttest.Start(t, routes())
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for event, err := range sse.SubscribeTo[string](ctx, srv.URL+"/clock") {
		if err != nil {
			t.Fatal(err)
		}
		if event.Name != "tick" || len(event.Value) != len("15:04:05") {
			t.Errorf("got %+v", event)
		}
		break
	}
}

func TestUpload(t *testing.T) {
	srv := wefttest.Start(t, routes(), server.Config.EnableRequestStreaming)
	const size = 6 << 20 // above the bound for bodies that are held in memory
	file := weft.StreamField("file", "zeros.bin", "", io.LimitReader(zeros{}, size), size)
	body, _, err := weft.NewForm(file).EncodeMultipart("boundary")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := srv.Client().Post(srv.URL+"/upload", "multipart/form-data; boundary=boundary", body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || string(text) != "zeros.bin: 6291456 bytes\n" {
		t.Errorf("got %d %q, %v", resp.StatusCode, text, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestNumbers(t *testing.T) {
	app := wefttest.New(t, routes())
	app.Get("/numbers?to=3").Status(200).Body("1\n2\n3\n")
	app.Get("/numbers").Status(400)
	app.Post("/upload", weft.BodyString("no form")).Status(400)
}
