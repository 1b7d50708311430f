package protobuf

import (
	"io"
	"iter"
	"reflect"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/buffer"
	"github.com/weft-go/weft/format/internal/cache"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/stream"
	"github.com/weft-go/weft/schema"
)

const formatName = "Protobuf"

// codec is the Protobuf codec of A.
type codec[A any] struct{ plan *plan }

// ProtobufCodec returns the Protobuf codec of A. It panics when A has no schema or
// no Protobuf form, naming the Go path; [NewProtobufCodec] returns that as an
// error. The plan of A is compiled once for the process, so that a second call
// costs a look-up. It may be called concurrently, and so may the codec's methods.
func ProtobufCodec[A any]() format.Codec[A] { return ProtobufCodecWith[A](format.Config{}) }

// ProtobufCodecWith is like [ProtobufCodec] with a configuration. Of its options
// only RejectExtraFields has a meaning for Protobuf: fields whose number the type
// does not have are refused, where they are skipped by default.
func ProtobufCodecWith[A any](cfg format.Config) format.Codec[A] {
	c, err := NewProtobufCodec[A](cfg)
	if err != nil {
		panic(err)
	}
	return c
}

// NewProtobufCodec is like [ProtobufCodecWith] and returns an error instead of
// panicking.
func NewProtobufCodec[A any](cfg format.Config) (format.Codec[A], error) {
	s, err := schema.For(reflect.TypeFor[A]())
	if err != nil {
		return nil, err
	}
	p, err := planOf(s, cfg.RejectExtraFields)
	if err != nil {
		return nil, err
	}
	return codec[A]{p}, nil
}

type planKey struct {
	typ    reflect.Type
	strict bool
}

// plans holds compiled plans.
var plans cache.Cache[planKey, *plan]

func planOf(s *schema.Schema, strict bool) (*plan, error) {
	return plans.Get(planKey{s.Type(), strict}, func() (*plan, error) { return compile(s, strict) })
}

// Format returns the format's name and media types.
func (codec[A]) Format() format.Format {
	return format.Format{
		Name: formatName, MediaType: "application/x-protobuf",
		Aliases: []string{"application/protobuf", "application/vnd.google.protobuf"},
	}
}

// Append encodes v at the end of dst.
func (c codec[A]) Append(dst []byte, v A) ([]byte, error) {
	var p memory.Ref
	if c.plan.foreign {
		p = memory.To(new(v)) // methods of other types may keep it
	} else {
		p = memory.Hidden(&v)
	}
	b, f := c.plan.root.append(dst, p, 0)
	if f != nil {
		return dst, f.Shorten().EncodeError(formatName)
	}
	return b, nil
}

// Encode returns v as a message.
func (c codec[A]) Encode(v A) ([]byte, error) {
	s := buffer.Get()
	return s.Finish(c.Append(s.Empty(), v))
}

// Decode reads the message b.
func (c codec[A]) Decode(b []byte) (A, error) {
	v := new(A)
	if f := c.plan.root.parse(b, 0, memory.To(v), 0); f != nil {
		var zero A
		return zero, f.Shorten().DecodeError(formatName, b)
	}
	return *v, nil
}

// StreamEncoder writes messages with their length before them, as a varint.
func (c codec[A]) StreamEncoder(w io.Writer) format.StreamEncoder[A] {
	return stream.NewEncoder(w, c.appendDelimited, errClosed, buffer.MaxKept)
}

// StreamDecoder reads messages with their length before them.
func (c codec[A]) StreamDecoder(r io.Reader) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		stream.Decode(newStreamReader(r).next, c.Decode, yield)
	}
}
