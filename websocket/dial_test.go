package websocket_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/memnet"
	"github.com/weft-go/weft/websocket"
)

// dialTo dials a server that answers with text; "KEY" in it stands for the right
// answer to the key.
func dialTo(t *testing.T, answer string, o websocket.DialOptions) (*websocket.Conn, *http.Request, error) {
	t.Helper()
	l := memnet.Listen()
	defer l.Close()
	seen := make(chan *http.Request, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		req, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			return
		}
		seen <- req
		io.WriteString(conn, strings.Replace(answer, "KEY", acceptKey(req.Header.Get("Sec-WebSocket-Key")), 1))
	}()
	o.NetDial = l.DialContext
	c, err := websocket.Dial(t.Context(), "ws://example.test/chat?room=1", o)
	select {
	case req := <-seen:
		return c, req, err
	default:
		return c, nil, err
	}
}

// acceptKey asks our own server, whose answers have a test of their own.
func acceptKey(key string) string {
	client, server := net.Pipe()
	defer client.Close()
	go websocketAnswer(server, key)
	resp, err := http.ReadResponse(bufio.NewReader(client), nil)
	if err != nil {
		return err.Error()
	}
	return resp.Header.Get("Sec-WebSocket-Accept")
}

func websocketAnswer(w net.Conn, key string) {
	defer w.Close()
	req := weft.Get("/").AddHeaders(weft.NewHeaders("Connection", "upgrade", "Upgrade", "websocket",
		"Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", key))
	resp, err := websocket.Handle(echo)(req)
	if err != nil {
		io.WriteString(w, "HTTP/1.1 500 "+err.Error()+"\r\n\r\n")
		return
	}
	v, _ := resp.Header("Sec-WebSocket-Accept")
	io.WriteString(w, "HTTP/1.1 204 OK\r\nSec-WebSocket-Accept: "+v+"\r\n\r\n")
}

const switching = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"

func TestDialRefused(t *testing.T) {
	deflate := websocket.DialOptions{Config: weft.WebSocketConfig{Subprotocols: "chat", Decoder: weft.SocketDecoder{AllowExtensions: true}}}
	for _, c := range []struct {
		name, answer string
		o            websocket.DialOptions
		problem      string
	}{
		{"Status", "HTTP/1.1 403 Forbidden\r\nX-Why: because\r\nContent-Length: 9\r\n\r\nkeep out!", websocket.DialOptions{}, `the server refused: 403 Forbidden: "keep out!"`},
		{"NoUpgrade", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: KEY\r\n\r\n", websocket.DialOptions{}, "no Upgrade"},
		{"NoConnection", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: KEY\r\n\r\n", websocket.DialOptions{}, "no Connection"},
		{"WrongKey", switching + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n", websocket.DialOptions{}, "Sec-WebSocket-Accept"},
		{"Subprotocol", switching + "Sec-WebSocket-Accept: KEY\r\nSec-WebSocket-Protocol: other\r\n\r\n", deflate, `"other"`},
		{"Extension", switching + "Sec-WebSocket-Accept: KEY\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n", websocket.DialOptions{}, "extensions"},
		{"ExtensionParameter", switching + "Sec-WebSocket-Accept: KEY\r\nSec-WebSocket-Extensions: permessage-deflate; x\r\n\r\n", deflate, "extensions"},
		{"ExtensionTwice", switching + "Sec-WebSocket-Accept: KEY\r\nSec-WebSocket-Extensions: permessage-deflate, permessage-deflate\r\n\r\n", deflate, "extensions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := dialTo(t, c.answer, c.o)
			e, ok := errors.AsType[*websocket.HandshakeError](err)
			if !ok || !strings.Contains(err.Error(), c.problem) {
				t.Fatalf("got %v", err)
			}
			if why, _ := e.Headers.Get("X-Why"); c.name == "Status" && (e.Status != 403 || string(e.Body) != "keep out!" || why != "because") {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestDialNoHTTP(t *testing.T) {
	for _, answer := range []string{"", "SSH-2.0\r\n", "HTTP/1.1 101 Switching Protocols\r\nX: " + strings.Repeat("x", 100<<10)} {
		if _, _, err := dialTo(t, answer, websocket.DialOptions{}); err == nil || !strings.Contains(err.Error(), "example.test") {
			t.Errorf("got %v", err)
		}
	}
}

func TestDialAddresses(t *testing.T) {
	for _, address := range []string{"", "example.com", "ftp://example.com", "ws://", "ws:///path", "ws://user:secret@example.com", "ws://example.com/#x", "ws://%zz"} {
		_, err := websocket.Dial(t.Context(), address, websocket.DialOptions{})
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestDialUnreachable(t *testing.T) {
	refused := errors.New("nobody is there")
	_, err := websocket.Dial(t.Context(), "ws://example.test", websocket.DialOptions{
		NetDial: func(context.Context, string, string) (net.Conn, error) { return nil, refused }})
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
}

func TestDialRequest(t *testing.T) {
	c, req, err := dialTo(t, switching+"Sec-WebSocket-Accept: KEY\r\nSec-WebSocket-Protocol: v1\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=10\r\n\r\n\x81\x05early",
		websocket.DialOptions{
			Headers: weft.NewHeaders("Authorization", "Bearer x", "Origin", "https://example.com", "Host", "other.test", "Upgrade", "nonsense"),
			Config:  weft.WebSocketConfig{Subprotocols: "v2, v1", Decoder: weft.SocketDecoder{AllowExtensions: true}},
		})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	h := req.Header
	for name, want := range map[string]string{
		"Authorization":            "Bearer x",
		"Origin":                   "https://example.com",
		"Upgrade":                  "websocket",
		"Sec-Websocket-Version":    "13",
		"Sec-Websocket-Protocol":   "v2, v1",
		"Sec-Websocket-Extensions": "permessage-deflate; client_max_window_bits",
	} {
		if got := strings.Join(h.Values(name), "|"); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if req.Host != "other.test" || req.RequestURI != "/chat?room=1" {
		t.Errorf("for %s%s", req.Host, req.RequestURI)
	}
	if c.Subprotocol() != "v1" || !c.IsCompressed() || c.Request() != nil {
		t.Errorf("subprotocol %q, compressed %v", c.Subprotocol(), c.IsCompressed())
	}
	if _, data, err := c.Read(t.Context()); err != nil || string(data) != "early" {
		t.Errorf("got %q, %v", data, err)
	}
}

// TestClientMasks looks at what a client sends.
func TestClientMasks(t *testing.T) {
	l := memnet.Listen()
	defer l.Close()
	got := make(chan []byte, 1)
	go func() {
		conn, _ := l.Accept()
		defer conn.Close()
		r := bufio.NewReader(conn)
		req, _ := http.ReadRequest(r)
		io.WriteString(conn, switching+"Sec-WebSocket-Accept: "+acceptKey(req.Header.Get("Sec-WebSocket-Key"))+"\r\n\r\n")
		b := make([]byte, 11)
		io.ReadFull(r, b)
		got <- b
		conn.Write(frame(fin|opText, "masked")) // which a client must not accept
		io.Copy(io.Discard, r)
	}()
	c, err := websocket.Dial(t.Context(), "ws://example.test", websocket.DialOptions{NetDial: l.DialContext})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	sent := []byte("Hello")
	if err := c.Write(t.Context(), websocket.Text, sent); err != nil {
		t.Fatal(err)
	}
	b := after(t, got, "the frame")
	if b[0] != 0x81 || b[1] != 0x85 || string(b[2:6]) == "\x00\x00\x00\x00" {
		t.Errorf("sent %x", b)
	}
	for i := range 5 {
		b[6+i] ^= b[2+i%4]
	}
	if string(b[6:]) != "Hello" || string(sent) != "Hello" {
		t.Errorf("sent %q, and left %q", b[6:], sent)
	}
	_, _, err = c.Read(t.Context())
	if e, ok := errors.AsType[*websocket.ProtocolError](err); !ok || e.Problem != "a frame is masked" {
		t.Errorf("got %v", err)
	}
}
