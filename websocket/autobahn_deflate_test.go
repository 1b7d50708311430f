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

// A deflateSize is a length of messages, and of the frames that they are sent in: 0
// means one. Each group has a case for each of them.
type deflateSize struct{ message, frame int }

func deflateSizes() []deflateSize {
	return []deflateSize{
		{16, 0}, {64, 0}, {256, 0}, {1 << 10, 0}, {4 << 10, 0}, {8 << 10, 0}, {16 << 10, 0}, {32 << 10, 0}, {64 << 10, 0}, {128 << 10, 0},
		{8 << 10, 256}, {16 << 10, 256}, {32 << 10, 256}, {64 << 10, 256}, {128 << 10, 256}, {128 << 10, 1 << 10}, {128 << 10, 4 << 10}, {128 << 10, 32 << 10},
	}
}

// converse sends messages and reads their echoes.
func (d *deflatePeer) converse(size deflateSize, want func(round int) answer) {
	d.t.Helper()
	rounds := 8
	if raceEnabled {
		rounds = 2
	}
	for round := range rounds {
		a := want(round)
		d.sendMessage(a.op, a.payload, size.frame)
		if got := d.readMessage(); got != a {
			d.t.Fatalf("round %d: got %s, want %s", round, show(got.op, got.payload), show(a.op, a.payload))
		}
	}
	d.bye()
}

// TestAutobahn12_Compression: five kinds of data, with what the suite's client offers.
// It is on a socket; section 13 is in memory.
func TestAutobahn12_Compression(t *testing.T) {
	s := serveSocket(t, compressing(websocket.Compression{Threshold: -1}).Handle(echo))
	for kind, data := range []func(n, round int) answer{
		func(n, round int) answer {
			return text(strings.Repeat(fmt.Sprintf(`{"id":%d,"ok":true},`, round), n/16+1)[:n])
		},
		func(n, round int) answer { return blob(noise(n, uint64(round))) },
		func(n, round int) answer { return text(prose(n, uint64(round%5))) },
		func(n, round int) answer { return blob(prose(n/2, 1) + noise(n-n/2, uint64(round))) },
		func(n, _ int) answer { return text(strings.Repeat("ü", n/2)) },
	} {
		for i, size := range deflateSizes() {
			t.Run(fmt.Sprintf("12.%d.%d", kind+1, i+1), func(t *testing.T) {
				d := newDeflatePeer(t, s.open(t, "Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover; client_max_window_bits"))
				d.converse(size, func(round int) answer { return data(size.message, round) })
			})
		}
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

// TestAutobahn13_Parameters: what the suite's client asks of the server, in all
// combinations. It can do without a context, and with any window, itself.
func TestAutobahn13_Parameters(t *testing.T) {
	s := serveSocket(t, compressing(websocket.Compression{Threshold: -1}).Handle(echo))
	offer := func(params string) string {
		return "permessage-deflate; client_no_context_takeover; client_max_window_bits" + params
	}
	for group, c := range []struct{ offer, want string }{
		{offer(""), ""},
		{offer("; server_no_context_takeover"), "; server_no_context_takeover"},
		{offer("; server_max_window_bits=9"), "; server_max_window_bits=9"},
		{offer("; server_max_window_bits=15"), "; server_max_window_bits=15"},
		{offer("; server_no_context_takeover; server_max_window_bits=9"), "; server_no_context_takeover; server_max_window_bits=9"},
		{offer("; server_no_context_takeover; server_max_window_bits=15"), "; server_no_context_takeover; server_max_window_bits=15"},
		{offer("; server_no_context_takeover; server_max_window_bits=9") + ", " + offer("; server_no_context_takeover") + ", " + offer(""),
			"; server_no_context_takeover; server_max_window_bits=9"},
	} {
		for i, size := range deflateSizes() {
			t.Run(fmt.Sprintf("13.%d.%d", group+1, i+1), func(t *testing.T) {
				p := s.open(t, "Sec-WebSocket-Extensions: "+c.offer)
				agreed := p.resp.Header.Get("Sec-WebSocket-Extensions")
				if want := strings.Replace("permessage-deflate; client_no_context_takeover"+c.want, clientThenServer, serverThenClient, 1); agreed != want {
					t.Fatalf("agreed on %q, want %q", agreed, want)
				}
				newDeflatePeer(t, p).converse(size, func(round int) answer { return text(prose(size.message, uint64(round%3))) })
			})
		}
	}
}

const (
	clientThenServer = "client_no_context_takeover; server_no_context_takeover"
	serverThenClient = "server_no_context_takeover; client_no_context_takeover"
)
