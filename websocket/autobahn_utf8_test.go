package websocket_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weft-go/weft/websocket"
)

// Group 6: text has to be UTF-8, and is refused as soon as it cannot be.

// kosme is a Greek word, in characters of two and three bytes.
const kosme = "κ\u1f79σμε"

// A textVector is a sequence of bytes that is text or is not.
type textVector struct {
	id    string
	hex   string
	valid bool
}

// textVectors are the sequences of 6.5 to 6.23: the boundaries between lengths, what
// is overlong, half or too large, surrogates, and characters that only look odd.
func textVectors() []textVector {
	list := []textVector{
		{"6.5.1", hex.EncodeToString([]byte(kosme)), true},
		{"6.5.2", hex.EncodeToString([]byte("Hello-µ@ßöäüàá-UTF-8!!")), true},
		{"6.7.1", "00", true}, {"6.7.2", "c280", true}, {"6.7.3", "e0a080", true}, {"6.7.4", "f0908080", true},
		{"6.8.1", "f888808080", false}, {"6.8.2", "fc8480808080", false},
		{"6.9.1", "7f", true}, {"6.9.2", "dfbf", true}, {"6.9.3", "efbfbf", true}, {"6.9.4", "f48fbfbf", true},
		{"6.10.1", "f7bfbfbf", false}, {"6.10.2", "fbbfbfbfbf", false}, {"6.10.3", "fdbfbfbfbfbf", false},
		{"6.11.1", "ed9fbf", true}, {"6.11.2", "ee8080", true}, {"6.11.3", "efbfbd", true},
		{"6.11.4", "f48fbfbf", true}, {"6.11.5", "f4908080", false},
		{"6.12.1", "80", false}, {"6.12.2", "bf", false}, {"6.12.3", "80bf", false}, {"6.12.4", "80bf80", false},
		{"6.12.5", "80bf80bf", false}, {"6.12.6", "80bf80bf80", false}, {"6.12.7", "80bf80bf80bf", false},
		{"6.16.1", "fe", false}, {"6.16.2", "ff", false}, {"6.16.3", "fefeffff", false},
		{"6.17.1", "c0af", false}, {"6.17.2", "e080af", false}, {"6.17.3", "f08080af", false},
		{"6.17.4", "f8808080af", false}, {"6.17.5", "fc80808080af", false},
		{"6.18.1", "c1bf", false}, {"6.18.2", "e09fbf", false}, {"6.18.3", "f08fbfbf", false},
		{"6.18.4", "f887bfbfbf", false}, {"6.18.5", "fc83bfbfbfbf", false},
		{"6.19.1", "c080", false}, {"6.19.2", "e08080", false}, {"6.19.3", "f0808080", false},
		{"6.19.4", "f880808080", false}, {"6.19.5", "fc8080808080", false},
		{"6.20.1", "eda080", false}, {"6.20.2", "edadbf", false}, {"6.20.3", "edae80", false}, {"6.20.4", "edafbf", false},
		{"6.20.5", "edb080", false}, {"6.20.6", "edbe80", false}, {"6.20.7", "edbfbf", false},
		{"6.21.1", "eda080edb080", false}, {"6.21.2", "eda080edbfbf", false}, {"6.21.3", "edadbfedb080", false},
		{"6.21.4", "edadbfedbfbf", false}, {"6.21.5", "edae80edb080", false}, {"6.21.6", "edae80edbfbf", false},
		{"6.21.7", "edafbfedb080", false}, {"6.21.8", "edafbfedbfbf", false},
	}
	var all []byte
	for c := 0x80; c <= 0xbf; c++ {
		all = append(all, byte(c))
	}
	list = append(list, textVector{"6.12.8", hex.EncodeToString(all), false})
	list = append(list, prefixes()...)
	list = append(list, lonelyStarts()...)
	list = append(list, halves()...)
	return append(list, oddCharacters()...)
}

// prefixes are 6.6: the beginnings of a word, some of them within a character.
func prefixes() []textVector {
	var list []textVector
	for n := 1; n <= len(kosme); n++ {
		list = append(list, textVector{fmt.Sprintf("6.6.%d", n), hex.EncodeToString([]byte(kosme[:n])), utf8.ValidString(kosme[:n])})
	}
	return list
}

// lonelyStarts are 6.13: first bytes of characters, with spaces after them.
func lonelyStarts() []textVector {
	var list []textVector
	for i, r := range [][2]int{{0xc0, 0xdf}, {0xe0, 0xef}, {0xf0, 0xf7}, {0xf8, 0xfb}, {0xfc, 0xfd}} {
		s := ""
		for c := r[0]; c <= r[1]; c++ {
			s += fmt.Sprintf("%02x20", c)
		}
		list = append(list, textVector{fmt.Sprintf("6.13.%d", i+1), s, false})
	}
	return list
}

// halves are 6.14 and 6.15: characters without their last byte, one by one and all
// together.
func halves() []textVector {
	list, all := []textVector(nil), ""
	for i, s := range []string{"c0", "e080", "f08080", "f8808080", "fc80808080", "df", "efbf", "f7bfbf", "fbbfbfbf", "fdbfbfbfbf"} {
		list = append(list, textVector{fmt.Sprintf("6.14.%d", i+1), s, false})
		all += s
	}
	return append(list, textVector{"6.15.1", all, false})
}

// oddCharacters are 6.22 and 6.23: characters that mean nothing, or nothing by
// themselves, but are characters.
func oddCharacters() []textVector {
	var list []textVector
	for plane := range rune(17) {
		for i, low := range []rune{0xfffe, 0xffff} {
			list = append(list, textVector{fmt.Sprintf("6.22.%d", 2*int(plane)+i+1), hex.EncodeToString([]byte(string(plane<<16 | low))), true})
		}
	}
	for i := range rune(7) {
		list = append(list, textVector{fmt.Sprintf("6.23.%d", i+1), hex.EncodeToString([]byte(string(0xfff9 + i))), true})
	}
	return list
}

// code returns what a text is answered with: a close frame, or 0 for an echo.
func (v textVector) code() int {
	if v.valid {
		return 0
	}
	return 1007
}

func (v textVector) text(t *testing.T) string {
	b, err := hex.DecodeString(v.hex)
	if err != nil {
		t.Fatal(err)
	}
	if utf8.Valid(b) != v.valid {
		t.Fatalf("%s: the vector is wrong", v.id)
	}
	return string(b)
}

func TestAutobahn6_UTF8Vectors(t *testing.T) {
	var cases []wireCase
	for _, v := range textVectors() {
		s := v.text(t)
		var want []answer
		if v.valid {
			want = []answer{text(s)}
		}
		cases = append(cases,
			wireCase{v.id, [][]byte{frame(fin|opText, s)}, want, v.code()},
			wireCase{v.id + "/octetwise", chop(frame(fin|opText, s), 1), want, v.code()},
			wireCase{v.id + "/fragments", fragments(opText, s, 1), want, v.code()})
	}
	runCases(t, websocket.Options{}, cases)
}

func TestAutobahn6_UTF8Fragments(t *testing.T) {
	hello := "Hello-µ@ßöäüàá-UTF-8!!"
	bad := kosme + "\xed\xa0\x80" + "edited"
	runCases(t, websocket.Options{}, []wireCase{
		{"6.1.1", [][]byte{frame(fin|opText, "")}, []answer{text("")}, 0},
		{"6.1.2", [][]byte{frame(opText, ""), frame(opCont, ""), frame(fin|opCont, "")}, []answer{text("")}, 0},
		{"6.1.3", [][]byte{frame(opText, ""), frame(opCont, "middle frame payload"), frame(fin|opCont, "")}, []answer{text("middle frame payload")}, 0},
		{"6.2.1", [][]byte{frame(fin|opText, hello)}, []answer{text(hello)}, 0},
		{"6.2.2", [][]byte{frame(opText, hello[:12]), frame(fin|opCont, hello[12:])}, []answer{text(hello)}, 0},
		{"6.2.3", fragments(opText, hello, 1), []answer{text(hello)}, 0},
		{"6.2.4", fragments(opText, kosme, 1), []answer{text(kosme)}, 0},
		{"6.3.1", [][]byte{frame(fin|opText, bad)}, nil, 1007},
		{"6.3.2", fragments(opText, bad, 1), nil, 1007},
	})
}

// TestAutobahn6_FailFast sends only so much that the text cannot be UTF-8 any more.
// The rest of the message never comes.
func TestAutobahn6_FailFast(t *testing.T) {
	s := serveSocket(t, websocket.Handle(echo))
	start := frame(fin|opText, kosme+strings.Repeat("x", 100))[:6] // the header announces more than comes
	masked := func(text string) []byte { return frame(fin|opText, text)[6:] }
	for _, c := range []struct {
		id   string
		send [][]byte
	}{
		{"6.4.1", [][]byte{frame(opText, kosme), frame(opCont, "\xf4\x90\x80\x80")}},
		{"6.4.2", [][]byte{frame(opText, kosme+"\xf4"), frame(opCont, "\x90")}},
		{"6.4.3", [][]byte{start, masked(kosme + "\xf4\x90")}},
		{"6.4.4", append([][]byte{start}, chop(masked(kosme+"\xf4\x90"), 1)...)},
		{"6.4/surrogate", [][]byte{start, masked("\xed\xa0")}},
		{"6.4/overlong", [][]byte{start, masked("\xe0\x9f")}},
		{"6.4/firstByte", [][]byte{start, masked("\xf5")}},
	} {
		t.Run(c.id, func(t *testing.T) {
			p := s.open(t)
			p.send(c.send...)
			first, payload, err := p.readFrame()
			if err != nil || first != fin|opClose || !strings.HasPrefix(payload, closePayload(1007, "")) {
				t.Fatalf("got %s, %v; want a close frame with 1007", show(first, payload), err)
			}
		})
	}
}
