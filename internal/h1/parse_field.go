package h1

import "github.com/weft-go/weft/internal/ascii"

// special reads the fields that decide about framing and the connection.
// Everything else is left to whoever asks for it.
func (p *Parser) special(name, value []byte, h *Head) *Error {
	switch len(name) {
	case len("Host"):
		if name[0]|0x20 == 'h' && name[1]|0x20 == 'o' && name[2]|0x20 == 's' && name[3]|0x20 == 't' {
			return p.readHost(value)
		}
	case len("Expect"):
		if foldEqual(name, "expect") {
			return readExpect(value, h)
		}
	case len("Upgrade"):
		if foldEqual(name, "upgrade") {
			h.Upgrade = true
		}
	case len("Connection"):
		if foldEqual(name, "connection") {
			readConnection(value, h)
		}
	case len("Content-Length"):
		if foldEqual(name, "content-length") {
			return readLength(value, h)
		}
	case len("Transfer-Encoding"):
		if foldEqual(name, "transfer-encoding") {
			return readCoding(value, h)
		}
	}
	return nil
}

func (p *Parser) readHost(value []byte) *Error {
	if p.host != 0 {
		return errHostTwice
	}
	p.host = len(p.slab) - p.first
	if !validHost(value) {
		return errHost
	}
	return nil
}

// readLength reads Content-Length: 1*DIGIT (RFC 9110, section 8.6). Repeated
// fields with the same value are one.
func readLength(value []byte, h *Head) *Error {
	if len(value) == 0 || len(value) > 18 {
		return errLength
	}
	var n int64
	for _, c := range value {
		if !isDigit(c) {
			return errLength
		}
		n = n*10 + int64(c-'0')
	}
	if h.HasLength && n != h.Length {
		return errLengths
	}
	h.HasLength, h.Length = true, n
	return nil
}

func readCoding(value []byte, h *Head) *Error {
	if h.Minor == 0 {
		return errCodingVersion
	}
	if h.Chunked {
		return errCodings
	}
	if !foldEqual(value, "chunked") {
		if len(value) == 0 {
			return errCodings
		}
		return errCoding
	}
	h.Chunked = true
	return nil
}

// readExpect understands 100-continue, which HTTP/1.0 does not have (RFC 9110,
// section 10.1.1).
func readExpect(value []byte, h *Head) *Error {
	if !foldEqual(value, "100-continue") {
		return errExpect
	}
	h.Continue = h.Minor == 1
	return nil
}

// readConnection reads a list of options. "close" wins over "keep-alive".
func readConnection(value []byte, h *Head) {
	for len(value) > 0 {
		i := 0
		for i < len(value) && value[i] != ',' {
			i++
		}
		option := ascii.TrimOWS(value[:i])
		switch {
		case foldEqual(option, "close"):
			h.Close = true
		case foldEqual(option, "keep-alive"):
			h.KeepAlive = true
		}
		value = value[min(i+1, len(value)):]
	}
}

// validHost checks the bytes of a host and its port, without resolving either.
// An empty host is allowed: a client that has no authority sends one.
func validHost[S string | []byte](s S) bool {
	for i := 0; i < len(s); i++ {
		if !hostByte[s[i]] {
			return false
		}
	}
	return true
}

// validAuthority checks the host:port of a CONNECT request.
func validAuthority(s string) bool {
	colon := len(s) - 1
	for colon > 0 && isDigit(s[colon]) {
		colon--
	}
	return colon > 0 && colon < len(s)-1 && s[colon] == ':' && validHost(s)
}

// foldEqual compares s with a lower-case word whose letters may come in either
// case. The word holds letters, digits and punctuation that case does not touch.
func foldEqual[S string | []byte](s S, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := 0; i < len(lower); i++ {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// tokenByte holds the bytes of a token (RFC 9110, section 5.6.2).
var tokenByte = table("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

// hostByte holds the bytes of host and port (RFC 3986, section 3.2.2):
// unreserved, sub-delims, percent, colon and the brackets of an IP literal.
var hostByte = table("-._~!$&'()*+,;=%:[]0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

// pathByte holds the bytes that a path is let through with: all visible ones but those
// that end it. Which of them belong there is not for the parser to say.
var pathByte = pathBytes()

func pathBytes() (t [256]bool) {
	for c := '!'; c <= '~'; c++ {
		t[c] = c != '?' && c != '#'
	}
	return t
}

func table(bytes string) (t [256]bool) {
	for i := range len(bytes) {
		t[bytes[i]] = true
	}
	return t
}
