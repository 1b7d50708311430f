package server

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"net/netip"
	"strings"
	"testing"
)

// binaryHeader makes a header of version 2.
func binaryHeader(command, family byte, rest ...byte) string {
	b := append([]byte(proxySignature), command, family)
	b = binary.BigEndian.AppendUint16(b, uint16(len(rest)))
	return string(append(b, rest...))
}

// checksummed adds the value with the checksum to a header.
func checksummed(h string) string {
	b := append([]byte(h), 0x03, 0, 4, 0, 0, 0, 0)
	binary.BigEndian.PutUint16(b[14:], uint16(len(b)-proxyFixed))
	binary.BigEndian.PutUint32(b[len(b)-4:], crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
	return string(b)
}

func bytesOf(t testing.TB, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParseProxyHeader(t *testing.T) {
	v4 := bytesOf(t, "c0000207 c6336401 dc04 01bb") // 192.0.2.7:56324 to 198.51.100.1:443
	v6 := bytesOf(t, strings.Repeat("20010db8", 1)+strings.Repeat("0", 22)+"07"+"20010db8"+strings.Repeat("0", 22)+"01"+"dc0401bb")
	want4 := proxyHeader{proxyTCP, netip.MustParseAddrPort("192.0.2.7:56324"), netip.MustParseAddrPort("198.51.100.1:443")}
	want6 := proxyHeader{proxyTCP, netip.MustParseAddrPort("[2001:db8::7]:56324"), netip.MustParseAddrPort("[2001:db8::1]:443")}
	damaged := []byte(checksummed(binaryHeader(0x21, 0x11, v4...)))
	damaged[len(damaged)-1] ^= 1
	tests := []struct {
		name, in string
		want     proxyHeader
		err      error
	}{
		{"line for IPv4", "PROXY TCP4 192.0.2.7 198.51.100.1 56324 443\r\n", want4, nil},
		{"line for IPv6", "PROXY TCP6 2001:db8::7 2001:db8::1 56324 443\r\n", want6, nil},
		{"line without addresses", "PROXY UNKNOWN\r\n", proxyHeader{}, nil},
		{"line with addresses that mean nothing", "PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", proxyHeader{}, nil},
		{"line of another family", "PROXY TCP4 2001:db8::7 2001:db8::1 1 2\r\n", proxyHeader{}, errProxyLine},
		{"line with a mapped address", "PROXY TCP4 ::ffff:1.2.3.4 1.2.3.4 1 2\r\n", proxyHeader{}, errProxyLine},
		{"line with a zone", "PROXY TCP6 fe80::1%eth0 fe80::2 1 2\r\n", proxyHeader{}, errProxyLine},
		{"line with a port too many", "PROXY TCP4 1.2.3.4 1.2.3.4 65536 2\r\n", proxyHeader{}, errProxyLine},
		{"line with a leading zero", "PROXY TCP4 1.2.3.4 1.2.3.4 01 2\r\n", proxyHeader{}, errProxyLine},
		{"line with a sign", "PROXY TCP4 1.2.3.4 1.2.3.4 +1 2\r\n", proxyHeader{}, errProxyLine},
		{"line with two spaces", "PROXY TCP4  1.2.3.4 1.2.3.4 1 2\r\n", proxyHeader{}, errProxyLine},
		{"line with a bare LF", "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n", proxyHeader{}, errProxyLine},
		{"line with a word too many", "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n", proxyHeader{}, errProxyLine},
		{"line of an unknown protocol", "PROXY UDP4 1.2.3.4 1.2.3.4 1 2\r\n", proxyHeader{}, errProxyLine},
		{"line that is too long", "PROXY UNKNOWN " + strings.Repeat("x", 100) + "\r\n", proxyHeader{}, errProxyLine},
		{"binary for IPv4", binaryHeader(0x21, 0x11, v4...), want4, nil},
		{"binary for IPv6", binaryHeader(0x21, 0x21, v6...), want6, nil},
		{"binary with a value", binaryHeader(0x21, 0x11, append(v4[:12:12], 0xe0, 0, 2, 'h', 'i')...), want4, nil},
		{"binary with a checksum", checksummed(binaryHeader(0x21, 0x11, v4...)), want4, nil},
		{"binary with a wrong checksum", string(damaged), proxyHeader{}, errProxyChecksum},
		{"binary with a short checksum", binaryHeader(0x21, 0x11, append(v4[:12:12], 3, 0, 1, 0)...), proxyHeader{}, errProxyLength},
		{"binary with a cut value", binaryHeader(0x21, 0x11, append(v4[:12:12], 0xe0, 0, 3, 'h', 'i')...), proxyHeader{}, errProxyLength},
		{"binary with half a value", binaryHeader(0x21, 0x11, append(v4[:12:12], 0xe0, 0)...), proxyHeader{}, errProxyLength},
		{"binary for a Unix socket", binaryHeader(0x21, 0x31, make([]byte, 216)...), proxyHeader{kind: proxyUnix}, nil},
		{"binary for a short Unix socket", binaryHeader(0x21, 0x31, make([]byte, 215)...), proxyHeader{}, errProxyLength},
		{"binary for itself", binaryHeader(0x20, 0x00), proxyHeader{}, nil},
		{"binary for itself with an address", binaryHeader(0x20, 0x11, v4...), proxyHeader{}, nil},
		{"binary without addresses", binaryHeader(0x21, 0x00, 1, 2, 3), proxyHeader{}, nil},
		{"binary with short addresses", binaryHeader(0x21, 0x11, v4[:11]...), proxyHeader{}, errProxyLength},
		{"binary for datagrams", binaryHeader(0x21, 0x12, v4...), proxyHeader{}, errProxyFamily},
		{"binary of another version", binaryHeader(0x11, 0x11, v4...), proxyHeader{}, errProxyVersion},
		{"binary with another command", binaryHeader(0x22, 0x11, v4...), proxyHeader{}, errProxyVersion},
		{"binary that is too long", binaryHeader(0x20, 0x00, make([]byte, maxProxyHeader)...), proxyHeader{}, errProxyLength},
		{"a request", "GET / HTTP/1.1\r\n", proxyHeader{}, errNoHeader},
		{"a request that begins alike", "PRI * HTTP/2.0\r\n", proxyHeader{}, errNoHeader},
		{"an empty line", "\r\nGET / HTTP/1.1\r\n", proxyHeader{}, errNoHeader},
		{"TLS", "\x16\x03\x01", proxyHeader{}, errNoHeader},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, n, err := parseProxyHeader([]byte(test.in + "rest"))
			if !errors.Is(err, test.err) || h != test.want {
				t.Fatalf("got %+v, %v", h, err)
			}
			if want := len(test.in); err == nil && n != want {
				t.Errorf("length %d, want %d", n, want)
			}
			for i := range len(test.in) {
				h, n, err := parseProxyHeader([]byte(test.in[:i]))
				if n != 0 || h != (proxyHeader{}) && err == nil {
					t.Fatalf("the first %d bytes give %+v, %d, %v", i, h, n, err)
				}
				if err != nil && test.err == nil {
					t.Fatalf("the first %d bytes give %v", i, err)
				}
			}
		})
	}
}

// FuzzProxyHeader: no panic; the result depends on the bytes of the header alone, not
// on those after it nor on how many have arrived; and it is bounded.
func FuzzProxyHeader(f *testing.F) {
	f.Add([]byte("PROXY TCP4 192.0.2.7 198.51.100.1 56324 443\r\nGET / HTTP/1.1\r\n"))
	f.Add([]byte("PROXY UNKNOWN\r\n"))
	f.Add([]byte(checksummed(binaryHeader(0x21, 0x11, bytesOf(f, "c0000207c6336401dc0401bb")...))))
	f.Add([]byte(binaryHeader(0x20, 0x00)))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, n, err := parseProxyHeader(b)
		switch {
		case err != nil && (n != 0 || h != proxyHeader{}):
			t.Fatalf("with %v: %+v, %d", err, h, n)
		case n > len(b) || n > maxProxyHeader:
			t.Fatalf("length %d of %d", n, len(b))
		case err == nil && n == 0 && len(b) >= maxProxyHeader:
			t.Fatalf("%d bytes are not enough", len(b))
		}
		if n == 0 {
			return
		}
		again, m, err := parseProxyHeader(bytes.Clone(b[:n]))
		if again != h || m != n || err != nil {
			t.Fatalf("the header alone gives %+v, %d, %v in place of %+v, %d", again, m, err, h, n)
		}
		if _, m, err := parseProxyHeader(b[:n-1]); m != 0 || err != nil {
			t.Fatalf("one byte less gives %d, %v", m, err)
		}
		if h.kind == proxyTCP && (!h.source.IsValid() || !h.destination.IsValid()) {
			t.Fatalf("addresses %v and %v", h.source, h.destination)
		}
	})
}
