package server

import (
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
)

// An http2Conn is a connection as net/http's HTTP/2 sees it. It follows the frames in
// both directions, by their heads alone, and corrects what net/http does otherwise than
// clients may expect:
//
//   - A SETTINGS frame may name a setting more than once, and its last value counts
//     (RFC 9113, section 6.5.3). net/http takes that for an attack and closes.
//     So values that others follow are taken out on the way in, see [mergeSettings].
//   - A request with a field that is about a connection is malformed (section 8.2.2).
//     net/http answers 400 and ends the stream as if all were well. On the way out the
//     stream gets the end of a malformed one: RST_STREAM with PROTOCOL_ERROR.
//
// Everything else passes through as it is, without being copied.
type http2Conn struct {
	net.Conn
	in  http2Reader
	out http2Writer
}

// watchHTTP2 returns the connection with its watcher. One with TLS stays one.
func watchHTTP2(c net.Conn) net.Conn {
	w := http2Conn{Conn: c, in: http2Reader{left: len(http2Preface)}}
	if t, ok := c.(*tls.Conn); ok {
		return &http2TLSConn{w, t}
	}
	return &w
}

// An http2TLSConn is an http2Conn that says how it is encrypted.
type http2TLSConn struct {
	http2Conn
	tls *tls.Conn
}

// ConnectionState returns what was agreed on in the handshake.
func (c *http2TLSConn) ConnectionState() tls.ConnectionState { return c.tls.ConnectionState() }

// Read reads what the client has sent.
func (c *http2Conn) Read(p []byte) (int, error) { return c.in.read(c.Conn, p) }

// Write sends frames to the client.
func (c *http2Conn) Write(p []byte) (int, error) { return c.out.write(c.Conn, p) }

const http2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

// What the watcher knows of RFC 9113, section 6.
const (
	frameData      = 0x0
	frameHeaders   = 0x1
	frameRSTStream = 0x3
	frameSettings  = 0x4

	flagAck       = 0x1 // of SETTINGS
	flagEndStream = 0x1 // of DATA and HEADERS
	flagPadded    = 0x8
	flagPriority  = 0x20

	protocolError = 0x1
)

// A frameHead is the head of a frame.
type frameHead [9]byte

func (h *frameHead) length() int    { return int(h[0])<<16 | int(h[1])<<8 | int(h[2]) }
func (h *frameHead) kind() byte     { return h[3] }
func (h *frameHead) flags() byte    { return h[4] }
func (h *frameHead) stream() uint32 { return binary.BigEndian.Uint32(h[5:]) &^ (1 << 31) }

// An http2Reader follows the frames of a client. It never reads beyond the part of a
// frame that it is in, as net/http does not either.
type http2Reader struct {
	head frameHead
	have int    // of head
	left int    // of the preface or of a payload
	held []byte // a payload that was read in advance
}

func (r *http2Reader) read(c io.Reader, p []byte) (int, error) {
	switch {
	case len(p) == 0:
		return 0, nil
	case len(r.held) > 0:
		n := copy(p, r.held)
		r.held = r.held[n:]
		return n, nil
	case r.left > 0:
		n, err := c.Read(p[:min(len(p), r.left)])
		r.left -= n
		return n, err
	}
	if r.have == len(r.head) {
		return r.settings(c, p)
	}
	n, err := c.Read(p[:min(len(p), len(r.head)-r.have)])
	r.have += copy(r.head[r.have:], p[:n])
	if r.have == len(r.head) && !r.mayRepeat() {
		r.left, r.have = r.head.length(), 0
	}
	return n, err
}

// mayRepeat reports whether the frame is one in which a setting may come twice. Those
// with more than a hundred settings net/http refuses, which is as well.
func (r *http2Reader) mayRepeat() bool {
	n := r.head.length()
	return r.head.kind() == frameSettings && r.head.flags()&flagAck == 0 && n%settingSize == 0 &&
		n >= 2*settingSize && n <= maxSettings*settingSize
}

// settings reads the payload of a SETTINGS frame in advance.
func (r *http2Reader) settings(c io.Reader, p []byte) (int, error) {
	held := make([]byte, r.head.length())
	if _, err := io.ReadFull(c, held); err != nil {
		return 0, err
	}
	mergeSettings(held)
	n := copy(p, held)
	r.held, r.have = held[n:], 0
	return n, nil
}
