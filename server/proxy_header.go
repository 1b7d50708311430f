package server

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"net/netip"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// The PROXY protocol, as HAProxy defines it, comes in two forms. Version 1 is a
// line of at most 107 bytes:
//
//	PROXY TCP4 192.0.2.7 198.51.100.1 56324 443\r\n
//
// Version 2 is binary: 12 bytes that no other protocol begins with, a byte for
// version and command, one for the kind of addresses, two for the length of what
// follows, and then the addresses and further values, each with a type and a
// length. Of those only the checksum matters here.

// A proxyHeader is what a header of the PROXY protocol says.
type proxyHeader struct {
	kind                proxyKind
	source, destination netip.AddrPort // for proxyTCP
}

// A proxyKind is what a header says about the client.
type proxyKind uint8

const (
	proxyNothing proxyKind = iota // the addresses of the connection itself count
	proxyTCP
	proxyUnix // the client is on a Unix socket of the load balancer
)

const (
	proxyLine      = "PROXY "
	maxProxyLine   = 107
	proxySignature = "\r\n\r\n\x00\r\nQUIT\n"
	proxyFixed     = len(proxySignature) + 4
)

var (
	errProxyLine     = errors.New("proxy protocol: the line is malformed")
	errProxyVersion  = errors.New("proxy protocol: unknown version or command")
	errProxyFamily   = errors.New("proxy protocol: unknown kind of address")
	errProxyLength   = errors.New("proxy protocol: the length does not fit the content")
	errProxyChecksum = errors.New("proxy protocol: the checksum is wrong")
)

// parseProxyHeader parses the header at the beginning of b and returns its
// length, or 0 if more bytes are needed. It fails with errNoHeader if b begins
// with something else.
func parseProxyHeader(b []byte) (h proxyHeader, n int, err error) {
	switch {
	case begins(b, proxyLine):
		return parseProxyLine(b)
	case begins(b, proxySignature):
		return parseProxyBinary(b)
	}
	return h, 0, errNoHeader
}

// begins says whether b is the beginning of a text that begins with prefix.
func begins(b []byte, prefix string) bool {
	n := min(len(b), len(prefix))
	return string(b[:n]) == prefix[:n]
}

// parseProxyLine parses version 1.
func parseProxyLine(b []byte) (h proxyHeader, n int, err error) {
	end := bytes.IndexByte(b[:min(len(b), maxProxyLine)], '\n')
	switch {
	case end < 0 && len(b) >= maxProxyLine:
		return h, 0, errProxyLine
	case end < 0:
		return h, 0, nil
	case end == 0 || b[end-1] != '\r':
		return h, 0, errProxyLine
	}
	words := strings.Split(string(b[:end-1]), " ")
	if words[0] != "PROXY" || len(words) < 2 {
		return h, 0, errProxyLine
	}
	if words[1] == "UNKNOWN" { // whatever follows means nothing
		return h, end + 1, nil
	}
	if len(words) != 6 || words[1] != "TCP4" && words[1] != "TCP6" {
		return h, 0, errProxyLine
	}
	h.kind = proxyTCP
	v4 := words[1] == "TCP4"
	var ok1, ok2 bool
	h.source, ok1 = parseEndpoint(words[2], words[4], v4)
	h.destination, ok2 = parseEndpoint(words[3], words[5], v4)
	if !ok1 || !ok2 {
		return proxyHeader{}, 0, errProxyLine
	}
	return h, end + 1, nil
}

// parseEndpoint parses an address and a port in their usual forms.
func parseEndpoint(address, port string, v4 bool) (netip.AddrPort, bool) {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() != v4 || a.Zone() != "" {
		return netip.AddrPort{}, false
	}
	p, ok := ascii.ParseUint(port)
	if !ok || p > 65535 || len(port) > 1 && port[0] == '0' {
		return netip.AddrPort{}, false
	}
	return netip.AddrPortFrom(a.Unmap(), uint16(p)), true
}

// parseProxyBinary parses version 2.
func parseProxyBinary(b []byte) (h proxyHeader, n int, err error) {
	if len(b) < proxyFixed {
		return h, 0, nil
	}
	if b[12] != 0x20 && b[12] != 0x21 {
		return h, 0, errProxyVersion
	}
	n = proxyFixed + int(binary.BigEndian.Uint16(b[14:]))
	if n > maxProxyHeader {
		return h, 0, errProxyLength
	}
	if len(b) < n {
		return h, 0, nil
	}
	if b[12] == 0x20 { // LOCAL: all that follows means nothing
		return h, n, nil
	}
	rest, err := h.addresses(b[13], b[proxyFixed:n])
	if err == nil {
		err = checkProxyValues(b[:n], n-len(rest))
	}
	if err != nil {
		return proxyHeader{}, 0, err
	}
	return h, n, nil
}

// addresses reads the addresses and returns what follows them.
func (h *proxyHeader) addresses(family byte, p []byte) (rest []byte, err error) {
	var size int
	switch family {
	case 0x00: // unspecified; all of the rest is to be passed over
		return nil, nil
	case 0x11:
		h.kind, size = proxyTCP, 4
	case 0x21:
		h.kind, size = proxyTCP, 16
	case 0x31:
		h.kind = proxyUnix
		if len(p) < 216 {
			return nil, errProxyLength
		}
		return p[216:], nil
	default:
		return nil, errProxyFamily
	}
	if len(p) < 2*size+4 {
		return nil, errProxyLength
	}
	source, _ := netip.AddrFromSlice(p[:size])
	destination, _ := netip.AddrFromSlice(p[size : 2*size])
	ports := p[2*size:]
	h.source = netip.AddrPortFrom(source.Unmap(), binary.BigEndian.Uint16(ports))
	h.destination = netip.AddrPortFrom(destination.Unmap(), binary.BigEndian.Uint16(ports[2:]))
	return ports[4:], nil
}

// checkProxyValues goes through the values from an offset on, and verifies the
// checksum if there is one.
func checkProxyValues(b []byte, from int) error {
	const checksum = 0x03
	for at := from; at < len(b); {
		if len(b)-at < 3 {
			return errProxyLength
		}
		kind, size := b[at], int(binary.BigEndian.Uint16(b[at+1:]))
		at += 3
		if len(b)-at < size || kind == checksum && size != 4 {
			return errProxyLength
		}
		if kind == checksum {
			sum := crc32.MakeTable(crc32.Castagnoli)
			got := crc32.Update(crc32.Checksum(b[:at], sum), sum, make([]byte, 4))
			if crc32.Update(got, sum, b[at+4:]) != binary.BigEndian.Uint32(b[at:]) {
				return errProxyChecksum
			}
		}
		at += size
	}
	return nil
}
