package websocket_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	coder "github.com/coder/websocket"
	"github.com/lxzan/gws"
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/websocket"
	"github.com/weft-go/weft/wefttest"
)

// Every server is an echo server, and every client says the same things to it:
// messages of many lengths, text and binary, with and without compression.

// A conversation is a client's end of a connection, whoever's it is.
type conversation interface {
	say(text bool, message []byte) error
	hear() (text bool, message []byte, err error)
	bye() error
}

// config returns weft's settings for a mode of compression.
func config(m mode) weft.WebSocketConfig {
	return weft.WebSocketConfig{
		Subprotocols: "echo.v2,echo.v1",
		Decoder:      weft.SocketDecoder{AllowExtensions: m != plain, MaxFramePayloadLength: 4 << 20},
	}
}

// A mode is how messages are compressed.
type mode int

const (
	plain    mode = iota
	alone         // each for itself
	takeover      // referring to earlier ones
)

func (m mode) String() string { return [...]string{"plain", "alone", "takeover"}[m] }

func (m mode) compression() websocket.Compression {
	return websocket.Compression{Threshold: -1, NoContextTakeover: m == alone}
}

func TestInterop(t *testing.T) {
	servers := map[string]func(*testing.T, mode) string{"weft": weftServer, "coder": coderServer, "gws": gwsServer}
	clients := map[string]func(*testing.T, string, mode) conversation{"weft": weftClient, "coder": coderClient, "gws": gwsClient}
	for s, serve := range servers {
		for c, dial := range clients {
			if s != "weft" && c != "weft" {
				continue // their affair
			}
			for _, m := range []mode{plain, alone, takeover} {
				t.Run(fmt.Sprintf("server=%s/client=%s/%v", s, c, m), func(t *testing.T) {
					converse(t, dial(t, serve(t, m), m))
				})
			}
		}
	}
}

func converse(t *testing.T, c conversation) {
	r := rand.New(rand.NewPCG(1, 2))
	for round, n := range []int{0, 1, 2, 10, 125, 126, 127, 1000, 5000, 65535, 65536, 70000, 300000, 20, 1000, 1000} {
		for _, text := range []bool{true, false} {
			want := []byte(words(n, r))
			if !text {
				for i := range want {
					want[i] = byte(r.Uint32() >> 24)
				}
			}
			said := make(chan error, 1)
			go func() { said <- c.say(text, want) }()
			kind, got, err := c.hear()
			if err != nil || kind != text || string(got) != string(want) {
				t.Fatalf("round %d, %d bytes, text %v: got %d bytes, text %v, %v", round, n, text, len(got), kind, err)
			}
			if err := <-said; err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := c.bye(); err != nil {
		t.Errorf("closing: %v", err)
	}
}

func words(n int, r *rand.Rand) string {
	list := strings.Fields("vier fünf κόσμε the of and to in that is was he for it with as his on be at by")
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(list[r.IntN(len(list))] + " ")
	}
	return strings.ToValidUTF8(b.String()[:n], "?")
}

// weft

func weftServer(t *testing.T, m mode) string {
	c := config(m)
	o := websocket.Options{Config: &c, Compression: m.compression()}
	h := o.Handle(func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			if err := c.Write(ctx, m.Kind, m.Data); err != nil {
				return err
			}
		}
		return nil
	})
	return wefttest.Start(t, weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(h))).URL
}

type weftConversation struct {
	ctx context.Context
	c   *websocket.Conn
}

func weftClient(t *testing.T, url string, m mode) conversation {
	c, err := websocket.Dial(t.Context(), url, websocket.DialOptions{Config: config(m), Compression: m.compression()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.CloseNow() })
	if c.Subprotocol() == "" || c.IsCompressed() != (m != plain) {
		t.Errorf("subprotocol %q, compressed %v", c.Subprotocol(), c.IsCompressed())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return &weftConversation{ctx, c}
}

func (c *weftConversation) say(text bool, b []byte) error {
	kind := websocket.Binary
	if text {
		kind = websocket.Text
	}
	return c.c.Write(c.ctx, kind, b)
}

func (c *weftConversation) hear() (bool, []byte, error) {
	kind, b, err := c.c.Read(c.ctx)
	return kind == websocket.Text, b, err
}

func (c *weftConversation) bye() error { return c.c.Close(websocket.NormalClosure, "bye") }

// coder/websocket

func (m mode) coder() coder.CompressionMode {
	return [...]coder.CompressionMode{coder.CompressionDisabled, coder.CompressionNoContextTakeover, coder.CompressionContextTakeover}[m]
}

func coderServer(t *testing.T, m mode) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := coder.Accept(w, r, &coder.AcceptOptions{Subprotocols: []string{"echo.v1"}, CompressionMode: m.coder(), CompressionThreshold: 1})
		if err != nil {
			return
		}
		defer c.CloseNow()
		c.SetReadLimit(4 << 20)
		for {
			kind, b, err := c.Read(r.Context())
			if err != nil || c.Write(r.Context(), kind, b) != nil {
				return
			}
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

type coderConversation struct {
	ctx context.Context
	c   *coder.Conn
}

func coderClient(t *testing.T, url string, m mode) conversation {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	c, resp, err := coder.Dial(ctx, url, &coder.DialOptions{Subprotocols: []string{"echo.v1"}, CompressionMode: m.coder(), CompressionThreshold: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.CloseNow() })
	if got := resp.Header.Get("Sec-WebSocket-Extensions"); (got != "") != (m != plain) || c.Subprotocol() != "echo.v1" {
		t.Errorf("agreed on %q, %q", got, c.Subprotocol())
	}
	c.SetReadLimit(4 << 20)
	return &coderConversation{ctx, c}
}

func (c *coderConversation) say(text bool, b []byte) error {
	kind := coder.MessageBinary
	if text {
		kind = coder.MessageText
	}
	return c.c.Write(c.ctx, kind, b)
}

func (c *coderConversation) hear() (bool, []byte, error) {
	kind, b, err := c.c.Read(c.ctx)
	return kind == coder.MessageText, b, err
}

func (c *coderConversation) bye() error { return c.c.Close(coder.StatusNormalClosure, "bye") }

// lxzan/gws

func (m mode) gws() gws.PermessageDeflate {
	return gws.PermessageDeflate{
		Enabled:               m != plain,
		ServerContextTakeover: m == takeover,
		ClientContextTakeover: m == takeover,
		Threshold:             1,
	}
}

// gwsEvents passes what happens on.
type gwsEvents struct {
	gws.BuiltinEventHandler
	message func(c *gws.Conn, text bool, b []byte)
	closed  chan error
}

func (e *gwsEvents) OnMessage(c *gws.Conn, m *gws.Message) {
	defer m.Close()
	e.message(c, m.Opcode == gws.OpcodeText, append([]byte(nil), m.Bytes()...))
}

func (e *gwsEvents) OnClose(_ *gws.Conn, err error) {
	if e.closed != nil {
		e.closed <- err
	}
}

func gwsKind(text bool) gws.Opcode {
	if text {
		return gws.OpcodeText
	}
	return gws.OpcodeBinary
}

func gwsServer(t *testing.T, m mode) string {
	up := gws.NewUpgrader(&gwsEvents{message: func(c *gws.Conn, text bool, b []byte) {
		_ = c.WriteMessage(gwsKind(text), b)
	}}, &gws.ServerOption{PermessageDeflate: m.gws(), SubProtocols: []string{"echo.v1"}, CheckUtf8Enabled: true})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := up.Upgrade(w, r); err == nil {
			c.ReadLoop()
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

type gwsConversation struct {
	c      *gws.Conn
	heard  chan heard
	closed chan error
}

type heard struct {
	text bool
	b    []byte
}

func gwsClient(t *testing.T, url string, m mode) conversation {
	conv := &gwsConversation{heard: make(chan heard, 1), closed: make(chan error, 1)}
	events := &gwsEvents{closed: conv.closed, message: func(_ *gws.Conn, text bool, b []byte) { conv.heard <- heard{text, b} }}
	c, resp, err := gws.NewClient(events, &gws.ClientOption{
		Addr:              strings.Replace(url, "http", "ws", 1),
		PermessageDeflate: m.gws(),
		CheckUtf8Enabled:  true,
		RequestHeader:     http.Header{"Sec-WebSocket-Protocol": {"echo.v1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := resp.Header.Get("Sec-WebSocket-Extensions"); (got != "") != (m != plain) {
		t.Errorf("agreed on %q", got)
	}
	conv.c = c
	go c.ReadLoop()
	return conv
}

func (c *gwsConversation) say(text bool, b []byte) error { return c.c.WriteMessage(gwsKind(text), b) }

func (c *gwsConversation) hear() (bool, []byte, error) {
	select {
	case h := <-c.heard:
		return h.text, h.b, nil
	case err := <-c.closed:
		return false, nil, err
	case <-time.After(20 * time.Second):
		return false, nil, context.DeadlineExceeded
	}
}

func (c *gwsConversation) bye() error {
	c.c.WriteClose(1000, []byte("bye"))
	select {
	case <-c.closed:
		return nil
	case <-time.After(20 * time.Second):
		return context.DeadlineExceeded
	}
}
