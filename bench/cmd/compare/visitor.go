package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/weft-go/weft/bench/payload"
)

// A visitor is what idle connections do when they are not.
type visitor interface {
	// arrive is for a new connection: it has one request served.
	arrive(conn net.Conn) error
	// ask has all connections of a crowd ask for something.
	ask(c *crowd) error
	// read reads what ask has asked for.
	read(conn net.Conn) error
}

// visitors returns those of the kinds of requests that idle workloads have.
func visitors() map[string]visitor {
	return map[string]visitor{"get": plainVisitor{}, "ws": socketVisitor{}, "sse": subscriber{}}
}

// A plainVisitor asks for the plain text.
type plainVisitor struct{}

func (v plainVisitor) arrive(conn net.Conn) error {
	if _, err := io.WriteString(conn, plainRequest); err != nil {
		return err
	}
	return v.read(conn)
}

func (plainVisitor) ask(c *crowd) error { return c.sendAll(plainRequest) }

func (plainVisitor) read(conn net.Conn) error {
	return readAnswer(conn, "HTTP/1.1 200 ", "\r\n\r\n"+payload.Hello)
}

const plainRequest = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

// A socketVisitor has messages echoed.
type socketVisitor struct{}

const (
	socketRequest = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
	// A message of four bytes, with a mask that changes nothing, and its echo.
	socketFrame = "\x81\x84\x00\x00\x00\x00weft"
	socketEcho  = "\x81\x04weft"
)

func (v socketVisitor) arrive(conn net.Conn) error {
	if _, err := io.WriteString(conn, socketRequest); err != nil {
		return err
	}
	if err := readAnswer(conn, "HTTP/1.1 101 ", "\r\n\r\n"); err != nil {
		return err
	}
	if _, err := io.WriteString(conn, socketFrame); err != nil {
		return err
	}
	return v.read(conn)
}

func (socketVisitor) ask(c *crowd) error { return c.sendAll(socketFrame) }

func (socketVisitor) read(conn net.Conn) error { return readAnswer(conn, socketEcho, socketEcho) }

// A subscriber gets events.
type subscriber struct{}

func (subscriber) arrive(conn net.Conn) error {
	if _, err := io.WriteString(conn, "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"); err != nil {
		return err
	}
	return readAnswer(conn, "HTTP/1.1 200 ", "\r\n\r\n")
}

// ask publishes one event for all.
func (subscriber) ask(c *crowd) error {
	conn, err := net.DialTimeout("tcp", c.address, 5*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(conn, "POST /publish HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"); err != nil {
		return err
	}
	answer, err := io.ReadAll(conn)
	if err == nil && !strings.HasPrefix(string(answer), "HTTP/1.1 2") {
		err = fmt.Errorf("POST /publish: want a status of success, got %q", answer)
	}
	return err
}

func (subscriber) read(conn net.Conn) error { return readAnswer(conn, "", "\n\n\r\n") }

// sendAll sends a text on every connection.
func (c *crowd) sendAll(text string) error {
	for _, conn := range c.conns {
		if _, err := io.WriteString(conn, text); err != nil {
			return err
		}
	}
	return nil
}

// readAnswer reads up to a text at the end, and wants another at the beginning.
func readAnswer(conn net.Conn, begin, end string) error {
	var buf [1024]byte
	got := 0
	for !bytes.HasSuffix(buf[:got], []byte(end)) {
		if got == len(buf) {
			return fmt.Errorf("answer does not end with %q: %q", end, buf)
		}
		n, err := conn.Read(buf[got:])
		if err != nil {
			return fmt.Errorf("%w after %q", err, buf[:got])
		}
		got += n
	}
	if !bytes.HasPrefix(buf[:got], []byte(begin)) {
		return fmt.Errorf("want an answer that begins with %q, got %q", begin, buf[:got])
	}
	return nil
}
