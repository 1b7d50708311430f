package h1

import (
	"strings"
	"unsafe"
)

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
	if p.scan == 0 { // a line that comes in pieces is not read anew with each of them
		if end := usualLine(b, start, h); end > 0 {
			p.pos, p.lines = end, end
			return true, nil
		}
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
	return true, parseLine(b, start, end, h)
}

// usualLine reads the line that nearly all requests have, with a path and HTTP/1.1, in one
// go. It returns the offset behind the line, or 0 if there is anything else about it: that
// is for the rest of readLine to judge.
func usualLine(b []byte, start int, h *Head) int {
	i := start
	for i < len(b) && tokenByte[b[i]] {
		i++
	}
	target := i + 1
	if i == start || target >= len(b) || b[i] != ' ' || b[target] != '/' {
		return 0
	}
	stop := target + 1
	for stop < len(b) && pathByte[b[stop]] {
		stop++
	}
	path := stop
	if stop < len(b) && b[stop] == '?' {
		for stop++; stop < len(b) && (pathByte[b[stop]] || b[stop] == '?'); stop++ {
		}
	}
	const version = " HTTP/1.1\r\n"
	end := stop + len(version)
	if end > len(b) || string(b[stop:end]) != version {
		return 0
	}
	// A literal with values would be made elsewhere and copied.
	*h = Head{}
	h.Major, h.Minor = 1, 1
	h.method = span{uint32(start), uint32(i)}
	h.path = span{uint32(target), uint32(path)}
	if path < stop {
		h.HasQuery, h.query = true, span{uint32(path + 1), uint32(stop)}
	}
	return end
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

// parseLine takes the whole request line b[start:end] apart.
func parseLine(b []byte, start, end int, h *Head) *Error {
	*h = Head{}
	h.Major = 1
	line := unsafe.String(unsafe.SliceData(b), end)
	i := start
	for i < len(line) && tokenByte[line[i]] {
		i++
	}
	if i == start || i == len(line) || line[i] != ' ' {
		return errMethod
	}
	h.method = span{uint32(start), uint32(i)}
	target := i + 1
	// The version is the last eight bytes, so a space inside the target is
	// found as a byte that does not belong there.
	stop := len(line) - len(" HTTP/1.1")
	if stop < target || line[stop] != ' ' {
		return errProtocol
	}
	if err := parseVersion(line[stop+1:], h); err != nil {
		return err
	}
	if stop == target {
		return errTarget
	}
	if h.Major == 2 && line[start:] != "PRI * HTTP/2.0" {
		return errVersion
	}
	return parseTarget(line[:stop], target, h)
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

// parseTarget tells the four forms of a target apart. The target is line[i:].
func parseTarget(line string, i int, h *Head) *Error {
	s := line[i:]
	if s[0] == '/' && isPlainPath(s) {
		h.path = span{uint32(i), uint32(len(line))}
		return nil
	}
	for j := 0; j < len(s); j++ {
		if c := s[j]; c <= ' ' || c >= 0x7f {
			return errTargetByte
		}
	}
	switch {
	case s[0] != '/' && line[h.method.start:h.method.end] == "CONNECT":
		if !validAuthority(s) {
			return errTarget
		}
		h.Form, h.host = Authority, span{uint32(i), uint32(len(line))}
		return nil
	case s[0] == '/':
		splitTarget(line, i, h)
		return nil
	case s == "*":
		h.Form = Asterisk
		return nil
	}
	return parseAbsolute(line, i, h)
}

// isPlainPath says whether a target has nothing but bytes that may be in a path.
func isPlainPath(s string) bool {
	for i := range len(s) {
		if !pathByte[s[i]] {
			return false
		}
	}
	return true
}

// splitTarget separates path and query. A fragment has no place in a target;
// it is dropped, since clients that send one mean the resource without it.
func splitTarget(line string, i int, h *Head) {
	h.path = span{uint32(i), uint32(len(line))}
	for ; i < len(line); i++ {
		switch line[i] {
		case '?':
			h.path.end, h.HasQuery = uint32(i), true
			query := line[i+1:]
			if j := strings.IndexByte(query, '#'); j >= 0 {
				query = query[:j]
			}
			h.query = span{uint32(i + 1), uint32(i + 1 + len(query))}
			return
		case '#':
			h.path.end = uint32(i)
			return
		}
	}
}

// parseAbsolute reads scheme://authority/path?query. Such a target is what a
// client sends to a proxy, and every server has to accept it (RFC 9112, section
// 3.2.2); its authority wins over the Host field.
func parseAbsolute(line string, i int, h *Head) *Error {
	switch s := line[i:]; {
	case len(s) > 7 && foldEqual(s[:7], "http://"):
		i += 7
	case len(s) > 8 && foldEqual(s[:8], "https://"):
		h.Secure = true
		i += 8
	default:
		return errTarget
	}
	end := i
	for end < len(line) && line[end] != '/' && line[end] != '?' && line[end] != '#' {
		end++
	}
	if at := strings.LastIndexByte(line[i:end], '@'); at >= 0 { // user information is not for servers
		i += at + 1
	}
	if i == end || !validHost(line[i:end]) {
		return errTarget
	}
	h.Form, h.host = Absolute, span{uint32(i), uint32(end)}
	splitTarget(line, end, h)
	return nil
}
