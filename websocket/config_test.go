package websocket_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/websocket"
	"github.com/weft-go/weft/wefttest"
)

// A test, or more, for each field of WebSocketConfig and SocketDecoder, under the
// field's name in the specification.

func TestConfig_subprotocols_ServersPreference(t *testing.T) {
	for _, c := range []struct{ name, ours, theirs, want string }{
		{"None", "", "chat", ""},
		{"NotAsked", "chat", "", ""},
		{"Only", "chat", "chat", "chat"},
		{"OursFirst", "v2, v1", "v1, v2", "v2"},
		{"Unknown", "v2,v1", "v3", ""},
		{"CaseMatters", "Chat", "chat", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			seen := make(chan string, 1)
			fields := []string{}
			if c.theirs != "" {
				fields = append(fields, "Sec-WebSocket-Protocol: "+c.theirs)
			}
			p := connect(t, config(weft.WebSocketConfig{Subprotocols: c.ours}), func(_ context.Context, conn *websocket.Conn) error {
				seen <- conn.Subprotocol()
				return nil
			}, fields...)
			if got := p.resp.Header.Get("Sec-WebSocket-Protocol"); got != c.want {
				t.Errorf("answered %q, want %q", got, c.want)
			}
			if got := after(t, seen, "the handler"); got != c.want {
				t.Errorf("the handler sees %q, want %q", got, c.want)
			}
		})
	}
}

func TestConfig_handshakeTimeoutMillis_AbortsTheAttempt(t *testing.T) {
	for _, c := range []struct {
		name    string
		timeout time.Duration
		takes   time.Duration
		aborted bool
	}{
		{"DefaultKept", 0, 9 * time.Second, false},
		{"DefaultExceeded", 0, 11 * time.Second, true},
		{"Kept", time.Minute, 30 * time.Second, false},
		{"Exceeded", time.Second, 2 * time.Second, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ran := false
				o := config(weft.WebSocketConfig{HandshakeTimeout: c.timeout})
				accept := o.Handle(func(context.Context, *websocket.Conn) error { ran = true; return nil })
				s := serveMemory(t, func(req *weft.Request) (weft.Response, error) {
					resp, err := accept(req)
					time.Sleep(c.takes) // slow middleware on the way back
					return resp, err
				})
				conn, _ := s.dial(t.Context())
				defer conn.Close()
				p := &slowPeer{conn}
				p.handshake(t)
				p.readEnd(t)
				if ran == c.aborted {
					t.Errorf("the handler ran: %v, aborted: %v", ran, c.aborted)
				}
			})
		})
	}
}

func TestConfig_handshakeTimeoutMillis_Dial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serveMemory(t, func(req *weft.Request) (weft.Response, error) {
			time.Sleep(time.Minute)
			return weft.OK(), nil
		})
		start := time.Now()
		_, err := websocket.Dial(t.Context(), "ws://test/", websocket.DialOptions{
			NetDial: s.netDial, Config: weft.WebSocketConfig{HandshakeTimeout: 3 * time.Second}})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 3*time.Second {
			t.Errorf("got %v after %v", err, time.Since(start))
		}
		time.Sleep(time.Minute)
	})
}

func TestConfig_forceCloseTimeoutMillis_CutsTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, config(weft.WebSocketConfig{ForceCloseTimeout: 3 * time.Second}), func(context.Context, *websocket.Conn) error { return nil })
		p.conn.SetDeadline(time.Time{})
		p.expect(fin|opClose, closePayload(1000, ""))
		start := time.Now()
		p.expectEnd()
		if d := time.Since(start); d != 3*time.Second {
			t.Errorf("cut after %v", d)
		}
	})
}

func TestConfig_forceCloseTimeoutMillis_WaitsForEverByDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, websocket.Options{}, func(context.Context, *websocket.Conn) error { return nil })
		p.conn.SetDeadline(time.Time{})
		p.expect(fin|opClose, closePayload(1000, ""))
		time.Sleep(24 * time.Hour)
		p.send(frame(fin|opText, "still here"), closeFrame(1000, ""))
		p.expectEnd()
	})
}

func TestConfig_handleCloseFrames_HandledByDefault(t *testing.T) {
	got := make(chan error, 1)
	p := connect(t, websocket.Options{}, func(ctx context.Context, c *websocket.Conn) error {
		_, _, err := c.Read(ctx)
		got <- err
		return nil
	})
	p.send(closeFrame(4000, "bye"))
	p.expectClose(4000)
	e, ok := errors.AsType[*websocket.CloseError](after(t, got, "the error"))
	if !ok || e.Code != 4000 || e.Reason != "bye" {
		t.Errorf("got %v", e)
	}
}

func TestConfig_handleCloseFrames_PassedOn(t *testing.T) {
	got := make(chan websocket.Message, 1)
	again := make(chan error, 1)
	p := connect(t, config(weft.WebSocketConfig{PassCloseFrames: true}), func(ctx context.Context, c *websocket.Conn) error {
		kind, data, err := c.Read(ctx)
		if err != nil {
			return err
		}
		got <- websocket.Message{Kind: kind, Data: data}
		_, _, err = c.Read(ctx)
		again <- err
		if err := c.Write(ctx, websocket.Text, []byte("one more thing")); err != nil {
			return err
		}
		return c.Close(4444, "as you wish")
	})
	p.send(closeFrame(4000, "bye"))
	p.expect(fin|opText, "one more thing")
	p.expectClose(4444)
	if m := after(t, got, "the frame"); m.Kind != websocket.CloseFrame || string(m.Data) != closePayload(4000, "bye") {
		t.Errorf("got %v %q", m.Kind, m.Data)
	}
	if e, ok := errors.AsType[*websocket.CloseError](after(t, again, "the second read")); !ok || e.Code != 4000 {
		t.Errorf("the second read: %v", e)
	}
}

func TestConfig_sendCloseFrame_CodeOfTheApplicationsEnd(t *testing.T) {
	for _, c := range []struct {
		status uint16
		want   int
	}{{0, 1000}, {1001, 1001}, {4000, 4000}} {
		p := connect(t, config(weft.WebSocketConfig{CloseStatus: c.status}), func(context.Context, *websocket.Conn) error { return nil })
		p.send(closeFrame(1000, ""))
		p.expectClose(c.want)
	}
}

func TestConfig_dropPongFrames_DroppedByDefault(t *testing.T) {
	p := connect(t, websocket.Options{}, echo)
	p.send(frame(fin|opPong, "pong"), frame(fin|opText, "text"))
	p.expect(fin|opText, "text")
	p.bye()
}

func TestConfig_dropPongFrames_PassedOn(t *testing.T) {
	got := make(chan websocket.Message, 2)
	p := connect(t, config(weft.WebSocketConfig{PassPongFrames: true}), func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			got <- m
		}
		return nil
	})
	// The pong stands within a message, which goes on after it.
	p.send(frame(opText, "te"), frame(fin|opPong, "pong"), frame(fin|opCont, "xt"))
	if m := after(t, got, "the pong"); m.Kind != websocket.PongFrame || string(m.Data) != "pong" {
		t.Errorf("got %v %q", m.Kind, m.Data)
	}
	if m := after(t, got, "the text"); m.Kind != websocket.Text || string(m.Data) != "text" {
		t.Errorf("got %v %q", m.Kind, m.Data)
	}
	p.bye()
}

func TestConfig_maxFramePayloadLength_Bound(t *testing.T) {
	for _, c := range []struct{ limit, bound int }{{0, 65536}, {10, 10}, {200000, 200000}} {
		o := decoding(weft.SocketDecoder{MaxFramePayloadLength: c.limit})
		p := connect(t, o, echo)
		p.send(frame(fin|opBinary, strings.Repeat("x", c.bound)))
		p.expect(fin|opBinary, strings.Repeat("x", c.bound))
		p.send(head(fin|opBinary, c.bound+1, 0x80), []byte("mask")) // the header alone is enough
		p.expectClose(1009)
	}
}

func TestConfig_maxFramePayloadLength_CutsOwnMessages(t *testing.T) {
	p := connect(t, decoding(weft.SocketDecoder{MaxFramePayloadLength: 4}), echo)
	p.send(frame(opText, "0123"), frame(fin|opCont, "4567"))
	p.expect(opText, "0123")
	p.expect(fin|opCont, "4567")
	p.bye()
}

func TestConfig_expectMaskedFrames(t *testing.T) {
	for _, c := range []struct {
		name   string
		d      weft.SocketDecoder
		masked bool
		code   int // 0 if the frame is accepted
	}{
		{"DefaultMasked", weft.SocketDecoder{}, true, 0},
		{"DefaultUnmasked", weft.SocketDecoder{}, false, 1002},
		{"NotExpectedUnmasked", weft.SocketDecoder{AcceptUnmaskedFrames: true}, false, 0},
		{"NotExpectedMasked", weft.SocketDecoder{AcceptUnmaskedFrames: true}, true, 1002},
	} {
		t.Run(c.name, func(t *testing.T) { maskTrial(t, c.d, c.masked, c.code) })
	}
}

func TestConfig_allowMaskMismatch(t *testing.T) {
	for _, d := range []weft.SocketDecoder{{AllowMaskMismatch: true}, {AllowMaskMismatch: true, AcceptUnmaskedFrames: true}} {
		maskTrial(t, d, true, 0)
		maskTrial(t, d, false, 0)
	}
}

func maskTrial(t *testing.T, d weft.SocketDecoder, masked bool, code int) {
	t.Helper()
	p := connect(t, decoding(d), echo)
	write := unmasked
	if masked {
		write = frame
	}
	p.send(write(fin|opText, "hello"))
	if code != 0 {
		p.expectClose(code)
		return
	}
	p.expect(fin|opText, "hello")
	p.send(write(fin|opClose, closePayload(1000, "")))
	p.expectClose(1000)
}

func TestConfig_allowExtensions_OffByDefault(t *testing.T) {
	p := connect(t, websocket.Options{}, echo, "Sec-WebSocket-Extensions: permessage-deflate")
	if got := p.resp.Header.Values("Sec-WebSocket-Extensions"); got != nil {
		t.Errorf("agreed on %q", got)
	}
	p.send(frame(fin|0x40|opText, "\xf2\x48\xcd\xc9\xc9\x07\x00"))
	p.expectClose(1002)
}

func TestConfig_allowExtensions_CompressionIfAgreed(t *testing.T) {
	o := decoding(weft.SocketDecoder{AllowExtensions: true})
	p := connect(t, o, echo, "Sec-WebSocket-Extensions: permessage-deflate")
	p.send(frame(fin|0x40|opText, "\xf2\x48\xcd\xc9\xc9\x07\x00"))
	p.expect(fin|opText, "Hello")
	p.bye()
	p = connect(t, o, echo) // a client that does not ask for it must not use it
	p.send(frame(fin|0x40|opText, "\xf2\x48\xcd\xc9\xc9\x07\x00"))
	p.expectClose(1002)
}

func TestConfig_closeOnProtocolViolation_ClosesByDefault(t *testing.T) {
	got := make(chan error, 2)
	p := connect(t, websocket.Options{}, func(ctx context.Context, c *websocket.Conn) error {
		_, _, err := c.Read(ctx)
		got <- err
		got <- c.Write(context.Background(), websocket.Text, []byte("too late"))
		return err
	})
	p.send(frame(fin|3, "x"))
	p.expectClose(1002)
	if e, ok := errors.AsType[*websocket.ProtocolError](after(t, got, "the error")); !ok || e.Code != websocket.ProtocolViolation {
		t.Errorf("got %v", e)
	}
	if err := after(t, got, "the write"); !errors.Is(err, websocket.ErrClosed) {
		t.Errorf("write: %v", err)
	}
}

func TestConfig_closeOnProtocolViolation_Kept(t *testing.T) {
	p := connect(t, decoding(weft.SocketDecoder{KeepOnProtocolViolation: true}), func(ctx context.Context, c *websocket.Conn) error {
		_, _, err := c.Read(ctx)
		if _, ok := errors.AsType[*websocket.ProtocolError](err); !ok {
			return err
		}
		if _, _, again := c.Read(ctx); again != err {
			return again
		}
		if err := c.Write(ctx, websocket.Text, []byte(err.Error())); err != nil {
			return err
		}
		return &websocket.CloseError{Code: 4002}
	})
	p.send(frame(fin|3, "x"))
	p.expect(fin|opText, "websocket: a frame has the reserved opcode 3")
	p.expectClose(4002)
}

func TestConfig_withUTF8Validator_Off(t *testing.T) {
	p := connect(t, decoding(weft.SocketDecoder{NoUTF8Validator: true}), echo)
	p.send(frame(fin|opText, "\xff\xfe"))
	p.expect(fin|opText, "\xff\xfe")
	p.bye()
}

func TestConfig_withUTF8Validator_OnByDefault(t *testing.T) {
	p := connect(t, websocket.Options{}, func(ctx context.Context, c *websocket.Conn) error {
		if err := c.Write(ctx, websocket.Text, []byte("\xff")); err == nil {
			return errors.New("text that is not UTF-8 was sent")
		}
		return echo(ctx, c)
	})
	p.send(frame(fin|opText, "\xff\xfe"))
	p.expectClose(1007)
}

// A handler without a configuration of its own takes the server's.
func TestConfig_ComesFromTheServer(t *testing.T) {
	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(websocket.Handle(echo)))
	s := wefttest.Start(t, routes, func(c server.Config) server.Config {
		return c.WithWebSocketConfig(weft.WebSocketConfig{Subprotocols: "from-the-server"})
	})
	c, err := websocket.Dial(t.Context(), s.URL, websocket.DialOptions{Config: weft.WebSocketConfig{Subprotocols: "from-the-server"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	if got := c.Subprotocol(); got != "from-the-server" {
		t.Errorf("agreed on %q", got)
	}
}
