package avro

import (
	"io"
	"iter"
	"reflect"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/stream"
)

// name is the format's name in errors.
const name = "Avro"

// maxDepth bounds how deep values nest, in both directions.
const maxDepth = 512

// SchemaBasedBinaryCodec returns the codec for A with the default configuration. It
// panics, naming the Go path, when A has no schema, which is a programmer's mistake;
// [NewSchemaBasedBinaryCodec] returns the error instead.
func SchemaBasedBinaryCodec[A any]() format.Codec[A] {
	return SchemaBasedBinaryCodecWith[A](format.Config{})
}

// SchemaBasedBinaryCodecWith is like [SchemaBasedBinaryCodec] with a configuration, of
// which only FieldNameFormat means something in Avro.
func SchemaBasedBinaryCodecWith[A any](cfg format.Config) format.Codec[A] {
	c, err := NewSchemaBasedBinaryCodec[A](cfg)
	if err != nil {
		panic(err)
	}
	return c
}

// NewSchemaBasedBinaryCodec is like [SchemaBasedBinaryCodecWith] and returns an error,
// a [*schema.DeriveError], when A has no schema.
func NewSchemaBasedBinaryCodec[A any](cfg format.Config) (format.Codec[A], error) {
	p, err := planOf(reflect.TypeFor[A](), cfg)
	if err != nil {
		return nil, err
	}
	return codec[A]{p}, nil
}

// Definition returns the Avro schema of A as JSON text. It is the same text every time.
// It panics where [SchemaBasedBinaryCodec] does.
func Definition[A any]() string { return DefinitionWith[A](format.Config{}) }

// DefinitionWith is like [Definition], for [SchemaBasedBinaryCodecWith].
func DefinitionWith[A any](cfg format.Config) string {
	p, err := planOf(reflect.TypeFor[A](), cfg)
	if err != nil {
		panic(err)
	}
	return definition(p.root)
}

// codec implements format.Codec. It is a plan with a type.
type codec[A any] struct{ plan *plan }

func (codec[A]) Format() format.Format {
	return format.Format{Name: name, MediaType: "application/avro", Aliases: []string{"avro/binary", "application/x-avro"}}
}

func (c codec[A]) Append(dst []byte, v A) ([]byte, error) {
	out, f := c.plan.root.encode(dst, memory.Hidden(&v), 0)
	if f != nil {
		return dst, f.EncodeError(name)
	}
	return out, nil
}

func (c codec[A]) Encode(v A) ([]byte, error) {
	out, f := c.plan.root.encode(make([]byte, 0, c.plan.size.Hint()), memory.Hidden(&v), 0)
	if f != nil {
		return nil, f.EncodeError(name)
	}
	c.plan.size.Note(len(out))
	return out, nil
}

func (c codec[A]) Decode(b []byte) (A, error) {
	var v A
	rest, f := c.plan.root.decode(b, memory.Hidden(&v), 0)
	if f == nil && len(rest) > 0 {
		f = fault.Before(rest, "unexpected bytes after the value")
	}
	if f != nil {
		var zero A
		return zero, f.DecodeError(name, b)
	}
	return v, nil
}

func (c codec[A]) StreamEncoder(w io.Writer) format.StreamEncoder[A] {
	return stream.NewEncoder(w, c.Append, errClosed, keptBuffer)
}

func (c codec[A]) StreamDecoder(r io.Reader) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) { stream.Decode(newSource(r, c.plan.root).next, c.Decode, yield) }
}
