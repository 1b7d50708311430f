package codec

import (
	"context"
	"errors"
	"reflect"
	"strings"

	"github.com/weft-go/weft/schema"
)

// QueryStruct is a struct whose fields are query parameters. Their names come from
// the tag query:"…", else from json:"…", else they are the names of the fields; "-"
// leaves a field out. Fields have types as for [Query]. The other tags are those of
// package schema:
//
//	type ListParams struct {
//		Page  int      `query:"page" default:"1" minimum:"1" doc:"From 1."`
//		Tags  []string `query:"tag" maxItems:"5" required:"false"`
//		Since *time.Time `query:"since"`
//	}
//
// A field is required unless it is a pointer, has a default, is marked omitzero or
// omitempty in its json tag, or has required:"false". Fields of embedded structs
// belong to the struct. QueryStruct panics if T is no struct, if a field's type has
// no text form or if a default does not fit.
func QueryStruct[T any]() Codec[T] {
	t := structType[T]("QueryStruct")
	var fields []structField
	for _, sf := range visible(t) {
		name := tagName(sf, "query")
		if name == "-" {
			continue
		}
		fields = append(fields, paramField(t, sf, InQuery, name))
	}
	return structCodec[T](fields)
}

// Struct is a struct whose fields sit in several places of a message. Each field has
// a tag that says where:
//
//	type SearchBooks struct {
//		Shelf int64    `path:"shelf"`
//		Limit int      `query:"limit" default:"20" maximum:"100"`
//		Trace *string  `header:"X-Trace"`
//		Token string   `cookie:"session"`
//		Query Query    `body:"" media:"application/json"`
//	}
//
// Fields of an output also may have status:"", which is a [weft.Status]. What is said
// of tags at [QueryStruct] holds here too. The body is one field; its type is told
// with [BodyOf], unless it is a string, a []byte, a [weft.Body] or a reader:
//
//	codec.Struct[SearchBooks](codec.BodyOf[Query]())
//
// Struct panics where QueryStruct does, and if a field has no place.
func Struct[T any](bodies ...BodyField) Codec[T] {
	t := structType[T]("Struct")
	var fields []structField
	seenBody := false
	for _, sf := range visible(t) {
		f, isBody := placedField(t, sf, bodies)
		if isBody && seenBody {
			mistake("struct %v: field %s is a second body", t, sf.Name)
		}
		seenBody = seenBody || isBody
		fields = append(fields, f)
	}
	return structCodec[T](fields)
}

func structType[T any](what string) reflect.Type {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		mistake("%s: want a struct, got %v", what, t)
	}
	return t
}

// visible returns the exported fields, those of embedded structs included.
func visible(t reflect.Type) []reflect.StructField {
	var list []reflect.StructField
	for _, sf := range reflect.VisibleFields(t) {
		if sf.IsExported() && !(sf.Anonymous && embeds(sf)) {
			list = append(list, sf)
		}
	}
	return list
}

// embeds says whether an embedded field stands for its own fields.
func embeds(sf reflect.StructField) bool {
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	for _, tag := range placeTags {
		if _, ok := sf.Tag.Lookup(tag); ok {
			return false
		}
	}
	return true
}

// tagName returns the name that a tag gives to a field, with the json tag and the
// field's own name to fall back to.
func tagName(sf reflect.StructField, tag string) string {
	for _, key := range []string{tag, "json"} {
		if name, _, _ := strings.Cut(sf.Tag.Get(key), ","); name != "" {
			return name
		}
	}
	return sf.Name
}

// structField is the codec of one field.
type structField struct {
	index   []int
	part    PartInfo
	decode  func(*Source, reflect.Value)
	encode  func(*Target, reflect.Value)
	present func(*Source) bool
}

// structCodec makes a codec of fields.
func structCodec[T any](fields []structField) Codec[T] {
	tree := Tree{Op: OpBoth}
	var present func(*Source) bool
	for _, f := range fields {
		tree.Children = append(tree.Children, single(f.part))
		present = anyPresent(present, f.present)
	}
	checks := reflect.TypeFor[*T]().Implements(reflect.TypeFor[schema.Validator]())
	return Codec[T]{
		tree:    tree,
		present: present,
		decode: func(s *Source) T {
			m := s.mark()
			v := new(T)
			rv := reflect.ValueOf(v).Elem()
			for i := range fields {
				fields[i].decode(s, reach(rv, fields[i].index))
			}
			if checks && s.request != nil && s.cleanSince(m) {
				validateStruct(s.Context(), s, fields, any(v).(schema.Validator))
			}
			return *v
		},
		encode: func(t *Target, v T) {
			rv := reflect.ValueOf(&v).Elem()
			for i := range fields {
				if fv, err := rv.FieldByIndexErr(fields[i].index); err == nil {
					fields[i].encode(t, fv)
				}
			}
		},
	}
}

// reach returns a field, and makes the embedded structs on the way that are
// pointers.
func reach(v reflect.Value, index []int) reflect.Value {
	for i, x := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}

// validateStruct calls the struct's own Validate method. Its faults are reported
// where the fields they name sit.
func validateStruct(ctx context.Context, s *Source, fields []structField, v schema.Validator) {
	err := v.Validate(ctx)
	if err == nil || len(fields) == 0 {
		return
	}
	broken, ok := errors.AsType[*schema.ValidationError](err)
	if !ok {
		s.Invalid(fields[0].part.In, "", err.Error())
		return
	}
	for _, f := range broken.Faults {
		in := fields[0].part.In
		name, _, _ := strings.Cut(f.Path, ".")
		for _, field := range fields {
			if field.part.Name == name {
				in = field.part.In
			}
		}
		s.Invalid(in, f.Path, f.Message)
	}
}
