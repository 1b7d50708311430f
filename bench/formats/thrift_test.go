package formats_test

import (
	"context"
	"reflect"
	"testing"

	apache "github.com/apache/thrift/lib/go/thrift"

	"github.com/weft-go/weft/bench/formats/gen/thriftpeer"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/thrift"
)

// BenchmarkThrift compares with Apache's library, both protocols. Both sides read
// and write the same bytes. The peer's serializer and deserializer are kept for all
// calls, which is the fastest way to use them.
func BenchmarkThrift(b *testing.B) {
	benchThrift(b, "Small", smallValue(), func() apache.TStruct { return new(thriftpeer.Small) })
	benchThrift(b, "Object", objectValue(), func() apache.TStruct { return new(thriftpeer.Object) })
	benchThrift(b, "List", listValue(), func() apache.TStruct { return new(thriftpeer.List) })
}

func benchThrift[T any](b *testing.B, name string, v T, newPeer func() apache.TStruct) {
	conf := &apache.TConfiguration{}
	benchThriftProtocol(b, "Binary/"+name, v, thrift.ThriftBinaryCodec[T](), apache.NewTBinaryProtocolFactoryConf(conf), newPeer)
	benchThriftProtocol(b, "Compact/"+name, v, thrift.ThriftCompactCodec[T](), apache.NewTCompactProtocolFactoryConf(conf), newPeer)
}

func benchThriftProtocol[T any](b *testing.B, name string, v T, codec format.Codec[T], protocols apache.TProtocolFactory, newPeer func() apache.TStruct) {
	ctx := context.Background()
	data, err := codec.Encode(v)
	if err != nil {
		b.Fatal(err)
	}
	if got, err := codec.Decode(data); err != nil || !reflect.DeepEqual(got, v) {
		b.Fatalf("got %+v, %v", got, err)
	}
	out := apache.NewTMemoryBufferLen(1024)
	writer := &apache.TSerializer{Transport: out, Protocol: protocols.GetProtocol(out)}
	in := apache.NewTMemoryBufferLen(1024)
	reader := &apache.TDeserializer{Transport: in, Protocol: protocols.GetProtocol(in)}
	peer := newPeer()
	if err := reader.Read(ctx, peer, data); err != nil {
		b.Fatal(err)
	}
	if theirs, err := writer.Write(ctx, peer); err != nil || string(theirs) != string(data) {
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
	run("encode/weft", func() error { _, err := codec.Encode(v); return err })
	run("encode/apache", func() error { _, err := writer.Write(ctx, peer); return err })
	run("decode/weft", func() error { _, err := codec.Decode(data); return err })
	run("decode/apache", func() error { return reader.Read(ctx, newPeer(), data) })
}
