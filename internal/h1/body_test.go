package h1_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/h1"
)

// decode reads a body from input in pieces of the given size. It returns the
// data, the number of bytes that were used up, and whether the body is done.
func decode(h *h1.Head, input string, piece int) (data string, used int, done bool, trailer string, err error) {
	var b h1.Body
	b.Reset(h)
	var out strings.Builder
	buf := []byte(input)
	for used < len(buf) && !b.Done() {
		end := min(used+piece, len(buf))
		for used < end && !b.Done() {
			d, n, err := b.Next(buf[used:end])
			out.Write(d)
			used += n
			if err != nil {
				return out.String(), used, false, "", err
			}
		}
	}
	return out.String(), used, b.Done(), b.Trailer(), nil
}

var chunked = &h1.Head{Chunked: true, Length: -1}

func TestChunkedBodies(t *testing.T) {
	for _, c := range []struct {
		name, input, data, rest, trailer string
	}{
		{"empty", "0\r\n\r\n", "", "", ""},
		{"one chunk", "5\r\nhello\r\n0\r\n\r\nGET", "hello", "GET", ""},
		{"several chunks", "5\r\nhello\r\n6\r\n world\r\n000\r\n\r\n", "hello world", "", ""},
		{"capital digits", "A\r\n0123456789\r\n0\r\n\r\n", "0123456789", "", ""},
		{"leading zeros", "0005\r\nhello\r\n0\r\n\r\n", "hello", "", ""},
		{"extensions", "5;a;b=c;d=\"e \\\"; f\"\r\nhello\r\n0;x\r\n\r\n", "hello", "", ""},
		{"trailer", "0\r\nA: b\r\nC:d\r\n\r\nrest", "", "rest", "A: b\r\nC:d\r\n"},
		{"data that looks like framing", "4\r\n0\r\n\r\r\n0\r\n\r\n", "0\r\n\r", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, piece := range []int{1, 2, 3, 1000} {
				data, used, done, trailer, err := decode(chunked, c.input, piece)
				if err != nil || !done || data != c.data || c.input[used:] != c.rest || trailer != c.trailer {
					t.Errorf("in pieces of %d: got %q, rest %q, trailer %q, done %v, %v", piece, data, c.input[used:], trailer, done, err)
				}
			}
		})
	}
}

func TestChunkedBodiesRefused(t *testing.T) {
	for _, c := range []struct {
		name, input string
		status      int
	}{
		{"no size", "\r\n", 400},
		{"size with a bad digit", "g\r\n", 400},
		{"negative size", "-1\r\n", 400},
		{"size with 0x", "0x1\r\n", 400},
		{"space after size", "5 \r\nhello\r\n", 400},
		{"space before size", " 5\r\nhello\r\n", 400},
		{"words after size", "2 erfrf\r\naa\r\n", 400},
		{"bare LF after size", "5\nhello\r\n", 400},
		{"bare CR after size", "5\r\rhello\r\n", 400},
		{"size that overflows", "fffffffffffffffff\r\n", 400},
		{"size just too large", "8000000000000000\r\n", 400},
		{"empty extension", "2;\r\naa\r\n", 400},
		{"extension without name", "2;=a\r\naa\r\n", 400},
		{"extension without value", "2;a=\r\naa\r\n", 400},
		{"line end in quoted extension", "2;a=\"b\r\naa\r\n", 400},
		{"text after quoted extension", "2;a=\"b\"c\r\naa\r\n", 400},
		{"extension too long", "2;" + strings.Repeat("a", 2000) + "\r\naa\r\n", 400},
		{"data too long", "2\r\naaa\r\n", 400},
		{"no CR after data", "2\r\naa\n", 400},
		{"no LF after data", "2\r\naa\rx", 400},
		{"missing last chunk", "3\r\nfoo\r\n\r\n", 400},
		{"tiny chunks with extensions", strings.Repeat("1;"+strings.Repeat("a", 900)+"\r\na\r\n", 40), 400},
		{"trailer without colon", "0\r\nA\r\n\r\n", 400},
		{"folded trailer", "0\r\nA: b\r\n c\r\n\r\n", 400},
		{"trailer with a control byte", "0\r\nA: \x00\r\n\r\n", 400},
		{"trailer with a bare LF", "0\r\nA: b\nC: d\r\n\r\n", 400},
		{"trailer too long", "0\r\nA: " + strings.Repeat("b", 9000) + "\r\n\r\n", 431},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, piece := range []int{1, 3, 1 << 20} {
				_, _, done, _, err := decode(chunked, c.input, piece)
				var e *h1.Error
				if done || !errors.As(err, &e) || e.Status != c.status {
					t.Errorf("in pieces of %d: done %v, %v; want status %d", piece, done, err, c.status)
				}
			}
		})
	}
}

func TestBodyWithLength(t *testing.T) {
	h := &h1.Head{Length: 5, HasLength: true}
	for _, piece := range []int{1, 2, 100} {
		data, used, done, _, err := decode(h, "hello, world", piece)
		if data != "hello" || used != 5 || !done || err != nil {
			t.Errorf("in pieces of %d: got %q, %d, %v, %v", piece, data, used, done, err)
		}
	}
	if _, _, done, _, _ := decode(h, "hell", 4); done {
		t.Error("a body is done before its end")
	}
	var b h1.Body
	b.Reset(&h1.Head{})
	if !b.Done() {
		t.Error("a request without length and chunks has a body")
	}
}

func TestChunksReadBack(t *testing.T) {
	var wire []byte
	want := ""
	for _, n := range []int{1, 15, 16, 17, 255, 256, 4095, 4096, 70000} {
		piece := strings.Repeat("x", n)
		wire = h1.AppendChunk(wire, []byte(piece))
		want += piece
	}
	wire = h1.AppendLastChunk(wire, []byte("A: b\r\n"))
	data, used, done, trailer, err := decode(chunked, string(wire), 1000)
	if data != want || used != len(wire) || !done || trailer != "A: b\r\n" || err != nil {
		t.Errorf("got %d bytes, used %d of %d, done %v, trailer %q, %v", len(data), used, len(wire), done, trailer, err)
	}
}

func FuzzBody(f *testing.F) {
	f.Add("5\r\nhello\r\n0\r\n\r\n", uint16(1))
	f.Add("5;a=\"b\"\r\nhello\r\n0\r\nA: b\r\n\r\nrest", uint16(3))
	f.Fuzz(func(t *testing.T, input string, piece uint16) {
		d1, u1, done1, t1, err1 := decode(chunked, input, len(input)+1)
		d2, u2, done2, t2, err2 := decode(chunked, input, max(1, int(piece)))
		if d1 != d2 || u1 != u2 || done1 != done2 || t1 != t2 || (err1 == nil) != (err2 == nil) {
			t.Fatalf("whole: %q %d %v %q %v\nin pieces of %d: %q %d %v %q %v", d1, u1, done1, t1, err1, piece, d2, u2, done2, t2, err2)
		}
		if err1 != nil || !done1 {
			return
		}
		again := h1.AppendLastChunk(h1.AppendChunk(nil, []byte(d1)), []byte(t1))
		if d, u, done, tr, err := decode(chunked, string(again), 7); d != d1 || u != len(again) || !done || tr != t1 || err != nil {
			t.Fatalf("written again: %q %d %v %q %v", d, u, done, tr, err)
		}
	})
}
