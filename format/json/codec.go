package json

import (
	"io"
	"iter"
	"reflect"
	"runtime"
	"sync"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// name is the format's name in errors.
const name = "JSON"

// SchemaBasedBinaryCodec returns the JSON codec of A with the default configuration.
// It panics when A has no schema or no JSON form, which is a programmer's mistake;
// the panic names the place in the Go type. The first call for a type compiles its
// plan, later ones find it, so that the codec need not be kept.
func SchemaBasedBinaryCodec[A any]() format.Codec[A] {
	return SchemaBasedBinaryCodecWith[A](format.Config{})
}

// SchemaBasedBinaryCodecWith is like [SchemaBasedBinaryCodec] with a configuration.
func SchemaBasedBinaryCodecWith[A any](cfg format.Config) format.Codec[A] {
	c, err := CodecFor[A](cfg)
	if err != nil {
		panic(err)
	}
	return c
}

// Codec is short for [SchemaBasedBinaryCodec].
func Codec[A any]() format.Codec[A] { return SchemaBasedBinaryCodec[A]() }

// CodecFor is like [SchemaBasedBinaryCodecWith] and returns an error where that one
// panics.
func CodecFor[A any](cfg format.Config) (format.Codec[A], error) {
	p, err := planFor(reflect.TypeFor[A](), cfg)
	if err != nil {
		return nil, err
	}
	return codec[A]{p}, nil
}

// codec is a plan with the type it is for.
type codec[A any] struct{ plan *plan }

// Format returns the format's names. The media type is that of RFC 8259 section 11.
func (codec[A]) Format() format.Format {
	return format.Format{Name: name, MediaType: "application/json", Aliases: []string{"text/json", "application/*+json"}}
}

// Append encodes v at the end of dst.
func (c codec[A]) Append(dst []byte, v A) ([]byte, error) {
	if c.plan.pure {
		out, err := c.plan.encode(dst, memory.Hidden(&v))
		runtime.KeepAlive(&v)
		return out, err
	}
	return c.plan.encode(dst, memory.To(new(v)))
}

// maxKeptBuffer is the size up to which buffers are kept for the next value.
const maxKeptBuffer = 64 << 10

// buffers are where values are encoded whose size is not known yet.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Encode returns v as bytes.
func (c codec[A]) Encode(v A) ([]byte, error) {
	buf := buffers.Get().(*[]byte)
	var b []byte
	var err error
	if c.plan.pure { // as in Append, but without copying v once more
		b, err = c.plan.encode((*buf)[:0], memory.Hidden(&v))
		runtime.KeepAlive(&v)
	} else {
		b, err = c.plan.encode((*buf)[:0], memory.To(new(v)))
	}
	var out []byte
	if err == nil {
		out = append(out, b...)
	}
	if cap(b) <= maxKeptBuffer {
		*buf = b[:0]
	}
	buffers.Put(buf)
	return out, err
}

// Decode reads one value that takes up all of b. Use [Faults] to get everything that
// is wrong with b from the error.
func (c codec[A]) Decode(b []byte) (A, error) {
	v := new(A)
	if err := c.plan.decode(b, memory.To(v)); err != nil {
		var zero A
		return zero, err
	}
	return *v, nil
}

// StreamEncoder returns an encoder that writes each value on a line of its own, or
// all as one array.
func (c codec[A]) StreamEncoder(w io.Writer) format.StreamEncoder[A] {
	return &streamEncoder[A]{codec: c, w: w, array: c.plan.cfg.TreatStreamsAsArrays}
}

// StreamDecoder reads values with any whitespace, or none, between them, or the
// elements of one array.
func (c codec[A]) StreamDecoder(r io.Reader) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) { c.readStream(r, yield) }
}

// Definition returns the JSON Schema document, of the dialect 2020-12, of what the
// codec of A reads and writes. It panics where [SchemaBasedBinaryCodec] does.
func Definition[A any]() string { return DefinitionWith[A](format.Config{}) }

// DefinitionWith is like [Definition] with a configuration.
func DefinitionWith[A any](cfg format.Config) string {
	return string(schema.Of[A]().JSONSchemaWith(schema.JSONSchemaOptions{
		Discriminator: cfg.Discriminator, FieldNames: cfg.FieldNameFormat, Closed: cfg.RejectExtraFields,
	}))
}
