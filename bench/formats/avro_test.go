package formats_test

import (
	"reflect"
	"testing"

	hamba "github.com/hamba/avro/v2"
	twmb "github.com/twmb/avro"

	"github.com/weft-go/weft/format/avro"
)

func BenchmarkAvro(b *testing.B) {
	benchAvro(b, "Small", smallValue())
	benchAvro(b, "Object", objectValue())
	benchAvro(b, "List", listValue())
}

// benchAvro gives the peers the schema that twmb infers. It differs from weft's in the
// unit of timestamps.
func benchAvro[T any](b *testing.B, name string, v T) {
	codec := avro.SchemaBasedBinaryCodec[T]()
	data, err := codec.Encode(v)
	if err != nil {
		b.Fatal(err)
	}
	if got, err := codec.Decode(data); err != nil || !reflect.DeepEqual(got, v) {
		b.Fatalf("got %+v, %v", got, err)
	}
	inferred, err := twmb.SchemaFor[T]()
	if err != nil {
		b.Fatal(err)
	}
	parsed, err := hamba.Parse(inferred.String())
	if err != nil {
		b.Fatal(err)
	}
	tData, err := inferred.Encode(&v)
	if err != nil {
		b.Fatal(err)
	}
	hData, err := hamba.Marshal(parsed, &v)
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
	run("append/twmb", func() (err error) { buf, err = inferred.AppendEncode(buf[:0], &v); return err })
	run("encode/weft", func() error { _, err := codec.Encode(v); return err })
	run("encode/twmb", func() error { _, err := inferred.Encode(&v); return err })
	run("encode/hamba", func() error { _, err := hamba.Marshal(parsed, &v); return err })
	run("decode/weft", func() error { _, err := codec.Decode(data); return err })
	run("decode/twmb", func() error { var t T; _, err := inferred.Decode(tData, &t); return err })
	run("decode/hamba", func() error { var t T; return hamba.Unmarshal(parsed, hData, &t) })
}
