package thrift_test

import (
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/thrift"
	"github.com/weft-go/weft/schema"
)

func richValue() Everything {
	return Everything{
		Inner: &Inner{Extra: &Extra{Note: "n"}}, String: "s", Time: time.Unix(5, 6), Duration: 7, BigIntP: big.NewInt(-5),
		Slice: []string{"x"}, Map: map[string]int{"a": 1}, TimeMap: map[time.Time]float32{time.Unix(1, 0): 2},
		Optional: schema.Some("o"), OptList: schema.Null[[]int64](), Sum: &Dog{Friend: Cat{3}}, Sums: []Animal{Fish("f"), School{"a"}},
		Any: []any{1.5}, Nested: [][]int{{1}, {}}, Pointers: []*int{nil, new(1)}, Forest: Forest{{}}, Numbered: "z",
		Bools: []bool{true, false}, IntMap: map[int8]bool{1: true}, Maps: []map[string]string{{"a": "b"}, nil},
	}
}

// FuzzDecode checks, for both protocols, that decoding never panics, that what was
// decoded can be encoded, and that this decodes to a value that encodes to as many
// bytes again. The order of maps is not defined, so bytes are not compared.
func FuzzDecode(f *testing.F) {
	binary, compact := thrift.ThriftBinaryCodec[Everything](), thrift.ThriftCompactCodec[Everything]()
	for i, c := range []format.Codec[Everything]{binary, compact} {
		b, err := c.Encode(richValue())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, i == 1)
	}
	f.Add([]byte{0}, false)
	f.Add([]byte{0x0f, 0x10, 0, 0x0c, 0, 0, 0, 2, 0, 0, 0}, false)
	f.Fuzz(func(t *testing.T, in []byte, isCompact bool) {
		c := binary
		if isCompact {
			c = compact
		}
		first, err := c.Decode(in)
		if err != nil {
			return
		}
		b1, err := c.Encode(first)
		if err != nil {
			// An enum is an i32 on the wire, so a decoded one always fits.
			t.Fatalf("decoded %x but cannot encode it: %v", in, err)
		}
		second, err := c.Decode(b1)
		if err != nil {
			t.Fatalf("cannot decode %x: %v", b1, err)
		}
		b2, err := c.Encode(second)
		if err != nil || len(b1) != len(b2) {
			t.Fatalf("%d bytes, then %d, %v", len(b1), len(b2), err)
		}
		if !reflect.DeepEqual(first.Sums, second.Sums) && len(first.Sums) > 0 {
			t.Fatalf("got %+v, then %+v", first.Sums, second.Sums)
		}
	})
}
