//go:build unix

package server_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/weft-go/weft/websocket"
)

// The clients of TestSoakMixed. Each gets the number of the time that it runs, and
// vanishes some of the times: it resets its connection, so the server learns of that when
// it next reads or writes.

// vanish ends a connection as if its client had crashed.
func vanish(c net.Conn) {
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetLinger(0)
	}
	c.Close()
}

func soakDial(addr string) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return c, c.SetDeadline(time.Now().Add(patience))
}

// keepAlive sends requests one after the other on one connection.
func (s *soak) keepAlive(n int64) error {
	c, err := soakDial(s.plain)
	if err != nil {
		return err
	}
	defer c.Close()
	for range 20 {
		if err := exchange(c); err != nil {
			return err
		}
	}
	if n%4 == 0 {
		_, _ = io.WriteString(c, plainRequest[:n%20]) // a part of a request
		vanish(c)
	}
	return nil
}

// upload sends a body, or a part of it.
func (s *soak) upload(n int64) error {
	c, err := soakDial(s.plain)
	if err != nil {
		return err
	}
	defer c.Close()
	const size = 1 << 20
	if _, err := fmt.Fprintf(c, "POST /upload HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n", size); err != nil {
		return err
	}
	part := size
	if n%3 == 0 {
		part = size / 3
	}
	if _, err := c.Write(make([]byte, part)); err != nil {
		return err
	}
	if part < size {
		vanish(c)
		return nil
	}
	_, body, err := readResponse(bufio.NewReader(c))
	if err == nil && body != fmt.Sprint(size) {
		err = fmt.Errorf("the answer is %q", body)
	}
	return err
}

// stream reads a long answer, or a part of it.
func (s *soak) stream(n int64) error {
	return s.get("/stream", func(resp *http.Response) (bool, error) {
		want := int64(soakPiece * soakPieceCount)
		if n%2 == 0 {
			want /= 4
		}
		_, err := io.CopyN(io.Discard, resp.Body, want)
		return n%2 == 0, err
	})
}

// events reads five events. The stream does not end by itself, so the client goes.
func (s *soak) events(n int64) error {
	return s.get("/events", func(resp *http.Response) (bool, error) {
		lines := bufio.NewScanner(resp.Body)
		for i := range 5 {
			if !lines.Scan() || lines.Text() != fmt.Sprint("data: ", i) || !lines.Scan() {
				return false, fmt.Errorf("in place of event %d: %q, %w", i, lines.Text(), lines.Err())
			}
		}
		return n%2 == 0, nil
	})
}

// get asks for a path, and lets read have the answer. Read says whether to vanish.
func (s *soak) get(path string, read func(*http.Response) (bool, error)) error {
	c, err := soakDial(s.plain)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: test\r\n\r\n", path); err != nil {
		return err
	}
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return err
	}
	gone, err := read(resp)
	if gone {
		vanish(c)
	}
	return err
}

// socket sends messages over a WebSocket and reads their echoes.
func (s *soak) socket(n int64) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := websocket.Dial(ctx, "ws://"+s.plain+"/socket", websocket.DialOptions{})
	if err != nil {
		return err
	}
	defer c.CloseNow()
	for i := range 10 {
		message := []byte(strings.Repeat("x", 1+i*700))
		if err := c.Write(ctx, websocket.Binary, message); err != nil {
			return err
		}
		if _, got, err := c.Read(ctx); err != nil || len(got) != len(message) {
			return fmt.Errorf("%d bytes came back as %d, %w", len(message), len(got), err)
		}
	}
	if n%2 == 0 {
		return nil // without a word
	}
	return c.Close(websocket.NormalClosure, "")
}

// tls shakes hands, or begins to, and sends some requests.
func (s *soak) tls(n int64) error {
	raw, err := soakDial(s.secure)
	if err != nil {
		return err
	}
	defer raw.Close()
	if n%4 == 0 {
		_, _ = io.WriteString(raw, "\x16\x03\x01\x02\x00") // the head of a record
		vanish(raw)
		return nil
	}
	c := tls.Client(raw, &tls.Config{InsecureSkipVerify: true})
	for range 5 {
		if err := exchange(c); err != nil {
			return err
		}
	}
	if n%3 == 0 {
		vanish(raw)
		return nil
	}
	return c.Close()
}

// http2 sends requests over HTTP/2, and gives some of them up.
func (s *soak) http2(n int64) error {
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: patience}
	for i := range 10 {
		if err := s.http2Once(client, i%3 == 2); err != nil {
			return fmt.Errorf("time %d: %w", n, err)
		}
	}
	return nil
}

func (s *soak) http2Once(client *http.Client, giveUp bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	path, want := "/", int64(len("hello"))
	if giveUp {
		path, want = "/stream", 1
	}
	req, err := http.NewRequestWithContext(ctx, "GET", "https://"+s.secure+path, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.ProtoMajor != 2 {
		return errors.New("the answer came over " + resp.Proto)
	}
	_, err = io.CopyN(io.Discard, resp.Body, want)
	return err
}

// http2Gone begins requests over HTTP/2 without TLS and vanishes.
func (s *soak) http2Gone(int64) error {
	c, err := soakDial(s.plain)
	if err != nil {
		return err
	}
	defer vanish(c)
	b := []byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00")
	for stream := byte(1); stream < 20; stream += 2 {
		block := literal(literal([]byte{0x82, 0x86}, ":authority", "test"), ":path", "/stream") // GET, http
		b = append(b, 0, 0, byte(len(block)), 1, 5, 0, 0, 0, stream)
		b = append(b, block...)
	}
	if _, err := c.Write(b); err != nil {
		return err
	}
	_, err = io.ReadFull(c, make([]byte, 50<<10)) // less than the window of the connection
	return err
}
