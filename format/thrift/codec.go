package thrift

import (
	"io"
	"iter"
	"reflect"
	"sync"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/schema"
)

const formatName = "Thrift"

// codec is the codec of A in one of the protocols.
type codec[A any] struct {
	plan     *plan
	protocol protocol
}

// ThriftBinaryCodec returns the codec of A in Thrift's binary protocol. It panics
// when A has no schema or no Thrift form, naming the Go path; [NewThriftBinaryCodec]
// returns that as an error. The plan of A is compiled once for the process, so that a
// second call costs a look-up. It may be called concurrently, and so may the codec's
// methods.
func ThriftBinaryCodec[A any]() format.Codec[A] { return ThriftBinaryCodecWith[A](format.Config{}) }

// ThriftBinaryCodecWith is like [ThriftBinaryCodec] with a configuration. Of its
// options only RejectExtraFields has a meaning for Thrift: fields whose number the
// type does not have are refused, where they are skipped by default.
func ThriftBinaryCodecWith[A any](cfg format.Config) format.Codec[A] {
	return must(NewThriftBinaryCodec[A](cfg))
}

// NewThriftBinaryCodec is like [ThriftBinaryCodecWith] and returns an error instead
// of panicking.
func NewThriftBinaryCodec[A any](cfg format.Config) (format.Codec[A], error) {
	return newCodec[A](binaryProtocol, cfg)
}

// ThriftCompactCodec is like [ThriftBinaryCodec] for the compact protocol.
func ThriftCompactCodec[A any]() format.Codec[A] { return ThriftCompactCodecWith[A](format.Config{}) }

// ThriftCompactCodecWith is like [ThriftBinaryCodecWith] for the compact protocol.
func ThriftCompactCodecWith[A any](cfg format.Config) format.Codec[A] {
	return must(NewThriftCompactCodec[A](cfg))
}

// NewThriftCompactCodec is like [NewThriftBinaryCodec] for the compact protocol.
func NewThriftCompactCodec[A any](cfg format.Config) (format.Codec[A], error) {
	return newCodec[A](compactProtocol, cfg)
}

func must[A any](c format.Codec[A], err error) format.Codec[A] {
	if err != nil {
		panic(err)
	}
	return c
}

func newCodec[A any](c protocol, cfg format.Config) (format.Codec[A], error) {
	s, err := schema.For(reflect.TypeFor[A]())
	if err != nil {
		return nil, err
	}
	p, err := planOf(s, c, cfg.RejectExtraFields)
	if err != nil {
		return nil, err
	}
	return codec[A]{p, c}, nil
}

type planKey struct {
	typ      reflect.Type
	protocol protocol
	strict   bool
}

// plans holds compiled plans, planKey → *plan. Two goroutines may compile the same
// one at first; both get the one that was stored.
var plans sync.Map

func planOf(s *schema.Schema, c protocol, strict bool) (*plan, error) {
	key := planKey{s.Type(), c, strict}
	if p, ok := plans.Load(key); ok {
		return p.(*plan), nil
	}
	p, err := compile(s, c, strict)
	if err != nil {
		return nil, err
	}
	stored, _ := plans.LoadOrStore(key, p)
	return stored.(*plan), nil
}

// Format returns the format's name and media type.
func (c codec[A]) Format() format.Format {
	if c.protocol == compactProtocol {
		return format.Format{Name: formatName, MediaType: "application/vnd.apache.thrift.compact"}
	}
	return format.Format{Name: formatName, MediaType: "application/vnd.apache.thrift.binary"}
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

// Encode returns v as a struct.
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

// Decode reads the struct that takes up all of b.
func (c codec[A]) Decode(b []byte) (A, error) {
	v := new(A)
	end, f := c.plan.root.parse(b, 0, refTo(v), 0)
	if f == nil && end < len(b) {
		f = faultf(end, "%d bytes follow the value", len(b)-end)
	}
	if f != nil {
		var zero A
		return zero, f.decodeError()
	}
	return *v, nil
}

// StreamEncoder writes structs one after the other.
func (c codec[A]) StreamEncoder(w io.Writer) format.StreamEncoder[A] {
	return &streamEncoder[A]{codec: c, w: w}
}

// StreamDecoder reads structs that follow each other.
func (c codec[A]) StreamDecoder(r io.Reader) iter.Seq2[A, error] { return c.stream(r) }
