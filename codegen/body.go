package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/openapi"
)

// A payload is a body as Go sees it.
type payload struct {
	typ   string   // its type
	media []string // none means any
	model bool     // codec.Struct has to be told the type
}

// body adds the body of a request as an input, or as one for each part of a form.
func (g *generation) body(o *operation, op *openapi.Operation) {
	if op.RequestBody == nil || op.RequestBody.Value == nil {
		return
	}
	b := op.RequestBody.Value
	for _, form := range []string{weft.MediaMultipart, weft.MediaForm} {
		if m := content(b.Content, form); m != nil && !speaksAny(b.Content) && g.form(o, b, m, form) {
			g.otherMedia(b.Content, []string{form}, b.Place().Pointer)
			return
		}
	}
	p, ok := g.payload(b.Content, o.name+"Body", b.Place().Pointer)
	if !ok {
		return
	}
	in := input{arg: "body", typ: p.typ, bodyOf: p.typ}
	c := "codec.Body[" + p.typ + "](" + quoteAll(p.media) + ")"
	if b.Description != "" {
		c += ".Doc(" + strconv.Quote(b.Description) + ")"
	}
	if !b.Required {
		c, in.typ = "codec.Optional("+c+")", "*"+p.typ
	}
	in.call = "Input(" + c + ")"
	in.field = in.typ + " " + quote(p.tags(b.Description).text())
	o.inputs = append(o.inputs, in)
}

// tags returns the tags of a body that is the field of a struct.
func (p payload) tags(doc string) tags {
	all := tags{{"body", ""}}
	if len(p.media) > 0 {
		all = append(all, tag{"media", strings.Join(p.media, ",")})
	}
	if doc != "" {
		all = append(all, tag{"doc", doc})
	}
	return all
}

func quoteAll(texts []string) string {
	var quoted []string
	for _, t := range texts {
		quoted = append(quoted, strconv.Quote(t))
	}
	return strings.Join(quoted, ", ")
}

// content returns what a body of a media type contains, or nil.
func content(all openapi.Map[*openapi.MediaType], name string) *openapi.MediaType {
	for media, m := range all.All() {
		if essence(media) == name {
			return m
		}
	}
	return nil
}

func essence(mediaType string) string {
	mediaType, _, _ = strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(mediaType))
}

// speaks reports whether one of the formats has the media type.
func speaks(mediaType string) bool {
	return sound(func() { codec.Body[map[string]string](mediaType) })
}

func speaksAny(all openapi.Map[*openapi.MediaType]) bool {
	for media := range all.All() {
		if speaks(media) {
			return true
		}
	}
	return false
}

// payload returns the type of a body and its media types. It is false if there is no
// body. A body has one Go type, so media types with another are left out: those of a
// format go before text, and text before bytes.
func (g *generation) payload(all openapi.Map[*openapi.MediaType], hint, at string) (payload, bool) {
	if all.Len() == 0 {
		return payload{}, false
	}
	p := payload{}
	for _, one := range []func(string) bool{speaks, isTextMedia, func(string) bool { return true }} {
		for media, m := range all.All() {
			if !one(media) {
				continue
			}
			if t := m.Target(); t != nil {
				m = t
			}
			g.addMedia(&p, media, m, hint)
		}
		if p.typ != "" {
			break
		}
	}
	g.otherMedia(all, p.media, at)
	if p.typ == "[]byte" && len(p.media) == 1 && p.media[0] == "*/*" {
		p.media = nil
	}
	return p, true
}

func isTextMedia(media string) bool {
	return strings.HasPrefix(essence(media), "text/") && !strings.Contains(media, "*")
}

// addMedia adds a media type to a body, if the Go type is the same.
func (g *generation) addMedia(p *payload, media string, m *openapi.MediaType, hint string) {
	at := m.Place().Pointer
	typ, model := "[]byte", false
	switch {
	case speaks(media):
		t := g.typeOf(m.Schema, hint)
		g.mark(t)
		typ, model = t.expr(), true
		if m.Schema != nil && t.nullable && t.kind != kindAny {
			g.say(nullPlace(m.Schema), "a body is not null")
		}
		if m.Schema != nil {
			g.lost(m.Schema, t, "a body")
		}
	case isTextMedia(media):
		typ = "string"
		g.bytesOnly(m, "string")
	default:
		g.bytesOnly(m, "string")
		if strings.Contains(media, "*") && media != "*/*" || !sound(func() { codec.Body[[]byte](media) }) {
			g.say(at, "a range of media types is documented as any")
			media = "*/*"
		}
	}
	if m.ItemSchema != nil {
		g.say(at+"/itemSchema", "a sequence of values is not generated; the body is taken as a whole")
	}
	if p.typ != "" && (typ != p.typ || media == "*/*") {
		return // otherMedia reports it
	}
	p.typ, p.model, p.media = typ, model, append(p.media, media)
	if m.Example != nil {
		g.say(at+"/example", "examples of a body are left out")
	}
	if m.Examples.Len() > 0 {
		g.say(at+"/examples", "examples of a body are left out")
	}
}

// bytesOnly reports a schema that says more about a body than that it is bytes or text.
func (g *generation) bytesOnly(m *openapi.MediaType, want string) {
	if s := m.Schema.Resolve(); s != nil && (!s.Is(want) || s.Pattern != "" || s.MinLength != "" || s.MaxLength != "" || len(s.Enum) > 0) {
		g.say(m.Place().Pointer, "no format is known for this media type; the body is text or bytes, whatever its schema says")
	}
}

// otherMedia reports the media types that were left out.
func (g *generation) otherMedia(all openapi.Map[*openapi.MediaType], kept []string, at string) {
	for media, m := range all.All() {
		found := false
		for _, k := range kept {
			found = found || k == media || essence(k) == essence(media) || k == "*/*" && len(kept) == 1 && all.Len() == 1
		}
		if !found {
			pointer := m.Place().Pointer
			if pointer == "" {
				pointer = at
			}
			g.say(pointer, "a body has one Go type and this media type another; it is left out")
		}
	}
}

// form adds an input for each part of a form, and reports false if that is impossible.
func (g *generation) form(o *operation, b *openapi.RequestBody, m *openapi.MediaType, media string) bool {
	s := m.Schema.Resolve()
	if s == nil {
		return false
	}
	s = g.flatten(s)
	spare := maxInputs - len(o.inputs)
	if len(o.inputs) > 0 && len(o.inputs)+len(s.Properties) > maxInputs {
		spare = maxInputs - 1 // the parameters become one
	}
	if len(s.Properties) == 0 || len(s.Properties) > spare {
		if len(s.Properties) > 0 {
			g.say(m.Place().Pointer, fmt.Sprintf("a form of more than %d parts has no form in an endpoint; it is read as bytes", spare))
		}
		return false
	}
	var all []input
	taken := newNames("body")
	for _, in := range o.inputs {
		taken[in.arg] = true
	}
	for name, p := range s.Properties.All() {
		in, ok := g.part(o, name, p, slices.Contains(s.Required, name), taken, media)
		if !ok {
			g.say(m.Place().Pointer, "a part of the form has no form of its own; the form is read as bytes")
			return false
		}
		all = append(all, in)
	}
	for name := range m.Encoding.All() {
		g.say(m.Place().Pointer+"/encoding/"+escape(name), "the encoding of a part follows from its type")
	}
	if !b.Required && len(s.Required) > 0 {
		g.say(b.Place().Pointer+"/required", "a form with required parts is required")
	}
	if b.Description != "" {
		g.say(b.Place().Pointer+"/description", "a form has no description of its own")
	}
	g.lostForm(m.Schema, s)
	o.inputs = append(o.inputs, all...)
	return true
}

// lostForm reports what the schema of a form says beyond its parts.
func (g *generation) lostForm(s, flat *openapi.Schema) {
	for at := range chain(s) {
		g.lostNotes(at, "a form", false)
	}
	at := flat.Place().Pointer
	if more := flat.AdditionalProperties; more != nil && (more.Bool == nil || !*more.Bool) {
		g.say(at+"/additionalProperties", "other parts of a form are ignored")
	}
	if flat.MinProperties != "" {
		g.say(at+"/minProperties", "the number of a form's parts is not checked")
	}
	if flat.MaxProperties != "" {
		g.say(at+"/maxProperties", "the number of a form's parts is not checked")
	}
}

// part returns one part of a form.
func (g *generation) part(o *operation, name string, s *openapi.Schema, required bool, taken names, media string) (input, bool) {
	if name == "" {
		return input{}, false
	}
	r := s.Resolve()
	id := identifier(name)
	t := "codec.File"
	var kept tags
	switch {
	case isFile(r):
	case r.Is("array") && r.Items != nil && isFile(r.Items.Resolve()):
		t = "[]codec.File"
	default:
		of := g.typeOf(s, o.name+id)
		plain := isText(of) || of.kind == kindSlice && isText(of.elem)
		if media == weft.MediaForm && !plain || of.kind == kindAny || of.kind == kindScalar && !plain {
			return input{}, false
		}
		g.mark(of)
		t = of.expr()
		kept = g.keep(limitsOf(of), of, s.Place().Pointer)
		g.lostPart(s, of)
	}
	c := fmt.Sprintf("codec.Part[%s](%q)", t, name)
	for _, one := range kept {
		if one.key == "enum" {
			g.say(s.Place().Pointer+"/enum", "a part of a form has no listed values")
			continue
		}
		c += method(one, &typ{})
	}
	if doc := docOf(s); doc != "" {
		c += ".Doc(" + strconv.Quote(doc) + ")"
	}
	if !required {
		c, t = "codec.Optional("+c+")", "*"+t
	}
	return input{call: "Input(" + c + ")", typ: t, arg: taken.take(argument(id))}, true
}

// lostPart reports what a part cannot carry.
func (g *generation) lostPart(s *openapi.Schema, t *typ) {
	for _, from := range []*openapi.Schema{s, t.schema} {
		at := from.Place().Pointer
		if from.Default != nil {
			g.say(at+"/default", "a part of a form has no default")
		}
		if from.Example != nil {
			g.say(at+"/example", "a part of a form has no example")
		}
		if len(from.Examples) > 0 {
			g.say(at+"/examples", "a part of a form has no example")
		}
	}
	if t.nullable {
		g.say(nullPlace(s), "a part of a form is not null")
	}
}

func isFile(s *openapi.Schema) bool {
	return s != nil && s.Is("string") && (s.Format == "binary" || s.ContentMediaType != "" && s.ContentEncoding == "")
}
