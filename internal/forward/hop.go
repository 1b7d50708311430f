package forward

import (
	"net/netip"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// A Hop is what one proxy says about the request as it came to it.
type Hop struct {
	// Addr is the address of its peer. It is not valid if the proxy does not say.
	Addr netip.Addr

	// Unknown says that the proxy does not tell who its peer is, or that what it says
	// is not well-formed.
	Unknown bool

	// Proto is http, https or empty.
	Proto string

	// Host is the host as the proxy has written it, which need not be well-formed.
	Host string
}

// ParseForwarded parses the field Forwarded (RFC 7239, section 4): hops that are
// separated by commas, each a list of pairs.
//
// What stands on the left may be a client's, and quotes that it leaves open would
// swallow what a proxy appends. So an element with a fault is a hop that is not
// known, and takes the place of all before it: a client can hide itself like this,
// and the server then knows that it does not know. It cannot pose as another.
func ParseForwarded(s string) []Hop {
	var hops []Hop
	for s != "" {
		element, rest, closed := cutElement(s)
		s = rest
		if ascii.TrimOWS(element) == "" {
			continue
		}
		h, ok := parseHop(element)
		if !closed || !ok {
			h, hops = Hop{Unknown: true}, nil
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
func parseHop(s string) (h Hop, ok bool) {
	var seen [3]bool
	for s = ascii.TrimOWS(s); s != ""; {
		name, value, rest, ok := cutPair(s)
		if !ok {
			return Hop{}, false
		}
		for i, known := range [...]string{"for", "proto", "host"} {
			if ascii.EqualFold(name, known) {
				if seen[i] {
					return Hop{}, false
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
func (h *Hop) set(name, value string) {
	switch name {
	case "for":
		h.Addr, h.Unknown = ParseNode(value)
	case "proto":
		h.Proto = ParseProto(value)
	case "host":
		h.Host = value
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

// ParseNode parses the name of a peer (RFC 7239, section 6): an address with or
// without a port. Everything else hides it, be it on purpose ("unknown", "_gazonk").
func ParseNode(s string) (addr netip.Addr, unknown bool) {
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

// ParseProto returns http or https, or "" for anything else. Some proxies name
// the schemes of WebSockets.
func ParseProto(s string) string {
	switch ascii.ToLower(s) {
	case "http", "ws":
		return "http"
	case "https", "wss":
		return "https"
	}
	return ""
}

// Contains says whether an address is in one of the networks. Neither its zone matters
// nor whether it is one of IPv4 in the form of IPv6.
func Contains(networks []netip.Prefix, a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for _, n := range networks {
		if n.Contains(a) {
			return true
		}
	}
	return false
}
