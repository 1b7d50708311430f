package codec

import (
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/text"
)

// Body is the body of a message. Without media types it is written in any of the
// five formats, JSON first: a request's media type says which one was used, and a
// response has the one that the client likes best. With media types it is narrowed
// to these, the preferred one first; "+json" and its like name the format.
//
// Some types can also be sent as they are:
//
//   - a []byte, with any media type that is not a format's; without one it is
//     application/octet-stream, and any media type is read
//   - a [weft.Body], which keeps its own media type, an io.Reader and an
//     io.ReadCloser, which are read as the data arrives; like a []byte
//   - a string, or another type with a text form (see [Path]), with media types
//     that begin with text/
//
// Body panics if T has no form in one of the media types.
func Body[T any](mediaType ...string) Codec[T] {
	return newBody[T](mediaType).codec(bodyTree)
}

// bodyTree is the description of a body before it is known which.
var bodyTree = single(PartInfo{In: InBody, Required: true})

func newBody[T any](mediaType []string) *body[T] {
	b := &body[T]{limits: newLimits(reflect.TypeFor[T]()), codecs: new(codecs[T]), wide: len(mediaType) == 0}
	b.raw = rawFor[T]()
	if t, err := text.For[T](); err == nil {
		b.text = t
	}
	switch {
	case b.wide && b.raw != nil:
		b.variants = []variant{{mediaType: weft.MediaOctetStream, essence: weft.MediaOctetStream, form: formRaw}}
		b.anyMedia = true
	case b.wide:
		b.variants = formatVariants()
	}
	for _, m := range mediaType {
		b.variants = append(b.variants, b.variant(m))
	}
	return b
}

// body is a body of T. It is immutable once its codec is made.
type body[T any] struct {
	variants []variant
	offers   []string // the variants' media types
	wide     bool     // no media types were asked for
	anyMedia bool     // a raw body is read whatever its media type
	lenient  bool     // something is sent even if it is not acceptable
	limits   *limits
	codecs   *codecs[T]
	text     *text.Codec[T] // nil if T has no text form
	raw      *rawForm[T]    // nil if T has no raw form
}

// variant returns the variant for a media type that was asked for.
func (b *body[T]) variant(mediaType string) variant {
	v := variant{mediaType: mediaType, essence: checkMediaType(mediaType)}
	f, isFormat := formatFor(v.essence)
	switch {
	case isFormat && (b.raw == nil || b.raw.bytes):
		v.form = f
	case b.raw != nil:
		v.form = formRaw
	case b.text != nil && strings.HasPrefix(v.essence, "text/"):
		v.form = formText
	default:
		mistake("body: %v has no form as %s", reflect.TypeFor[T](), mediaType)
	}
	return v
}

// codec returns the body as a codec, described as before.
func (b *body[T]) codec(tree Tree) Codec[T] {
	b.offers = mediaTypes(b.variants)
	info := PartInfo{MediaTypes: b.offers, File: b.variants[0].form == formRaw, anyMedia: b.anyMedia || b.lenient}
	if !info.File {
		info.Schema, info.check = b.limits.described, b.check
	}
	tree = describeBody(tree, info)
	return Codec[T]{
		tree:    tree,
		decode:  b.decode,
		encode:  b.encode,
		present: hasBody,
		options: b,
	}
}

func describeBody(tree Tree, info PartInfo) Tree {
	return tree.mapParts(func(p *PartInfo) {
		p.MediaTypes, p.File, p.anyMedia = info.MediaTypes, info.File, info.anyMedia
		if !info.File {
			p.Schema, p.check = info.Schema, info.check
		}
	})
}

func hasBody(s *Source) bool { return !s.Body().IsEmpty() }

// check compiles the codecs of all variants.
func (b *body[T]) check() error {
	err := b.limits.err()
	for i, v := range b.variants {
		if v.form > formMsgpack {
			continue
		}
		// Of the default formats those that T has no form in are left out later,
		// but for the first.
		if _, e := b.codecs.get(v.form, noConfig); !b.wide || i == 0 {
			err = errors.Join(err, e)
		}
	}
	return err
}

// A rawForm reads and writes a T as a body without any format.
type rawForm[T any] struct {
	bytes  bool // T is a []byte, which the formats can write too
	decode func(weft.Body) (T, error)
	encode func(v T, mediaType string) weft.Body
}

// rawFor returns the raw form of T, or nil.
func rawFor[T any]() *rawForm[T] {
	var r any
	switch any((*T)(nil)).(type) {
	case *[]byte:
		r = &rawForm[[]byte]{true, readBytes, func(b []byte, m string) weft.Body { return weft.BodyBytes(b, m) }}
	case *weft.Body:
		r = &rawForm[weft.Body]{false, func(b weft.Body) (weft.Body, error) { return b, nil }, keepMediaType}
	case *io.Reader:
		r = &rawForm[io.Reader]{false, func(b weft.Body) (io.Reader, error) { return b.AsStream(), nil }, readerBody}
	case *io.ReadCloser:
		r = &rawForm[io.ReadCloser]{false, func(b weft.Body) (io.ReadCloser, error) { return b.AsStream(), nil },
			func(rc io.ReadCloser, m string) weft.Body { return readerBody(rc, m) }}
	}
	raw, _ := r.(*rawForm[T])
	return raw
}

// readBytes returns a copy, because the bytes of a body may be shared.
func readBytes(b weft.Body) ([]byte, error) {
	p, err := b.Bytes()
	return append(make([]byte, 0, len(p)), p...), err
}

func keepMediaType(b weft.Body, mediaType string) weft.Body {
	if b.MediaType() == "" {
		return b.WithMediaType(mediaType)
	}
	return b
}

// readerBody returns a body that is read from r, with a length if r knows it.
func readerBody(r io.Reader, mediaType string) weft.Body {
	switch sized := r.(type) {
	case nil:
		return weft.BodyBytes(nil, mediaType)
	case interface{ Len() int }:
		return weft.BodyReader(r, int64(sized.Len()), mediaType)
	}
	return weft.BodyReader(r, -1, mediaType)
}
