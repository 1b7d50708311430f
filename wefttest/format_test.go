package wefttest_test

import (
	"testing"

	"github.com/weft-go/weft/format/avro"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/format/protobuf"
	"github.com/weft-go/weft/format/thrift"
	"github.com/weft-go/weft/wefttest"
)

func TestFormatOfJSON(t *testing.T) {
	wefttest.TestFormat(t, wefttest.Codecs{
		Numbers:   json.SchemaBasedBinaryCodec[wefttest.Numbers],
		Texts:     json.SchemaBasedBinaryCodec[wefttest.Texts],
		Lists:     json.SchemaBasedBinaryCodec[wefttest.Lists],
		Nullables: json.SchemaBasedBinaryCodec[wefttest.Nullables],
		Nested:    json.SchemaBasedBinaryCodec[wefttest.Nested],
		Drawing:   json.SchemaBasedBinaryCodec[wefttest.Drawing],
		Tree:      json.SchemaBasedBinaryCodec[wefttest.Tree],
	})
}

func TestFormatOfMessagePack(t *testing.T) {
	wefttest.TestFormat(t, wefttest.Codecs{
		Numbers:   msgpack.MessagePackCodec[wefttest.Numbers],
		Texts:     msgpack.MessagePackCodec[wefttest.Texts],
		Lists:     msgpack.MessagePackCodec[wefttest.Lists],
		Nullables: msgpack.MessagePackCodec[wefttest.Nullables],
		Nested:    msgpack.MessagePackCodec[wefttest.Nested],
		Drawing:   msgpack.MessagePackCodec[wefttest.Drawing],
		Tree:      msgpack.MessagePackCodec[wefttest.Tree],
	})
}

func TestFormatOfProtobuf(t *testing.T) {
	wefttest.TestFormat(t, wefttest.Codecs{
		Numbers:   protobuf.ProtobufCodec[wefttest.Numbers],
		Texts:     protobuf.ProtobufCodec[wefttest.Texts],
		Lists:     protobuf.ProtobufCodec[wefttest.Lists],
		Nullables: protobuf.ProtobufCodec[wefttest.Nullables],
		Nested:    protobuf.ProtobufCodec[wefttest.Nested],
		Drawing:   protobuf.ProtobufCodec[wefttest.Drawing],
		Tree:      protobuf.ProtobufCodec[wefttest.Tree],
	})
}

func TestFormatOfAvro(t *testing.T) {
	wefttest.TestFormat(t, wefttest.Codecs{
		Numbers:   avro.SchemaBasedBinaryCodec[wefttest.Numbers],
		Texts:     avro.SchemaBasedBinaryCodec[wefttest.Texts],
		Lists:     avro.SchemaBasedBinaryCodec[wefttest.Lists],
		Nullables: avro.SchemaBasedBinaryCodec[wefttest.Nullables],
		Nested:    avro.SchemaBasedBinaryCodec[wefttest.Nested],
		Drawing:   avro.SchemaBasedBinaryCodec[wefttest.Drawing],
		Tree:      avro.SchemaBasedBinaryCodec[wefttest.Tree],
	})
}

func TestFormatOfThrift(t *testing.T) {
	wefttest.TestFormat(t, wefttest.Codecs{
		Numbers:   thrift.ThriftBinaryCodec[wefttest.Numbers],
		Texts:     thrift.ThriftBinaryCodec[wefttest.Texts],
		Lists:     thrift.ThriftBinaryCodec[wefttest.Lists],
		Nullables: thrift.ThriftBinaryCodec[wefttest.Nullables],
		Nested:    thrift.ThriftBinaryCodec[wefttest.Nested],
		Drawing:   thrift.ThriftBinaryCodec[wefttest.Drawing],
		Tree:      thrift.ThriftBinaryCodec[wefttest.Tree],
	})
}
