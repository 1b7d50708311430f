package websocket_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/websocket"
)

// A slowPeer opens a WebSocket without deadlines of its own.
type slowPeer struct{ net.Conn }

func (p *slowPeer) handshake(t *testing.T) {
	t.Helper()
	io.WriteString(p, handshakeRequest+"\r\n")
	// One byte at a time, so that nothing of what follows is lost.
	if _, err := http.ReadResponse(bufio.NewReaderSize(p, 16), nil); err != nil {
		t.Fatal(err)
	}
}

// readEnd reads whatever comes until the end, answering nothing but with a close
// frame.
func (p *slowPeer) readEnd(t *testing.T) {
	t.Helper()
	p.Write(closeFrame(1000, ""))
	io.Copy(io.Discard, p)
}

func TestHandshakeRefused(t *testing.T) {
	s := serveMemory(t, websocket.Handle(echo))
	const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
	const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
	const v13 = "Sec-WebSocket-Version: 13\r\n"
	for _, c := range []struct {
		name, fields string
		status       int
		says         string
	}{
		{"PlainRequest", "", 426, "Upgrade: websocket"},
		{"OtherProtocol", "Connection: Upgrade\r\nUpgrade: h2c\r\n" + v13 + key, 426, "Upgrade: websocket"},
		{"NoConnection", "Upgrade: websocket\r\n" + v13 + key, 400, "Connection: Upgrade"},
		{"NoVersion", upgrade + key, 426, "Sec-WebSocket-Version: 13"},
		{"OldVersion", upgrade + "Sec-WebSocket-Version: 8\r\n" + key, 426, "Sec-WebSocket-Version: 13"},
		{"TwoVersions", upgrade + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version: 8\r\n" + key, 426, "Sec-WebSocket-Version: 13"},
		{"NoKey", upgrade + v13, 400, "Sec-WebSocket-Key"},
		{"ShortKey", upgrade + v13 + "Sec-WebSocket-Key: c2hvcnQ=\r\n", 400, "Sec-WebSocket-Key"},
		{"BadKey", upgrade + v13 + "Sec-WebSocket-Key: ?\r\n", 400, "Sec-WebSocket-Key"},
		{"TwoKeys", upgrade + v13 + key + key, 400, "Sec-WebSocket-Key"},
		{"BadProtocol", upgrade + v13 + key + "Sec-WebSocket-Protocol: a b\r\n", 400, "Sec-WebSocket-Protocol"},
		{"BadExtensions", upgrade + v13 + key + "Sec-WebSocket-Extensions: ;;\r\n", 400, "Sec-WebSocket-Extensions"},
		{"OtherOrigin", upgrade + v13 + key + "Origin: https://evil.example\r\n", 403, "origin"},
		{"NullOrigin", upgrade + v13 + key + "Origin: null\r\n", 403, "origin"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, body := s.request(t, "GET / HTTP/1.1\r\nHost: test\r\n"+c.fields+"\r\n")
			if resp.StatusCode != c.status || !strings.Contains(body, c.says) {
				t.Errorf("got %s: %s; want %d with %q", resp.Status, body, c.status, c.says)
			}
			if c.status == 426 && (resp.Header.Get("Upgrade") != "websocket" || resp.Header.Get("Sec-WebSocket-Version") != "13") {
				t.Errorf("fields of 426: %v", resp.Header)
			}
		})
	}
}

func (s *testServer) request(t *testing.T, request string) (*http.Response, string) {
	t.Helper()
	conn, err := s.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, request)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return resp, string(body)
}

func TestHandshakeHTTP10(t *testing.T) {
	s := serveMemory(t, websocket.Handle(echo))
	resp, _ := s.request(t, strings.Replace(handshakeRequest, "HTTP/1.1", "HTTP/1.0", 1)+"\r\n")
	if resp.StatusCode != 400 {
		t.Errorf("got %s", resp.Status)
	}
}

func TestHandshakeMethod(t *testing.T) {
	h := websocket.Handle(echo)
	_, err := h(weft.Post("/", weft.Body{}))
	if p := weft.ProblemOf(err); p == nil || p.Status != 405 {
		t.Errorf("got %v", err)
	}
}

func TestHandshakeAnswer(t *testing.T) {
	// The example of RFC 6455, section 1.3.
	p := serveMemory(t, websocket.Handle(echo)).open(t)
	if got := p.resp.Header.Get("Sec-WebSocket-Accept"); got != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" {
		t.Errorf("Sec-WebSocket-Accept is %q", got)
	}
	p.bye()
}

func TestHandshakeEarlyFrames(t *testing.T) {
	// A client may send frames without waiting for the answer to its handshake.
	s := serveMemory(t, websocket.Handle(echo))
	conn, _ := s.dial(t.Context())
	defer conn.Close()
	io.WriteString(conn, handshakeRequest+"\r\n"+string(frame(fin|opText, "early"))+string(frame(fin|opText, "bird")[:3]))
	p := &peer{t: t, conn: conn, r: bufio.NewReader(conn)}
	if _, err := http.ReadResponse(p.r, nil); err != nil {
		t.Fatal(err)
	}
	p.expect(fin|opText, "early")
	p.send(frame(fin|opText, "bird")[3:])
	p.expect(fin|opText, "bird")
	p.bye()
}

func TestOrigin(t *testing.T) {
	decide := func(ok bool) func(*weft.Request) bool { return func(*weft.Request) bool { return ok } }
	for _, c := range []struct {
		name, origin string
		o            websocket.Options
		ok           bool
	}{
		{"None", "", websocket.Options{}, true},
		{"Same", "http://test", websocket.Options{}, true},
		{"SameDefaultPort", "http://test:80", websocket.Options{}, true},
		{"SameUnderTLS", "https://TEST", websocket.Options{}, true},
		{"OtherPort", "http://test:8080", websocket.Options{}, false},
		{"OtherHost", "http://test.evil", websocket.Options{}, false},
		{"Listed", "https://app.example", websocket.Options{Origins: []string{"https://app.example"}}, true},
		{"NotListed", "http://app.example", websocket.Options{Origins: []string{"https://app.example"}}, false},
		{"SameBesideList", "http://test", websocket.Options{Origins: []string{"https://app.example"}}, true},
		{"Any", "null", websocket.Options{Origins: []string{"*"}}, true},
		{"FuncYes", "http://test.evil", websocket.Options{CheckOrigin: decide(true)}, true},
		{"FuncNo", "http://test", websocket.Options{CheckOrigin: decide(false)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			fields := ""
			if c.origin != "" {
				fields = "Origin: " + c.origin + "\r\n"
			}
			resp, body := serveMemory(t, c.o.Handle(echo)).request(t, handshakeRequest+fields+"\r\n")
			if ok := resp.StatusCode == 101; ok != c.ok {
				t.Errorf("got %s: %s", resp.Status, body)
			}
		})
	}
}
