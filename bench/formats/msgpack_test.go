package formats_test

import (
	"reflect"
	"testing"

	shamaton "github.com/shamaton/msgpack/v3"
	"github.com/tinylib/msgp/msgp"
	vmihailenco "github.com/vmihailenco/msgpack/v5"

	"github.com/weft-go/weft/bench/formats/msgppeer"
	"github.com/weft-go/weft/format/msgpack"
)

// generated is what msgp makes for *T.
type generated[T any] interface {
	*T
	msgp.Marshaler
	msgp.Unmarshaler
}

func BenchmarkMessagePack(b *testing.B) {
	benchMessagePack[Small, msgppeer.Small](b, "Small", smallValue())
	benchMessagePack[Object, msgppeer.Object](b, "Object", objectValue())
	benchMessagePack[List, msgppeer.List](b, "List", listValue())
}

func benchMessagePack[T, G any, P generated[G]](b *testing.B, name string, v T) {
	codec := msgpack.MessagePackCodec[T]()
	data, err := codec.Encode(v)
	if err != nil {
		b.Fatal(err)
	}
	if got, err := codec.Decode(data); err != nil || !reflect.DeepEqual(got, v) {
		b.Fatalf("got %+v, %v", got, err)
	}
	var peer G
	if _, err := P(&peer).UnmarshalMsg(data); err != nil {
		b.Fatal(err)
	}
	vData, err := vmihailenco.Marshal(v)
	if err != nil {
		b.Fatal(err)
	}
	sData, err := shamaton.Marshal(v)
	if err != nil {
		b.Fatal(err)
	}
	run := func(op string, f func() error) {
		b.Run(name+"/"+op, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	var buf []byte
	run("append/weft", func() (err error) { buf, err = codec.Append(buf[:0], v); return err })
	run("append/msgp", func() (err error) { buf, err = P(&peer).MarshalMsg(buf[:0]); return err })
	run("encode/weft", func() error { _, err := codec.Encode(v); return err })
	run("encode/msgp", func() error { _, err := P(&peer).MarshalMsg(nil); return err })
	run("encode/vmihailenco", func() error { _, err := vmihailenco.Marshal(&v); return err })
	run("encode/shamaton", func() error { _, err := shamaton.Marshal(&v); return err })
	run("decode/weft", func() error { _, err := codec.Decode(data); return err })
	run("decode/msgp", func() error { var g G; _, err := P(&g).UnmarshalMsg(data); return err })
	run("decode/vmihailenco", func() error { var t T; return vmihailenco.Unmarshal(vData, &t) })
	run("decode/shamaton", func() error { var t T; return shamaton.Unmarshal(sData, &t) })
}
