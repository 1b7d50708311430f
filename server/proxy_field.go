package server

import (
	"net/netip"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// A hop is what one proxy says about the request as it came to it.
type hop struct {
	addr    netip.Addr // of its peer; not valid if it does not say
	unknown bool       // it does not tell, or what it says is not well-formed
	proto   string     // http or https
	host    string     // as in a Host field
}

// parseForwarded parses the field Forwarded (RFC 7239, section 4): hops that are
// separated by commas, each a list of pairs.
//
// What stands on the left may be a client's, and quotes that it leaves open would
// swallow what a proxy appends. So an element with a fault is a hop that is not
// known, and takes the place of all before it: a client can hide itself like this,
// and the server then knows that it does not know. It cannot pose as another.
func parseForwarded(s string) []hop {
	var hops []hop
	for s != "" {
		element, rest, closed := cutElement(s)
		s = rest
		if ascii.TrimOWS(element) == "" {
			continue
		}
		h, ok := parseHop(element)
		if !closed || !ok {
			h, hops = hop{unknown: true}, nil
		}
		hops = append(hops, h)
	}
	return hops
}

// cutElement cuts s at the first comma that is not within quotes. Quotes that do
// not end are a fault, and nothing follows them.
func cutElement(s string) (element, rest string, ok bool) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ',' && !quoted:
			return s[:i], s[i+1:], true
		}
	}
	return s, "", !quoted
}

// parseHop parses the pairs of one element. Names that are not known are passed
// over, and one that comes twice is a fault.
func parseHop(s string) (h hop, ok bool) {
	var seen [3]bool
	for s = ascii.TrimOWS(s); s != ""; {
		name, value, rest, ok := cutPair(s)
		if !ok {
			return hop{}, false
		}
		for i, known := range [...]string{"for", "proto", "host"} {
			if ascii.EqualFold(name, known) {
				if seen[i] {
					return hop{}, false
				}
				seen[i] = true
				h.set(known, value)
			}
		}
		s = rest
	}
	return h, true
}

// set takes over the value of a pair.
func (h *hop) set(name, value string) {
	switch name {
	case "for":
		h.addr, h.unknown = parseNode(value)
	case "proto":
		h.proto = parseProto(value)
	case "host":
		h.host = parseHost(value)
	}
}

// cutPair cuts the first pair off a list of pairs that are separated by
// semicolons.
func cutPair(s string) (name, value, rest string, ok bool) {
	name, s, ok = strings.Cut(s, "=")
	if name = ascii.TrimOWS(name); !ok || !ascii.IsToken(name) {
		return "", "", "", false
	}
	if strings.HasPrefix(s, `"`) {
		value, s, ok = cutQuoted(s[1:])
	} else {
		n := strings.IndexAny(s, "; \t")
		if n < 0 {
			n = len(s)
		}
		value, s = s[:n], s[n:]
	}
	s = ascii.TrimOWS(s)
	if s != "" {
		if s[0] != ';' {
			return "", "", "", false
		}
		s = ascii.TrimOWS(s[1:])
	}
	return name, value, s, ok
}

// cutQuoted returns what stands up to the next quotation mark, without the
// backslashes.
func cutQuoted(s string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), s[i+1:], true
		case '\\':
			if i++; i == len(s) {
				return "", "", false
			}
		}
		b.WriteByte(s[i])
	}
	return "", "", false
}

// parseNode parses the name of a peer (RFC 7239, section 6): an address with or
// without a port. Everything else hides it, be it on purpose ("unknown", "_gazonk").
func parseNode(s string) (addr netip.Addr, unknown bool) {
	s = ascii.TrimOWS(s)
	if a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")); err == nil {
		return a.Unmap().WithZone(""), false
	}
	// The port may be hidden, too, and nobody needs it.
	if i := strings.LastIndexByte(s, ':'); i > 0 {
		host := s[:i]
		bracketed := strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]")
		if bracketed {
			host = host[1 : len(host)-1]
		}
		if a, err := netip.ParseAddr(host); err == nil && (bracketed || a.Is4()) {
			return a.Unmap().WithZone(""), false
		}
	}
	return netip.Addr{}, true
}

// parseProto returns http or https, or "" for anything else. Some proxies name
// the schemes of WebSockets.
func parseProto(s string) string {
	switch ascii.ToLower(s) {
	case "http", "ws":
		return "http"
	case "https", "wss":
		return "https"
	}
	return ""
}

// parseHost returns a host with its port as it is, or "" if it is not
// well-formed.
func parseHost(s string) string {
	u, err := weft.ParseURL("http://" + s + "/")
	if err != nil || u.Host() == "" || u.Path() != "/" || u.RawQuery() != "" || u.Fragment() != "" || strings.ContainsAny(s, "/?#@") {
		return ""
	}
	return s
}
