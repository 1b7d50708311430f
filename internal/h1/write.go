package h1

import "time"

// How a response is written.
//
// A response head is appended piece by piece to the connection's output buffer:
//
//	AppendStatus   HTTP/1.1 200 OK
//	               Date: …              cached for a second, see [Clock]
//	AppendField    Content-Type: text/plain
//	AppendLength   Content-Length: 5
//	AppendClose    Connection: close
//	AppendEnd      the empty line
//
// Nothing is checked here: names, values and reasons are checked when the
// response is built, so a response that exists can be written.

// A Clock is one second of time as responses need it: formatted, with the most
// frequent status line before it. A transport makes one a second.
type Clock struct {
	ok   []byte // HTTP/1.1 200 OK and Date
	date []byte // Date: … CR LF
}

// NewClock returns the clock for the second of t.
func NewClock(t time.Time) *Clock {
	c := &Clock{}
	c.date = append(c.date, "Date: "...)
	c.date = t.UTC().AppendFormat(c.date, "Mon, 02 Jan 2006 15:04:05 GMT")
	c.date = append(c.date, "\r\n"...)
	c.ok = append(c.ok, "HTTP/1.1 200 OK\r\n"...)
	c.ok = append(c.ok, c.date...)
	return c
}

// AppendStatus appends the status line and the Date field.
func AppendStatus(dst []byte, c *Clock, code int, reason string) []byte {
	if code == 200 && reason == "OK" {
		return append(dst, c.ok...)
	}
	dst = append(dst, "HTTP/1.1 "...)
	dst = append(dst, byte('0'+code/100%10), byte('0'+code/10%10), byte('0'+code%10), ' ')
	dst = append(dst, reason...)
	dst = append(dst, "\r\n"...)
	return append(dst, c.date...)
}

// AppendStatusOnly appends the status line without a Date, for a response that
// carries a Date of its own.
func AppendStatusOnly(dst []byte, code int, reason string) []byte {
	dst = append(dst, "HTTP/1.1 "...)
	dst = append(dst, byte('0'+code/100%10), byte('0'+code/10%10), byte('0'+code%10), ' ')
	dst = append(dst, reason...)
	return append(dst, "\r\n"...)
}

// AppendField appends one field.
func AppendField(dst []byte, name, value string) []byte {
	dst = append(dst, name...)
	dst = append(dst, ": "...)
	dst = append(dst, value...)
	return append(dst, "\r\n"...)
}

// AppendLength appends Content-Length.
func AppendLength(dst []byte, n int64) []byte {
	dst = append(dst, "Content-Length: "...)
	dst = appendUint(dst, uint64(n))
	return append(dst, "\r\n"...)
}

// AppendPlain appends a whole head with nothing but what every response has. The
// connection line is "" or the whole line.
func AppendPlain(dst []byte, c *Clock, code int, reason, media string, length int, connection string) []byte {
	dst = AppendStatus(dst, c, code, reason)
	if media != "" {
		dst = append(dst, "Content-Type: "...)
		dst = append(dst, media...)
		dst = append(dst, "\r\n"...)
	}
	dst = append(dst, "Content-Length: "...)
	dst = appendUint(dst, uint64(length))
	if connection == "" {
		return append(dst, "\r\n\r\n"...)
	}
	dst = append(dst, "\r\n"...)
	dst = append(dst, connection...)
	return append(dst, "\r\n"...)
}

// The Connection fields that a server sends, as whole lines.
const (
	CloseLine     = "Connection: close\r\n"
	KeepAliveLine = "Connection: keep-alive\r\n" // what an HTTP/1.0 client has to see to use the connection again
)

// AppendChunked appends Transfer-Encoding: chunked.
func AppendChunked(dst []byte) []byte {
	return append(dst, "Transfer-Encoding: chunked\r\n"...)
}

// AppendClose appends Connection: close.
func AppendClose(dst []byte) []byte { return append(dst, CloseLine...) }

// AppendKeepAlive appends Connection: keep-alive.
func AppendKeepAlive(dst []byte) []byte { return append(dst, KeepAliveLine...) }

// AppendEnd appends the empty line that ends the head.
func AppendEnd(dst []byte) []byte { return append(dst, '\r', '\n') }

// AppendContinue appends the interim response 100 Continue.
func AppendContinue(dst []byte) []byte { return append(dst, "HTTP/1.1 100 Continue\r\n\r\n"...) }

// AppendChunk appends one chunk of a chunked body. An empty one is left out,
// because it would end the body.
func AppendChunk(dst, data []byte) []byte {
	if len(data) == 0 {
		return dst
	}
	dst = AppendChunkSize(dst, len(data))
	dst = append(dst, data...)
	return append(dst, '\r', '\n')
}

// AppendChunkSize appends the size line of a chunk whose n bytes of data and
// final CR LF follow.
func AppendChunkSize(dst []byte, n int) []byte {
	const hex = "0123456789abcdef"
	shift := 0
	for n>>shift > 15 {
		shift += 4
	}
	for ; shift >= 0; shift -= 4 {
		dst = append(dst, hex[n>>shift&15])
	}
	return append(dst, '\r', '\n')
}

// AppendLastChunk appends the chunk that ends a body, with the trailer fields
// between its parts already formatted.
func AppendLastChunk(dst []byte, trailer []byte) []byte {
	dst = append(dst, "0\r\n"...)
	dst = append(dst, trailer...)
	return append(dst, '\r', '\n')
}

func appendUint(dst []byte, n uint64) []byte {
	if n < 10 {
		return append(dst, byte('0'+n))
	}
	if n < 100 {
		return append(dst, byte('0'+n/10), byte('0'+n%10))
	}
	var digits [20]byte
	i := len(digits)
	for n > 0 {
		i--
		digits[i] = byte('0' + n%10)
		n /= 10
	}
	return append(dst, digits[i:]...)
}
