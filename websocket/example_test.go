package websocket_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/websocket"
)

// An echo server, and a client that says something to it.
func Example() {
	echo := func(ctx context.Context, conn *websocket.Conn) error {
		for m, err := range conn.Messages(ctx) {
			if err != nil {
				return err
			}
			if err := conn.Write(ctx, m.Kind, m.Data); err != nil {
				return err
			}
		}
		return nil
	}
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/echo").Handle(websocket.Handle(echo)))
	server := httptest.NewServer(routes)
	defer server.Close()

	ctx := context.Background()
	conn, err := websocket.Dial(ctx, server.URL+"/echo", websocket.DialOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.CloseNow()
	if err := conn.Write(ctx, websocket.Text, []byte("hello")); err != nil {
		fmt.Println(err)
		return
	}
	kind, data, err := conn.Read(ctx)
	fmt.Println(kind, string(data), err)
	fmt.Println(conn.Close(websocket.NormalClosure, "that was all"))
	// Output:
	// text hello <nil>
	// <nil>
}

// A chat in which every message is a value, in JSON.
func ExampleHandleTyped() {
	type Said struct {
		Text string `json:"text"`
	}
	type Line struct {
		From string `json:"from"`
		Text string `json:"text"`
	}
	room := websocket.HandleTyped(func(ctx context.Context, c *websocket.Typed[Said, Line]) error {
		name := c.Request().QueryParamOrElse("name", "somebody")
		for said, err := range c.All(ctx) {
			if err != nil {
				return err
			}
			if err := c.Send(ctx, Line{From: name, Text: said.Text}); err != nil {
				return err
			}
		}
		return nil
	})
	server := httptest.NewServer(weft.NewRoutes(weft.NewPattern(weft.GET, "/room").Handle(room)))
	defer server.Close()

	ctx := context.Background()
	conn, err := websocket.Dial(ctx, server.URL+"/room?name=Ada", websocket.DialOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.CloseNow()
	chat := websocket.NewTyped[Line, Said](conn)
	if err := chat.Send(ctx, Said{Text: "good morning"}); err != nil {
		fmt.Println(err)
		return
	}
	line, err := chat.Receive(ctx)
	fmt.Printf("%s: %s %v\n", line.From, line.Text, err)
	fmt.Println(conn.Close(websocket.NormalClosure, ""))
	// Output:
	// Ada: good morning <nil>
	// <nil>
}

// A client that is refused learns why.
func ExampleDial() {
	closed := func(*weft.Request) (weft.Response, error) {
		return weft.Text("we open at nine").WithStatus(503), nil
	}
	server := httptest.NewServer(weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(closed)))
	defer server.Close()

	_, err := websocket.Dial(context.Background(), server.URL, websocket.DialOptions{})
	fmt.Println(err)
	// Output:
	// websocket: handshake: the server refused: 503 Service Unavailable: "we open at nine"
}
