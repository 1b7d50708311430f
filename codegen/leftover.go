package codegen

import (
	"reflect"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// Leftovers. Operations and types ask a document for what they can express. What they
// never ask for is found here, by going through the whole document once more: members
// of info, descriptions of tags, extensions, titles beside descriptions, components
// that nothing refers to. All of it goes to the report.

// leftovers is a walk through a document, at the end of its generation.
type leftovers struct {
	g     *generation
	seen  map[any]bool
	used  map[openapi.Place]bool
	known map[string]bool // the places that are in the report already
}

func (g *generation) leftovers(modelsOnly bool) {
	l := &leftovers{g: g, seen: map[any]bool{}, used: map[openapi.Place]bool{}, known: map[string]bool{}}
	for e := range g.report {
		l.known[e.Pointer] = true
	}
	if modelsOnly {
		l.walk(reflect.ValueOf(&g.doc.Components.Schemas))
		return
	}
	doc := reflect.ValueOf(g.doc).Elem()
	l.own(doc)
	for i := range doc.NumField() {
		if f := doc.Type().Field(i); f.IsExported() && f.Name != "Components" {
			l.walk(doc.Field(i))
		}
	}
	l.components(doc.FieldByName("Components"))
}

// components goes through the components, and reports those that nothing refers to.
// Schemas are types, whether they are used or not.
func (l *leftovers) components(all reflect.Value) {
	l.own(all)
	l.walk(all.FieldByName("Schemas"))
	for name := range l.g.schemes {
		if ref, ok := l.g.doc.Components.SecuritySchemes.Get(name); ok {
			l.walk(reflect.ValueOf(ref))
		}
	}
	for _, entries := range all.Fields() {
		if entries.Kind() != reflect.Slice {
			continue
		}
		for n := range entries.Len() {
			part := entries.Index(n).FieldByName("Value").Interface().(placed)
			if at := part.Place(); !l.used[at] && !l.covered(at.Pointer) {
				l.g.report[Entry{at.Pointer, "no operation needs it; it is left out", true}] = true
			}
		}
	}
}

// A placed is a part of a document.
type placed interface{ Place() openapi.Place }

// walk goes through a part of the document and all that it contains or refers to.
func (l *leftovers) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || l.seen[v.Interface()] {
			return
		}
		l.seen[v.Interface()] = true
		if l.enters(v.Interface()) {
			l.walk(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			l.walk(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[openapi.Node]() {
			return
		}
		if _, ok := reflect.TypeAssert[placed](v.Addr()); ok {
			l.own(v)
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				l.walk(v.Field(i))
			}
		}
	}
}

// enters reports whether a part is worth a look: it is not if the report speaks of it
// as a whole, or of the part that contains it.
func (l *leftovers) enters(part any) bool {
	switch part.(type) {
	case *openapi.Value, *openapi.Server, *openapi.Callback, *openapi.Link, *openapi.ExternalDocs, *openapi.SecurityRequirement:
		return false
	}
	p, ok := part.(placed)
	if !ok {
		return true
	}
	l.used[p.Place()] = true
	return !l.covered(p.Place().Pointer)
}

// covered reports whether the report names a place or one above it. Some keywords are
// named for what is missing in them.
func (l *leftovers) covered(pointer string) bool {
	for at := pointer; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		last := at[strings.LastIndexByte(at, '/')+1:]
		if l.known[at] && (at == pointer || last != "responses" && last != "parameters" && last != "allOf") {
			return true
		}
	}
	return false
}

// say reports a member of an object that is there, or the object itself.
func (l *leftovers) say(at, keyword string, there bool, problem string) {
	if !there {
		return
	}
	if keyword != "" {
		at += "/" + escape(keyword)
	}
	if !l.covered(at) {
		l.known[at] = true
		l.g.say(at, problem)
	}
}

// own reports what an object says itself.
func (l *leftovers) own(object reflect.Value) {
	at := object.Addr().Interface().(placed).Place().Pointer
	node, _ := reflect.TypeAssert[openapi.Node](object.FieldByName("Node"))
	for name, v := range node.Extra.All() {
		problem := "the member is not known; it is left out"
		if strings.HasPrefix(name, "x-") {
			problem = "extensions are left out"
		}
		l.say(at, name, v.Kind() != openapi.Null, problem)
	}
	if strings.HasPrefix(object.Type().Name(), "Ref[") {
		const problem = "a reference says no more than what it refers to; it is left out"
		l.say(at, "summary", object.FieldByName("Summary").String() != "", problem)
		l.say(at, "description", object.FieldByName("Description").String() != "", problem)
	}
	l.members(at, object.Addr().Interface())
}
