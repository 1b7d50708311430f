package wefttest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
)

// Codecs holds a constructor for each of the shapes that [TestFormat] tries. A
// format whose codecs are made by a generic function fills it in like this:
//
//	wefttest.Codecs{
//		Numbers:   json.SchemaBasedBinaryCodec[wefttest.Numbers],
//		Texts:     json.SchemaBasedBinaryCodec[wefttest.Texts],
//		Lists:     json.SchemaBasedBinaryCodec[wefttest.Lists],
//		Nullables: json.SchemaBasedBinaryCodec[wefttest.Nullables],
//		Nested:    json.SchemaBasedBinaryCodec[wefttest.Nested],
//		Drawing:   json.SchemaBasedBinaryCodec[wefttest.Drawing],
//		Tree:      json.SchemaBasedBinaryCodec[wefttest.Tree],
//	}
//
// A constructor that is nil stands for a shape that the format cannot express; its
// tests are skipped.
type Codecs struct {
	// Numbers makes the codec of integers of every width, floats and booleans.
	Numbers func() format.Codec[Numbers]

	// Texts makes the codec of strings, bytes, times and other scalars.
	Texts func() format.Codec[Texts]

	// Lists makes the codec of slices, arrays and maps.
	Lists func() format.Codec[Lists]

	// Nullables makes the codec of pointers, optional values and left-out fields.
	Nullables func() format.Codec[Nullables]

	// Nested makes the codec of structs in structs, embedded and generic ones.
	Nested func() format.Codec[Nested]

	// Drawing makes the codec of sums and enums.
	Drawing func() format.Codec[Drawing]

	// Tree makes the codec of a type that contains itself.
	Tree func() format.Codec[Tree]
}

// TestFormat is the contract of a body format: for a family of Go shapes, what is
// encoded is decoded to the same value; bytes that were cut off, changed or made up
// give an error or a value but never a panic; a stream is a sequence of values; and
// codecs may be made and used by several goroutines at once.
//
//	func TestContract(t *testing.T) { wefttest.TestFormat(t, wefttest.Codecs{…}) }
func TestFormat(t *testing.T, codecs Codecs) {
	testShape(t, "Numbers", codecs.Numbers, numbers())
	testShape(t, "Texts", codecs.Texts, texts())
	testShape(t, "Lists", codecs.Lists, lists())
	testShape(t, "Nullables", codecs.Nullables, nullables())
	testShape(t, "Nested", codecs.Nested, nested())
	testShape(t, "Drawing", codecs.Drawing, drawings())
	testShape(t, "Tree", codecs.Tree, trees())
	t.Run("Extremes", func(t *testing.T) { testExtremes(t, codecs) })
}

// testShape runs all rules for one shape.
func testShape[A any](t *testing.T, name string, construct func() format.Codec[A], values []A) {
	t.Run(name, func(t *testing.T) {
		if construct == nil {
			t.Skip("the format cannot express it")
		}
		// The first use is by many goroutines, while the codec is not yet made.
		t.Run("ConcurrentFirstUse", func(t *testing.T) { testConcurrency(t, construct, values) })
		s := shape[A]{construct(), values}
		t.Run("Format", s.testName)
		t.Run("RoundTrip", s.testRoundTrip)
		t.Run("Append", s.testAppend)
		t.Run("SharesNoMemory", s.testSharing)
		t.Run("Truncated", s.testTruncated)
		t.Run("Changed", s.testChanged)
		t.Run("MadeUp", s.testMadeUp)
		t.Run("Stream", s.testStream)
		t.Run("StreamBytewise", s.testStreamBytewise)
		t.Run("StreamTruncated", s.testStreamTruncated)
		t.Run("StreamLeftEarly", s.testStreamLeft)
		t.Run("StreamWriterFails", s.testStreamWriter)
	})
}

// A shape is a codec and values for it.
type shape[A any] struct {
	codec  format.Codec[A]
	values []A
}

func (s shape[A]) testName(t *testing.T) {
	f := s.codec.Format()
	if f.Name == "" {
		t.Error("the format has no name")
	}
	for _, m := range append([]string{f.MediaType}, f.Aliases...) {
		if mt, err := weft.ParseMediaType(m); err != nil || mt.String() != m {
			t.Errorf("media type %q: %v, %v", m, mt, err)
		}
	}
}

// brief shows a value, but not all of a long one.
func brief(v any) string { return cut(fmt.Sprintf("%+v", v), quoteLimit) }

// encode returns a value's bytes.
func (s shape[A]) encode(t *testing.T, v A) []byte {
	t.Helper()
	b, err := s.codec.Encode(v)
	if err != nil {
		t.Fatalf("encoding %s: %v", brief(v), err)
	}
	return b
}

func (s shape[A]) testRoundTrip(t *testing.T) {
	for i, v := range s.values {
		b := s.encode(t, v)
		got, err := s.codec.Decode(b)
		if err != nil {
			t.Errorf("value %d: %s gives %s, which gives %v", i, brief(v), quote(string(b)), err)
		} else if place := difference(got, v); place != "" {
			t.Errorf("value %d has changed at %s:\ngot  %s\nwant %s\nfrom %s", i, place, brief(got), brief(v), quote(string(b)))
		}
	}
}

// testAppend: what was there stays, and the value follows it.
func (s shape[A]) testAppend(t *testing.T) {
	for i, v := range s.values {
		b, err := s.codec.Append([]byte("before"), v)
		if err != nil || string(b[:6]) != "before" {
			t.Fatalf("value %d: %s, %v", i, quote(string(b)), err)
		}
		got, err := s.codec.Decode(b[6:])
		if place := difference(got, v); err != nil || place != "" {
			t.Errorf("value %d: %v, changed at %q", i, err, place)
		}
	}
}

// testSharing: the bytes belong to the caller again after Decode.
func (s shape[A]) testSharing(t *testing.T) {
	for i, v := range s.values {
		b := s.encode(t, v)
		got, err := s.codec.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		for j := range b {
			b[j] = '#'
		}
		if place := difference(got, v); place != "" {
			t.Errorf("value %d changes with its bytes, at %s", i, place)
		}
	}
}

// testTruncated: a part of a value may happen to be a value in some formats, but it
// must not do any harm.
func (s shape[A]) testTruncated(t *testing.T) {
	for _, v := range s.values {
		b := s.encode(t, v)
		for n := 0; n < len(b); n += step(len(b)) {
			s.feed(t, b[:n:n])
		}
	}
}

// step keeps the number of places at which long bytes are tried in bounds.
func step(length int) int { return max(1, length/150) }

func (s shape[A]) testChanged(t *testing.T) {
	for _, v := range s.values {
		b := s.encode(t, v)
		for i := 0; i < len(b); i += step(len(b)) {
			for _, mask := range []byte{0x01, 0x20, 0x80, 0xff} {
				b[i] ^= mask
				s.feed(t, b)
				b[i] ^= mask
			}
		}
	}
}

func (s shape[A]) testMadeUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2)) // the same for every run
	for range 3000 {
		b := make([]byte, random.IntN(40))
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		s.feed(t, b)
	}
}

// feed decodes bytes that need not be a value.
func (s shape[A]) feed(t *testing.T, b []byte) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Fatalf("decoding %s panics: %v", quote(string(b)), v)
		}
	}()
	if _, err := s.codec.Decode(b); err != nil {
		checkDecodeError(t, s.codec.Format(), b, err)
	}
}
