package codegen

import "github.com/weft-go/weft/openapi"

// A kind says what a [typ] is.
type kind uint8

const (
	kindAny kind = iota
	kindScalar
	kindSlice
	kindMap
	kindModel
)

// A typ is a Go type. Null is kept apart: it depends on where the type is used how it
// is written.
type typ struct {
	kind     kind
	scalar   string // the Go expression of a scalar
	elem     *typ   // of a slice or map
	model    *model
	nullable bool
	schema   *openapi.Schema // what its limits are taken from; never a reference
}

// expr returns the type as Go writes it, where null does not matter.
func (t *typ) expr() string {
	switch t.kind {
	case kindScalar:
		return t.scalar
	case kindSlice:
		return "[]" + t.elem.element()
	case kindMap:
		return "map[string]" + t.elem.element()
	case kindModel:
		return t.model.name
	}
	return "any"
}

// element is like expr for the element of a list or map, which may be null.
func (t *typ) element() string {
	if t.nullable && t.kind != kindAny {
		return "*" + t.expr()
	}
	return t.expr()
}

// nilable reports whether nil is a value of the type, so that a member of the type can
// be missing without a pointer.
func (t *typ) nilable() bool {
	switch t.kind {
	case kindModel:
		return t.model.kind == sumModel
	case kindScalar:
		return t.scalar == "[]byte"
	}
	return true
}

// A modelKind says what a [model] is.
type modelKind uint8

const (
	structModel modelKind = iota
	enumModel
	sumModel
	wrapModel  // a defined type, so that a scalar, list or map can be a case
	aliasModel // a choice that turned out to be none, under the name that was used meanwhile
)

// A model is a Go type with a name.
type model struct {
	name    string
	kind    modelKind
	doc     string
	pointer string
	fields  []*field
	base    *typ // of an enum or a wrapper
	values  []enumValue
	cases   []sumCase
	disc    string   // the discriminator of a sum, or ""
	markers []string // the sums that it is a case of
	outside bool     // used otherwise than as a case
}

// A field is a member of a struct.
type field struct {
	name     string // in Go
	wire     string
	typ      *typ
	required bool
	pointer  bool // a cycle of structs is broken here
	tags     tags
	doc      string
}

// expr returns the type of the field, and the tags that say whether the member may be
// missing or null.
func (f *field) expr() (string, tags) {
	t := f.typ.expr()
	hasDefault := f.tags.has("default")
	switch {
	case f.typ.kind == kindAny:
		if f.required {
			return t, nil
		}
		return t, tags{{"omitzero", ""}}
	case f.required && f.typ.nullable:
		return "*" + t, tags{{"required", "true"}, {"nullable", "true"}}
	case f.required && f.pointer:
		return "*" + t, tags{{"required", "true"}}
	case f.required:
		return t, nil
	case f.typ.nullable && f.pointer:
		return "*" + t, tags{{"omitzero", ""}}
	case f.typ.nullable:
		return "schema.Optional[" + t + "]", tags{{"omitzero", ""}}
	case hasDefault:
		return t, nil
	case f.typ.nilable():
		return t, tags{{"omitzero", ""}}
	}
	return "*" + t, tags{{"omitzero", ""}, {"nullable", "false"}}
}

// An enumValue is a constant.
type enumValue struct {
	name    string
	literal string // in Go
	text    string
}

// A sumCase is one of the types of a sum.
type sumCase struct {
	model *model
	name  string
}

// settle decides what depends on all models: how cases are told apart, and where
// pointers have to break cycles.
func (g *generation) settle() {
	g.breakCycles()
	g.disc = g.discriminator()
	for _, m := range g.order {
		if m.kind != sumModel {
			continue
		}
		if m.disc != "" && g.disc == "" {
			g.say(m.pointer+"/discriminator", "a package has one discriminator for all of its choices, of structs used nowhere else; "+
				"cases are told apart by trying, and the property is an ordinary field")
		}
		if g.disc == "" {
			continue
		}
		for _, c := range m.cases {
			c.model.drop(g.disc)
		}
	}
}

// drop takes a member away that the discriminator writes.
func (m *model) drop(wire string) {
	for i, f := range m.fields {
		if f.wire == wire {
			m.fields = append(m.fields[:i:i], m.fields[i+1:]...)
			return
		}
	}
}

// discriminator returns the property that all sums have in common, or "".
func (g *generation) discriminator() string {
	common := ""
	for _, m := range g.order {
		if m.kind != sumModel {
			continue
		}
		if m.disc == "" || common != "" && m.disc != common {
			return ""
		}
		common = m.disc
		for _, c := range m.cases {
			if c.model.kind != structModel || c.model.outside || len(c.model.markers) > 1 {
				return ""
			}
		}
	}
	return common
}

// breakCycles makes pointers of required members by which a struct would contain
// itself.
func (g *generation) breakCycles() {
	state := map[*model]int{} // 1 while it is being visited, 2 afterwards
	var visit func(*model)
	visit = func(m *model) {
		state[m] = 1
		for _, f := range m.fields {
			if expr, _ := f.expr(); f.typ.kind != kindModel || f.typ.model.kind != structModel || expr[0] == '*' {
				continue
			}
			switch state[f.typ.model] {
			case 0:
				visit(f.typ.model)
			case 1:
				f.pointer = true
			}
		}
		state[m] = 2
	}
	for _, m := range g.order {
		if state[m] == 0 {
			visit(m)
		}
	}
}
