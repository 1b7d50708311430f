package websocket_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/websocket"
)

// The cases of the Autobahn test suite, by their numbers: what a client sends to an
// echo server, and what has to come back. Groups 1 to 5 are here, 6 (UTF-8) and 7
// (closing) beside them; 9 and 10 are about length, 12 and 13 about compression.

// A wireCase is one case. The bytes are sent as they are cut, and the answers read
// meanwhile.
type wireCase struct {
	id   string
	send [][]byte
	want []answer
	code int // of the server's close frame; 0 means that the client closes with 1000
}

// An answer is a message or a pong. Messages in several frames count as one.
type answer struct {
	op      byte
	payload string
}

func text(s string) answer { return answer{opText, s} }
func blob(s string) answer { return answer{opBinary, s} }
func pong(s string) answer { return answer{opPong, s} }

func runCases(t *testing.T, o websocket.Options, cases []wireCase) {
	memory, socket := serveMemory(t, o.Handle(echo)), serveSocket(t, o.Handle(echo))
	for _, c := range cases {
		t.Run(c.id, func(t *testing.T) { c.run(t, memory.open(t)) })
		t.Run(c.id+"/Socket", func(t *testing.T) { c.run(t, socket.open(t)) })
	}
}

func (c *wireCase) run(t *testing.T, p *peer) {
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for _, b := range c.send {
			if _, err := p.conn.Write(b); err != nil {
				return // the server may have had enough
			}
		}
		if c.code == 0 {
			p.conn.Write(closeFrame(1000, ""))
		}
	}()
	got, code := p.readAll()
	<-sent
	want := c.code
	if want == 0 {
		want = 1000
	}
	if code != want {
		t.Errorf("closed with %d, want %d", code, want)
	}
	if !slices.Equal(got, c.want) {
		t.Errorf("got %s\nwant %s", showAll(got), showAll(c.want))
	}
}

// readAll reads messages and pongs until the server's close frame, whose code it
// returns: 1005 if it has none, 1006 if there is no close frame.
func (p *peer) readAll() (got []answer, code int) {
	var message answer
	for {
		first, payload, err := p.readFrame()
		if err != nil {
			return got, 1006
		}
		switch op := first & 0xf; op {
		case opClose:
			p.expectEnd()
			if payload == "" {
				return got, 1005
			}
			return got, int(binary.BigEndian.Uint16([]byte(payload)))
		case opPong:
			got = append(got, pong(payload))
		default:
			if op != opCont {
				message = answer{op: op}
			}
			message.payload += payload
			if first&fin != 0 {
				got = append(got, message)
			}
		}
	}
}

func showAll(list []answer) string {
	var b strings.Builder
	for _, a := range list {
		b.WriteString(show(a.op, a.payload) + "; ")
	}
	return b.String()
}

// whole, framewise and octetwise send the same frames in three ways.
func ways(id func(int) string, frames [][]byte, want []answer, code int) []wireCase {
	return []wireCase{
		{id(0), [][]byte{join(frames...)}, want, code},
		{id(1), frames, want, code},
		{id(2), chop(join(frames...), 1), want, code},
	}
}

func numbers(group string, first int) func(int) string {
	return func(i int) string { return fmt.Sprintf("%s.%d", group, first+i) }
}

func TestAutobahn1_Framing(t *testing.T) {
	var cases []wireCase
	for i, n := range []int{0, 125, 126, 127, 128, 65535, 65536} {
		s, b := strings.Repeat("*", n), strings.Repeat("\xfe", n)
		cases = append(cases,
			wireCase{fmt.Sprintf("1.1.%d", i+1), [][]byte{frame(fin|opText, s)}, []answer{text(s)}, 0},
			wireCase{fmt.Sprintf("1.2.%d", i+1), [][]byte{frame(fin|opBinary, b)}, []answer{blob(b)}, 0})
	}
	s, b := strings.Repeat("*", 65536), strings.Repeat("\xfe", 65536)
	cases = append(cases,
		wireCase{"1.1.8", chop(frame(fin|opText, s), 997), []answer{text(s)}, 0},
		wireCase{"1.2.8", chop(frame(fin|opBinary, b), 997), []answer{blob(b)}, 0})
	runCases(t, websocket.Options{}, cases)
}

func TestAutobahn2_Pings(t *testing.T) {
	ping := func(s string) []byte { return frame(fin|opPing, s) }
	var ten [][]byte
	var answers []answer
	for i := range 10 {
		ten = append(ten, ping(fmt.Sprintf("payload-%d", i)))
		answers = append(answers, pong(fmt.Sprintf("payload-%d", i)))
	}
	bin, long := "\x00\xff\xfe\xfd\xfc\xfb\x00\xff", strings.Repeat("\xfe", 125)
	unsolicited := frame(fin|opPong, "unsolicited pong payload")
	runCases(t, websocket.Options{}, []wireCase{
		{"2.1", [][]byte{ping("")}, []answer{pong("")}, 0},
		{"2.2", [][]byte{ping("Hello, world!")}, []answer{pong("Hello, world!")}, 0},
		{"2.3", [][]byte{ping(bin)}, []answer{pong(bin)}, 0},
		{"2.4", [][]byte{ping(long)}, []answer{pong(long)}, 0},
		{"2.5", [][]byte{ping(long + "\xfe")}, nil, 1002},
		{"2.6", chop(ping(long), 1), []answer{pong(long)}, 0},
		{"2.7", [][]byte{frame(fin|opPong, "")}, nil, 0},
		{"2.8", [][]byte{unsolicited}, nil, 0},
		{"2.9", [][]byte{unsolicited, ping("ping payload")}, []answer{pong("ping payload")}, 0},
		{"2.10", ten, answers, 0},
		{"2.11", chop(join(ten...), 1), answers, 0},
	})
}

func TestAutobahn3_ReservedBits(t *testing.T) {
	hello, ping := frame(fin|opText, "Hello, world!"), frame(fin|opPing, "")
	first := []answer{text("Hello, world!")}
	rsv := func(bits, op byte) []byte { return frame(fin|bits<<4|op, "Hello, world!") }
	runCases(t, websocket.Options{}, []wireCase{
		{"3.1", [][]byte{rsv(1, opText)}, nil, 1002},
		{"3.2", [][]byte{join(hello, rsv(2, opText), ping)}, first, 1002},
		{"3.3", [][]byte{hello, rsv(3, opText), ping}, first, 1002},
		{"3.4", chop(join(hello, rsv(4, opText), ping), 1), first, 1002},
		{"3.5", [][]byte{rsv(5, opBinary)}, nil, 1002},
		{"3.6", [][]byte{rsv(6, opPing)}, nil, 1002},
		{"3.7", [][]byte{rsv(7, opClose)}, nil, 1002},
	})
}

func TestAutobahn4_ReservedOpcodes(t *testing.T) {
	hello, ping := frame(fin|opText, "Hello, world!"), frame(fin|opPing, "")
	first := []answer{text("Hello, world!")}
	var cases []wireCase
	for group, op := range map[int]byte{1: 3, 2: 11} {
		id := numbers(fmt.Sprintf("4.%d", group), 1)
		odd := func(i byte, s string) []byte { return frame(fin|(op+i), s) }
		cases = append(cases,
			wireCase{id(0), [][]byte{odd(0, "")}, nil, 1002},
			wireCase{id(1), [][]byte{odd(1, "reserved opcode payload")}, nil, 1002},
			wireCase{id(2), [][]byte{join(hello, odd(2, ""), ping)}, first, 1002},
			wireCase{id(3), [][]byte{hello, odd(3, "reserved opcode payload"), ping}, first, 1002},
			wireCase{id(4), chop(join(hello, odd(4, "reserved opcode payload"), ping), 1), first, 1002})
	}
	runCases(t, websocket.Options{}, cases)
}

func TestAutobahn5_Fragmentation(t *testing.T) {
	begin, middle, last := frame(opText, "fragment1"), frame(opCont, "fragment2"), frame(fin|opCont, "fragment2")
	hello, ping := frame(fin|opText, "Hello, world!"), frame(fin|opPing, "ping payload")
	both := []answer{text("fragment1fragment2")}
	withPong := []answer{pong("ping payload"), text("fragment1fragment2")}
	cases := []wireCase{
		{"5.1", [][]byte{frame(opPing, "fragment1"), last}, nil, 1002},
		{"5.2", [][]byte{frame(opPong, "fragment1"), last}, nil, 1002},
	}
	cases = append(cases, ways(numbers("5", 3), [][]byte{begin, last}, both, 0)...)
	cases = append(cases, ways(numbers("5", 6), [][]byte{begin, ping, last}, withPong, 0)...)
	cases = append(cases, ways(numbers("5", 9), [][]byte{frame(fin|opCont, "non-continuation payload"), hello}, nil, 1002)...)
	cases = append(cases, ways(numbers("5", 12), [][]byte{frame(opCont, "non-continuation payload"), hello}, nil, 1002)...)
	five := [][]byte{begin, frame(opCont, "2"), ping, frame(opCont, "3"), frame(opCont, "4"), ping, frame(fin|opCont, "5")}
	answers := []answer{pong("ping payload"), pong("ping payload"), text("fragment12345")}
	cases = append(cases,
		wireCase{"5.15", [][]byte{begin, last, frame(opCont, "fragment3"), hello}, both, 1002},
		wireCase{"5.16", [][]byte{middle, hello, middle, hello}, nil, 1002},
		wireCase{"5.17", [][]byte{last, hello, last, hello}, nil, 1002},
		wireCase{"5.18", [][]byte{begin, frame(fin|opText, "fragment2")}, nil, 1002},
		wireCase{"5.19", five, answers, 0},
		wireCase{"5.20", chop(join(five...), 1), answers, 0})
	runCases(t, websocket.Options{}, cases)
}

// roomy allows the long messages of group 9.
func roomy() websocket.Options {
	o := decoding(weft.SocketDecoder{MaxFramePayloadLength: 16 << 20})
	o.MaxMessage = 16 << 20
	return o
}

// With the race detector the longest messages are shorter and there are fewer.
func TestAutobahn9_Limits(t *testing.T) {
	sizes, mass, count := []int{64 << 10, 256 << 10, 1 << 20, 4 << 20, 8 << 20, 16 << 20}, 4<<20, 1000
	if raceEnabled {
		sizes, mass, count = sizes[:4], 1<<20, 100
	}
	var cases []wireCase
	both := func(group, i int, send func(op byte, s string) [][]byte, s string, n int) {
		cases = append(cases,
			wireCase{fmt.Sprintf("9.%d.%d", group, i+1), send(opText, s), slices.Repeat([]answer{text(s)}, n), 0},
			wireCase{fmt.Sprintf("9.%d.%d", group+1, i+1), send(opBinary, s), slices.Repeat([]answer{blob(s)}, n), 0})
	}
	for i, n := range sizes {
		both(1, i, func(op byte, s string) [][]byte { return [][]byte{frame(fin|op, s)} }, strings.Repeat("ü", n/2), 1)
	}
	long := strings.Repeat("ü", mass/2)
	for i, n := range []int{64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20} {
		both(3, i, func(op byte, s string) [][]byte { return fragments(op, s, n) }, long, 1)
	}
	for i, n := range []int{64, 128, 256, 512, 1 << 10, 2 << 10} {
		both(5, i, func(op byte, s string) [][]byte { return chop(frame(fin|op, s), n) }, long[:1<<20], 1)
	}
	for i, n := range []int{0, 16, 64, 256, 1 << 10, 4 << 10} {
		both(7, i, func(op byte, s string) [][]byte { return slices.Repeat([][]byte{frame(fin|op, s)}, count) }, strings.Repeat("x", n), count)
	}
	runCases(t, roomy(), cases)
}

// fragments returns a message in frames of n bytes.
func fragments(op byte, s string, n int) [][]byte {
	var frames [][]byte
	for len(s) > n {
		frames = append(frames, frame(op, s[:n]))
		s, op = s[n:], opCont
	}
	return append(frames, frame(fin|op, s))
}

func TestAutobahn10_AutoFragmentation(t *testing.T) {
	s := strings.Repeat("*", 65536)
	runCases(t, websocket.Options{}, []wireCase{
		{"10.1.1", fragments(opText, s, 1300), []answer{text(s)}, 0},
	})
}
