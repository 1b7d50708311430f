package codec

import (
	"io"
	"reflect"

	"github.com/weft-go/weft"
)

// Part is a named part of a body of the type multipart/form-data (RFC 7578). An
// endpoint may have several; they share one reading of the body. T may be
//
//   - a [File], or a []File for all parts of that name
//   - a []byte
//   - a string or another type with a text form (see [Path]), which is what the
//     fields of an HTML form are, or a slice of such a type for all parts of that
//     name
//   - any other type, in the format that the part's own media type names, JSON if it
//     has none. With media types it is narrowed to these, as [Body] is.
//
// Forms of the type application/x-www-form-urlencoded are read too. Part panics if
// the name is empty or T has no form in one of the media types.
func Part[T any](name string, mediaType ...string) Codec[T] {
	if name == "" {
		mistake("part: want a name, got an empty one")
	}
	c := newPartForm[T](name, mediaType, newLimits(reflect.TypeFor[T]())).codec()
	return c.describe(func(info *PartInfo) { info.Required = true })
}

// codec returns the part as a codec.
func (p *partForm[T]) codec() Codec[T] {
	info := PartInfo{In: InBody, Name: p.name, Multipart: true}
	p.describe(&info)
	return Codec[T]{
		tree:    single(info),
		present: func(s *Source) bool { return s.parts().has(p.name) },
		decode:  func(s *Source) T { return decodePart(s, p) },
		options: p,
		encode: func(t *Target, v T) {
			fields, err := p.encode(t, v)
			if err != nil {
				t.Fail(&EncodeError{In: InBody, Name: p.name, Cause: err})
				return
			}
			for _, f := range fields {
				t.AddPart(f)
			}
		},
	}
}

// PartStream is a part whose data is read as it arrives, for uploads that should
// neither be held in memory nor on disk. It has to be the last one that is declared,
// and a client has to send it last; what follows it is not read. It needs request
// streaming, without which the body is in memory already.
func PartStream(name string, mediaType ...string) Codec[io.Reader] {
	if name == "" {
		mistake("part: want a name, got an empty one")
	}
	types := mediaType
	if len(types) == 0 {
		types = []string{weft.MediaOctetStream}
	}
	for _, m := range types {
		checkMediaType(m)
	}
	return Codec[io.Reader]{
		tree:    single(PartInfo{In: InBody, Name: name, Multipart: true, Required: true, File: true, Stream: true, MediaTypes: types}),
		present: func(s *Source) bool { return s.parts().has(name) },
		decode: func(s *Source) io.Reader {
			r, err := s.parts().stream(name)
			if err != nil {
				s.Fail(err)
			} else if r == nil {
				s.Fault(InBody, name, "missing")
			}
			return r
		},
		encode: func(t *Target, r io.Reader) {
			if r != nil {
				t.AddPart(weft.StreamField(name, name, types[0], r, lengthOf(r)))
			}
		},
	}
}

// lengthOf returns how much there is to read, or -1 if that is not known.
func lengthOf(r io.Reader) int64 {
	if sized, ok := r.(interface{ Len() int }); ok {
		return int64(sized.Len())
	}
	return -1
}

// decodePart finds the part and decodes it.
func decodePart[T any](s *Source, p *partForm[T]) (v T) {
	list, err := s.parts().find(p.name, p.all)
	switch {
	case err != nil:
		s.Fail(err)
	case len(list) == 0:
		s.Fault(InBody, p.name, "missing")
	case len(list) > 1 && !p.all:
		s.Fault(InBody, p.name, "want 1 part, got several")
	default:
		return p.decode(s, list)
	}
	return v
}

// describe fills in what the form of the part is.
func (p *partForm[T]) describe(info *PartInfo) {
	info.Repeated = p.all
	info.MediaTypes = p.types
	if _, isFile := any((*T)(nil)).(*File); isFile || p.files || p.bytes {
		info.File = true
		return
	}
	info.Schema, info.check = p.limits.described, p.limits.err
}
