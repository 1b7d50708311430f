package websocket_test

import (
	"bytes"
	"compress/flate"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-go/weft/websocket"
)

// TestCompressionWindow: nothing refers to text that is further back than the client can
// remember. What comes twice with more than a window between is as long as if it came
// once, and once more.
func TestCompressionWindow(t *testing.T) {
	s := serveMemory(t, compressing(websocket.Compression{Threshold: -1}).Handle(echo))
	for bits := 8; bits <= 15; bits++ {
		p := s.open(t, fmt.Sprintf("Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=%d", bits))
		n := 1<<bits + 300
		p.send(frame(fin|opBinary, strings.Repeat(noise(n, 7), 2)))
		first, payload, err := p.readFrame()
		for err == nil && first&fin == 0 {
			var more string
			first, more, err = p.readFrame()
			payload += more
		}
		if err != nil || len(payload) < 2*n {
			t.Errorf("%d bits: %d bytes became %d, %v", bits, 2*n, len(payload), err)
		}
		p.bye()
	}
}

func TestCompressionParameters(t *testing.T) {
	s := serveMemory(t, compressing(websocket.Compression{Threshold: -1}).Handle(echo))
	for i, c := range []struct{ offer, want string }{
		{"permessage-deflate", "permessage-deflate"},
		{"permessage-deflate; client_no_context_takeover", "permessage-deflate; client_no_context_takeover"},
		{"permessage-deflate; server_no_context_takeover", "permessage-deflate; server_no_context_takeover"},
		{"permessage-deflate; server_max_window_bits=9", "permessage-deflate; server_max_window_bits=9"},
		{"permessage-deflate; server_max_window_bits=15", "permessage-deflate; server_max_window_bits=15"},
		{"permessage-deflate; server_max_window_bits=8; server_no_context_takeover", "permessage-deflate; server_no_context_takeover; server_max_window_bits=8"},
		{`permessage-deflate; client_max_window_bits; server_max_window_bits="10"`, "permessage-deflate; server_max_window_bits=10"},
		{"permessage-deflate; client_max_window_bits=9", "permessage-deflate; client_max_window_bits=9"},
		{"x-unknown; a=b, permessage-deflate; bogus, permessage-deflate; server_max_window_bits=11", "permessage-deflate; server_max_window_bits=11"},
	} {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			p := s.open(t, "Sec-WebSocket-Extensions: "+c.offer)
			if got := p.resp.Header.Get("Sec-WebSocket-Extensions"); got != c.want {
				t.Fatalf("agreed on %q, want %q", got, c.want)
			}
			d := newDeflatePeer(t, p)
			for round := range 12 {
				m := prose(3000+round*500, uint64(round%3))
				d.sendMessage(opText, m, 256)
				if got := d.readMessage(); got != text(m) {
					t.Fatalf("round %d: got %s", round, show(got.op, got.payload))
				}
			}
			if d.sawPlain > 0 {
				t.Errorf("%d messages were not compressed", d.sawPlain)
			}
			d.bye()
		})
	}
}

func TestCompressionIsDeclined(t *testing.T) {
	s := serveMemory(t, compressing(websocket.Compression{}).Handle(echo))
	for _, offer := range []string{
		"x-webkit-deflate-frame",
		"permessage-deflate; server_max_window_bits=16",
		"permessage-deflate; server_max_window_bits=7",
		"permessage-deflate; server_max_window_bits=09",
		"permessage-deflate; server_max_window_bits",
		"permessage-deflate; client_max_window_bits=0",
		"permessage-deflate; server_no_context_takeover=1",
		"permessage-deflate; client_no_context_takeover; client_no_context_takeover",
		"permessage-deflate; unknown",
	} {
		t.Run(offer, func(t *testing.T) {
			p := s.open(t, "Sec-WebSocket-Extensions: "+offer)
			if got := p.resp.Header.Get("Sec-WebSocket-Extensions"); got != "" {
				t.Errorf("agreed on %q", got)
			}
			p.bye()
		})
	}
}

func TestCompressionOptions(t *testing.T) {
	for _, c := range []struct {
		name string
		c    websocket.Compression
		want string
	}{
		{"NoContextTakeover", websocket.Compression{NoContextTakeover: true},
			"permessage-deflate; server_no_context_takeover; client_no_context_takeover"},
		{"WindowBits", websocket.Compression{WindowBits: 10},
			"permessage-deflate; server_max_window_bits=10; client_max_window_bits=10"},
		{"Level", websocket.Compression{Level: 9}, "permessage-deflate"},
		{"Disabled", websocket.Compression{Disabled: true}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := connect(t, compressing(c.c), echo, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")
			if got := p.resp.Header.Get("Sec-WebSocket-Extensions"); got != c.want {
				t.Fatalf("agreed on %q, want %q", got, c.want)
			}
			m := prose(9000, 1)
			p.send(frame(fin|opText, m)) // what need not be compressed may be sent as it is
			if c.want == "" {
				p.expect(fin|opText, m)
			} else if got := newDeflatePeer(t, p).readMessage(); got != text(m) {
				t.Fatalf("got %s", show(got.op, got.payload))
			}
			p.bye()
		})
	}
}

func TestCompressionThreshold(t *testing.T) {
	p := connect(t, compressing(websocket.Compression{Threshold: 100}), echo, "Sec-WebSocket-Extensions: permessage-deflate")
	d := newDeflatePeer(t, p)
	for _, c := range []struct {
		n     int
		plain int
	}{{99, 1}, {100, 1}, {101, 1}} {
		d.sendMessage(opText, prose(c.n, 1), 0)
		if d.readMessage(); d.sawPlain != c.plain {
			t.Errorf("after %d bytes: %d plain messages, want %d", c.n, d.sawPlain, c.plain)
		}
	}
	d.bye()
}

func TestCompressionFinalBlock(t *testing.T) {
	// RFC 7692, section 7.2.3.4: a block with its last bit set, and what follows.
	p := connect(t, compressing(websocket.Compression{}), echo, "Sec-WebSocket-Extensions: permessage-deflate")
	p.send(frame(fin|0x40|opText, "\xf3\x48\xcd\xc9\xc9\x07\x00\x00"))
	p.expect(fin|opText, "Hello")
	// Section 7.2.3.5: two blocks in one message, the first one flushed.
	p.send(frame(fin|0x40|opText, "\xf2\x48\x05\x00\x00\x00\xff\xff\xca\xc9\xc9\x07\x00"))
	p.expect(fin|opText, "Hello")
	// Section 7.2.3.3: not compressed at all, in a stored block.
	p.send(frame(fin|0x40|opText, "\x00\x05\x00\xfa\xff\x48\x65\x6c\x6c\x6f\x00"))
	p.expect(fin|opText, "Hello")
	p.bye()
}

func TestCompressionHostile(t *testing.T) {
	bomb := func(n int) string {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, 9)
		w.Write(make([]byte, n))
		w.Flush()
		return strings.TrimSuffix(b.String(), "\x00\x00\xff\xff")
	}
	s := serveMemory(t, compressing(websocket.Compression{}).Handle(echo))
	for _, c := range []struct {
		name string
		send []byte
		code int
	}{
		{"Bomb", frame(fin|0x40|opBinary, bomb(8<<20)), 1009},
		{"Garbage", frame(fin|0x40|opBinary, "\xff\xff\xff\xff"), 1007},
		{"Truncated", frame(fin|0x40|opBinary, bomb(1000)[:3]), 1007},
		{"BeyondTheWindow", frame(fin|0x40|opBinary, "\x02\x13\x00"), 1007},
		{"NotUTF8", frame(fin|0x40|opText, "\x00\x02\x00\xfd\xff\xff\xff\x00"), 1007},
		{"ControlFrame", frame(fin|0x40|opPing, ""), 1002},
		{"ContinuationFrame", join(frame(0x40|opText, "\xf2\x48"), frame(fin|0x40|opCont, "\xcd\xc9\xc9\x07\x00")), 1002},
		{"ReservedBit2", frame(fin|0x20|opText, "x"), 1002},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := s.open(t, "Sec-WebSocket-Extensions: permessage-deflate")
			p.send(c.send)
			p.expectClose(c.code)
		})
	}
}
