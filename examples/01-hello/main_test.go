package main

import (
	"testing"

	"github.com/weft-go/weft/wefttest"
)

func TestHello(t *testing.T) {
	wefttest.New(t, routes()).Get("/hello/world").Status(200).Body("hello world\n")
}

func TestWhatNobodyWrote(t *testing.T) {
	app := wefttest.New(t, routes())
	app.Get("/bye").Status(404)
	app.Delete("/hello/world").Status(405).Header("Allow", "GET, HEAD, OPTIONS")
	app.Head("/hello/world").Status(200)
}

func TestOnTheNetwork(t *testing.T) {
	conn := wefttest.Start(t, routes()).Dial()
	conn.Send("GET /hello/wire HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
	status, _, body := conn.ReadResponse()
	if status != 200 || body != "hello wire\n" {
		t.Errorf("got %d %q", status, body)
	}
	conn.ReadEnd()
}
