package server

import (
	"bytes"
	"encoding/binary"
	"io"
)

// An http2Writer follows the frames of net/http and finds its answers to requests that
// are malformed.
//
// These do not pass through any handler. They are recognised by their status, which is
// one byte of the static table of HPACK, and by their text. Should a handler answer 400
// with the very same text, its client sees this answer and the stream's end is an error;
// an answer that is not recognised ends as net/http has it, which is allowed as well.
type http2Writer struct {
	head    frameHead
	have    int    // of head
	left    int    // of a payload
	refused uint32 // the stream that was last answered with 400
	reset   uint32 // the stream that was last reset here
}

// status400 is the field ':status: 400' (RFC 7541, appendix A).
const status400 = 0x8c

func (w *http2Writer) write(c io.Writer, p []byte) (int, error) {
	before := *w
	at, size := w.next(p)
	if size == 0 {
		n, err := c.Write(p)
		if n < len(p) {
			// The rest may be sent once more.
			*w = before
			w.next(p[:n])
		}
		return n, err
	}
	if _, err := c.Write(w.corrected(p, at, size)); err != nil {
		return 0, err // how much was sent cannot be told, and nothing can follow
	}
	n, err := w.write(c, p[at+size:])
	return at + size + n, err
}

// next follows the frames of p up to the first that has to be corrected, and returns
// where that begins and its size. The size is 0 if there is none; the frames of p were
// then followed to its end.
func (w *http2Writer) next(p []byte) (at, size int) {
	for at < len(p) {
		if w.left > 0 {
			n := min(w.left, len(p)-at)
			w.left -= n
			at += n
			continue
		}
		whole := w.have == 0
		n := copy(w.head[w.have:], p[at:])
		w.have += n
		at += n
		if w.have < len(w.head) {
			return at, 0
		}
		w.have, w.left = 0, w.head.length()
		if payload := p[at:]; w.begun(payload) && whole && len(payload) >= w.left {
			size, w.left = n+w.left, 0
			return at - n, size
		}
	}
	return at, 0
}

// begun looks at a frame whose head is there and of whose payload there is some. It
// reports whether the frame has to be corrected, if it is there as a whole.
func (w *http2Writer) begun(payload []byte) bool {
	stream := w.head.stream()
	switch w.head.kind() {
	case frameHeaders:
		w.refused = 0
		if w.head.flags()&(flagPadded|flagPriority|flagEndStream) == 0 && len(payload) > 0 && payload[0] == status400 {
			w.refused = stream
		}
	case frameData:
		return stream == w.refused && stream != 0 && w.head.flags()&(flagPadded|flagEndStream) == flagEndStream &&
			isRefusal(payload[:min(len(payload), w.left)])
	case frameRSTStream:
		return stream == w.reset && stream != 0
	}
	return false
}

// isRefusal reports whether a body is that of net/http's answer to a request with fields
// that HTTP/2 does not have.
func isRefusal(body []byte) bool {
	rest, ok := bytes.CutPrefix(body, []byte(`request header "`))
	if !ok {
		return false
	}
	name, rest, _ := bytes.Cut(rest, []byte(`"`))
	switch string(name) {
	case "Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade":
		return string(rest) == " is not valid in HTTP/2\n"
	case "TE":
		return string(rest) == " may only be \"trailers\" in HTTP/2\n"
	}
	return false
}

// corrected returns p up to the end of a frame, with that frame as it should be: the end
// of a refusal resets its stream, and a stream is not reset twice.
func (w *http2Writer) corrected(p []byte, at, size int) []byte {
	b := append(make([]byte, 0, at+size+len(w.head)+4), p[:at+size]...)
	if w.head.kind() == frameRSTStream {
		w.reset = 0
		return b[:at]
	}
	b[at+4] &^= flagEndStream
	w.refused, w.reset = 0, w.head.stream()
	b = append(b, 0, 0, 4, frameRSTStream, 0)
	b = binary.BigEndian.AppendUint32(b, w.reset)
	return binary.BigEndian.AppendUint32(b, protocolError)
}
