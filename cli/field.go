package cli

import (
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/schema"
)

// A shape is how the value of a field is given on a command line.
type shape uint8

const (
	shapeScalar shape = iota // --price 799
	shapeList                // --authors Ada --authors Bob
	shapeMap                 // --notes a=1 --notes b=2
	shapeJSON                // --payments '[{"card":{}}]'
)

// A field is an option for a member of a struct in a body.
type field struct {
	path     []string // wire names, from the outermost struct
	flag     string
	alias    string         // another name of the option, or ""
	schema   *schema.Schema // of the value, without pointers
	doc      string
	shape    shape
	required bool
	nullable bool
	quoted   bool // a number is written in a string
	info     *schema.Field
}

// maxFieldDepth is how deep structs in structs are taken apart; below that they are
// given as JSON.
const maxFieldDepth = 4

// fieldsOf returns options for the fields of a struct. Their names begin with prefix.
func fieldsOf(s *schema.Schema, prefix string, flags flagNames, cfg weft.CodecConfig) []*field {
	w := fieldWalk{flags: flags, cfg: cfg, prefix: prefix}
	w.walk(s.Indirect(), nil, true, nil)
	if prefix == "" {
		w.nameMembers()
		return w.found
	}
	for _, f := range w.found {
		f.flag = w.name(f.path)
	}
	return w.found
}

// bodyPrefix stands before the names of all fields of a body that is one value.
const bodyPrefix = "body."

// nameMembers names the fields of a body that is one value. Each has a name with the
// prefix, and these are given out first, so that they mean the same in all commands.
// The plain names are for those whose name is free.
func (w *fieldWalk) nameMembers() {
	for _, f := range w.found {
		f.flag = free(w.flags, bodyPrefix+w.join(f.path))
	}
	for _, f := range w.found {
		plain := w.join(f.path)
		if w.flags[plain] {
			f.alias = free(w.flags, "field-"+plain)
			continue
		}
		f.flag, f.alias = free(w.flags, plain), f.flag
	}
}

// isNamed says whether the field's option has a name.
func (f *field) isNamed(name string) bool { return name == f.flag || name != "" && name == f.alias }

// A fieldWalk goes through a struct and the structs in it.
type fieldWalk struct {
	flags  flagNames
	cfg    weft.CodecConfig
	prefix string
	found  []*field
}

// walk adds the fields of a struct at a path. Required says that the struct has to be
// there, and above holds the structs around it.
func (w *fieldWalk) walk(s *schema.Schema, path []string, required bool, above []*schema.Schema) {
	above = append(slices.Clone(above), s.Base())
	for _, f := range s.Fields() {
		if f.ReadOnly || f.Schema.Annotations().ReadOnly {
			continue
		}
		value := f.Schema.Indirect()
		at := append(slices.Clone(path), w.cfg.FieldNameFormat.Apply(f.Name))
		needed := required && f.Required
		if value.Kind() == schema.KindStruct && len(at) < maxFieldDepth && !slices.Contains(above, value.Base()) {
			w.walk(value, at, needed, above)
			continue
		}
		w.found = append(w.found, &field{path: at, schema: value, doc: f.Doc, shape: shapeOf(value),
			required: needed, nullable: f.Nullable, quoted: f.Quoted, info: f})
	}
}

// join returns a path with dots, below the prefix.
func (w *fieldWalk) join(path []string) string {
	var words []string
	if w.prefix != "" {
		words = append(words, w.prefix)
	}
	for _, p := range path {
		words = append(words, kebab(p))
	}
	return strings.Join(words, ".")
}

// name returns the option for a field of a part: its path, with dots.
func (w *fieldWalk) name(path []string) string {
	name := w.join(path)
	if w.flags[name] {
		name = "field-" + name
	}
	return free(w.flags, name)
}

// shapeOf returns how values are given.
func shapeOf(s *schema.Schema) shape {
	switch {
	case s.Kind().IsScalar():
		return shapeScalar
	case s.Kind() == schema.KindSlice && s.Elem().Indirect().Kind().IsScalar():
		return shapeList
	case s.Kind() == schema.KindMap && s.Elem().Indirect().Kind().IsScalar():
		return shapeMap
	}
	return shapeJSON
}

// repeated says whether the option may be given several times.
func (f *field) repeated() bool { return f.shape == shapeList || f.shape == shapeMap }

// element returns the schema of one given value.
func (f *field) element() *schema.Schema {
	if f.repeated() {
		return f.schema.Elem().Indirect()
	}
	return f.schema
}

// kind names what the option takes, for the help.
func (f *field) kind() string {
	switch f.shape {
	case shapeMap:
		return "key=" + kindOf(f.element())
	case shapeJSON:
		return "json"
	}
	return kindOf(f.element())
}

// kindOf names what a value looks like, for the help.
func kindOf(s *schema.Schema) string {
	switch k := s.Kind(); k {
	case schema.KindBytes, schema.KindByteArray:
		return "base64"
	case schema.KindText:
		return "string"
	case schema.KindBigInt:
		return "int"
	case schema.KindBigFloat, schema.KindBigRat:
		return "number"
	case schema.KindUUID:
		return "uuid"
	default:
		return strings.ReplaceAll(k.String(), " ", "-")
	}
}

// enumOf returns the texts of the values that are allowed, or nil.
func enumOf(s *schema.Schema) []string {
	s = s.Indirect()
	if s.Kind() == schema.KindSlice {
		s = s.Elem().Indirect()
	}
	var values []string
	for _, v := range s.Enum() {
		values = append(values, strings.Trim(v.JSON, `"`))
	}
	return values
}
