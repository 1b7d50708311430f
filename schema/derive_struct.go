package schema

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A struct's members are found breadth first, as encoding/json/v2 does it: its own
// fields, then those of the structs embedded in it, level by level. Of several
// candidates with one wire name the shallowest wins; among equally deep ones the
// only one whose name stands in a json tag; and if that does not decide, none.
// The winners are put back in the order of declaration.

// candidate is a field that may become a member.
type candidate struct {
	structField reflect.StructField
	json        jsonTag
	index       []int
	hops        []Hop
	offset      uintptr
}

// embedding is a struct whose fields are still to be listed.
type embedding struct {
	typ    reflect.Type
	index  []int
	hops   []Hop
	base   uintptr // offset of the struct in what the last hop points to
	expand bool    // whether to go on into the structs embedded in this one
}

func (b *builder) structShape(s *Schema) error {
	candidates, err := b.candidates(s.typ)
	if err != nil {
		return err
	}
	for _, c := range dominant(candidates) {
		f, err := b.newField(c)
		if err != nil {
			return err
		}
		s.fields = append(s.fields, f)
	}
	b.structs = append(b.structs, s)
	return nil
}

func (b *builder) candidates(root reflect.Type) ([]candidate, error) {
	var found []candidate
	seen := map[reflect.Type]bool{root: true}
	queue := []embedding{{typ: root, expand: true}}
	for len(queue) > 0 {
		e := queue[0]
		queue = queue[1:]
		fields, embedded, err := b.listFields(e)
		if err != nil {
			return nil, err
		}
		found = append(found, fields...)
		if !e.expand {
			continue
		}
		for _, inner := range embedded {
			// An embedded struct met before is listed, so that it can conflict, but
			// not expanded: it may be the one we are in.
			inner.expand = !seen[inner.typ]
			seen[inner.typ] = true
			queue = append(queue, inner)
		}
	}
	return found, nil
}

// listFields sorts one struct's fields into members and embedded structs.
func (b *builder) listFields(e embedding) (members []candidate, embedded []embedding, err error) {
	names := map[string]string{} // wire name → Go name
	anyTag := e.typ.NumField() == 0
	for i := range e.typ.NumField() {
		sf := e.typ.Field(i)
		tag, hasTag := sf.Tag.Lookup("json")
		anyTag = anyTag || hasTag || sf.Name == "_"
		if tag == "-" || (!sf.IsExported() && !sf.Anonymous) {
			continue
		}
		c := candidate{
			structField: sf, json: parseJSONTag(tag),
			index: append(slices.Clone(e.index), i), hops: e.hops, offset: e.base + sf.Offset,
		}
		if inner, ok, err := b.embeddingOf(c); err != nil {
			return nil, nil, err
		} else if ok {
			embedded = append(embedded, inner)
			continue
		}
		if !sf.IsExported() {
			continue // an embedded scalar of an unexported type
		}
		c.json.name = wireName(sf, c.json)
		if other, ok := names[c.json.name]; ok {
			return nil, nil, b.errorf(e.typ, "the fields %s and %s both have the wire name %q", other, sf.Name, c.json.name)
		}
		names[c.json.name] = sf.Name
		members = append(members, c)
	}
	if !anyTag && len(members)+len(embedded) == 0 {
		return nil, nil, b.errorf(e.typ, "the struct %s has no exported fields; give it text or JSON methods, or leave it out with json:\"-\"", e.typ)
	}
	return members, embedded, nil
}

// embeddingOf reports whether a field's own fields take its place in the outer
// struct: embedded structs without a name in the json tag, and json:",embed".
func (b *builder) embeddingOf(c candidate) (embedding, bool, error) {
	sf := c.structField
	inner := sf.Type
	if inner.Kind() == reflect.Pointer && inner.Name() == "" {
		inner = inner.Elem()
	}
	implied := sf.Anonymous && !c.json.named
	if !implied && !c.json.embed {
		return embedding{}, false, nil
	}
	if inner.Kind() != reflect.Struct || wellKnown[inner] != KindInvalid || hasJSONMethods(inner) || hasTextMethods(inner) {
		if c.json.embed {
			return embedding{}, false, b.errorf(sf.Type, "field %s: json:\",embed\" wants a struct without text or JSON methods, got %s", sf.Name, sf.Type)
		}
		return embedding{}, false, nil // an ordinary member named like its type
	}
	e := embedding{typ: inner, index: c.index, hops: c.hops, base: c.offset}
	if sf.Type.Kind() == reflect.Pointer {
		if !sf.IsExported() {
			return embedding{}, false, b.errorf(sf.Type, "the embedded pointer %s is to an unexported struct and cannot be set; embed the struct itself", sf.Type)
		}
		e.hops = append(slices.Clone(c.hops), Hop{Offset: c.offset, Type: inner})
		e.base = 0
	}
	return e, true, nil
}

// dominant keeps one candidate for a wire name, or none.
func dominant(all []candidate) []candidate {
	byName := map[string][]candidate{}
	for _, c := range all {
		byName[c.json.name] = append(byName[c.json.name], c)
	}
	var kept []candidate
	for _, rivals := range byName {
		slices.SortStableFunc(rivals, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(len(x.index), len(y.index)), compareTrueFirst(x.json.named, y.json.named))
		})
		first := rivals[0]
		if len(rivals) == 1 || len(first.index) != len(rivals[1].index) || first.json.named != rivals[1].json.named {
			kept = append(kept, first)
		}
	}
	slices.SortFunc(kept, func(x, y candidate) int { return slices.Compare(x.index, y.index) })
	return kept
}

func compareTrueFirst(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return -1
	}
	return 1
}

// newField makes a field without its tags, and remembers it for the second pass.
func (b *builder) newField(c candidate) (*Field, error) {
	sf := c.structField
	f := &Field{
		Name: c.json.name, GoName: sf.Name, Index: c.index, Hops: c.hops, Offset: c.offset,
		OmitZero: c.json.omitZero, OmitEmpty: c.json.omitEmpty, Quoted: c.json.quoted, IgnoreCase: c.json.ignoreCase,
		Tag: sf.Tag, zeroer: hasMethods(sf.Type, zeroerType),
	}
	step := "." + sf.Name
	var err error
	if f.Schema, err = b.below(step, sf.Type); err != nil {
		return nil, err
	}
	b.tagged = append(b.tagged, newTagReader(f, strings.Join(b.path, "")+step))
	return f, nil
}

// jsonTag is a parsed json:"…" tag.
type jsonTag struct {
	name       string
	named      bool
	omitZero   bool
	omitEmpty  bool
	quoted     bool
	embed      bool
	ignoreCase bool
}

// parseJSONTag reads name and options. Unknown options are ignored, as
// encoding/json ignores them. A name in single quotes may contain commas.
func parseJSONTag(tag string) jsonTag {
	var j jsonTag
	name, options, _ := strings.Cut(tag, ",")
	if strings.HasPrefix(tag, "'") {
		if end := strings.IndexByte(tag[1:], '\''); end >= 0 {
			if text, err := strconv.Unquote(`"` + tag[1:1+end] + `"`); err == nil {
				name, options = text, strings.TrimPrefix(tag[end+2:], ",")
			}
		}
	}
	j.name, j.named = name, name != ""
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitzero":
			j.omitZero = true
		case "omitempty":
			j.omitEmpty = true
		case "string":
			j.quoted = true
		case "embed":
			j.embed = true
		case "case:ignore":
			j.ignoreCase = true
		}
	}
	return j
}

// wireName chooses a field's name: the json tag first, then the place in a request
// that another tag names, then the Go name.
func wireName(sf reflect.StructField, j jsonTag) string {
	if j.named {
		return j.name
	}
	for _, place := range []string{"path", "query", "header", "cookie"} {
		name, _, _ := strings.Cut(sf.Tag.Get(place), ",")
		if name != "" {
			return name
		}
	}
	return sf.Name
}
