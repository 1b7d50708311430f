package server_test

import (
	"crypto/tls"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// An http2Peer is a client that may send what it likes.
type http2Peer struct {
	net.Conn
	t *testing.T
}

// dialHTTP2 connects and sends the preface with settings.
func dialHTTP2(t *testing.T, srv *wefttest.Server, client *http.Client, settings ...byte) *http2Peer {
	t.Helper()
	var c net.Conn
	var err error
	if client.Transport.(*http.Transport).TLSClientConfig != nil {
		c, err = tls.Dial("tcp", srv.Addr, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	} else {
		c, err = net.Dial("tcp", srv.Addr)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	p := &http2Peer{c, t}
	io.WriteString(p, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	p.send(4, 0, 0, settings)
	return p
}

// send sends a frame.
func (p *http2Peer) send(kind, flags byte, stream uint32, payload []byte) {
	p.t.Helper()
	b := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	b = binary.BigEndian.AppendUint32(b, stream)
	if _, err := p.Write(append(b, payload...)); err != nil {
		p.t.Fatal(err)
	}
}

// frame reads the next frame of a stream.
func (p *http2Peer) frame(stream uint32) (kind, flags byte, payload []byte) {
	p.t.Helper()
	for {
		var head [9]byte
		if _, err := io.ReadFull(p, head[:]); err != nil {
			p.t.Fatalf("waiting for a frame of stream %d: %v", stream, err)
		}
		payload := make([]byte, int(head[0])<<16|int(head[1])<<8|int(head[2]))
		if _, err := io.ReadFull(p, payload); err != nil {
			p.t.Fatal(err)
		}
		if head[3] == 7 {
			p.t.Fatalf("GOAWAY with error %d: %s", binary.BigEndian.Uint32(payload[4:]), payload[8:])
		}
		if binary.BigEndian.Uint32(head[5:]) == stream && head[3] != 8 {
			return head[3], head[4], payload
		}
	}
}

// get asks for / with further fields, and leaves the stream open if there is a body to
// come.
func (p *http2Peer) get(stream uint32, body bool, fields ...string) {
	p.t.Helper()
	block := literal([]byte{0x82, 0x84, 0x86}, ":authority", "localhost") // GET, /, http
	for i := 0; i < len(fields); i += 2 {
		block = literal(block, fields[i], fields[i+1])
	}
	flags := byte(0x5) // END_STREAM, END_HEADERS
	if body {
		flags = 0x4
	}
	p.send(1, flags, stream, block)
}

// literal appends a field as HPACK's literal without indexing.
func literal(b []byte, name, value string) []byte {
	b = append(b, 0, byte(len(name)))
	b = append(append(b, name...), byte(len(value)))
	return append(b, value...)
}

// TestHTTP2Malformed: a request with fields about the connection is told so, and its
// stream ends with an error; the connection and its other streams go on.
func TestHTTP2Malformed(t *testing.T) {
	overHTTP2(t, says("hello"), func(t *testing.T, srv *wefttest.Server, client *http.Client) {
		p := dialHTTP2(t, srv, client)
		stream := uint32(1)
		for _, body := range []bool{false, true} {
			for _, field := range [][2]string{
				{"connection", "keep-alive"}, {"keep-alive", "5"}, {"proxy-connection", "close"},
				{"transfer-encoding", "chunked"}, {"upgrade", "websocket"}, {"te", "trailers, deflate"},
			} {
				p.get(stream, body, field[0], field[1])
				if kind, flags, block := p.frame(stream); kind != 1 || flags&1 != 0 || block[0] != 0x8c {
					t.Errorf("%s: frame %d, flags %x, %x, want the head of an answer with 400", field, kind, flags, block)
				}
				if kind, flags, text := p.frame(stream); kind != 0 || flags&1 != 0 || len(text) == 0 {
					t.Errorf("%s: frame %d, flags %x, %q, want the body of the answer", field, kind, flags, text)
				}
				if kind, _, code := p.frame(stream); kind != 3 || binary.BigEndian.Uint32(code) != 1 {
					t.Errorf("%s: frame %d, %x, want RST_STREAM with PROTOCOL_ERROR", field, kind, code)
				}
				stream += 2
			}
		}
		p.get(stream, false, "te", "trailers")
		if kind, _, block := p.frame(stream); kind != 1 || block[0] != 0x88 {
			t.Errorf("a good request got frame %d, %x", kind, block)
		}
	})
}

// TestHTTP2OwnBadRequest: answers of handlers with the same status are left alone.
func TestHTTP2OwnBadRequest(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.Text("request header missing\n").WithStatus(status.BadRequest), nil
	}))
	overHTTP2(t, routes, func(t *testing.T, srv *wefttest.Server, client *http.Client) {
		p := dialHTTP2(t, srv, client)
		p.get(1, false)
		if kind, _, block := p.frame(1); kind != 1 || block[0] != 0x8c {
			t.Fatalf("frame %d, %x", kind, block)
		}
		if kind, flags, text := p.frame(1); kind != 0 || flags&1 == 0 || string(text) != "request header missing\n" {
			t.Errorf("frame %d, flags %x, %q", kind, flags, text)
		}
	})
}

// TestHTTP2RepeatedSetting: of several values the last one counts.
func TestHTTP2RepeatedSetting(t *testing.T) {
	overHTTP2(t, says("hello"), func(t *testing.T, srv *wefttest.Server, client *http.Client) {
		for first, last := range map[byte]byte{100: 1, 1: 3} {
			p := dialHTTP2(t, srv, client, 0, 4, 0, 0, 0, first, 0, 4, 0, 0, 0, last)
			p.get(1, false)
			p.frame(1)
			if kind, _, text := p.frame(1); kind != 0 || string(text) != "hello"[:last] {
				t.Errorf("a window of %d and then %d: frame %d, %q", first, last, kind, text)
			}
		}
	})
}

// TestHTTP2KnowsTLS: requests know of the encryption below.
func TestHTTP2KnowsTLS(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		if req.TLS() == nil {
			return weft.Text("plain"), nil
		}
		return weft.Text(fmt.Sprint(req.TLS().NegotiatedProtocol, " ", req.TLS().Version >= tls.VersionTLS12)), nil
	}))
	overHTTP2(t, routes, func(t *testing.T, srv *wefttest.Server, client *http.Client) {
		want := "plain"
		if client.Transport.(*http.Transport).TLSClientConfig != nil {
			want = "h2 true"
		}
		if _, body, err := fetch(client, srv.URL+"/"); err != nil || body != want {
			t.Errorf("%q, %v, want %q", body, err, want)
		}
	})
}
