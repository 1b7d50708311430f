package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/internal/pattern"
	"github.com/weft-go/weft/openapi"
)

// parameters adds the parameters of an operation as inputs: its own, those of the
// path, and those that are in the path only.
func (g *generation) parameters(o *operation, p pattern.Pattern, item *openapi.PathItem, op *openapi.Operation) {
	var all []*openapi.Parameter
	seen := map[string]bool{}
	for _, ref := range slices.Concat(op.Parameters, item.Parameters) {
		if ref.Value == nil || seen[ref.Value.In+" "+ref.Value.Name] {
			continue
		}
		seen[ref.Value.In+" "+ref.Value.Name] = true
		all = append(all, ref.Value)
	}
	inPath := map[string]bool{}
	for _, s := range p.Segments() {
		if s.Kind == pattern.Literal {
			continue
		}
		inPath[s.Name] = true
		if !seen["path "+s.Name] {
			g.say(op.Place().Pointer+"/parameters", "the path parameter "+s.Name+" is not described; it is text")
			all = append(all, &openapi.Parameter{Node: op.Node, Name: s.Name, In: "path", Required: true})
		}
	}
	taken := newNames()
	for _, param := range all {
		if param.In == "path" && !inPath[param.Name] {
			g.say(param.Place().Pointer, "the path has no such parameter; it is left out")
			continue
		}
		if in, ok := g.parameter(o, param, taken); ok {
			o.inputs = append(o.inputs, in)
		}
	}
}

// places are the parts of a request that parameters can be in, as package codec names
// them.
var places = map[string]string{"path": "Path", "query": "Query", "header": "Header", "cookie": "Cookie"}

// parameter returns one parameter as an input, and false if it has to be left out.
func (g *generation) parameter(o *operation, p *openapi.Parameter, taken names) (input, bool) {
	at := p.Place().Pointer
	place := places[p.In]
	switch {
	case place == "":
		g.say(at, "parameters in "+strconv.Quote(p.In)+" are not known; it is left out")
		return input{}, false
	case p.In == "header" && (strings.EqualFold(p.Name, "Accept") || strings.EqualFold(p.Name, "Content-Type") || strings.EqualFold(p.Name, "Authorization")):
		g.say(at, "OpenAPI ignores parameters of this name, and so does the code")
		return input{}, false
	case !sound(func() { named(p.In, p.Name) }) || strings.ContainsAny(p.Name, ",\""):
		g.say(at, "a parameter cannot have this name; it is left out")
		return input{}, false
	}
	id := identifier(p.Name)
	t := g.parameterType(p, o.name+id)
	if p.In == "path" {
		o.kinds[p.Name] = segmentKind(t)
	}
	v := &value{place: place, name: p.Name, typ: t, doc: p.Description, required: p.Required || p.In == "path", deprecated: p.Deprecated}
	if v.doc == "" && p.Schema != nil {
		v.doc = docOf(p.Schema)
	}
	v.tags = g.parameterTags(p, t, v.required)
	g.parameterLeftOut(p, t)
	return v.input(taken.take(argument(id))), true
}

// segmentKind returns what a pattern calls the values of a type, or "" for text.
func segmentKind(t *typ) string {
	like, _ := likeness(t)
	switch like {
	case scalars["int32"]:
		return "int"
	case scalars["int64"]:
		return "long"
	case scalars["uuid.UUID"]:
		return "uuid"
	case scalars["bool"]:
		return "bool"
	}
	return ""
}

// named makes a codec, which panics if the name is not allowed.
func named(in, name string) {
	switch in {
	case "header":
		codec.Header[string](name)
	case "cookie":
		codec.Cookie[string](name)
	default:
		codec.Query[string](name)
	}
}

// sound reports whether a function does not panic.
func sound(f func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	f()
	return true
}

// parameterType returns the type of a parameter: a scalar, or a list of scalars where
// that has a form.
func (g *generation) parameterType(p *openapi.Parameter, hint string) *typ {
	at := p.Place().Pointer
	text := &typ{kind: kindScalar, scalar: "string", schema: &openapi.Schema{}}
	if p.Schema == nil {
		if p.Content.Len() > 0 {
			g.say(at+"/content", "a parameter with a media type is text")
		}
		return text
	}
	t := g.typeOf(p.Schema, hint)
	g.mark(t)
	switch {
	case isText(t):
		return t
	case t.kind == kindScalar && t.scalar == "[]byte":
		return &typ{kind: kindScalar, scalar: "string", nullable: t.nullable, schema: t.schema}
	case t.kind == kindSlice && isText(t.elem) && (p.In == "query" || p.In == "header"):
		explode := p.In == "header" || p.Explode == nil || *p.Explode
		if explode && (p.Style == "" || p.Style == "form" || p.Style == "simple") {
			return g.plainList(t)
		}
		g.sayForm(p, "a list that is not a parameter of its own for each item is text")
		return text
	}
	g.sayForm(p, "a parameter is a scalar, or a list of scalars in the query or a header field; this one is text")
	return text
}

// plainList returns a list whose items are not null, as those of a parameter.
func (g *generation) plainList(t *typ) *typ {
	list, item := *t, *t.elem
	if item.nullable && t.schema.Items != nil {
		g.say(nullPlace(t.schema.Items), "an item of a parameter is not null")
	}
	item.nullable = false
	list.elem = &item
	return &list
}

// isText reports whether a value has a text form.
func isText(t *typ) bool {
	return t.kind == kindScalar && t.scalar != "[]byte" || t.kind == kindModel && t.model.kind == enumModel
}

// A value is a parameter, or a header field of an answer, about to be written.
type value struct {
	place, name string
	typ         *typ
	doc         string
	required    bool
	deprecated  bool
	tags        tags
}

// input returns the value as an input.
func (v *value) input(arg string) input {
	in := input{arg: arg, typ: v.goType()}
	in.call = v.place + "(" + v.codec() + ")"
	in.field = v.field()
	return in
}

func (v *value) goType() string {
	hasDefault := v.tags.has("default")
	if v.required || hasDefault || v.typ.kind == kindSlice {
		return v.typ.expr()
	}
	return "*" + v.typ.expr()
}

// field returns the value as the field of a struct, without its name.
func (v *value) field() string {
	all := tags{{strings.ToLower(v.place), v.name}}
	all = append(all, v.tags...)
	if !v.required && v.typ.kind == kindSlice {
		all = append(all, tag{"required", "false"})
	}
	if v.deprecated {
		all = append(all, tag{"deprecated", "true"})
	}
	if v.doc != "" {
		all = append(all, tag{"doc", v.doc})
	}
	return v.goType() + " " + quote(all.text())
}

// codec returns the expression of the value's codec.
func (v *value) codec() string {
	hasDefault := v.tags.has("default")
	hasEnum := v.tags.has("enum")
	hasExample := v.tags.has("example")
	pointer := !v.required && !hasDefault && v.typ.kind != kindSlice
	inside := pointer && (hasEnum || hasExample) // values of these are written without pointers
	t := v.typ.expr()
	if pointer && !inside {
		t = "*" + t
	}
	c := fmt.Sprintf("codec.%s[%s](%q)", v.place, t, v.name)
	for _, one := range v.tags {
		c += method(one, v.typ)
	}
	if !v.required && v.typ.kind == kindSlice && !hasDefault {
		c += ".Default(nil)"
	}
	if inside {
		c = "codec.Optional(" + c + ")"
	}
	if v.deprecated {
		c += ".Deprecated()"
	}
	if v.doc != "" {
		c += ".Doc(" + strconv.Quote(v.doc) + ")"
	}
	return c
}

// method returns a tag as a method of a codec.
func method(one tag, t *typ) string {
	name := strings.ToUpper(one.key[:1]) + one.key[1:]
	switch one.key {
	case "uniqueItems":
		return ".UniqueItems()"
	case "pattern", "format":
		return "." + name + "(" + strconv.Quote(one.value) + ")"
	case "default":
		return ".Default(" + literal(one.value, t) + ")"
	case "example":
		return `.Example("example", ` + literal(one.value, t) + ")"
	case "enum":
		var values []string
		for text := range strings.SplitSeq(one.value, ",") {
			values = append(values, literal(text, t))
		}
		return ".Enum(" + strings.Join(values, ", ") + ")"
	}
	return "." + name + "(" + one.value + ")"
}

// literal returns the text of a scalar or list as a Go expression.
func literal(text string, t *typ) string {
	switch {
	case t.kind == kindSlice:
		var items []string
		for item := range strings.SplitSeq(text, ",") {
			items = append(items, literal(item, t.elem))
		}
		return t.expr() + "{" + strings.Join(items, ", ") + "}"
	case t.kind == kindModel:
		for _, v := range t.model.values {
			if v.text == text {
				return v.name
			}
		}
	case t.scalar == "uuid.UUID":
		return "uuid.MustParse(" + strconv.Quote(text) + ")"
	case t.scalar == "time.Time":
		return "moment(" + strconv.Quote(text) + ")"
	case t.scalar == "string":
		return strconv.Quote(text)
	}
	return text
}
