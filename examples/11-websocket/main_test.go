package main

import (
	"errors"
	"testing"

	"github.com/weft-go/weft/websocket"
	"github.com/weft-go/weft/wefttest"
)

func TestEcho(t *testing.T) {
	srv := wefttest.Start(t, routes())
	conn, err := websocket.Dial(t.Context(), srv.URL+"/echo", websocket.DialOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	if err := conn.Write(t.Context(), websocket.Text, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	kind, data, err := conn.Read(t.Context())
	if kind != websocket.Text || string(data) != "hello" || err != nil {
		t.Errorf("got %v %q %v", kind, data, err)
	}
	if err := conn.Close(websocket.NormalClosure, ""); err != nil {
		t.Error(err)
	}
}

func TestJoin(t *testing.T) {
	srv := wefttest.Start(t, routes())
	joined := Join.Client(websocket.NewDoer(srv.URL))
	socket, err := joined(t.Context(), "garden")
	if err != nil {
		t.Fatal(err)
	}
	room, err := websocket.Opened(socket)
	if err != nil {
		t.Fatal(err)
	}
	if err := room.Send(t.Context(), Said{"hello"}); err != nil {
		t.Fatal(err)
	}
	line, err := room.Receive(t.Context())
	if (line != Line{"garden", "HELLO"}) || err != nil {
		t.Errorf("got %+v, %v", line, err)
	}
	if err := room.Conn().Close(websocket.NormalClosure, ""); err != nil {
		t.Error(err)
	}

	_, err = joined(t.Context(), "cellar")
	if missing, ok := errors.AsType[NoSuchRoom](err); !ok || missing.Name != "cellar" {
		t.Errorf("got %v, want NoSuchRoom", err)
	}
}
