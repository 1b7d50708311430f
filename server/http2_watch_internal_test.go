package server

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// settingsOf returns a payload of settings: pairs of a name and a value.
func settingsOf(pairs ...uint32) []byte {
	var b []byte
	for i := 0; i < len(pairs); i += 2 {
		b = binary.BigEndian.AppendUint16(b, uint16(pairs[i]))
		b = binary.BigEndian.AppendUint32(b, pairs[i+1])
	}
	return b
}

func TestMergeSettings(t *testing.T) {
	for name, test := range map[string]struct{ in, want []byte }{
		"nothing":          {nil, nil},
		"all different":    {settingsOf(1, 2, 3, 4), settingsOf(1, 2, 3, 4)},
		"the last counts":  {settingsOf(4, 100, 4, 1), settingsOf(0xffff, 100, 4, 1)},
		"three times":      {settingsOf(4, 3, 4, 2, 4, 1), settingsOf(0xffff, 3, 0xfffe, 2, 4, 1)},
		"unknown ones":     {settingsOf(0xffff, 1, 0xffff, 2), settingsOf(0xfffe, 1, 0xffff, 2)},
		"smallest table":   {settingsOf(1, 9, 1, 0, 1, 5), settingsOf(0xffff, 9, 0xfffe, 0, 1, 0)},
		"wrong and then":   {settingsOf(2, 7, 2, 1), settingsOf(2, 7, 2, 1)},
		"wrong at the end": {settingsOf(2, 1, 2, 7), settingsOf(0xffff, 1, 2, 7)},
		"wrong elsewhere":  {settingsOf(5, 1, 4, 1, 4, 2), settingsOf(5, 1, 0xffff, 1, 4, 2)},
	} {
		got := bytes.Clone(test.in)
		if mergeSettings(got); !bytes.Equal(got, test.want) {
			t.Errorf("%s: %x became %x, want %x", name, test.in, got, test.want)
		}
	}
}

// frameOf returns a frame.
func frameOf(kind, flags byte, stream uint32, payload string) string {
	n := len(payload)
	head := []byte{byte(n >> 16), byte(n >> 8), byte(n), kind, flags}
	return string(binary.BigEndian.AppendUint32(head, stream)) + payload
}

const refusalText = "request header \"Connection\" is not valid in HTTP/2\n"

func TestHTTP2Writer(t *testing.T) {
	answer := frameOf(frameHeaders, 4, 3, "\x8crest")
	text := frameOf(frameData, flagEndStream, 3, refusalText)
	corrected := frameOf(frameData, 0, 3, refusalText) + frameOf(frameRSTStream, 0, 3, "\x00\x00\x00\x01")
	other := frameOf(frameData, flagEndStream, 1, "other")
	again := frameOf(frameRSTStream, 0, 3, "\x00\x00\x00\x00")
	for name, test := range map[string]struct{ in, want string }{
		"nothing":            {"", ""},
		"a refusal":          {answer + text, answer + corrected},
		"among others":       {other + answer + other + text + other, other + answer + other + corrected + other},
		"reset by net/http":  {answer + text + again + other, answer + corrected + other},
		"another stream":     {answer + frameOf(frameData, 1, 5, refusalText), answer + frameOf(frameData, 1, 5, refusalText)},
		"another status":     {frameOf(frameHeaders, 4, 3, "\x88") + text, frameOf(frameHeaders, 4, 3, "\x88") + text},
		"another text":       {answer + frameOf(frameData, 1, 3, "no"), answer + frameOf(frameData, 1, 3, "no")},
		"more to come":       {answer + frameOf(frameData, 0, 3, refusalText), answer + frameOf(frameData, 0, 3, refusalText)},
		"another was next":   {answer + frameOf(frameHeaders, 4, 5, "\x88") + text, answer + frameOf(frameHeaders, 4, 5, "\x88") + text},
		"reset without it":   {again, again},
		"no stream":          {frameOf(frameData, 1, 0, refusalText), frameOf(frameData, 1, 0, refusalText)},
		"a frame that stops": {answer + text[:30], answer + text[:30]},
	} {
		var w http2Writer
		var got bytes.Buffer
		if n, err := w.write(&got, []byte(test.in)); n != len(test.in) || err != nil || got.String() != test.want {
			t.Errorf("%s: %d of %d, %v\n%q, want\n%q", name, n, len(test.in), err, got.String(), test.want)
		}
	}
}

// A shyWriter takes only some bytes at a time.
type shyWriter struct {
	bytes.Buffer
	most int
}

func (w *shyWriter) Write(p []byte) (int, error) {
	if len(p) <= w.most {
		return w.Buffer.Write(p)
	}
	n, _ := w.Buffer.Write(p[:w.most])
	return n, io.ErrShortWrite
}

// TestHTTP2WriterShort: what was not taken may be written again.
func TestHTTP2WriterShort(t *testing.T) {
	in := strings.Repeat(frameOf(frameHeaders, 4, 3, "\x8crest")+frameOf(frameData, 1, 3, "no refusal at all"), 5)
	w, to := http2Writer{}, shyWriter{most: 11}
	for rest := in; rest != ""; {
		n, _ := w.write(&to, []byte(rest))
		rest = rest[n:]
	}
	if to.String() != in || w.have != 0 || w.left != 0 {
		t.Errorf("%q, want %q; %d and %d bytes left", to.String(), in, w.have, w.left)
	}
}

// FuzzHTTP2Writer: however frames are cut, they arrive; only refusals change.
func FuzzHTTP2Writer(f *testing.F) {
	f.Add([]byte(frameOf(frameHeaders, 4, 3, "\x8c")+frameOf(frameData, 1, 3, refusalText)), uint8(3))
	f.Add([]byte(frameOf(frameSettings, 0, 0, "")+frameOf(frameRSTStream, 0, 3, "abcd")), uint8(200))
	f.Fuzz(func(t *testing.T, in []byte, cut uint8) {
		var w http2Writer
		var got bytes.Buffer
		for rest := in; len(rest) > 0; {
			piece := rest[:min(len(rest), int(cut)+1)]
			if n, err := w.write(&got, piece); n != len(piece) || err != nil {
				t.Fatal(n, err)
			}
			rest = rest[len(piece):]
		}
		if !bytes.Contains(in, []byte(`request header "`)) && !bytes.Equal(got.Bytes(), in) {
			t.Errorf("%x became %x", in, got.Bytes())
		}
	})
}

// FuzzHTTP2Reader: however frames arrive, they are passed on; only repeated settings
// change, and keep their number and their places.
func FuzzHTTP2Reader(f *testing.F) {
	f.Add([]byte(frameOf(frameSettings, 0, 0, string(settingsOf(4, 1, 4, 2)))+frameOf(frameData, 1, 1, "hello")), uint8(0))
	f.Add([]byte(frameOf(frameSettings, 1, 0, "")), uint8(9))
	f.Fuzz(func(t *testing.T, in []byte, size uint8) {
		r := http2Reader{left: len(http2Preface)}
		from := iotest.OneByteReader(strings.NewReader(http2Preface + string(in)))
		var got []byte
		buf := make([]byte, int(size)+1)
		for {
			n, err := r.read(from, buf)
			got = append(got, buf[:n]...)
			if err != nil {
				break
			}
		}
		sameFrames(t, in, bytes.TrimPrefix(got, []byte(http2Preface)))
	})
}

// sameFrames checks that out is in, up to a SETTINGS frame that is not all there.
func sameFrames(t *testing.T, in, out []byte) {
	t.Helper()
	for len(in) >= 9 && len(out) >= 9 {
		head := frameHead(in[:9])
		if head != frameHead(out[:9]) {
			t.Fatalf("the head %x became %x", in[:9], out[:9])
		}
		n := 9 + head.length()
		if len(in) < n || len(out) < n {
			break
		}
		want := bytes.Clone(in[9:n])
		if r := (http2Reader{head: head}); r.mayRepeat() {
			mergeSettings(want)
		}
		if !bytes.Equal(want, out[9:n]) {
			t.Fatalf("the payload %x became %x", in[9:n], out[9:n])
		}
		in, out = in[n:], out[n:]
	}
	if !bytes.HasPrefix(in, out) {
		t.Fatalf("%x became %x", in, out)
	}
}

// FuzzMergeSettings: no setting comes twice, unless the payload was wrong, and the last
// value of each is there.
func FuzzMergeSettings(f *testing.F) {
	f.Add(settingsOf(4, 1, 4, 2, 1, 7, 1, 3))
	f.Add(settingsOf(2, 9, 2, 1))
	f.Fuzz(func(t *testing.T, in []byte) {
		in = in[:min(len(in)/settingSize, maxSettings)*settingSize]
		got := bytes.Clone(in)
		if mergeSettings(got); bytes.Equal(got, in) {
			return
		}
		for i := 0; i < len(in); i += settingSize {
			id, value := settingOf(in[i:])
			if findSetting(in[i+settingSize:], id) >= 0 {
				if newID, _ := settingOf(got[i:]); findSetting(in, newID) >= 0 || findSetting(got[i+settingSize:], newID) >= 0 {
					t.Fatalf("%x became %x: setting %d at %d", in, got, newID, i)
				}
				continue
			}
			if newID, v := settingOf(got[i:]); newID != id || v != value && id != settingTableSize {
				t.Fatalf("%x became %x: setting %d", in, got, id)
			}
		}
	})
}
