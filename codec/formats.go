package codec

import (
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/avro"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/format/protobuf"
	"github.com/weft-go/weft/format/thrift"
)

// compiled is the codec of T in one format, compiled when it is first needed. The
// default configuration, which nearly all programs use, costs one atomic load.
type compiled[T any] struct {
	plain  atomic.Pointer[result[T]]
	others sync.Map // of format.Config to *result[T]
}

type result[T any] struct {
	codec format.Codec[T]
	err   error
}

// codecs are the codecs of T in all formats.
type codecs[T any] struct {
	list [len(formats)]compiled[T]
}

// get returns the codec for a format and a configuration. It fails if T has no form
// in the format.
func (c *codecs[T]) get(f form, cfg format.Config) (format.Codec[T], error) {
	if cfg == (format.Config{}) {
		if r := c.list[f].plain.Load(); r != nil {
			return r.codec, r.err
		}
		r := compile[T](f, cfg)
		c.list[f].plain.Store(r)
		return r.codec, r.err
	}
	if r, ok := c.list[f].others.Load(cfg); ok {
		r := r.(*result[T])
		return r.codec, r.err
	}
	r := compile[T](f, cfg)
	c.list[f].others.Store(cfg, r)
	return r.codec, r.err
}

// compile makes a codec. Two goroutines may do so at once; their codecs are equal.
func compile[T any](f form, cfg format.Config) *result[T] {
	var c format.Codec[T]
	var err error
	switch f {
	case formProtobuf:
		c, err = protobuf.NewProtobufCodec[T](cfg)
	case formAvro:
		c, err = avro.NewSchemaBasedBinaryCodec[T](cfg)
	case formThrift:
		c, err = thrift.NewThriftBinaryCodec[T](cfg)
	case formMsgpack:
		c, err = msgpack.NewMessagePackCodec[T](cfg)
	default:
		c, err = json.CodecFor[T](cfg)
	}
	return &result[T]{c, err}
}
