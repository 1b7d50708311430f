package codegen

import (
	"encoding/json/jsontext"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"uuid"

	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/schema"
)

// Tags of struct fields. Package schema refuses tags that do not parse, contradict
// each other or do not fit their type, when a program starts. So each one is tried
// here, on a field of the same shape, and what is refused goes to the report instead
// of into the code.

// A tag is a key and its value.
type tag struct{ key, value string }

// tags are those of one field, in their order.
type tags []tag

func (t tags) has(key string) bool {
	return slices.ContainsFunc(t, func(one tag) bool { return one.key == key })
}

// text returns the tags as they stand between the quotes of a field's tag.
func (t tags) text() string {
	var parts []string
	for _, one := range t {
		parts = append(parts, one.key+":"+strconv.Quote(one.value))
	}
	return strings.Join(parts, " ")
}

// quote returns a field's tag as a Go literal.
func quote(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// jsonTag returns the value of a json tag.
func jsonTag(wire string, omitZero bool) string {
	if wire == "" || wire == "-" || strings.ContainsAny(wire, "',\\\"") {
		wire = "'" + strings.ReplaceAll(strings.Trim(strconv.Quote(wire), `"`), "'", `\u0027`) + "'"
	}
	if omitZero {
		return wire + ",omitzero"
	}
	return wire
}

// fits reports whether a struct can have a member of that name.
func (g *generation) fits(wire string) bool {
	s, err := derive(reflect.TypeFor[int](), tags{{"json", jsonTag(wire, false)}})
	return err == nil && len(s.Fields()) == 1 && s.Fields()[0].Name == wire
}

// derive returns the schema of a struct with one field.
func derive(t reflect.Type, with tags) (*schema.Schema, error) {
	return schema.For(reflect.StructOf([]reflect.StructField{{Name: "F", Type: t, Tag: reflect.StructTag(with.text())}}))
}

// scalars are the Go types of scalars by their expressions.
var scalars = map[string]reflect.Type{
	"string": reflect.TypeFor[string](), "bool": reflect.TypeFor[bool](), "int64": reflect.TypeFor[int64](), "int32": reflect.TypeFor[int32](),
	"float64": reflect.TypeFor[float64](), "float32": reflect.TypeFor[float32](), "time.Time": reflect.TypeFor[time.Time](),
	"uuid.UUID": reflect.TypeFor[uuid.UUID](), "[]byte": reflect.TypeFor[[]byte](),
}

// likeness returns a Go type of the same shape, and whether values of it can be
// written in tags.
func likeness(t *typ) (like reflect.Type, literal bool) {
	switch t.kind {
	case kindScalar:
		return scalars[t.scalar], t.scalar != "[]byte"
	case kindSlice:
		elem, literal := likeness(t.elem)
		return reflect.SliceOf(elem), literal && t.elem.kind != kindSlice
	case kindMap:
		elem, _ := likeness(t.elem)
		return reflect.MapOf(reflect.TypeFor[string](), elem), false
	case kindModel:
		if t.model.kind == enumModel {
			return scalars[t.model.base.scalar], true
		}
		return reflect.TypeFor[struct{}](), false
	}
	return reflect.TypeFor[jsontext.Value](), false
}

// limitsOf returns the limits of a type's schema as tags.
func limitsOf(t *typ) tags {
	s := t.schema
	var all tags
	add := func(key, value string) {
		if value != "" {
			all = append(all, tag{key, value})
		}
	}
	switch t.kind {
	case kindScalar:
		if t.scalar == "string" {
			add("minLength", string(s.MinLength))
			add("maxLength", string(s.MaxLength))
			add("pattern", s.Pattern)
		}
		addNumber(s, add)
		if f := s.Format; f != natural(t.scalar) {
			add("format", f)
		}
		if values, _ := enumValues(s); len(values) > 0 {
			add("enum", joinTexts(values))
		}
	case kindSlice:
		add("minItems", string(s.MinItems))
		add("maxItems", string(s.MaxItems))
		if s.UniqueItems {
			add("uniqueItems", "true")
		}
	case kindMap:
		add("minProperties", string(s.MinProperties))
		add("maxProperties", string(s.MaxProperties))
	}
	return all
}

func addNumber(s *openapi.Schema, add func(key, value string)) {
	if n, exclusive, ok := s.LowerBound(); ok && exclusive {
		add("exclusiveMinimum", string(n))
	} else if ok {
		add("minimum", string(n))
	}
	if n, exclusive, ok := s.UpperBound(); ok && exclusive {
		add("exclusiveMaximum", string(n))
	} else if ok {
		add("maximum", string(n))
	}
	add("multipleOf", string(s.MultipleOf))
}

// natural returns the format that a Go type has anyway.
func natural(scalar string) string {
	return map[string]string{
		"int64": "int64", "int32": "int32", "float64": "double", "float32": "float",
		"time.Time": "date-time", "uuid.UUID": "uuid", "[]byte": "byte",
	}[scalar]
}

func joinTexts(values []*openapi.Value) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, v.Text())
	}
	return strings.Join(texts, ",")
}

// fieldTags returns the tags of a member beside its name and whether it may be missing.
func (g *generation) fieldTags(s *openapi.Schema, t *typ, required bool) tags {
	target := t.schema
	all := limitsOf(t)
	say := func(there bool, key string) {
		if there {
			all = append(all, tag{key, "true"})
		}
	}
	say(s.ReadOnly || target.ReadOnly, "readOnly")
	say(s.WriteOnly || target.WriteOnly, "writeOnly")
	say(s.Deprecated || target.Deprecated, "deprecated")
	if doc := docOf(s); doc != "" {
		all = append(all, tag{"doc", doc})
	}
	all = g.keep(all, t, s.Place().Pointer)
	return g.exampleTag(g.defaultTag(all, s, t, required), s, t)
}

// keep returns the tags that package schema accepts, and reports the others.
func (g *generation) keep(all tags, t *typ, pointer string) tags {
	like, _ := likeness(t)
	if _, err := derive(like, all); err == nil {
		return all
	}
	var kept tags
	for _, one := range all {
		_, err := derive(like, append(slices.Clip(kept), one))
		if err != nil {
			at := t.schema.Place().Pointer
			if at == "" {
				at = pointer
			}
			g.say(at+"/"+one.key, "the value does not fit: "+reason(err))
			continue
		}
		kept = append(kept, one)
	}
	return kept
}

func reason(err error) string {
	if e, ok := errors.AsType[*schema.DeriveError](err); ok {
		return e.Reason
	}
	return err.Error()
}
