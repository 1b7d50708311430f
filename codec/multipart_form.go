package codec

import (
	"reflect"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/text"
)

// partForm is how a T is read from the parts of one name and written as such.
type partForm[T any] struct {
	name   string
	asked  []string // the media types that were asked for
	types  []string // those that are documented
	limits *limits
	all    bool // T stands for all parts of the name
	files  bool // T is a File or a list of them
	bytes  bool
	decode func(*Source, []File) T
	encode func(*Target, T) ([]weft.FormField, error)
}

// newPartForm finds the form for T.
func newPartForm[T any](name string, mediaType []string, l *limits) *partForm[T] {
	p := &partForm[T]{name: name, asked: mediaType, types: mediaType, limits: l}
	var fits bool
	switch any((*T)(nil)).(type) {
	case *File:
		fits = p.take(fileForm(name))
	case *[]File:
		fits = p.take(filesForm(name))
	case *[]byte:
		fits = p.take(bytesForm(name))
	}
	switch {
	case fits:
		if len(p.types) == 0 {
			p.types = []string{weft.MediaOctetStream}
		}
		for _, m := range p.types {
			checkMediaType(m)
		}
	case len(mediaType) == 0 && p.takeText(), p.takeList():
		p.types = []string{"text/plain"}
	default:
		p.takeBody()
	}
	return p
}

// take makes the form of a special type the form of T, which is that type.
func (p *partForm[T]) take(form any) bool {
	special, ok := form.(*partForm[T])
	if ok {
		asked, l := p.asked, p.limits
		*p = *special
		p.asked, p.types, p.limits = asked, asked, l
	}
	return ok
}

func fileForm(name string) *partForm[File] {
	return &partForm[File]{
		name: name, files: true,
		decode: func(s *Source, list []File) File { return list[0] },
		encode: func(t *Target, f File) ([]weft.FormField, error) {
			field, err := f.field(name)
			return []weft.FormField{field}, err
		},
	}
}

func filesForm(name string) *partForm[[]File] {
	return &partForm[[]File]{
		name: name, files: true, all: true,
		decode: func(s *Source, list []File) []File { return list },
		encode: func(t *Target, list []File) (fields []weft.FormField, err error) {
			for _, f := range list {
				field, err := f.field(name)
				if err != nil {
					return nil, err
				}
				fields = append(fields, field)
			}
			return fields, nil
		},
	}
}

func bytesForm(name string) *partForm[[]byte] {
	return &partForm[[]byte]{
		name: name, bytes: true,
		decode: func(s *Source, list []File) []byte {
			b, err := list[0].Bytes()
			s.readFailed(err)
			return b
		},
		encode: func(t *Target, b []byte) ([]weft.FormField, error) {
			return []weft.FormField{weft.BinaryField(name, name, "", b)}, nil
		},
	}
}

// takeText takes the text form of T, if it has one.
func (p *partForm[T]) takeText() bool {
	c, err := text.For[T]()
	if err != nil {
		return false
	}
	p.decode = func(s *Source, list []File) (v T) {
		raw, ok := list[0].text(s)
		if !ok {
			return v
		}
		v, err := c.Decode(raw)
		if err != nil {
			s.Fault(InBody, p.name, err.Error())
		} else if !p.limits.free {
			checkLimits(s, p.limits, InBody, p.name, v, raw)
		}
		return v
	}
	p.encode = func(t *Target, v T) ([]weft.FormField, error) {
		raw, err := c.Encode(v)
		return []weft.FormField{weft.TextField(p.name, raw)}, err
	}
	return true
}

// takeList takes the text form of the elements, if T is a slice of such.
func (p *partForm[T]) takeList() bool {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Slice || len(p.types) > 0 {
		return false
	}
	list, err := newListText[T](t)
	if err != nil {
		return false
	}
	p.all = true
	p.decode = func(s *Source, files []File) (v T) {
		values := make([]string, 0, len(files))
		for _, f := range files {
			raw, ok := f.text(s)
			if !ok {
				return v
			}
			values = append(values, raw)
		}
		v, err := list.parse(values)
		if err != nil {
			s.Fault(InBody, p.name, err.Error())
		} else if !p.limits.free {
			checkLimits(s, p.limits, InBody, p.name, v, "")
		}
		return v
	}
	p.encode = func(t *Target, v T) (fields []weft.FormField, err error) {
		values, err := list.format(v)
		for _, raw := range values {
			fields = append(fields, weft.TextField(p.name, raw))
		}
		return fields, err
	}
	return true
}

// takeBody takes a form of T as a whole body has it.
func (p *partForm[T]) takeBody() {
	b := newBody[T](p.types)
	b.limits = p.limits
	b.offers = mediaTypes(b.variants)
	if b.variants[0].form == formRaw {
		mistake("part %q: %v cannot be a part; use a File or PartStream", p.name, reflect.TypeFor[T]())
	}
	p.types = b.offers
	p.decode = func(s *Source, list []File) (v T) {
		contentType := list[0].MediaType
		if b.wide && (contentType == "" || isPlain(contentType)) {
			contentType = b.variants[0].mediaType // scripts often send JSON as plain text
		}
		variant := b.pick(s, contentType)
		if variant == nil {
			return v
		}
		data, err := list[0].Bytes()
		if err != nil {
			s.readFailed(err)
			return v
		}
		return b.decodeBytes(s, variant, p.name, data)
	}
	p.encode = func(t *Target, v T) ([]weft.FormField, error) {
		variant := &b.variants[0]
		data, err := b.encodeBytes(t, variant, v)
		return []weft.FormField{weft.BinaryField(p.name, "", variant.mediaType, data)}, err
	}
}

func isPlain(mediaType string) bool {
	return ascii.EqualFold(essenceOf(mediaType), "text/plain")
}

// text returns a part as text, or reports what is wrong with it.
func (f File) text(s *Source) (string, bool) {
	b, err := f.Bytes()
	if err != nil {
		s.readFailed(err)
		return "", false
	}
	raw := string(b)
	if strings.ToValidUTF8(raw, "") != raw {
		s.Fault(InBody, f.part, errNotUTF8.Error())
		return "", false
	}
	return raw, true
}
