package codec

import (
	"reflect"
	"strings"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/text"
	"github.com/weft-go/weft/schema"
)

// placeTags are the tags that say where a field sits.
var placeTags = []string{"path", "query", "header", "cookie", "body", "status"}

// limitTags are the tags that limit a field's values.
var limitTags = []string{
	"minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
	"multipleOf", "enum", "minItems", "maxItems", "uniqueItems", "validate",
}

// placedField returns the codec of a field with a tag for its place.
func placedField(t reflect.Type, sf reflect.StructField, bodies []BodyField) (f structField, isBody bool) {
	var tags []string
	for _, tag := range placeTags {
		if _, ok := sf.Tag.Lookup(tag); ok {
			tags = append(tags, tag)
		}
	}
	if len(tags) != 1 {
		mistake("struct %v: field %s: want one of the tags path, query, header, cookie, body and status, got %d", t, sf.Name, len(tags))
	}
	switch tags[0] {
	case "body":
		return bodyField(t, sf, bodies), true
	case "status":
		return statusField(t, sf), false
	}
	in := map[string]Place{"path": InPath, "query": InQuery, "header": InHeader, "cookie": InCookie}[tags[0]]
	return paramField(t, sf, in, tagName(sf, tags[0])), false
}

// fieldParam is a parameter whose type is known by reflection alone.
type fieldParam struct {
	in       Place
	name     string
	scalar   *text.Dynamic // of the value, or of an element of a list
	list     bool
	nilable  bool
	required bool
	def      reflect.Value // the default, if it is valid
	limits   *limits
}

// paramField returns the codec of a field that is a parameter.
func paramField(t reflect.Type, sf reflect.StructField, in Place, name string) structField {
	checkName(in, name)
	p := &fieldParam{in: in, name: name, required: requiredField(sf)}
	var err error
	p.scalar, err = text.ForType(sf.Type)
	p.nilable = err == nil && sf.Type.Kind() == reflect.Pointer
	if err != nil && sf.Type.Kind() == reflect.Slice && (in == InQuery || in == InHeader) {
		p.list = true
		p.scalar, err = text.ForType(sf.Type.Elem())
	}
	if err != nil {
		mistake("struct %v: field %s: %v", t, sf.Name, err)
	}
	p.limits = fieldLimits(t, sf)
	info := PartInfo{
		In: in, Name: name, Repeated: p.list, Required: p.required || in == InPath, Doc: fieldDoc(sf), Deprecated: sf.Tag.Get("deprecated") == "true",
		Schema: p.limits.described, check: p.limits.err, Segment: segmentOf(in, p),
	}
	if example, ok := sf.Tag.Lookup("example"); ok {
		info.Examples = []Example{{Name: "example", value: func() string { return example }}}
	}
	if def, ok := sf.Tag.Lookup("default"); ok {
		p.def = reflect.New(sf.Type).Elem()
		if err := p.set(p.def, splitDefault(p.list, def)); err != nil {
			mistake("struct %v: field %s: tag default:%q: %v", t, sf.Name, def, err)
		}
		info.Default, info.HasDefault = def, true
	}
	return structField{index: sf.Index, part: info, decode: p.decode, encode: p.encode, present: func(s *Source) bool { return s.has(in, name) }}
}

func segmentOf(in Place, p *fieldParam) string {
	if in != InPath {
		return ""
	}
	return segmentFor(p.scalar.Kind(), p.scalar.Bits())
}

func splitDefault(list bool, def string) []string {
	if list {
		return strings.Split(def, ",")
	}
	return []string{def}
}

// fieldDoc returns the documentation in a field's tags.
func fieldDoc(sf reflect.StructField) string {
	if doc, ok := sf.Tag.Lookup("doc"); ok {
		return doc
	}
	return sf.Tag.Get("description")
}

// requiredField applies the rules of package schema for fields that may be absent.
func requiredField(sf reflect.StructField) bool {
	if required, ok := sf.Tag.Lookup("required"); ok {
		return required == "true"
	}
	_, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
	_, hasDefault := sf.Tag.Lookup("default")
	return sf.Type.Kind() != reflect.Pointer && !hasDefault && !strings.Contains(options, "omitzero") && !strings.Contains(options, "omitempty")
}

// fieldLimits returns the limits of a field's type and tags, described when they are
// first needed.
func fieldLimits(t reflect.Type, sf reflect.StructField) *limits {
	l := &limits{typ: sf.Type, free: predeclared(sf.Type)}
	for _, tag := range limitTags {
		if _, ok := sf.Tag.Lookup(tag); ok {
			l.free = false
		}
	}
	l.schema = sync.OnceValues(func() (*schema.Schema, error) {
		f, err := schema.FieldOf(t, sf)
		if err != nil {
			return nil, err
		}
		return f.Schema, nil
	})
	return l
}

// set decodes the values into a field.
func (p *fieldParam) set(dst reflect.Value, values []string) error {
	if p.list {
		return parseList(p.scalar, dst, values)
	}
	return p.scalar.Decode(dst, values[0])
}

// decode reads the field.
func (p *fieldParam) decode(s *Source, dst reflect.Value) {
	var values []string
	var f found
	if p.list {
		values, f = s.values(p.in, p.name)
	} else {
		var one [1]string
		one[0], f = s.lookup(p.in, p.name, p.required)
		values = one[:]
	}
	switch {
	case f == faulty:
	case f == absent && p.def.IsValid():
		dst.Set(p.def)
	case f == absent && p.required:
		s.Fault(p.in, p.name, "missing")
	case f == there:
		if err := p.set(dst, values); err != nil {
			s.Fault(p.in, p.name, err.Error())
		} else if !p.limits.free && s.request != nil {
			s.invalid(p.in, p.name, p.limits.validate(s.Context(), dst))
		}
	}
}

// encode writes the field. What may be absent and is zero is left out.
func (p *fieldParam) encode(t *Target, src reflect.Value) {
	var values []string
	var err error
	switch {
	case p.nilable && src.IsNil(), !p.required && !p.def.IsValid() && p.in != InPath && src.IsZero():
		return
	case p.list:
		values, err = formatList(p.scalar, src)
	default:
		var b []byte
		b, err = p.scalar.Append(nil, src)
		values = []string{string(b)}
	}
	switch {
	case err != nil:
		t.Fail(&EncodeError{In: p.in, Name: p.name, Cause: err})
	case p.list:
		t.putAll(p.in, p.name, values)
	default:
		t.put(p.in, p.name, values[0])
	}
}

// statusField returns the codec of a field that is the status.
func statusField(t reflect.Type, sf reflect.StructField) structField {
	if sf.Type != reflect.TypeFor[weft.Status]() {
		mistake("struct %v: field %s: want a weft.Status, got %v", t, sf.Name, sf.Type)
	}
	return structField{
		index:  sf.Index,
		part:   PartInfo{In: InStatus, Doc: fieldDoc(sf)},
		decode: func(s *Source, dst reflect.Value) { dst.Set(reflect.ValueOf(s.Status())) },
		encode: func(t *Target, src reflect.Value) {
			if code := src.Interface().(weft.Status); code != 0 {
				t.SetStatus(code)
			}
		},
	}
}
