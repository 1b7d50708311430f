package websocket_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/memnet"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/nio"
	"github.com/weft-go/weft/websocket"
)

// The tests speak to servers in raw bytes: frames are written and read here by code
// that shares nothing with the package.

const (
	opCont, opText, opBinary, opClose, opPing, opPong = 0, 1, 2, 8, 9, 10

	fin = 0x80
)

// wait is how long a test waits for something that has to happen.
const wait = 10 * time.Second

// echo sends every message back.
func echo(ctx context.Context, c *websocket.Conn) error {
	for m, err := range c.Messages(ctx) {
		if err != nil {
			return err
		}
		if err := c.Write(ctx, m.Kind, m.Data); err != nil {
			return err
		}
	}
	return nil
}

// config returns options with a configuration.
func config(c weft.WebSocketConfig) websocket.Options { return websocket.Options{Config: &c} }

// decoding returns options with settings for the decoder.
func decoding(d weft.SocketDecoder) websocket.Options {
	return config(weft.WebSocketConfig{Decoder: d})
}

// A logBook keeps what a server reports.
type logBook struct {
	mu    sync.Mutex
	b     strings.Builder
	wrote chan struct{} // has something for each line, as far as there is room
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.wrote <- struct{}{}:
	default:
	}
	return l.b.Write(p)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// A testServer serves a handler.
type testServer struct {
	dial func(context.Context) (net.Conn, error)
	log  *logBook
	t    *nio.Transport
}

// serveMemory serves a handler on a network in memory, at every path until the test
// ends.
func serveMemory(t testing.TB, h weft.Handler) *testServer {
	t.Helper()
	l := memnet.Listen()
	return serveOn(t, l, func(ctx context.Context) (net.Conn, error) { return l.Dial(ctx) }, h)
}

// serveSocket does so on a socket, where messages are read in another way.
func serveSocket(t testing.TB, h weft.Handler) *testServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, l, func(ctx context.Context) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", l.Addr().String())
	}, h)
}

func serveOn(t testing.TB, l net.Listener, dial func(context.Context) (net.Conn, error), h weft.Handler) *testServer {
	t.Helper()
	s := &testServer{dial: dial, log: &logBook{wrote: make(chan struct{}, 10)}}
	set := &transport.Settings{
		Limits: h1.DefaultLimits(),
		Runtime: &weft.Runtime{
			Logger:     slog.New(slog.NewTextHandler(s.log, nil)),
			FatalLevel: slog.LevelWarn,
		},
		KeepAlive:     true,
		MaxBody:       1 << 20,
		HeaderTimeout: time.Minute,
		StallTimeout:  time.Minute,
	}
	set.Install(weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(h)))
	s.t = nio.New(set)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.t.Serve(l)
	}()
	t.Cleanup(func() {
		s.t.Close()
		<-ended
	})
	return s
}

// netDial is the server's network for clients of the package.
func (s *testServer) netDial(ctx context.Context, _, _ string) (net.Conn, error) { return s.dial(ctx) }

// A peer is a client that sends and reads raw frames.
type peer struct {
	t    testing.TB
	conn net.Conn
	r    *bufio.Reader
	resp *http.Response
}

const handshakeRequest = "GET / HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

// open opens a WebSocket, with more fields ("Name: value") in the request.
func (s *testServer) open(t testing.TB, fields ...string) *peer {
	t.Helper()
	conn, err := s.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return openOn(t, conn, fields...)
}

func openOn(t testing.TB, conn net.Conn, fields ...string) *peer {
	t.Helper()
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(wait))
	request := handshakeRequest
	for _, f := range fields {
		request += f + "\r\n"
	}
	p := &peer{t: t, conn: conn, r: bufio.NewReader(conn)}
	if _, err := io.WriteString(conn, request+"\r\n"); err != nil {
		t.Fatal(err)
	}
	var err error
	if p.resp, err = http.ReadResponse(p.r, nil); err != nil {
		t.Fatal(err)
	}
	if p.resp.StatusCode != 101 {
		body, _ := io.ReadAll(io.LimitReader(p.resp.Body, 1000))
		t.Fatalf("handshake: %s: %s", p.resp.Status, body)
	}
	return p
}

// connect serves a handler function and opens one socket to it.
func connect(t testing.TB, o websocket.Options, f func(context.Context, *websocket.Conn) error, fields ...string) *peer {
	t.Helper()
	return serveMemory(t, o.Handle(f)).open(t, fields...)
}

// frame returns a masked frame; first is the first byte.
func frame(first byte, payload string) []byte {
	key := [4]byte{0x37, 0xfa, 0x21, 0x3d}
	b := append(head(first, len(payload), 0x80), key[:]...)
	for i := range len(payload) {
		b = append(b, payload[i]^key[i%4])
	}
	return b
}

// unmasked returns a frame without a mask.
func unmasked(first byte, payload string) []byte {
	return append(head(first, len(payload), 0), payload...)
}

func head(first byte, length int, maskBit byte) []byte {
	switch {
	case length < 126:
		return []byte{first, maskBit | byte(length)}
	case length <= 0xffff:
		return binary.BigEndian.AppendUint16([]byte{first, maskBit | 126}, uint16(length))
	}
	return binary.BigEndian.AppendUint64([]byte{first, maskBit | 127}, uint64(length))
}

func closeFrame(code int, reason string) []byte {
	return frame(fin|opClose, closePayload(code, reason))
}

func closePayload(code int, reason string) string {
	return string(binary.BigEndian.AppendUint16(nil, uint16(code))) + reason
}

// send sends bytes.
func (p *peer) send(parts ...[]byte) {
	p.t.Helper()
	for _, b := range parts {
		if _, err := p.conn.Write(b); err != nil {
			p.t.Fatalf("send: %v", err)
		}
	}
}

// readFrame reads a frame of the server, which must not be masked.
func (p *peer) readFrame() (first byte, payload string, err error) {
	var h [2]byte
	if _, err := io.ReadFull(p.r, h[:]); err != nil {
		return 0, "", err
	}
	if h[1]&0x80 != 0 {
		return 0, "", errors.New("the server masks its frames")
	}
	length := uint64(h[1])
	switch length {
	case 126:
		var b [2]byte
		_, err = io.ReadFull(p.r, b[:])
		length = uint64(binary.BigEndian.Uint16(b[:]))
	case 127:
		var b [8]byte
		_, err = io.ReadFull(p.r, b[:])
		length = binary.BigEndian.Uint64(b[:])
	}
	if err != nil {
		return 0, "", err
	}
	b := make([]byte, length)
	_, err = io.ReadFull(p.r, b)
	return h[0], string(b), err
}

// expect reads a frame and compares it.
func (p *peer) expect(first byte, payload string) {
	p.t.Helper()
	f, got, err := p.readFrame()
	if err != nil || f != first || got != payload {
		p.t.Fatalf("got %s, %v; want %s", show(f, got), err, show(first, payload))
	}
}

// expectClose reads a close frame with a code, and then the end of the connection.
func (p *peer) expectClose(code int) {
	p.t.Helper()
	first, payload, err := p.readFrame()
	if err != nil || first != fin|opClose || len(payload) < 2 || int(binary.BigEndian.Uint16([]byte(payload))) != code {
		p.t.Fatalf("got %s, %v; want a close frame with %d", show(first, payload), err, code)
	}
	p.expectEnd()
}

func (p *peer) expectEnd() {
	p.t.Helper()
	if b, err := p.r.ReadByte(); err != io.EOF && !errors.Is(err, io.ErrClosedPipe) {
		p.t.Fatalf("got byte %#x, %v; want the end of the connection", b, err)
	}
}

// bye ends the connection properly.
func (p *peer) bye() {
	p.t.Helper()
	p.send(closeFrame(1000, ""))
	p.expectClose(1000)
}

func show(first byte, payload string) string {
	if len(payload) > 60 {
		payload = fmt.Sprintf("%s… (%d bytes)", payload[:60], len(payload))
	}
	return fmt.Sprintf("frame %#x %q", first, payload)
}

// after returns a channel's value, or fails the test.
func after[T any](t testing.TB, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(wait):
		t.Fatalf("waited in vain for %s", what)
	}
	panic("unreachable")
}

// chop cuts bytes into pieces of n.
func chop(b []byte, n int) [][]byte {
	var parts [][]byte
	for len(b) > n {
		parts = append(parts, b[:n])
		b = b[n:]
	}
	return append(parts, b)
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
