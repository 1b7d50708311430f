package websocket

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"
)

func TestHeaderExamples(t *testing.T) {
	// The examples of RFC 6455, section 5.7.
	for _, c := range []struct {
		name  string
		bytes string
		want  header
	}{
		{"UnmaskedText", "\x81\x05Hello", header{fin: true, op: opText, length: 5}},
		{"MaskedText", "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", header{fin: true, op: opText, masked: true, key: 0x3d21fa37, length: 5}},
		{"Fragment", "\x01\x03Hel", header{op: opText, length: 3}},
		{"LastFragment", "\x80\x02lo", header{fin: true, op: opContinuation, length: 2}},
		{"Ping", "\x89\x05Hello", header{fin: true, op: opPing, length: 5}},
		{"Length256", "\x82\x7e\x01\x00", header{fin: true, op: opBinary, length: 256}},
		{"Length64KiB", "\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00", header{fin: true, op: opBinary, length: 65536}},
		{"ReservedBits", "\xf2\x00", header{fin: true, rsv: rsvBits, op: opBinary}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, n, err := parseHeader([]byte(c.bytes))
			if err != nil || h != c.want {
				t.Errorf("got %+v, %v; want %+v", h, err, c.want)
			}
			if got := appendHeader(nil, c.want); n != len(got) || string(got) != c.bytes[:n] {
				t.Errorf("written as %x", got)
			}
		})
	}
}

func TestHeaderMalformed(t *testing.T) {
	for name, bytes := range map[string]string{
		"Length125In16Bits":  "\x82\x7e\x00\x7d",
		"Length65535In64":    "\x82\x7f\x00\x00\x00\x00\x00\x00\xff\xff",
		"HighestBitOfLength": "\x82\x7f\x80\x00\x00\x00\x00\x00\x00\x00",
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := parseHeader([]byte(bytes))
			if e, ok := errors.AsType[*ProtocolError](err); !ok || e.Code != ProtocolViolation {
				t.Errorf("got %v", err)
			}
		})
	}
}

// FuzzHeader: no panic; what is parsed is written as the same bytes; a part of a
// header is not a header.
func FuzzHeader(f *testing.F) {
	f.Add([]byte("\x81\x85\x37\xfa\x21\x3d"))
	f.Add([]byte("\x82\x7e\x01\x00"))
	f.Add([]byte("\x82\xff\x00\x00\x00\x00\x00\x01\x00\x00\x01\x02\x03\x04"))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, n, err := parseHeader(b)
		if err != nil || n == 0 {
			return
		}
		if got := appendHeader(nil, h); !bytes.Equal(got, b[:n]) {
			t.Fatalf("%x is written as %x", b[:n], got)
		}
		for i := range n {
			if _, n, err := parseHeader(b[:i]); n != 0 || err != nil {
				t.Fatalf("%x is taken for a header: %d, %v", b[:i], n, err)
			}
		}
	})
}

func TestMask(t *testing.T) {
	naive := func(b []byte, key uint32) {
		for i := range b {
			b[i] ^= byte(key >> (8 * (i % 4)))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		key := r.Uint32()
		b := make([]byte, n+3)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		want := slices.Clone(b)
		naive(want, key)
		cut := r.IntN(len(b) + 1)
		next := mask(b[:cut], key)
		mask(b[cut:], next)
		if !bytes.Equal(b, want) {
			t.Fatalf("%d bytes, cut at %d", len(b), cut)
		}
	}
}

func BenchmarkMask(b *testing.B) {
	p := make([]byte, 4096)
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		mask(p, 0x12345678)
	}
}

// FuzzChecker: the verdict is that of utf8.Valid, however the text is cut, and what
// has been accepted so far can be completed.
func FuzzChecker(f *testing.F) {
	for _, s := range []string{"κόσμε", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x90\x80", "a\xe0\xa0"} {
		f.Add([]byte(s), uint64(1))
	}
	f.Fuzz(func(t *testing.T, b []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		var c checker
		ok := true
		for rest := b; len(rest) > 0 && ok; {
			n := 1 + r.IntN(min(len(rest), 9))
			ok = c.write(rest[:n])
			rest = rest[n:]
			taken := b[:len(b)-len(rest)]
			if can := canBecomeText(taken); can != ok {
				t.Fatalf("%x: got %v, want %v", taken, ok, can)
			}
		}
		if got := ok && c.done(); got != utf8.Valid(b) {
			t.Fatalf("%x: got %v", b, got)
		}
	})
}

// canBecomeText tries all ways to complete a text.
func canBecomeText(b []byte) bool {
	if utf8.Valid(b) {
		return true
	}
	for _, more := range []string{"\x80", "\xbf", "\x90", "\xa0", "\x80\x80", "\xbf\xbf", "\x90\x80", "\xa0\x80", "\x80\x80\x80", "\xbf\xbf\xbf", "\x90\x80\x80", "\xa0\x80\x80"} {
		if utf8.Valid(append(slices.Clip(b), more...)) {
			return true
		}
	}
	return false
}

// FuzzDecoder: no panic; the same messages, control frames and verdict however the
// bytes are cut; and the messages survive being written and parsed again.
func FuzzDecoder(f *testing.F) {
	hello := appendFrame(nil, header{fin: true, op: opText, masked: true, key: 77}, []byte("Hello"))
	f.Add(hello, uint64(1), uint8(0))
	f.Add(append(appendFrame(nil, header{op: opBinary, masked: true}, []byte("He")), hello...), uint64(2), uint8(1))
	f.Add(appendFrame(hello, header{fin: true, op: opPing, masked: true, key: 1}, []byte("x")), uint64(3), uint8(2))
	f.Add([]byte("\xc1\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), uint64(4), uint8(4))
	f.Add([]byte("\x81\x05Hello\x89\x00\x88\x02\x03\xe8"), uint64(5), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, seed uint64, options uint8) {
		r := rules{maxFrame: 1 << 20, wantMasked: options&1 == 0, anyMask: options&2 != 0, deflate: options&4 != 0, checkText: options&8 == 0}
		whole, err := decodeAll(r, b, func(left int) int { return left })
		random := rand.New(rand.NewPCG(seed, 7))
		cut, cutErr := decodeAll(r, b, func(left int) int { return 1 + random.IntN(left) })
		if (err == nil) != (cutErr == nil) || err != nil && *err.(*ProtocolError) != *cutErr.(*ProtocolError) {
			t.Fatalf("whole: %v; cut: %v", err, cutErr)
		}
		if !equalEvents(whole, cut) {
			t.Fatalf("whole: %v\ncut: %v", whole, cut)
		}
		again, err := decodeAll(r, rewrite(r, whole), func(left int) int { return left })
		if err != nil || !equalEvents(whole, again) {
			t.Fatalf("%v\nwritten and parsed: %v, %v", whole, again, err)
		}
	})
}

// An event is a whole message or a control frame.
type event struct {
	op         opcode
	data       string
	compressed bool
}

// decodeAll decodes bytes that come in pieces.
func decodeAll(r rules, b []byte, next func(left int) int) (events []event, err error) {
	d := decoder{rules: r}
	var held []byte
	var e event
	for rest := slices.Clone(b); ; {
		p, n, err := d.next(held)
		if err != nil {
			return events, err
		}
		held = held[n:]
		switch {
		case p.op == opContinuation && len(rest) == 0:
			return events, nil
		case p.op == opContinuation:
			n := next(len(rest))
			held = append(slices.Clip(held), rest[:n]...)
			rest = rest[n:]
		case p.op.isControl():
			events = append(events, event{p.op, string(p.data), false})
		default:
			if p.begins {
				e = event{op: p.op, compressed: p.compressed}
			}
			e.data += string(p.data)
			if p.ends {
				events = append(events, e)
			}
		}
	}
}

func equalEvents(a, b []event) bool { return slices.Equal(a, b) }

// rewrite writes events as frames.
func rewrite(r rules, events []event) []byte {
	var b []byte
	for i, e := range events {
		h := header{fin: true, op: e.op, masked: r.wantMasked, key: uint32(i) * 0x01020305}
		if e.compressed {
			h.rsv = rsv1
		}
		b = appendFrame(b, h, []byte(e.data))
	}
	return b
}

// FuzzExtensions: no panic; what is understood can be written and parsed again.
func FuzzExtensions(f *testing.F) {
	f.Add(`permessage-deflate; client_max_window_bits; server_max_window_bits="10", x-other;a=b`)
	f.Add(`a; b="c\"d", e`)
	f.Fuzz(func(t *testing.T, s string) {
		list, ok := parseExtensions([]string{s})
		if !ok {
			return
		}
		for _, e := range list {
			p, ok := parseDeflate(e, true)
			if !ok || e.name != deflateName {
				continue
			}
			again, ok := parseExtensions([]string{p.String()})
			if !ok || len(again) != 1 {
				t.Fatalf("%q is written as %q", s, p.String())
			}
			if q, ok := parseDeflate(again[0], true); !ok || q != p {
				t.Fatalf("%+v is written as %q and parsed as %+v", p, p.String(), q)
			}
		}
	})
}

// FuzzDeflate: what is compressed is inflated to the same text, in both ways, message
// after message; and no bytes make the inflater panic or exceed its limit.
func FuzzDeflate(f *testing.F) {
	f.Add([]byte("Hello, hello, hello"), []byte("hello again"), uint8(0))
	f.Add([]byte{}, []byte("\xff\xff\xff"), uint8(9))
	f.Fuzz(func(t *testing.T, a, b []byte, how uint8) {
		bits := 8 + int(how%8)
		params := deflateParams{serverNoTakeover: how&8 != 0, serverBits: bits}
		out, _ := params.codecs(Compression{Level: int(how>>4)%9 + 1}, false)
		_, in := params.codecs(Compression{}, true)
		_, streamed := params.codecs(Compression{}, true)
		for _, want := range [][]byte{a, b, a} {
			data, err := out.message(nil, want)
			if err != nil {
				t.Fatal(err)
			}
			got, err := in.message(slices.Clone(data), 1<<20)
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%q became %q, %v", want, got, err)
			}
			var b bytes.Buffer
			if _, err := b.ReadFrom(streamed.stream(bytes.NewReader(data))); err != nil || !bytes.Equal(b.Bytes(), want) {
				t.Fatalf("%q became %q, %v", want, b.Bytes(), err)
			}
		}
		hostile := inflater{takeover: true, size: 1 << 15}
		if got, err := hostile.message(slices.Clone(b), 1000); err == nil && len(got) > 1000 {
			t.Fatalf("%d bytes", len(got))
		}
	})
}
