package codec

import (
	"io"
	"reflect"
	"strings"

	"github.com/weft-go/weft"
)

// A BodyField tells [Struct] the type of its body field. Make one with [BodyOf].
type BodyField struct {
	typ   reflect.Type
	plain func(mediaType []string) structField
	maybe func(mediaType []string) structField // for a pointer to the type
}

// BodyOf says that a body field of type F, or *F for an optional one, is encoded as
// [Body] of F is. Go has no way to get from the type of a field to its codec at run
// time, so it has to be said.
func BodyOf[F any]() BodyField {
	return BodyField{
		typ:   reflect.TypeFor[F](),
		plain: func(mediaType []string) structField { return erase(Body[F](mediaType...)) },
		maybe: func(mediaType []string) structField { return erase(Optional(Body[F](mediaType...))) },
	}
}

// erase returns the codec of a field of type F.
func erase[F any](c Codec[F]) structField {
	return structField{
		part:    *c.tree.Part,
		present: c.present,
		decode:  func(s *Source, dst reflect.Value) { *dst.Addr().Interface().(*F) = c.decode(s) },
		encode:  func(t *Target, src reflect.Value) { c.encode(t, *src.Addr().Interface().(*F)) },
	}
}

// bodyField returns the codec of a field that is the body.
func bodyField(t reflect.Type, sf reflect.StructField, bodies []BodyField) structField {
	var mediaType []string
	if m, ok := sf.Tag.Lookup("media"); ok {
		for one := range strings.SplitSeq(m, ",") {
			mediaType = append(mediaType, strings.TrimSpace(one))
		}
	}
	known := append([]BodyField{
		BodyOf[string](), BodyOf[[]byte](), BodyOf[weft.Body](), BodyOf[io.Reader](), BodyOf[io.ReadCloser](), BodyOf[any](),
	}, bodies...)
	for _, b := range known {
		var f structField
		switch sf.Type {
		case b.typ:
			f = b.plain(mediaType)
		case reflect.PointerTo(b.typ):
			f = b.maybe(mediaType)
		default:
			continue
		}
		f.index = sf.Index
		f.part.Doc = fieldDoc(sf)
		return f
	}
	mistake("struct %v: field %s: the type of the body is not known: add codec.BodyOf[%v]()", t, sf.Name, sf.Type)
	return structField{}
}
