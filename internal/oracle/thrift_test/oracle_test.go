package thrift_test

import (
	"math/big"
	"reflect"
	"testing"
	"time"

	apache "github.com/apache/thrift/lib/go/thrift"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/thrift"
	"github.com/weft-go/weft/schema"
)

func TestInterchange(t *testing.T) {
	t.Run("Everything", interchange[Everything])
	t.Run("Book", interchange[Book])
	t.Run("Page", interchange[Page[Book]])
	t.Run("Tree", interchange[Tree])
	t.Run("Forest", interchange[Forest])
	t.Run("pointer to a struct", interchange[*Book])
	t.Run("pointer", interchange[*int])
	t.Run("pointer to a list", interchange[*[]string])
	t.Run("Optional", interchange[schema.Optional[[]bool]])
	t.Run("list of structs", interchange[[]Book])
	t.Run("list of sums", interchange[[]Animal])
	t.Run("list of lists", interchange[[][]uint8])
	t.Run("list of pointers", interchange[[]*time.Time])
	t.Run("array", interchange[[3]bool])
	t.Run("map of structs", interchange[map[string]Book])
	t.Run("map of maps", interchange[map[uint16]map[int32]*string])
	t.Run("string", interchange[string])
	t.Run("bool", interchange[bool])
	t.Run("float", interchange[float32])
	t.Run("time", interchange[time.Time])
	t.Run("duration", interchange[time.Duration])
	t.Run("big integer", interchange[big.Int])
	t.Run("enum", interchange[Level])
	t.Run("distant numbers", interchange[Distant])
}

// Distant has numbers that are too far apart for the compact protocol's deltas.
type Distant struct {
	A bool   `thrift:"1"`
	B *bool  `thrift:"16"`
	C *bool  `thrift:"32"`
	D string `thrift:"32767"`
	E []bool `thrift:"300"`
	F int32  `thrift:"299"`
}

func interchange[A any](t *testing.T) {
	conf := &apache.TConfiguration{TBinaryStrictRead: new(true), TBinaryStrictWrite: new(true)}
	t.Run("binary", func(t *testing.T) {
		interchangeWith(t, thrift.ThriftBinaryCodec[A](), apache.NewTBinaryProtocolFactoryConf(conf))
	})
	t.Run("compact", func(t *testing.T) {
		interchangeWith(t, thrift.ThriftCompactCodec[A](), apache.NewTCompactProtocolFactoryConf(conf))
	})
}

func interchangeWith[A any](t *testing.T, codec format.Codec[A], protocols apache.TProtocolFactory) {
	s := schema.Of[A]()
	rapid.Check(t, func(rt *rapid.T) {
		value := draw(rt, s, -1).Interface().(A)
		want := settled(value)

		ours, err := codec.Encode(value)
		if err != nil {
			rt.Fatalf("encode %+v: %v", value, err)
		}
		in := apache.NewTMemoryBufferLen(len(ours))
		in.Write(ours)
		var read A
		readStruct(protocols.GetProtocol(in), s, reflect.ValueOf(&read).Elem())
		if diff := cmp.Diff(want, read, options...); diff != "" {
			rt.Fatalf("they read, -want +got:\n%s", diff)
		}
		if in.Len() > 0 {
			rt.Fatalf("they left %d bytes", in.Len())
		}

		out := apache.NewTMemoryBuffer()
		protocol := protocols.GetProtocol(out)
		writeStruct(protocol, s, reflect.ValueOf(&value).Elem())
		check(protocol.Flush(ctx))
		theirs := out.Bytes()
		if len(theirs) != len(ours) {
			rt.Fatalf("we write %d bytes, they write %d", len(ours), len(theirs))
		}
		for _, b := range [][]byte{ours, theirs} {
			back, err := codec.Decode(b)
			if err != nil {
				rt.Fatalf("we cannot read %x: %v", b, err)
			}
			if diff := cmp.Diff(want, back, options...); diff != "" {
				rt.Fatalf("we read, -want +got:\n%s", diff)
			}
		}
	})
}

// settled returns the value as a round trip leaves it.
func settled[A any](v A) A {
	if o, ok := any(&v).(schema.AnyOptional); ok && o.IsAbsent() {
		o.SetNull() // a whole body cannot be absent
	}
	return v
}

var options = cmp.Options{
	cmp.Exporter(func(t reflect.Type) bool { return t.PkgPath() == reflect.TypeFor[schema.Optional[int]]().PkgPath() }),
	cmp.Comparer(func(x, y big.Int) bool { return x.Cmp(&y) == 0 }),
	// The text of a big decimal does not tell its precision, and its last bit may
	// differ. The values drawn have 53 bits.
	cmp.Comparer(func(x, y big.Float) bool {
		return new(big.Float).SetPrec(60).Set(&x).Cmp(new(big.Float).SetPrec(60).Set(&y)) == 0
	}),
	cmp.Comparer(func(x, y big.Rat) bool { return x.Cmp(&y) == 0 }),
	cmp.FilterPath(func(p cmp.Path) bool {
		k := p.Last().Type().Kind()
		return k == reflect.Slice || k == reflect.Map
	}, cmp.FilterValues(func(x, y any) bool {
		return reflect.ValueOf(x).Len() == 0 && reflect.ValueOf(y).Len() == 0
	}, cmp.Comparer(func(x, y any) bool { return true }))),
}
