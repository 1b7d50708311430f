package codegen_test

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// A view is a schema with all that it refers to and consists of, as if it were one.
type view struct {
	from  []*openapi.Schema // the schema itself comes first
	about []*openapi.Schema // those of them whose description is that of the whole
}

func viewOf(s *openapi.Schema) *view {
	v := &view{}
	v.collect(s, true)
	if v.from == nil {
		v.from = []*openapi.Schema{{}}
	}
	return v
}

func (v *view) collect(s *openapi.Schema, about bool) {
	if s == nil || slices.Contains(v.from, s) {
		return
	}
	v.from = append(v.from, s)
	if about {
		v.about = append(v.about, s)
	}
	v.collect(s.Target(), about)
	for _, part := range s.AllOf {
		v.collect(part, about && len(s.AllOf) == 1)
	}
	if rest := withoutNull(casesOf(s)); len(rest) == 1 {
		v.collect(rest[0], about)
	}
}

func casesOf(s *openapi.Schema) []*openapi.Schema {
	if len(s.OneOf) > 0 {
		return s.OneOf
	}
	return s.AnyOf
}

func withoutNull(cases []*openapi.Schema) []*openapi.Schema {
	return slices.DeleteFunc(slices.Clone(cases), func(s *openapi.Schema) bool { return isNull(s.Resolve()) })
}

func isNull(s *openapi.Schema) bool {
	return s != nil && (len(s.Type) == 1 && s.Type[0] == "null" || s.Const != nil && s.Const.Kind() == openapi.Null ||
		len(s.Enum) == 1 && s.Enum[0].Kind() == openapi.Null)
}

// choices returns the cases of a choice, those of choices among them in their place.
func (v *view) choices() []*openapi.Schema { return v.cases(10) }

func (v *view) cases(depth int) []*openapi.Schema {
	for _, s := range v.from {
		rest := withoutNull(casesOf(s))
		if len(rest) < 2 || depth == 0 {
			continue
		}
		base := *s
		base.OneOf, base.AnyOf, base.Discriminator, base.Nullable, base.Description, base.Title = nil, nil, nil, false, "", ""
		var all []*openapi.Schema
		for _, one := range rest {
			if len(base.Properties)+len(base.Required) > 0 || len(base.Type) == 1 && len(viewOf(one).types()) == 0 {
				one = &openapi.Schema{Node: one.Node, AllOf: []*openapi.Schema{one, &base}}
			}
			if inner := viewOf(one).cases(depth - 1); len(inner) > 1 {
				all = append(all, inner...)
				continue
			}
			all = append(all, one)
		}
		return all
	}
	var all []*openapi.Schema
	for _, s := range v.from {
		if types := s.Types(); len(types) > 1 {
			for _, t := range types {
				c := *s
				c.Type, c.Nullable, c.Description, c.Title = []string{t}, false, "", ""
				all = append(all, &c)
			}
			return all
		}
	}
	return nil
}

func (v *view) types() []string {
	for _, s := range v.from {
		if t := s.Types(); len(t) > 0 {
			return t
		}
	}
	return nil
}

// kind returns the type, or the one that the keywords are for. It is "" for any value.
func (v *view) kind() string {
	if t := v.types(); len(t) > 0 {
		return strings.Join(t, " ")
	}
	has := v.any
	switch {
	case has(isNull):
		return "null"
	case len(v.enum()) > 0:
		return map[openapi.Kind]string{openapi.Text: "string", openapi.Bool: "boolean", openapi.Num: "number"}[v.enum()[0].Kind()]
	case has(func(s *openapi.Schema) bool {
		return len(s.Properties)+len(s.Required) > 0 || s.AdditionalProperties != nil
	}):
		return "object"
	case has(func(s *openapi.Schema) bool { return s.Items != nil }):
		return "array"
	case has(func(s *openapi.Schema) bool { return s.Pattern+string(s.MinLength+s.MaxLength)+s.Format != "" }):
		return "string"
	case has(func(s *openapi.Schema) bool { return s.Minimum+s.Maximum != "" }):
		return "number"
	}
	return ""
}

func (v *view) null() bool {
	return v.any(func(s *openapi.Schema) bool {
		cases := casesOf(s)
		return s.AllowsNull() || slices.ContainsFunc(cases, func(s *openapi.Schema) bool { return isNull(s.Resolve()) })
	}) || slices.ContainsFunc(v.choices(), func(s *openapi.Schema) bool { return viewOf(s).null() })
}

// nullKeyword returns the keyword that says whether null is allowed.
func (v *view) nullKeyword() string {
	switch {
	case v.any(func(s *openapi.Schema) bool { return s.Nullable }):
		return "nullable"
	case v.any(func(s *openapi.Schema) bool { return slices.Contains(s.Type, "null") }):
		return "type"
	case v.any(func(s *openapi.Schema) bool { return len(casesOf(s)) > 0 }):
		return v.choiceKeyword()
	case v.any(func(s *openapi.Schema) bool { return s.Const != nil }):
		return "const"
	}
	return "enum"
}

func (v *view) choiceKeyword() string {
	if v.any(func(s *openapi.Schema) bool { return len(s.OneOf) > 0 }) {
		return "oneOf"
	}
	if v.any(func(s *openapi.Schema) bool { return len(s.AnyOf) > 0 }) {
		return "anyOf"
	}
	return "type"
}

func (v *view) any(is func(*openapi.Schema) bool) bool { return slices.ContainsFunc(v.from, is) }

func (v *view) text(of func(*openapi.Schema) string) string {
	for _, s := range v.from {
		if t := of(s); t != "" {
			return t
		}
	}
	return ""
}

// format returns the format, with that of the Go type for numbers without one.
func (v *view) format() string {
	f := v.text(func(s *openapi.Schema) string { return s.Format })
	switch kind := v.kind(); {
	case f == "" && kind == "integer":
		return "int64"
	case f == "" && kind == "number":
		return "double"
	case f == "" && v.text(func(s *openapi.Schema) string { return s.ContentEncoding }) == "base64":
		return "byte"
	}
	return f
}

// enum returns the listed values without null, each once.
func (v *view) enum() []*openapi.Value {
	for _, s := range v.from {
		all := s.Enum
		if s.Const != nil {
			all = []*openapi.Value{s.Const}
		}
		var values []*openapi.Value
		for _, one := range all {
			if one.Kind() != openapi.Null && !slices.ContainsFunc(values, one.Equal) {
				values = append(values, one)
			}
		}
		if values != nil {
			return values
		}
	}
	return nil
}

func (v *view) description() string {
	for _, s := range v.about {
		if s.Description != "" {
			return s.Description
		}
	}
	return v.title()
}

// texts returns all descriptions and titles.
func (v *view) texts() []string {
	var all []string
	for _, s := range v.about {
		for _, text := range []string{s.Description, s.Title} {
			if text = squash(text); text != "" {
				all = append(all, text)
			}
		}
	}
	return all
}

func (v *view) title() string {
	for _, s := range v.about {
		if s.Title != "" {
			return s.Title
		}
	}
	return ""
}

// preset returns the default.
func (v *view) preset() *openapi.Value {
	for _, s := range v.from {
		if s.Default != nil {
			return s.Default
		}
	}
	return nil
}

func (v *view) examples() []*openapi.Value {
	for _, s := range v.from {
		if s.Example != nil {
			return []*openapi.Value{s.Example}
		}
		if len(s.Examples) > 0 {
			return s.Examples
		}
	}
	return nil
}

func (v *view) exampleKeyword() string {
	if v.any(func(s *openapi.Schema) bool { return s.Example != nil }) {
		return "example"
	}
	return "examples"
}

// properties returns the members. One that several parts describe is all of them.
func (v *view) properties() map[string]*openapi.Schema {
	all := map[string]*openapi.Schema{}
	for _, s := range v.from {
		for name, p := range s.Properties.All() {
			if old := all[name]; old != nil && old != p {
				p = &openapi.Schema{Node: p.Node, AllOf: []*openapi.Schema{old, p}, Description: cmp.Or(p.Description, old.Description)}
			}
			all[name] = p
		}
	}
	return all
}

func (v *view) requires(name string) bool {
	return v.any(func(s *openapi.Schema) bool { return slices.Contains(s.Required, name) })
}

func (v *view) closed() bool {
	return v.any(func(s *openapi.Schema) bool {
		more := s.AdditionalProperties
		return more != nil && more.Bool != nil && !*more.Bool
	})
}

// values returns the schema of other members, if there is one that says something.
func (v *view) values() *openapi.Schema {
	for _, s := range v.from {
		if more := s.AdditionalProperties; more != nil && more.Bool == nil {
			return more
		}
	}
	return nil
}

func (v *view) items() *openapi.Schema {
	for _, s := range v.from {
		if s.Items != nil {
			return s.Items
		}
	}
	return nil
}

func (v *view) discriminator() *openapi.Discriminator {
	for _, s := range v.from {
		if s.Discriminator != nil {
			return s.Discriminator
		}
	}
	return nil
}
