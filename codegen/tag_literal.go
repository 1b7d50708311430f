package codegen

import (
	"slices"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// exampleTag adds an example of a member. There is room for one.
func (g *generation) exampleTag(all tags, s *openapi.Schema, t *typ) tags {
	found := false
	for i, from := range []*openapi.Schema{s, t.schema} {
		if i > 0 && (from == s || found) {
			break
		}
		if from.Example != nil {
			found = true
			all = g.literalTag(all, "example", from.Example, t, from.Place().Pointer+"/example")
		}
		for n, v := range from.Examples {
			if found && n > 0 || from.Example != nil {
				g.say(from.Place().Pointer+"/examples", "a member has one example; the others are left out")
				break
			}
			found = true
			all = g.literalTag(all, "example", v, t, from.Place().Pointer+"/examples")
		}
	}
	return all
}

// defaultTag adds the default of a member or parameter: its own, or that of what it
// refers to.
func (g *generation) defaultTag(all tags, s *openapi.Schema, t *typ, required bool) tags {
	v, at := s.Default, s.Place().Pointer+"/default"
	if v == nil {
		v, at = t.schema.Default, t.schema.Place().Pointer+"/default"
	}
	switch {
	case v == nil:
		return all
	case required:
		g.say(at, "what is required has no default; it is left out")
		return all
	}
	return g.literalTag(all, "default", v, t, at)
}

// literalTag adds a default or an example, if it can be written in a tag.
func (g *generation) literalTag(all tags, key string, v *openapi.Value, t *typ, at string) tags {
	like, literal := likeness(t)
	text, ok := literalText(v, t)
	if !ok && t.kind == kindSlice && v.Kind() == openapi.Array {
		text, ok = string(v.JSON()), true
	}
	switch {
	case !literal || !ok:
		g.say(at, "the value is not of the type, or cannot be written in a tag; it is left out")
		return all
	case !inEnum(v, t):
		g.say(at, "the value is none of the enum; it is left out")
		return all
	}
	more := append(slices.Clip(all), tag{key, text})
	if _, err := derive(like, more); err != nil {
		g.say(at, "the value does not fit: "+reason(err))
		return all
	}
	return more
}

// literalText returns a value as tags write it, and false if it is not of the type.
func literalText(v *openapi.Value, t *typ) (string, bool) {
	if v.Kind() != openapi.Array {
		return v.Text(), isOf(v, t)
	}
	if t.kind != kindSlice {
		return "", false
	}
	var texts []string
	for _, item := range v.Items() {
		text := item.Text()
		if !isOf(item, t.elem) || text == "" || strings.ContainsAny(text, ",[") || text != strings.TrimSpace(text) {
			return "", false
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ","), len(texts) > 0
}

// isOf reports whether a value is of a scalar's or an enum's type.
func isOf(v *openapi.Value, t *typ) bool {
	scalar := t.scalar
	switch {
	case t.kind == kindModel && t.model.kind == enumModel:
		scalar = t.model.base.scalar
	case t.kind != kindScalar:
		return false
	}
	switch scalar {
	case "bool":
		return v.Kind() == openapi.Bool
	case "int32", "int64", "float32", "float64":
		return v.Kind() == openapi.Num
	}
	return v.Kind() == openapi.Text
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
