package formats_test

import (
	jsonv2 "encoding/json/v2"
	"reflect"
	"testing"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
)

// jsonPeer is a library that reads and writes JSON.
type jsonPeer[A any] struct {
	name   string
	encode func(v A) ([]byte, error)
	decode func(b []byte) (A, error)
}

// jsonPeers returns weft's codec first. A peer's decode sets a variable of its own,
// as a program would have one for every request.
func jsonPeers[A any](codec format.Codec[A]) []jsonPeer[A] {
	return []jsonPeer[A]{
		{"weft", codec.Encode, codec.Decode},
		{
			"jsonv2",
			func(v A) ([]byte, error) { return jsonv2.Marshal(&v) },
			func(b []byte) (v A, err error) { err = jsonv2.Unmarshal(b, &v); return v, err },
		},
		{
			"goccy",
			func(v A) ([]byte, error) { return goccy.Marshal(&v) },
			func(b []byte) (v A, err error) { err = goccy.Unmarshal(b, &v); return v, err },
		},
		{
			"sonic",
			func(v A) ([]byte, error) { return sonic.Marshal(&v) },
			func(b []byte) (v A, err error) { err = sonic.Unmarshal(b, &v); return v, err },
		},
		{
			"segmentio",
			func(v A) ([]byte, error) { return segmentio.Marshal(&v) },
			func(b []byte) (v A, err error) { err = segmentio.Unmarshal(b, &v); return v, err },
		},
	}
}

func BenchmarkJSON(b *testing.B) {
	b.Run("small", func(b *testing.B) { benchmarkJSON(b, smallValue()) })
	b.Run("object", func(b *testing.B) { benchmarkJSON(b, objectValue()) })
	b.Run("list", func(b *testing.B) { benchmarkJSON(b, listValue()) })
}

func benchmarkJSON[A any](b *testing.B, value A) {
	codec := json.SchemaBasedBinaryCodec[A]()
	text, err := codec.Encode(value)
	if err != nil {
		b.Fatal(err)
	}
	for _, peer := range jsonPeers(codec) {
		if got, err := peer.decode(text); err != nil || !reflect.DeepEqual(got, value) {
			b.Fatalf("%s: decoded %+v, error %v", peer.name, got, err)
		}
		b.Run("encode/"+peer.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := peer.encode(value); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("decode/"+peer.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := peer.decode(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("append/weft", func(b *testing.B) {
		b.ReportAllocs()
		buf := make([]byte, 0, 2*len(text))
		for b.Loop() {
			if _, err := codec.Append(buf, value); err != nil {
				b.Fatal(err)
			}
		}
	})
}
