package websocket

import (
	"strconv"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// An extension is one element of a Sec-WebSocket-Extensions field (RFC 6455, section
// 9.1), such as
//
//	permessage-deflate; client_max_window_bits; server_max_window_bits=10
type extension struct {
	name   string
	params []extensionParam
}

type extensionParam struct {
	name, value string
	hasValue    bool
}

// maxExtensions bounds what a client may offer. Browsers offer one or two.
const maxExtensions = 32

// parseExtensions parses the values of all Sec-WebSocket-Extensions fields. It
// returns false if they are malformed.
func parseExtensions(fields []string) ([]extension, bool) {
	var list []extension
	for _, field := range fields {
		for _, element := range splitQuoted(field, ',') {
			if ascii.TrimOWS(element) == "" {
				continue // an empty element is allowed in lists (RFC 9110, section 5.6.1)
			}
			e, ok := parseExtension(element)
			if !ok || len(list) == maxExtensions {
				return nil, false
			}
			list = append(list, e)
		}
	}
	return list, true
}

func parseExtension(s string) (extension, bool) {
	parts := splitQuoted(s, ';')
	e := extension{name: ascii.TrimOWS(parts[0])}
	if !ascii.IsToken(e.name) {
		return e, false
	}
	for _, part := range parts[1:] {
		name, value, has := strings.Cut(part, "=")
		p := extensionParam{ascii.TrimOWS(name), ascii.TrimOWS(value), has}
		if n := len(p.value); n >= 2 && p.value[0] == '"' && p.value[n-1] == '"' {
			p.value = strings.ReplaceAll(p.value[1:n-1], `\`, "")
		}
		// A quoted value has to be a token, too, once it is unquoted.
		if !ascii.IsToken(p.name) || has && !ascii.IsToken(p.value) {
			return e, false
		}
		e.params = append(e.params, p)
	}
	return e, true
}

// splitQuoted splits s at a separator that does not stand between quotes.
func splitQuoted(s string, separator byte) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == separator && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// The names of RFC 7692.
const (
	deflateName      = "permessage-deflate"
	serverNoTakeover = "server_no_context_takeover"
	clientNoTakeover = "client_no_context_takeover"
	serverWindowBits = "server_max_window_bits"
	clientWindowBits = "client_max_window_bits"
)

// maxBits is the exponent of DEFLATE's full window, 32 KiB.
const maxBits = 15

// deflateParams are what one permessage-deflate element says (RFC 7692, section
// 7.1). Bits are 0 if they are not mentioned.
type deflateParams struct {
	serverNoTakeover, clientNoTakeover bool
	serverBits, clientBits             int
	clientMayLimit                     bool // client_max_window_bits is there, with a value or without
}

// parseDeflate reads the parameters of an element. It returns false if one is
// unknown, there twice or has a value that it must not have. Only an offer may have
// client_max_window_bits without a value.
func parseDeflate(e extension, offer bool) (p deflateParams, ok bool) {
	seen := map[string]bool{}
	for _, param := range e.params {
		if seen[param.name] {
			return p, false
		}
		seen[param.name] = true
		switch param.name {
		case serverNoTakeover:
			p.serverNoTakeover, ok = true, !param.hasValue
		case clientNoTakeover:
			p.clientNoTakeover, ok = true, !param.hasValue
		case serverWindowBits:
			p.serverBits, ok = windowBits(param.value)
		case clientWindowBits:
			p.clientMayLimit = true
			if ok = offer && !param.hasValue; !ok {
				p.clientBits, ok = windowBits(param.value)
			}
		default:
			ok = false
		}
		if !ok {
			return p, false
		}
	}
	return p, true
}

// windowBits parses a number from 8 to 15 without a leading zero.
func windowBits(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 8 && n <= maxBits && strconv.Itoa(n) == s
}

// String writes the parameters as an element.
func (p deflateParams) String() string {
	s := deflateName
	if p.serverNoTakeover {
		s += "; " + serverNoTakeover
	}
	if p.clientNoTakeover {
		s += "; " + clientNoTakeover
	}
	if p.serverBits != 0 {
		s += "; " + serverWindowBits + "=" + strconv.Itoa(p.serverBits)
	}
	if p.clientMayLimit {
		s += "; " + clientWindowBits
		if p.clientBits != 0 {
			s += "=" + strconv.Itoa(p.clientBits)
		}
	}
	return s
}
