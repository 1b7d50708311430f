package formats_test

import (
	"reflect"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/weft-go/weft/bench/formats/gen/protobufpeer"
	"github.com/weft-go/weft/format/protobuf"
)

// BenchmarkProtobuf compares with google.golang.org/protobuf on the code that
// protoc-gen-go makes. Both sides read and write the same bytes.
func BenchmarkProtobuf(b *testing.B) {
	benchProtobuf(b, "Small", smallValue(), func() proto.Message { return new(protobufpeer.Small) })
	benchProtobuf(b, "Object", objectValue(), func() proto.Message { return new(protobufpeer.Object) })
	benchProtobuf(b, "List", listValue(), func() proto.Message { return new(protobufpeer.List) })
}

func benchProtobuf[T any](b *testing.B, name string, v T, newPeer func() proto.Message) {
	codec := protobuf.ProtobufCodec[T]()
	data, err := codec.Encode(v)
	if err != nil {
		b.Fatal(err)
	}
	if got, err := codec.Decode(data); err != nil || !reflect.DeepEqual(got, v) {
		b.Fatalf("got %+v, %v", got, err)
	}
	peer := newPeer()
	if err := proto.Unmarshal(data, peer); err != nil || len(peer.ProtoReflect().GetUnknown()) > 0 {
		b.Fatal(err)
	}
	if theirs, err := proto.Marshal(peer); err != nil || string(theirs) != string(data) {
		b.Fatalf("the bytes differ: %x and %x, %v", theirs, data, err)
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
	run("append/google", func() (err error) { buf, err = proto.MarshalOptions{}.MarshalAppend(buf[:0], peer); return err })
	run("encode/weft", func() error { _, err := codec.Encode(v); return err })
	run("encode/google", func() error { _, err := proto.Marshal(peer); return err })
	run("decode/weft", func() error { _, err := codec.Decode(data); return err })
	run("decode/google", func() error { return proto.Unmarshal(data, newPeer()) })
}
