package websocket_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/websocket"
	"github.com/weft-go/weft/wefttest"
)

type said struct {
	Text string `json:"text" minLength:"1"`
}

type line struct {
	Room string `json:"room"`
	Text string `json:"text"`
}

type noRoom struct {
	Room string `json:"room"`
}

func (e *noRoom) Error() string { return "there is no room " + e.Room }

var joinRoom = route.GET("/rooms/{room}").
	Path(codec.Path[string]("room")).
	Query(codec.Query[int]("times").Default(1)).
	Socket[said, line]().
	OutError[*noRoom](status.NotFound).
	Doc("Opens a room.")

func openRoom(_ context.Context, room string, times int) (endpoint.Socket[said, line], error) {
	if room == "cellar" {
		return nil, &noRoom{room}
	}
	return websocket.Serve(func(ctx context.Context, c *websocket.Typed[said, line]) error {
		for s, err := range c.All(ctx) {
			if err != nil {
				return err
			}
			if err := c.Send(ctx, line{room, strings.Repeat(s.Text, times)}); err != nil {
				return err
			}
		}
		return nil
	}), nil
}

// An endpoint describes a WebSocket like anything else: inputs first, declared failures
// as HTTP answers, then typed messages on both sides.
func TestSocketEndpoint(t *testing.T) {
	srv := wefttest.Start(t, weft.NewRoutes(joinRoom.Implement(openRoom)))
	open := joinRoom.Client(websocket.NewDoer(srv.URL))

	s, err := open(t.Context(), "lobby", 2)
	if err != nil {
		t.Fatal(err)
	}
	c, err := websocket.Opened(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Send(t.Context(), said{"ha"}); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Receive(t.Context()); err != nil || got != (line{"lobby", "haha"}) {
		t.Errorf("received %v, %v", got, err)
	}
	if err := c.Conn().Close(websocket.NormalClosure, ""); err != nil {
		t.Error(err)
	}
	if _, err := s.Accept(nil); err == nil {
		t.Error("the client's side accepts a request")
	}
}

func TestSocketEndpointFailures(t *testing.T) {
	locked := route.GET("/vault").Socket[said, line]().Auth(auth.Bearer()).UnauthorizedStatus(status.Unauthorized)
	srv := wefttest.Start(t, weft.NewRoutes(joinRoom.Implement(openRoom),
		locked.Implement(func(context.Context) (endpoint.Socket[said, line], error) { return nil, nil })))
	d := websocket.NewDoer(srv.URL)

	_, err := joinRoom.Client(d)(t.Context(), "cellar", 1)
	if e, ok := errors.AsType[*noRoom](err); !ok || e.Room != "cellar" {
		t.Errorf("a declared failure came back as %v", err)
	}
	_, err = locked.Client(d)(t.Context())
	if e, ok := errors.AsType[*endpoint.UnexpectedResponse](err); !ok || e.Status != status.Unauthorized {
		t.Errorf("without credentials: %v", err)
	}
	if _, err = joinRoom.Client(client.New(srv.URL))(t.Context(), "lobby", 1); err == nil || !strings.Contains(err.Error(), "websocket.NewDoer") {
		t.Errorf("through a client without WebSockets: %v", err)
	}
	if _, err = d.Do(t.Context(), weft.Get("/books")); err == nil {
		t.Error("the doer sent a plain request")
	}
	// A plain request to a WebSocket is told what is missing, and bad inputs are 400.
	c := wefttest.New(t, weft.NewRoutes(joinRoom.Implement(openRoom)))
	c.Get("/rooms/lobby").Status(426)
	c.Get("/rooms/lobby?times=x").Status(400)
}

func TestSocketEndpointWantsGET(t *testing.T) {
	defer func() {
		if v, _ := recover().(string); !strings.Contains(v, "doer_test.go") || !strings.Contains(v, "GET") {
			t.Errorf("panic %q", v)
		}
	}()
	route.POST("/x").Socket[said, line]()
}
