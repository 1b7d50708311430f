package schema

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// The tags of a field, read in the second pass of derivation. There is a tag for
// each JSON Schema keyword, and validate:"…" is translated into the same keywords,
// so that what is checked and what is documented cannot differ.

// tagReader gathers what one field's tags say.
type tagReader struct {
	field    *Field
	path     string
	refine   refinement
	required *bool
	nullable *bool
	keys     map[string]string // keyword → the tag it came from, for errors
}

func newTagReader(f *Field, path string) *tagReader {
	return &tagReader{field: f, path: path, keys: map[string]string{}}
}

// apply completes a field, but for its literals.
func (r *tagReader) apply() error {
	if err := r.checkQuoted(); err != nil {
		return err
	}
	if err := r.readTags(); err != nil {
		return err
	}
	refined, err := r.field.Schema.withRefinement(&r.refine)
	if err != nil {
		return r.refinementError(err)
	}
	r.field.Schema = refined
	r.decidePresence()
	return nil
}

func (r *tagReader) errorf(tag, format string, args ...any) error {
	return &DeriveError{Path: r.path, Type: r.field.Schema.typ, Tag: tag, Reason: fmt.Sprintf(format, args...)}
}

// refinementError names the tag that a keyword came from.
func (r *tagReader) refinementError(err error) error {
	if ke, ok := errors.AsType[*keywordError](err); ok {
		return r.errorf(r.keys[ke.keyword], "%s", ke.reason)
	}
	return r.errorf(r.keys["elem"], "%v", err)
}

func (r *tagReader) checkQuoted() error {
	if r.field.Quoted && !r.field.Schema.Indirect().kind.IsNumber() {
		return r.errorf(fmt.Sprintf("json:%q", r.field.Tag.Get("json")), "the option string wants a number, the type is %s", r.field.Schema.kindText())
	}
	return nil
}

// A keyword is one tag of the vocabulary.
type keyword struct {
	name string
	read func(r *tagReader, text string) error
}

// vocabulary lists the tags in the order in which they are read.
var vocabulary = []keyword{
	{"validate", (*tagReader).readValidate},
	{"minLength", countTag(func(c *Constraints) **int { return &c.MinLength })},
	{"maxLength", countTag(func(c *Constraints) **int { return &c.MaxLength })},
	{"minItems", countTag(func(c *Constraints) **int { return &c.MinItems })},
	{"maxItems", countTag(func(c *Constraints) **int { return &c.MaxItems })},
	{"minProperties", countTag(func(c *Constraints) **int { return &c.MinProperties })},
	{"maxProperties", countTag(func(c *Constraints) **int { return &c.MaxProperties })},
	{"minimum", numberTag(func(c *Constraints) *Number { return &c.Minimum })},
	{"maximum", numberTag(func(c *Constraints) *Number { return &c.Maximum })},
	{"exclusiveMinimum", numberTag(func(c *Constraints) *Number { return &c.ExclusiveMinimum })},
	{"exclusiveMaximum", numberTag(func(c *Constraints) *Number { return &c.ExclusiveMaximum })},
	{"multipleOf", numberTag(func(c *Constraints) *Number { return &c.MultipleOf })},
	{"pattern", func(r *tagReader, text string) error { r.refine.Pattern = text; return nil }},
	{"format", func(r *tagReader, text string) error { r.refine.Format = text; return nil }},
	{"enum", func(r *tagReader, text string) error { r.refine.enum = splitList(text); return nil }},
	{"uniqueItems", boolTag(func(r *tagReader, b bool) { r.refine.UniqueItems = b })},
	{"required", boolTag(func(r *tagReader, b bool) { r.required = &b })},
	{"nullable", boolTag(func(r *tagReader, b bool) { r.nullable = &b })},
	{"readOnly", boolTag(func(r *tagReader, b bool) { r.field.ReadOnly = b })},
	{"writeOnly", boolTag(func(r *tagReader, b bool) { r.field.WriteOnly = b })},
	{"deprecated", boolTag(func(r *tagReader, b bool) { r.field.Deprecated = b })},
	{"description", func(r *tagReader, text string) error { r.field.Doc = text; return nil }},
	{"doc", func(r *tagReader, text string) error { r.field.Doc = text; return nil }},
}

// literalTags are read after the others, since their values have to keep them.
var literalTags = []string{"default", "example"}

func (r *tagReader) readTags() error {
	for _, k := range vocabulary {
		text, ok := r.field.Tag.Lookup(k.name)
		if !ok {
			if err := r.checkSpelling(k.name); err != nil {
				return err
			}
			continue
		}
		tag := fmt.Sprintf("%s:%q", k.name, text)
		r.keys[k.name] = tag
		if err := k.read(r, text); err != nil {
			return r.errorf(tag, "%v", err)
		}
	}
	return nil
}

// checkSpelling catches minlength for minLength, which would otherwise do nothing.
func (r *tagReader) checkSpelling(name string) error {
	lower := strings.ToLower(name)
	if lower == name {
		return nil
	}
	if text, ok := r.field.Tag.Lookup(lower); ok {
		return r.errorf(fmt.Sprintf("%s:%q", lower, text), "want the spelling %s", name)
	}
	return nil
}

func countTag(field func(*Constraints) **int) func(*tagReader, string) error {
	return func(r *tagReader, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return fmt.Errorf("want a non-negative integer, got %q", text)
		}
		*field(&r.refine.Constraints) = &n
		return nil
	}
}

func numberTag(field func(*Constraints) *Number) func(*tagReader, string) error {
	return func(r *tagReader, text string) error {
		if !plausibleNumber(text) {
			return fmt.Errorf("want a number, got %q", text)
		}
		*field(&r.refine.Constraints) = Number(text)
		return nil
	}
}

func boolTag(set func(*tagReader, bool)) func(*tagReader, string) error {
	return func(r *tagReader, text string) error {
		if text != "true" && text != "false" {
			return fmt.Errorf("want true or false, got %q", text)
		}
		set(r, text == "true")
		return nil
	}
}

func (r *tagReader) readLiterals() error {
	for _, name := range literalTags {
		text, ok := r.field.Tag.Lookup(name)
		if !ok {
			continue
		}
		tag := fmt.Sprintf("%s:%q", name, text)
		lit, err := r.field.Schema.ParseLiteral(text)
		if err == nil {
			err = checkLiteral(r.field.Schema.Indirect(), lit)
		}
		if err != nil {
			return r.errorf(tag, "%v", err)
		}
		if name == "default" {
			r.field.Default = &lit
		} else {
			r.field.Examples = append(r.field.Examples, lit)
		}
	}
	return nil
}

// checkLiteral checks a default or an example against the constraints. The types'
// own Validate methods are left out: the program may not be ready for them.
func checkLiteral(s *Schema, lit Literal) error {
	n := compile(s, false)
	if n == nil || lit.Value == nil {
		return nil
	}
	return n.run(context.Background(), addressable(reflect.ValueOf(lit.Value)))
}

// decidePresence settles whether the field may be absent and whether it may be null.
func (r *tagReader) decidePresence() {
	f := r.field
	kind := f.Schema.kind
	_, hasDefault := f.Tag.Lookup("default")
	f.Nullable = f.Schema.Nullable()
	f.Required = !f.OmitZero && !f.OmitEmpty && len(f.Hops) == 0 && !hasDefault &&
		kind != KindPointer && kind != KindOptional
	if r.required != nil {
		f.Required = *r.required
		// A required pointer is how Go code tells 0 from absent; null for it would
		// be absent again.
		if f.Required && kind == KindPointer {
			f.Nullable = false
		}
	}
	if r.nullable != nil && f.Schema.Nullable() {
		f.Nullable = *r.nullable
	}
}

// FieldOf returns the description of one field of a struct, even when json:"-"
// leaves it out of the struct's own schema. The field is named by sf.Index, its
// numbers are 0, and its wire name comes from the tags as always. Packages whose
// tags place fields in other parts of a message use it. The error is a
// [*DeriveError].
func FieldOf(owner reflect.Type, sf reflect.StructField) (*Field, error) {
	j := parseJSONTag(sf.Tag.Get("json"))
	j.named = j.named && sf.Tag.Get("json") != "-"
	schema, err := For(sf.Type)
	if err != nil {
		return nil, below(owner, sf, err)
	}
	f := &Field{
		Name: wireName(sf, j), GoName: sf.Name, Schema: schema, Index: sf.Index, Offset: sf.Offset,
		OmitZero: j.omitZero, OmitEmpty: j.omitEmpty, Quoted: j.quoted, IgnoreCase: j.ignoreCase, Tag: sf.Tag,
		zeroer: hasMethods(sf.Type, zeroerType),
	}
	r := newTagReader(f, owner.String()+"."+sf.Name)
	if err := r.apply(); err != nil {
		return nil, err
	}
	if err := r.readLiterals(); err != nil {
		return nil, err
	}
	return f, nil
}

// below puts the field in front of an error about its type.
func below(owner reflect.Type, sf reflect.StructField, err error) error {
	var de *DeriveError
	if !errors.As(err, &de) {
		return err
	}
	c := *de
	c.Path = owner.String() + "." + sf.Name + strings.TrimPrefix(de.Path, sf.Type.String())
	return &c
}
