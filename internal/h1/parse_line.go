package h1

import "unsafe"

// readLine reads the request line: method SP target SP version CR LF. It
// reports whether the line is complete.
func (p *Parser) readLine(b []byte, lim *Limits, h *Head) (bool, *Error) {
	start, err := p.skipBlank(b)
	if err != nil || start == len(b) {
		return false, err
	}
	cut := false
	if limit := start + lim.Line + 2; len(b) > limit {
		b, cut = b[:limit], true
	}
	// The last byte of a window may be a CR whose LF is outside of it.
	end := skipPrintable(b, max(start, p.scan))
	if end >= len(b)-1 && (end >= len(b) || b[end] == '\r') {
		p.scan = end
		if cut {
			return false, errLineTooLong
		}
		return false, nil
	}
	if b[end] != '\r' || b[end+1] != '\n' {
		return false, badLineByte(b[end])
	}
	p.scan, p.pos, p.lines = 0, end+2, end+2
	return true, parseLine(b[start:end], h)
}

// skipBlank skips the empty lines that may come before a request line. It
// returns len(b) when nothing but those has arrived.
func (p *Parser) skipBlank(b []byte) (int, *Error) {
	i := p.pos
	for i < len(b) && b[i] == '\r' {
		if i+1 == len(b) {
			return len(b), nil
		}
		if b[i+1] != '\n' {
			return 0, errLineEnd
		}
		if i += 2; i > maxBlank {
			return 0, errMethod
		}
	}
	p.pos = i
	if i < len(b) && b[i] == '\n' {
		return 0, errLineEnd
	}
	return i, nil
}

func badLineByte(c byte) *Error {
	if c == '\r' || c == '\n' {
		return errLineEnd
	}
	return errTargetByte
}

// parseLine takes a whole request line apart.
func parseLine(b []byte, h *Head) *Error {
	*h = Head{Major: 1}
	line := unsafe.String(unsafe.SliceData(b), len(b))
	i := 0
	for i < len(line) && tokenByte[line[i]] {
		i++
	}
	if i == 0 || i == len(line) || line[i] != ' ' {
		return errMethod
	}
	h.method = methodName(line[:i])
	rest := line[i+1:]
	// The version is the last eight bytes, so a space inside the target is
	// found as a byte that does not belong there.
	n := len(rest) - len(" HTTP/1.1")
	if n < 0 || rest[n] != ' ' {
		return errProtocol
	}
	if err := parseVersion(rest[n+1:], h); err != nil {
		return err
	}
	if n == 0 {
		return errTarget
	}
	if h.Major == 2 && line != "PRI * HTTP/2.0" {
		return errVersion
	}
	return parseTarget(rest[:n], h)
}

// methodName returns a constant for the usual methods, so that comparing them
// later compares pointers first.
func methodName(s string) string {
	switch s {
	case "GET":
		return "GET"
	case "POST":
		return "POST"
	case "PUT":
		return "PUT"
	case "DELETE":
		return "DELETE"
	case "PATCH":
		return "PATCH"
	case "HEAD":
		return "HEAD"
	case "OPTIONS":
		return "OPTIONS"
	}
	return s
}

// parseVersion reads HTTP/ DIGIT . DIGIT. The preface of an HTTP/2 connection
// is let through, so that a server may answer it.
func parseVersion(s string, h *Head) *Error {
	if s == "HTTP/1.1" {
		h.Minor = 1
		return nil
	}
	if s[:5] != "HTTP/" || s[6] != '.' || !isDigit(s[5]) || !isDigit(s[7]) {
		return errProtocol
	}
	switch {
	case s == "HTTP/1.0":
	case s[5] == '1':
		h.Minor = 1
	case s == "HTTP/2.0":
		h.Major, h.Close = 2, true
	default:
		return errVersion
	}
	return nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// parseTarget tells the four forms of a target apart.
func parseTarget(s string, h *Head) *Error {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c >= 0x7f {
			return errTargetByte
		}
	}
	switch {
	case h.method == "CONNECT" && s[0] != '/':
		if !validAuthority(s) {
			return errTarget
		}
		h.Form, h.Path, h.Host = Authority, "/", s
		return nil
	case s[0] == '/':
		splitTarget(s, h)
		return nil
	case s == "*":
		h.Form, h.Path = Asterisk, "*"
		return nil
	}
	return parseAbsolute(s, h)
}

// splitTarget separates path and query. A fragment has no place in a target;
// it is dropped, since clients that send one mean the resource without it.
func splitTarget(s string, h *Head) {
	h.Path = s
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '?':
			h.Path, h.Query, h.HasQuery = s[:i], s[i+1:], true
			for j := 0; j < len(h.Query); j++ {
				if h.Query[j] == '#' {
					h.Query = h.Query[:j]
				}
			}
			return
		case '#':
			h.Path = s[:i]
			return
		}
	}
}

// parseAbsolute reads scheme://authority/path?query. Such a target is what a
// client sends to a proxy, and every server has to accept it (RFC 9112, section
// 3.2.2); its authority wins over the Host field.
func parseAbsolute(s string, h *Head) *Error {
	var rest string
	switch {
	case len(s) > 7 && foldEqual(s[:7], "http://"):
		h.Scheme, rest = "http", s[7:]
	case len(s) > 8 && foldEqual(s[:8], "https://"):
		h.Scheme, rest = "https", s[8:]
	default:
		return errTarget
	}
	end := 0
	for end < len(rest) && rest[end] != '/' && rest[end] != '?' && rest[end] != '#' {
		end++
	}
	authority := rest[:end]
	for i := len(authority) - 1; i >= 0; i-- {
		if authority[i] == '@' { // user information is not for servers
			authority = authority[i+1:]
			break
		}
	}
	if authority == "" || !validHost(authority) {
		return errTarget
	}
	h.Form, h.Host = Absolute, authority
	splitTarget(rest[end:], h)
	if h.Path == "" {
		h.Path = "/"
	}
	return nil
}
