package protobuf

import (
	"io"
	"iter"
	"reflect"
	"sync"

	"github.com/weft-go/weft/format"
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

// plans holds compiled plans, planKey → *plan. Two goroutines may compile the same
// one at first; both get the one that was stored.
var plans sync.Map

func planOf(s *schema.Schema, strict bool) (*plan, error) {
	key := planKey{s.Type(), strict}
	if p, ok := plans.Load(key); ok {
		return p.(*plan), nil
	}
	p, err := compile(s, strict)
	if err != nil {
		return nil, err
	}
	stored, _ := plans.LoadOrStore(key, p)
	return stored.(*plan), nil
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
	var p ref
	if c.plan.foreign {
		p = onHeap(v)
	} else {
		p = hidden(&v)
	}
	b, f := c.plan.root.append(dst, p, 0)
	if f != nil {
		return dst, f.encodeError()
	}
	return b, nil
}

// onHeap returns the address of a copy that the methods of other types may keep.
func onHeap[A any](v A) ref { return refTo(&v) }

// scratch holds buffers for Encode, which returns a copy of the right size.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

// maxScratch is the size from which on a buffer is not kept.
const maxScratch = 1 << 16

// Encode returns v as a message.
func (c codec[A]) Encode(v A) ([]byte, error) {
	buf := scratch.Get().(*[]byte)
	defer scratch.Put(buf)
	b, err := c.Append((*buf)[:0], v)
	if err != nil {
		return nil, err
	}
	if cap(b) > maxScratch {
		return b, nil
	}
	*buf = b
	return append(make([]byte, 0, len(b)), b...), nil
}

// Decode reads the message b.
func (c codec[A]) Decode(b []byte) (A, error) {
	v := new(A)
	if f := c.plan.root.parse(b, 0, refTo(v), 0); f != nil {
		var zero A
		return zero, f.decodeError()
	}
	return *v, nil
}

// StreamEncoder writes messages with their length before them, as a varint.
func (c codec[A]) StreamEncoder(w io.Writer) format.StreamEncoder[A] {
	return &streamEncoder[A]{codec: c, w: w}
}

// StreamDecoder reads messages with their length before them.
func (c codec[A]) StreamDecoder(r io.Reader) iter.Seq2[A, error] { return c.stream(r) }
