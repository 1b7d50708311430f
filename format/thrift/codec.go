package thrift

import (
	"io"
	"iter"
	"reflect"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/buffer"
	"github.com/weft-go/weft/format/internal/cache"
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/stream"
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

// plans holds compiled plans.
var plans cache.Cache[planKey, *plan]

func planOf(s *schema.Schema, c protocol, strict bool) (*plan, error) {
	return plans.Get(planKey{s.Type(), c, strict}, func() (*plan, error) { return compile(s, c, strict) })
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

// Encode returns v as a struct.
func (c codec[A]) Encode(v A) ([]byte, error) {
	s := buffer.Get()
	return s.Finish(c.Append(s.Empty(), v))
}

// Decode reads the struct that takes up all of b.
func (c codec[A]) Decode(b []byte) (A, error) {
	v := new(A)
	end, f := c.plan.root.parse(b, 0, memory.To(v), 0)
	if f == nil && end < len(b) {
		f = fault.At(end, "%d bytes follow the value", len(b)-end)
	}
	if f != nil {
		var zero A
		return zero, f.Shorten().DecodeError(formatName, b)
	}
	return *v, nil
}

// StreamEncoder writes structs one after the other.
func (c codec[A]) StreamEncoder(w io.Writer) format.StreamEncoder[A] {
	return stream.NewEncoder(w, c.Append, errClosed, buffer.MaxKept)
}

// StreamDecoder reads structs that follow each other.
func (c codec[A]) StreamDecoder(r io.Reader) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		stream.Decode(newStreamReader(r, c.protocol).next, c.Decode, yield)
	}
}
