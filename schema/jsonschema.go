package schema

import (
	"encoding/json/jsontext"
	"iter"
)

// JSONSchemaOptions say how a document is written. They mirror what a JSON codec is
// set to, so that the document describes the bytes the codec really writes. The
// zero value goes with a codec's defaults.
type JSONSchemaOptions struct {
	// Discriminator is how sums are written.
	Discriminator Discriminator
	// FieldNames is applied to the names of fields.
	FieldNames NameFormat
	// Closed says that objects may not have other members than those described.
	Closed bool
	// RefPrefix stands before a component's name in a $ref of a [JSONSchemaSet],
	// which leaves it to the caller where the components go. The default is
	// "#/$defs/". Whole documents always use that.
	RefPrefix string
}

// JSONSchema returns the schema as a JSON Schema document of the dialect 2020-12,
// as compact JSON. Named structs, sums, enums and recursive types are in $defs. The
// same schema always gives the same bytes.
//
// Patterns are written as they are in the tag. They are in Go's RE2 syntax, and
// JSON Schema wants that of ECMA-262; the two agree on everything but rarities such
// as (?i), \A, \z and [[:alpha:]].
func (s *Schema) JSONSchema() []byte { return s.JSONSchemaWith(JSONSchemaOptions{}) }

// JSONSchemaWith is like [Schema.JSONSchema] with options.
func (s *Schema) JSONSchemaWith(opts JSONSchemaOptions) []byte {
	opts.RefPrefix = ""
	set := NewJSONSchemaSet(opts, s)
	doc := object{{"$schema", "https://json-schema.org/draft/2020-12/schema"}}
	doc = append(doc, set.schema(s)...)
	var defs object
	for name, def := range set.names.All() {
		defs = append(defs, member{name, set.inline(def)})
	}
	if len(defs) > 0 {
		doc = append(doc, member{"$defs", defs})
	}
	return doc.bytes()
}

// A JSONSchemaSet writes several schemas that share their components, as an OpenAPI
// document has them. It is immutable and safe for concurrent use.
type JSONSchemaSet struct {
	opts  JSONSchemaOptions
	names *Names
}

// NewJSONSchemaSet prepares the schemas for all that can be reached from the roots.
func NewJSONSchemaSet(opts JSONSchemaOptions, roots ...*Schema) *JSONSchemaSet {
	if opts.RefPrefix == "" {
		opts.RefPrefix = "#/$defs/"
	}
	return &JSONSchemaSet{opts: opts, names: NewNames(roots...)}
}

// Schema returns the JSON of one schema: a reference for a component, the schema
// itself otherwise.
func (j *JSONSchemaSet) Schema(s *Schema) []byte { return j.schema(s).bytes() }

// Field returns the JSON of a field's schema, with its documentation and default.
func (j *JSONSchemaSet) Field(f *Field) []byte { return j.field(f).bytes() }

// Names returns the names of the components.
func (j *JSONSchemaSet) Names() *Names { return j.names }

// Components returns the names of the components and their JSON, in the order in
// which a walk from the roots meets them.
func (j *JSONSchemaSet) Components() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for name, s := range j.names.All() {
			if !yield(name, j.inline(s).bytes()) {
				return
			}
		}
	}
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any // string, bool, int, jsontext.Value, object, []any or []string
}

func (o object) has(name string) bool {
	for _, m := range o {
		if m.name == name {
			return true
		}
	}
	return false
}

func (o object) bytes() []byte { return appendJSON(nil, o) }

func appendJSON(dst []byte, value any) []byte {
	switch v := value.(type) {
	case object:
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendJSON(dst, m.name), ':')
			dst = appendJSON(dst, m.value)
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, item)
		}
		return append(dst, ']')
	case string:
		// Text that is not UTF-8 can only come from a tag; it is mended.
		dst, _ = jsontext.AppendQuote(dst, v)
		return dst
	case bool:
		if v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case jsontext.Value:
		return append(dst, v...)
	}
	return append(dst, "null"...)
}
