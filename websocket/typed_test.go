package websocket_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/websocket"
)

type question struct {
	Number int `json:"number"`
}

type reply struct {
	Double int `json:"double"`
}

func double(ctx context.Context, c *websocket.Typed[question, reply]) error {
	for q, err := range c.All(ctx) {
		if err != nil {
			return err
		}
		if err := c.Send(ctx, reply{2 * q.Number}); err != nil {
			return err
		}
	}
	return nil
}

func TestTypedJSON(t *testing.T) {
	p := serveMemory(t, websocket.HandleTyped(double)).open(t)
	for range 2 {
		p.send(frame(fin|opText, `{"number": 21}`))
		p.expect(fin|opText, `{"double":42}`)
	}
	p.bye()
}

func TestTypedFormats(t *testing.T) {
	for _, c := range []struct {
		name string
		in   format.Codec[question]
		out  format.Codec[reply]
		op   byte
	}{
		{"JSON", json.Codec[question](), json.Codec[reply](), opText},
		{"MessagePack", msgpack.MessagePackCodec[question](), msgpack.MessagePackCodec[reply](), opBinary},
	} {
		t.Run(c.name, func(t *testing.T) {
			q, _ := c.in.Encode(question{21})
			a, _ := c.out.Encode(reply{42})
			p := serveMemory(t, websocket.Serve(double).In(c.in, c.out).Handler()).open(t)
			p.send(frame(fin|c.op, string(q)))
			p.expect(fin|c.op, string(a))
			p.bye()
		})
	}
}

func TestTypedRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		send   []byte
		code   int
		reason string
	}{
		{"Binary", frame(fin|opBinary, `{"number": 21}`), 1003, "want a text message, got a binary one"},
		{"NotJSON", frame(fin|opText, `{`), 1007, "JSON"},
		{"WrongType", frame(fin|opText, `{"number": "x"}`), 1007, "JSON at number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serveMemory(t, websocket.HandleTyped(double))
			p := s.open(t)
			p.send(c.send)
			first, payload, err := p.readFrame()
			if err != nil || first != fin|opClose || !strings.HasPrefix(payload, closePayload(c.code, c.reason)) {
				t.Errorf("got %s, %v", show(first, payload), err)
			}
			p.send(closeFrame(1000, ""))
			p.expectEnd()
			if s.log.String() != "" {
				t.Errorf("a client's mistake was reported: %s", s.log)
			}
		})
	}
}

func TestTypedGoesOnAfterABadMessage(t *testing.T) {
	p := serveMemory(t, websocket.HandleTyped(func(ctx context.Context, c *websocket.Typed[question, string]) error {
		for q, err := range c.All(ctx) {
			if _, ok := errors.AsType[*websocket.MessageError](err); ok {
				c.Send(ctx, "what?")
				continue
			}
			if err != nil {
				return err
			}
			c.Send(ctx, strings.Repeat("!", q.Number))
		}
		return nil
	})).open(t)
	p.send(frame(fin|opText, `nonsense`), frame(fin|opText, `{"number": 3}`))
	p.expect(fin|opText, `"what?"`)
	p.expect(fin|opText, `"!!!"`)
	p.bye()
}

func TestTypedUsesTheCodecConfig(t *testing.T) {
	h := websocket.HandleTyped(double)
	p := serveMemory(t, func(req *weft.Request) (weft.Response, error) {
		return h(req.WithCodecConfig(weft.CodecConfig{RejectExtraFields: true}))
	}).open(t)
	p.send(frame(fin|opText, `{"number": 1, "extra": 2}`))
	p.expectClosing(1007)
}

// expectClosing reads a close frame with a code, and answers it.
func (p *peer) expectClosing(code int) {
	p.t.Helper()
	first, payload, err := p.readFrame()
	if err != nil || first != fin|opClose || !strings.HasPrefix(payload, closePayload(code, "")) {
		p.t.Fatalf("got %s, %v", show(first, payload), err)
	}
	p.send(closeFrame(1000, ""))
	p.expectEnd()
}

func TestTypedClient(t *testing.T) {
	s := serveMemory(t, websocket.HandleTyped(double))
	conn, err := websocket.Dial(t.Context(), "ws://test/", websocket.DialOptions{NetDial: s.netDial})
	if err != nil {
		t.Fatal(err)
	}
	c := websocket.NewTyped[reply, question](conn)
	if err := c.Send(t.Context(), question{4}); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Receive(t.Context()); err != nil || got.Double != 8 {
		t.Errorf("got %v, %v", got, err)
	}
	if err := c.Conn().Close(websocket.NormalClosure, ""); err != nil {
		t.Error(err)
	}
}

// TestSessionChosenByInput is how a function with decoded inputs serves a socket.
func TestSessionChosenByInput(t *testing.T) {
	join := func(room string) (*websocket.Session[question, reply], error) {
		if room != "lobby" {
			return nil, &weft.Problem{Status: 404, Detail: "no such room"}
		}
		return websocket.Serve(double).With(websocket.Options{MaxMessage: 50}), nil
	}
	s := serveMemory(t, func(req *weft.Request) (weft.Response, error) {
		room, _ := req.RawHeader("Room")
		session, err := join(room)
		if err != nil {
			return weft.Response{}, err
		}
		return session.Accept(req)
	})
	if resp, _ := s.request(t, handshakeRequest+"Room: cellar\r\n\r\n"); resp.StatusCode != 404 {
		t.Errorf("got %s", resp.Status)
	}
	p := s.open(t, "Room: lobby")
	p.send(frame(fin|opText, `{"number": 1}`))
	p.expect(fin|opText, `{"double":2}`)
	p.send(frame(fin|opText, `{"number": 1}`+strings.Repeat(" ", 50)))
	p.expectClose(1009)
}
