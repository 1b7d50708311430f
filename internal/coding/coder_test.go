package coding_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/coding"
)

// gzipCoder returns a coder that counts the encoders it makes.
func gzipCoder(made *int) *coding.Coder {
	return coding.NewCoder("gzip", func(flushed bool) coding.Encoder {
		if made != nil {
			*made++
		}
		level := coding.DefaultLevel
		if flushed {
			level = coding.FlushedLevel
		}
		e, err := coding.NewGzip(level)
		if err != nil {
			panic(err)
		}
		return e
	})
}

func gunzip(t testing.TB, b []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestLevels(t *testing.T) {
	for level := -3; level <= 12; level++ {
		want := level >= coding.MinLevel && level <= coding.MaxLevel
		if _, err := coding.NewGzip(level); (err == nil) != want {
			t.Errorf("gzip level %d: %v", level, err)
		}
		if _, err := coding.NewDeflate(level); (err == nil) != want {
			t.Errorf("deflate level %d: %v", level, err)
		}
	}
}

func TestBytes(t *testing.T) {
	c := gzipCoder(nil)
	text := strings.Repeat("one two three ", 1000)
	for range 3 { // encoders are used again
		out, ok := c.Bytes([]byte(text), len(text)-1)
		if !ok || len(out) >= len(text)/10 || gunzip(t, out) != text {
			t.Fatalf("ok %v, %d bytes", ok, len(out))
		}
	}
}

func TestBytesKeepsResultsApart(t *testing.T) {
	c := gzipCoder(nil)
	one, _ := c.Bytes([]byte("one"), -1)
	two, _ := c.Bytes([]byte("two"), -1)
	if gunzip(t, one) != "one" || gunzip(t, two) != "two" {
		t.Error("results share memory")
	}
}

func TestBytesGivesUp(t *testing.T) {
	noise := make([]byte, 100<<10)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	c := gzipCoder(nil)
	if _, ok := c.Bytes(noise, len(noise)-1); ok {
		t.Error("noise was compressed")
	}
	if out, ok := c.Bytes(noise, -1); !ok || gunzip(t, out) != string(noise) {
		t.Error("noise was not coded without a limit")
	}
}

func TestDeflateIsZlib(t *testing.T) {
	c := coding.NewCoder("deflate", func(bool) coding.Encoder { e, _ := coding.NewDeflate(1); return e })
	out, _ := c.Bytes([]byte("hello"), -1)
	z, err := zlib.NewReader(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(z); string(b) != "hello" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}

// pieces records each write.
type pieces [][]byte

func (p *pieces) Write(b []byte) (int, error) {
	*p = append(*p, bytes.Clone(b))
	return len(b), nil
}

func TestStreamFlushesEachPiece(t *testing.T) {
	var sent pieces
	w := gzipCoder(nil).Stream(&sent, true)
	r, pipe := io.Pipe()
	defer r.Close()
	got := make(chan string)
	go func() {
		defer close(got)
		z, err := gzip.NewReader(r)
		if err != nil {
			return
		}
		buf := make([]byte, 100)
		for {
			n, err := z.Read(buf)
			if n > 0 {
				got <- string(buf[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	for i, event := range []string{"data: one\n\n", "data: two\n\n", "data: three\n\n"} {
		if n, err := io.WriteString(w, event); n != len(event) || err != nil {
			t.Fatal(n, err)
		}
		if len(sent) != i+1 {
			t.Fatalf("%d writes after %d pieces", len(sent), i+1)
		}
		if _, err := pipe.Write(sent[i]); err != nil {
			t.Fatal(err)
		}
		if s := <-got; s != event {
			t.Fatalf("got %q, want %q", s, event)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	pipe.Write(sent[len(sent)-1])
	pipe.Close()
	if s, ok := <-got; ok {
		t.Errorf("got %q after the end", s)
	}
	if all := gunzip(t, bytes.Join(sent, nil)); all != "data: one\n\ndata: two\n\ndata: three\n\n" {
		t.Errorf("got %q", all)
	}
}

// TestStreamSharesOneWindow sends the same event again and again: with one window a
// repetition costs next to nothing.
func TestStreamSharesOneWindow(t *testing.T) {
	var sent pieces
	w := gzipCoder(nil).Stream(&sent, true)
	event := []byte("event: patch\ndata: <li id=\"row-4711\">a row of some table</li>\n\n")
	for range 10 {
		if _, err := w.Write(event); err != nil {
			t.Fatal(err)
		}
	}
	if last := len(sent[9]); last > len(event)/4 {
		t.Errorf("the tenth event took %d bytes of %d", last, len(event))
	}
}

func TestStreamOfLargePieces(t *testing.T) {
	var sent pieces
	w := gzipCoder(nil).Stream(&sent, false)
	text := make([]byte, 1<<20)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range text {
		text[i] = "abcdefghijklmnop"[random.IntN(16)]
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, p := range sent {
		if len(p) > 128<<10 {
			t.Errorf("%d bytes were held back", len(p))
		}
	}
	if gunzip(t, bytes.Join(sent, nil)) != string(text) {
		t.Error("not the same text")
	}
}

func TestStreamOfNothing(t *testing.T) {
	var sent pieces
	w := gzipCoder(nil).Stream(&sent, true)
	if n, err := w.Write(nil); n != 0 || err != nil || len(sent) != 0 {
		t.Error("an empty piece was sent")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if s := gunzip(t, bytes.Join(sent, nil)); s != "" {
		t.Errorf("got %q", s)
	}
}

// failing fails every write.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestStreamToNobody(t *testing.T) {
	gone := errors.New("gone")
	w := gzipCoder(nil).Stream(failing{gone}, true)
	if _, err := io.WriteString(w, "x"); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
	if _, err := io.WriteString(w, "x"); !errors.Is(err, gone) {
		t.Errorf("second error %v", err)
	}
	if err := w.Close(); !errors.Is(err, gone) {
		t.Errorf("close: %v", err)
	}
}

func TestStreamAfterItsEnd(t *testing.T) {
	for name, end := range map[string]func(*coding.Writer){
		"close":   func(w *coding.Writer) { w.Close() },
		"release": (*coding.Writer).Release,
	} {
		var sent pieces
		w := gzipCoder(nil).Stream(&sent, true)
		io.WriteString(w, "x")
		end(w)
		n := len(sent)
		if _, err := io.WriteString(w, "y"); !errors.Is(err, coding.ErrEnded) {
			t.Errorf("%s: write: %v", name, err)
		}
		if err := w.Close(); !errors.Is(err, coding.ErrEnded) {
			t.Errorf("%s: close: %v", name, err)
		}
		w.Release()
		if len(sent) != n {
			t.Errorf("%s: something was sent", name)
		}
	}
}

// TestEncodersAreReturned counts encoders. A pool may drop some, and under the race
// detector it does so on purpose, but not nearly all of them.
func TestEncodersAreReturned(t *testing.T) {
	const streams = 200
	ways := map[string]func(c *coding.Coder){
		"bytes":    func(c *coding.Coder) { c.Bytes([]byte("x"), -1) },
		"too long": func(c *coding.Coder) { c.Bytes([]byte("x"), 0) },
		"closed": func(c *coding.Coder) {
			w := c.Stream(io.Discard, true)
			io.WriteString(w, "x")
			w.Close()
		},
		"released": func(c *coding.Coder) {
			w := c.Stream(io.Discard, true)
			io.WriteString(w, "x")
			w.Release()
		},
		"client gone": func(c *coding.Coder) {
			io.WriteString(c.Stream(failing{io.ErrClosedPipe}, true), "x")
		},
	}
	for name, use := range ways {
		made := 0
		c := gzipCoder(&made)
		for range streams {
			use(c)
		}
		if made > streams*9/10 {
			t.Errorf("%s: %d encoders for %d streams", name, made, streams)
		}
	}
}

func BenchmarkBytes(b *testing.B) {
	c := gzipCoder(nil)
	text := []byte(strings.Repeat(`{"id":4711,"name":"a book","tags":["one","two"]},`, 84))[:4096]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		c.Bytes(text, len(text)-1)
	}
}
