package codec

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/text"
)

// Path is a parameter in the path. Its name is that of a {name} segment of the
// route's pattern. T is a type with a text form: a string, a bool, a number, a
// time.Time, a time.Duration, a uuid.UUID, a netip.Addr, a type with
// MarshalText and UnmarshalText, or a named type of one of these kinds. Path
// panics for other types.
func Path[T any](name string) Codec[T] { return newParam[T](InPath, name).codec() }

// Query is a query parameter. T is a type as for [Path], for exactly one value; a
// pointer to such a type, which is nil if the parameter is missing; or a slice of
// such a type, for one value or more, each written as a parameter of its own.
func Query[T any](name string) Codec[T] { return newParam[T](InQuery, name).codec() }

// Header is a header field. T is a type as for [Query]. A slice is a list field,
// whose elements are separated by commas (RFC 9110 section 5.6.1). For fields with
// a syntax of their own see [HeaderKey].
func Header[T any](name string) Codec[T] { return newParam[T](InHeader, name).codec() }

// Cookie is the value of a cookie: of one the client sends in a request, and of one
// the server sets in a response. T is a type as for [Path] or a pointer to one. For
// the attributes of a cookie that is set use [SetCookie].
func Cookie[T any](name string) Codec[T] { return newParam[T](InCookie, name).codec() }

// param is a single parameter. It is immutable once its codec is made.
type param[T any] struct {
	in       Place
	name     string
	parse    func(string) (T, error) // of one value; nil for a list
	format   func(T) (string, error) // of one value
	list     *listText[T]            // nil for one value
	nilable  bool                    // T is a pointer: nil stands for a missing value
	required bool
	def      *T
	limits   *limits
}

// newParam returns the parameter for T, or panics if T does not fit its place.
func newParam[T any](in Place, name string) *param[T] {
	checkName(in, name)
	t := reflect.TypeFor[T]()
	p := &param[T]{in: in, name: name, required: true, limits: newLimits(t)}
	c, err := text.For[T]()
	if err == nil {
		p.parse, p.format = c.Decode, c.Encode
		p.nilable = t.Kind() == reflect.Pointer
		p.required = !p.nilable
		return p
	}
	if t.Kind() != reflect.Slice || in != InQuery && in != InHeader {
		mistake("%s %q: %v", in, name, err)
	}
	if p.list, err = newListText[T](t); err != nil {
		mistake("%s %q: %v", in, name, err)
	}
	return p
}

func checkName(in Place, name string) {
	if name == "" {
		mistake("%s: want a name, got an empty one", in)
	}
	if (in == InHeader || in == InCookie) && !ascii.IsToken(name) {
		mistake("%s %q: the name is not a token", in, name)
	}
}

// codec returns the parameter as a codec.
func (p *param[T]) codec() Codec[T] {
	return p.codecWith(single(PartInfo{In: p.in, Name: p.name, Repeated: p.list != nil, Segment: p.segment()}))
}

// codecWith is codec for a parameter that was described before.
func (p *param[T]) codecWith(tree Tree) Codec[T] {
	info := PartInfo{Required: p.required && p.def == nil}
	if p.def != nil {
		info.Default, info.HasDefault = p.text(*p.def)
	}
	tree = p.limits.paramTree(tree, info)
	c := Codec[T]{tree: tree, decode: p.decode, encode: p.encode, present: p.present, options: p}
	if p.list != nil {
		c.decode, c.encode = p.decodeList, p.encodeList
	}
	return c
}

// paramTree describes a parameter anew: whether it is required, its default and its
// limits.
func (l *limits) paramTree(tree Tree, info PartInfo) Tree {
	return tree.mapParts(func(i *PartInfo) {
		i.Required, i.Default, i.HasDefault = info.Required, info.Default, info.HasDefault
		i.Schema, i.check = l.described, l.err
	})
}

// segment returns the kind of path segment that goes with T.
func (p *param[T]) segment() string {
	if c, err := text.For[T](); err == nil && p.in == InPath {
		return segmentFor(c.Kind(), c.Bits())
	}
	return ""
}

// segmentFor returns the kind of path segment that all texts of a form match. An int
// has the kind long, because it has 64 bits where servers run.
func segmentFor(kind text.Kind, bits int) string {
	switch {
	case kind == text.Int && bits < 64:
		return "int"
	case kind == text.Int, kind == text.Uint && bits < 64:
		return "long"
	case kind == text.UUID:
		return "uuid"
	case kind == text.Bool:
		return "bool"
	}
	return ""
}

func (p *param[T]) present(s *Source) bool { return s.has(p.in, p.name) }

// missing returns what stands for a missing value.
func (p *param[T]) missing(s *Source) (v T) {
	switch {
	case p.def != nil:
		return *p.def
	case p.required:
		s.Fault(p.in, p.name, "missing")
	}
	return v
}

// decode reads one value.
func (p *param[T]) decode(s *Source) (v T) {
	raw, f := s.lookup(p.in, p.name, p.required && p.def == nil)
	switch f {
	case absent:
		return p.missing(s)
	case faulty:
		return v
	}
	v, err := p.parse(raw)
	if err != nil {
		s.Fault(p.in, p.name, err.Error())
		return v
	}
	if !p.limits.free {
		checkLimits(s, p.limits, p.in, p.name, v, raw)
	}
	return v
}

// encode writes one value.
func (p *param[T]) encode(t *Target, v T) {
	if p.nilable && reflect.ValueOf(v).IsNil() {
		return
	}
	s, err := p.format(v)
	if err != nil {
		t.Fail(&EncodeError{In: p.in, Name: p.name, Cause: err})
		return
	}
	t.put(p.in, p.name, s)
}

// text returns a value as text, for documentation.
func (p *param[T]) text(v T) (string, bool) {
	if p.nilable && reflect.ValueOf(v).IsNil() {
		return "", false
	}
	if p.list != nil {
		values, err := p.list.format(v)
		return strings.Join(values, ","), err == nil
	}
	s, err := p.format(v)
	return s, err == nil
}

// EncodeError is the error of a value that cannot be written to its place in a
// message.
type EncodeError struct {
	// In is the place, Name the name of the parameter.
	In   Place
	Name string

	// Cause says why.
	Cause error
}

// Error names the place and the cause.
func (e *EncodeError) Error() string {
	if e.Name == "" {
		return e.In.String() + ": " + e.Cause.Error()
	}
	return e.In.String() + " " + strconv.Quote(e.Name) + ": " + e.Cause.Error()
}

// Unwrap returns the cause.
func (e *EncodeError) Unwrap() error { return e.Cause }
