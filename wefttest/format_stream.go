package wefttest

import (
	"bytes"
	"errors"
	"io"
	"math"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/weft-go/weft/format"
)

// A pieceWriter counts the calls to Write.
type pieceWriter struct {
	bytes.Buffer
	writes int
}

// Write keeps p.
func (w *pieceWriter) Write(p []byte) (int, error) {
	w.writes++
	return w.Buffer.Write(p)
}

// stream returns all values as a stream.
func (s shape[A]) stream(t *testing.T) []byte {
	t.Helper()
	var w pieceWriter
	e := s.codec.StreamEncoder(&w)
	for i, v := range s.values {
		before := w.writes
		if err := e.Encode(v); err != nil {
			t.Fatalf("value %d: %v", i, err)
		}
		if n := w.writes - before; n != 1 {
			t.Errorf("value %d was written with %d calls to Write, want 1", i, n)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return w.Bytes()
}

// collect reads a stream and compares its values.
func (s shape[A]) collect(t *testing.T, r io.Reader) {
	t.Helper()
	n := 0
	for got, err := range s.codec.StreamDecoder(r) {
		if err != nil {
			t.Fatalf("value %d: %v", n, err)
		}
		if n >= len(s.values) {
			t.Fatalf("more than %d values", n)
		}
		if place := difference(got, s.values[n]); place != "" {
			t.Errorf("value %d has changed at %s:\ngot  %s\nwant %s", n, place, brief(got), brief(s.values[n]))
		}
		n++
	}
	if n != len(s.values) {
		t.Errorf("%d values, want %d", n, len(s.values))
	}
}

func (s shape[A]) testStream(t *testing.T) {
	s.collect(t, bytes.NewReader(s.stream(t)))
	empty := shape[A]{codec: s.codec}
	empty.collect(t, bytes.NewReader(empty.stream(t)))
	empty.collect(t, bytes.NewReader(nil))
}

// testStreamBytewise: how the bytes come does not matter.
func (s shape[A]) testStreamBytewise(t *testing.T) {
	b := s.stream(t)
	s.collect(t, iotest.OneByteReader(bytes.NewReader(b)))
	s.collect(t, iotest.DataErrReader(bytes.NewReader(b)))
	s.collect(t, iotest.HalfReader(bytes.NewReader(b)))
}

// testStreamTruncated: an error is the last element, and is told as what it is.
func (s shape[A]) testStreamTruncated(t *testing.T) {
	b := s.stream(t)
	broken := errors.New("the line is dead")
	for n := 0; n < len(b); n += step(len(b)) {
		last := error(nil)
		for _, err := range s.codec.StreamDecoder(bytes.NewReader(b[:n])) {
			if last != nil {
				t.Fatalf("cut off at %d: an element after the error %v", n, last)
			}
			last = err
		}
		if last != nil {
			checkDecodeError(t, s.codec.Format(), b[:n], last)
		}
		for _, err := range s.codec.StreamDecoder(io.MultiReader(bytes.NewReader(b[:n]), iotest.ErrReader(broken))) {
			last = err
		}
		if !errors.Is(last, broken) {
			t.Fatalf("broken off at %d: the last element has the error %v, want the reader's", n, last)
		}
	}
}

func (s shape[A]) testStreamLeft(t *testing.T) {
	for got, err := range s.codec.StreamDecoder(bytes.NewReader(s.stream(t))) {
		if place := difference(got, s.values[0]); err != nil || place != "" {
			t.Errorf("the first value: %v, changed at %q", err, place)
		}
		break
	}
}

func (s shape[A]) testStreamWriter(t *testing.T) {
	full := errors.New("the disk is full")
	e := s.codec.StreamEncoder(writerFunc(func([]byte) (int, error) { return 0, full }))
	if err := e.Encode(s.values[0]); !errors.Is(err, full) {
		t.Errorf("error %v, want the writer's", err)
	}
}

// A writerFunc is a function as an io.Writer.
type writerFunc func([]byte) (int, error)

// Write calls the function.
func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// testConcurrency makes and uses codecs on several goroutines at once.
func testConcurrency[A any](t *testing.T, construct func() format.Codec[A], values []A) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			codec := construct()
			for range 5 {
				for i, v := range values {
					b, err := codec.Encode(v)
					if err != nil {
						t.Errorf("value %d: %v", i, err)
						return
					}
					got, err := codec.Decode(b)
					if place := difference(got, v); err != nil || place != "" {
						t.Errorf("value %d: %v, changed at %q", i, err, place)
						return
					}
				}
			}
		})
	}
	all.Wait()
}

// checkDecodeError checks that an error says who found what.
func checkDecodeError(t *testing.T, f format.Format, b []byte, err error) {
	t.Helper()
	var e *format.DecodeError
	switch {
	case !errors.As(err, &e):
		t.Fatalf("decoding %s: error %T %v, want a *format.DecodeError", quote(string(b)), err, err)
	case e.Format != f.Name || e.Problem == "":
		t.Fatalf("decoding %s: error %+v, want one of %s with a problem", quote(string(b)), e, f.Name)
	case e.Offset > int64(len(b)):
		t.Fatalf("decoding %s: error at byte %d of %d", quote(string(b)), e.Offset, len(b))
	}
}

// testExtremes: what a format cannot express it refuses, and leaves no trace of it.
func testExtremes(t *testing.T, codecs Codecs) {
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if codecs.Numbers != nil {
			extreme(t, codecs.Numbers(), Numbers{Float64: f}, Numbers{Float32: float32(f)})
		}
	}
	if codecs.Texts != nil {
		extreme(t, codecs.Texts(), Texts{String: "a\xffb"}, Texts{String: "\xed\xa0\x80"},
			Texts{Time: time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)}, Texts{Time: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)})
	}
}

func extreme[A any](t *testing.T, codec format.Codec[A], values ...A) {
	t.Helper()
	for _, v := range values {
		b, err := codec.Append([]byte("before"), v)
		if err == nil {
			if got, err := codec.Decode(b[6:]); err != nil || difference(got, v) != "" {
				t.Errorf("%s was encoded but is decoded as %s, %v", brief(v), brief(got), err)
			}
			continue
		}
		var e *format.EncodeError
		if !errors.As(err, &e) || string(b) != "before" {
			t.Errorf("%s: error %T %v and bytes %q, want a *format.EncodeError and what was there before", brief(v), err, err, b)
		}
	}
}
