package protobuf_test

import (
	"encoding/hex"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/weft-go/weft/format/protobuf"
	"github.com/weft-go/weft/schema"
)

// FuzzDecode checks that decoding never panics, that what was decoded can be
// encoded, and that this decodes to a value that encodes to as many bytes again.
// The order of maps is not defined, so bytes are not compared.
func FuzzDecode(f *testing.F) {
	c := protobuf.ProtobufCodec[Everything]()
	rich := Everything{
		Inner: &Inner{Extra: &Extra{Note: "n"}}, String: "s", Time: time.Unix(5, 6), Duration: 7, BigIntP: big.NewInt(-5),
		Slice: []string{"x"}, Map: map[string]int{"a": 1}, TimeMap: map[time.Time]float32{time.Unix(1, 0): 2},
		Optional: schema.Some("o"), OptList: schema.Null[[]int64](), Sum: &Dog{Friend: Cat{3}}, Sums: []Animal{Fish("f"), nil},
		Any: []any{1.5}, Nested: [][]int{{1}, {}}, Pointers: []*int{nil, new(1)}, Forest: Forest{{}}, Numbered: "z",
	}
	b, err := c.Encode(rich)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	for _, seed := range []string{"", "0a", "fb07fc07", "1a0101", "a2020408011001", "f2020408ffff03", "ba03020800"} {
		in, _ := hex.DecodeString(seed)
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		first, err := c.Decode(in)
		if err != nil {
			return
		}
		b1, err := c.Encode(first)
		if err != nil {
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
		if !hasNaN(first) && !reflect.DeepEqual(first.Sums, second.Sums) {
			t.Fatalf("got %+v, then %+v", first.Sums, second.Sums)
		}
	})
}

// hasNaN reports whether comparing the value makes no sense.
func hasNaN(v Everything) bool { return v.Float32 != v.Float32 || v.Float64 != v.Float64 }
