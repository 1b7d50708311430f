package websocket_test

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/websocket"
)

// Groups 12 and 13: compression, against the standard library's DEFLATE, which shares
// no code with the package's.

// A deflatePeer compresses and inflates as a client does.
type deflatePeer struct {
	*peer
	out      bytes.Buffer
	w        *flate.Writer
	alone    bool // compress each message for itself
	window   []byte
	inAlone  bool // the server does
	sawPlain int  // messages that came uncompressed
}

func newDeflatePeer(t testing.TB, p *peer) *deflatePeer {
	d := &deflatePeer{peer: p}
	fields := p.resp.Header.Get("Sec-WebSocket-Extensions")
	if !strings.HasPrefix(fields, "permessage-deflate") {
		t.Fatalf("no compression was agreed on: %q", fields)
	}
	// The standard library cannot compress with a small window. Without a context it
	// has no need for one.
	d.alone = strings.Contains(fields, "client_no_context_takeover") || strings.Contains(fields, "client_max_window_bits")
	d.inAlone = strings.Contains(fields, "server_no_context_takeover")
	d.w, _ = flate.NewWriter(&d.out, 6)
	return d
}

// sendMessage sends a compressed message, in frames of at most n bytes unless n is 0.
func (d *deflatePeer) sendMessage(op byte, s string, n int) {
	d.t.Helper()
	d.out.Reset()
	if d.alone {
		d.w.Reset(&d.out)
	}
	io.WriteString(d.w, s)
	d.w.Flush()
	data := strings.TrimSuffix(d.out.String(), "\x00\x00\xff\xff")
	if n == 0 || len(data) <= n {
		d.send(frame(fin|0x40|op, data))
		return
	}
	frames := fragments(op|0x40, data, n)
	d.send(frames...)
}

// readMessage reads a message and inflates it if it is compressed.
func (d *deflatePeer) readMessage() answer {
	d.t.Helper()
	var a answer
	var compressed bool
	for {
		first, payload, err := d.readFrame()
		if err != nil {
			d.t.Fatal(err)
		}
		if op := first & 0xf; op != opCont {
			a.op, compressed = op, first&0x40 != 0
		} else if first&0x40 != 0 {
			d.t.Fatal("a continuation frame says that it is compressed")
		}
		a.payload += payload
		if first&fin != 0 {
			break
		}
	}
	if !compressed {
		d.sawPlain++
		return a
	}
	r := flate.NewReaderDict(strings.NewReader(a.payload+"\x00\x00\xff\xff\x01\x00\x00\xff\xff"), d.window)
	b, err := io.ReadAll(r)
	if err != nil {
		d.t.Fatalf("inflate: %v", err)
	}
	a.payload = string(b)
	if !d.inAlone {
		d.window = append(d.window, b...)
		d.window = d.window[max(0, len(d.window)-32<<10):]
	}
	return a
}

// compressing returns options with compression.
func compressing(c websocket.Compression) websocket.Options {
	o := decoding(weft.SocketDecoder{AllowExtensions: true, MaxFramePayloadLength: 1 << 20})
	o.MaxMessage, o.Compression = 1<<20, c
	return o
}

// prose returns n bytes of text that compresses about as well as text does.
func prose(n int, seed uint64) string {
	words := strings.Fields("the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which you were her all she there would their we him been has when who will more no if out so said what up its about into them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through")
	r := rand.New(rand.NewPCG(seed, 12))
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[r.IntN(len(words))] + " ")
	}
	return b.String()[:n]
}

func TestAutobahn12_Compression(t *testing.T) {
	s := serveMemory(t, compressing(websocket.Compression{Threshold: -1}).Handle(echo))
	for i, n := range []int{16, 64, 256, 1 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10} {
		t.Run(fmt.Sprintf("12.1.%d", i+1), func(t *testing.T) {
			d := newDeflatePeer(t, s.open(t, "Sec-WebSocket-Extensions: permessage-deflate"))
			for round := range 8 {
				m := prose(n, uint64(round%5))
				d.sendMessage(opText, m, 0)
				if got := d.readMessage(); got != text(m) {
					t.Fatalf("round %d: got %s", round, show(got.op, got.payload))
				}
			}
			d.bye()
		})
	}
	for i, n := range []int{0, 16, 1 << 10, 100 << 10} {
		t.Run(fmt.Sprintf("12.5.%d", i+1), func(t *testing.T) {
			d := newDeflatePeer(t, s.open(t, "Sec-WebSocket-Extensions: permessage-deflate"))
			for round := range 10 {
				m := noise(n, uint64(round))
				d.sendMessage(opBinary, m, 256)
				if got := d.readMessage(); got != blob(m) {
					t.Fatalf("round %d: got %s", round, show(got.op, got.payload))
				}
			}
			d.bye()
		})
	}
}

func noise(n int, seed uint64) string {
	b := make([]byte, n)
	r := rand.New(rand.NewPCG(seed, 5))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return string(b)
}

func TestAutobahn13_Parameters(t *testing.T) {
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
		t.Run(fmt.Sprintf("13.%d", i+1), func(t *testing.T) {
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
			got := answer{}
			if c.want == "" {
				p.expect(fin|opText, m)
			} else if got = newDeflatePeer(t, p).readMessage(); got != text(m) {
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
