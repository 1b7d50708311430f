package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// A socket is a WebSocket (RFC 6455) whose server sends back what it gets. The
// frames are written and read by hand: messages are short, so a frame has a
// head of two bytes and, from the client, a mask of four.
type socket struct {
	net.Conn
	answers *bufio.Reader
	frame   []byte // what is sent
	echo    []byte // what has to come back
	got     []byte
}

const messageSize = 64

func openWebSockets(o options) ([]conversation, error) {
	message := bytes.Repeat([]byte("weft"), messageSize/4)
	mask := []byte{0x12, 0x34, 0x56, 0x78}
	frame := append([]byte{0x81, 0x80 | messageSize}, mask...)
	for i, b := range message {
		frame = append(frame, b^mask[i%4])
	}
	echo := append([]byte{0x81, messageSize}, message...)
	var all []conversation
	for range o.connections {
		s := &socket{frame: frame, echo: echo, got: make([]byte, len(echo))}
		if err := s.dial(o.address); err != nil {
			return all, err
		}
		all = append(all, s)
	}
	return all, nil
}

func (s *socket) dial(address string) error {
	conn, err := net.DialTimeout("tcp", address, dialPatience)
	if err != nil {
		return err
	}
	s.Conn, s.answers = conn, bufio.NewReader(conn)
	conn.SetDeadline(time.Now().Add(10 * time.Minute))
	_, err = io.WriteString(conn, "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
	if err != nil {
		return err
	}
	resp, err := http.ReadResponse(s.answers, nil)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusSwitchingProtocols {
		return fmt.Errorf("GET /ws: want status 101, got %d", resp.StatusCode)
	}
	return nil
}

func (s *socket) exchange() (int, error) {
	if _, err := s.Write(s.frame); err != nil {
		return 0, err
	}
	if _, err := io.ReadFull(s.answers, s.got); err != nil {
		return 0, err
	}
	if !bytes.Equal(s.got, s.echo) {
		return 0, fmt.Errorf("want the frame %q, got %q", s.echo, s.got)
	}
	return 1, nil
}
