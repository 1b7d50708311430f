package codegen

import (
	"encoding/json/jsontext"
	"reflect"
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

func (t tags) get(key string) (string, bool) {
	for _, one := range t {
		if one.key == key {
			return one.value, true
		}
	}
	return "", false
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
	if v := first(s.Default, target.Default); v != nil && t.kind != kindModel || s.Default != nil {
		all = g.literalTag(all, "default", v, t, s, required)
	}
	if v := example(s, target, t); v != nil {
		all = g.literalTag(all, "example", v, t, s, false)
	}
	return g.keep(all, t, s.Place().Pointer)
}

func first(a, b *openapi.Value) *openapi.Value {
	if a != nil {
		return a
	}
	return b
}

// example returns an example of a member. Those of models are not repeated.
func example(s, target *openapi.Schema, t *typ) *openapi.Value {
	if v := first(s.Example, firstOf(s.Examples)); v != nil || t.kind == kindModel {
		return v
	}
	return first(target.Example, firstOf(target.Examples))
}

func firstOf(all []*openapi.Value) *openapi.Value {
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// literalTag adds a default or an example, if it can be written in a tag.
func (g *generation) literalTag(all tags, key string, v *openapi.Value, t *typ, s *openapi.Schema, required bool) tags {
	at := s.Place().Pointer
	if s.Default == nil && key == "default" {
		at = t.schema.Place().Pointer
	}
	_, literal := likeness(t)
	text, ok := literalText(v, t)
	switch {
	case !literal || !ok:
		g.say(at+"/"+key, "the value cannot be written in a tag; it is left out")
		return all
	case required && key == "default":
		g.say(at+"/"+key, "a required member has no default; it is left out")
		return all
	case !inEnum(v, t):
		g.say(at+"/"+key, "the value is none of the enum; it is left out")
		return all
	}
	return append(all, tag{key, text})
}

// literalText returns a value as tags write it.
func literalText(v *openapi.Value, t *typ) (string, bool) {
	switch v.Kind() {
	case openapi.Array:
		var texts []string
		for _, item := range v.Items() {
			text := item.Text()
			if item.Kind() == openapi.Array || item.Kind() == openapi.Object || item.Kind() == openapi.Null || text == "" || strings.Contains(text, ",") {
				return "", false
			}
			texts = append(texts, text)
		}
		return strings.Join(texts, ","), t.kind == kindSlice && len(texts) > 0
	case openapi.Object, openapi.Null:
		return "", false
	}
	return v.Text(), t.kind == kindScalar || t.kind == kindModel
}

// inEnum reports whether a value is one of its enum, if it has one.
func inEnum(v *openapi.Value, t *typ) bool {
	if t.kind == kindSlice && t.elem.kind == kindModel {
		for _, item := range v.Items() {
			if !inEnum(item, t.elem) {
				return false
			}
		}
		return true
	}
	if t.kind != kindModel || t.model.kind != enumModel {
		return true
	}
	for _, value := range t.model.values {
		if value.text == v.Text() {
			return true
		}
	}
	return false
}

// keep returns the tags that package schema accepts, and reports the others.
func (g *generation) keep(all tags, t *typ, pointer string) tags {
	like, _ := likeness(t)
	if _, err := derive(like, all); err == nil {
		return all
	}
	var kept tags
	for _, one := range all {
		_, err := derive(like, append(kept[:len(kept):len(kept)], one))
		if err != nil {
			g.say(pointer+"/"+one.key, "the value does not fit: "+reason(err))
			if at := t.schema.Place().Pointer; at != "" && at != pointer {
				g.say(at+"/"+one.key, "the value does not fit: "+reason(err))
			}
			continue
		}
		kept = append(kept, one)
	}
	return kept
}

func reason(err error) string {
	if e, ok := err.(*schema.DeriveError); ok {
		return e.Reason
	}
	return err.Error()
}
