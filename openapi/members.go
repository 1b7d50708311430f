package openapi

import "slices"

// How the model is read and written.
//
// Each type of the model lists its members once, in visit:
//
//	func (t *Tag) visit(m *members) {
//		m.text("name", &t.Name)
//		m.text("description", &t.Description)
//		m.object("externalDocs", &t.ExternalDocs)
//	}
//
// The same list serves both directions. While reading, text takes the member from the
// value and sets the field; while writing, it puts the field into the new value. An
// object remembers the value it was read from. So its members can be written in the
// order in which they were read, and a member that was there with a zero value, such
// as `required: false`, is written again.

// members goes through the members of one object.
type members struct {
	r     *reader     // nil while writing
	from  *Value      // what the object is read from, or was read from
	node  *Node       // the object
	taken []bool      // the members that have a field, while reading
	out   Map[*Value] // the members, while writing
}

// take returns a member that has a field, or nil if there is none. A null is no value
// of any type but is common in documents; it is kept as it is.
func (m *members) take(name string) *Value {
	i := m.from.member(name)
	if i < 0 || m.from.members[i].Value.kind == Null {
		return nil
	}
	m.taken[i] = true
	return m.from.members[i].Value
}

func (m *members) put(name string, v *Value) { m.out = append(m.out, Entry[*Value]{name, v}) }

// had reports whether the object was read with a member of that kind.
func (m *members) had(name string, kinds ...Kind) bool {
	v := m.from.Get(name)
	return v != nil && slices.Contains(kinds, v.kind)
}

// result returns the members that were put, in the order in which they were read.
func (m *members) result() *Value {
	if m.from != nil {
		rank := func(e Entry[*Value]) int {
			if i := m.from.member(e.Name); i >= 0 {
				return i
			}
			return len(m.from.members)
		}
		slices.SortStableFunc(m.out, func(a, b Entry[*Value]) int { return rank(a) - rank(b) })
	}
	if m.out == nil {
		m.out = Map[*Value]{}
	}
	return objectValue(m.out)
}

// text is a member that is a string. Numbers and booleans are common where YAML should
// have quotes, as in `version: 1.0`.
func (m *members) text(name string, p *string) {
	if m.r == nil {
		old := m.from.Get(name)
		switch {
		case old.same(Num, *p), old.same(Bool, *p):
			m.put(name, old)
		case *p != "", m.had(name, Text):
			m.put(name, TextValue(*p))
		}
		return
	}
	switch v := m.take(name); v.Kind() {
	case Text, Num, Bool:
		*p = v.text
	case Array, Object:
		m.r.want(v, Text)
	}
}

// flag is a member that is a boolean, and false if it is missing.
func (m *members) flag(name string, p *bool) {
	if m.r == nil {
		if *p || m.had(name, Bool) {
			m.put(name, BoolValue(*p))
		}
		return
	}
	if v := m.take(name); v != nil && m.r.want(v, Bool) {
		*p = v.text == "true"
	}
}

// choice is a boolean whose default depends on other members.
func (m *members) choice(name string, p **bool) {
	if m.r == nil {
		if *p != nil {
			m.put(name, BoolValue(**p))
		}
		return
	}
	if v := m.take(name); v != nil && m.r.want(v, Bool) {
		b := v.text == "true"
		*p = &b
	}
}

// number is a member that is a number.
func (m *members) number(name string, p *Number) { m.scalar(name, p, Num) }

// scalar is a number, or a boolean if that is among the kinds.
func (m *members) scalar(name string, p *Number, kinds ...Kind) {
	if m.r == nil {
		switch *p {
		case "":
		case "true", "false":
			m.put(name, BoolValue(*p == "true"))
		default:
			m.put(name, numberValue(*p))
		}
		return
	}
	if v := m.take(name); v != nil && m.r.want(v, kinds...) {
		*p = Number(v.text)
	}
}

// value is a member that may be anything, null too.
func (m *members) value(name string, p **Value) {
	if m.r == nil {
		if *p != nil {
			m.put(name, *p)
		}
		return
	}
	if i := m.from.member(name); i >= 0 {
		m.taken[i] = true
		*p = m.from.members[i].Value
	}
}

// values is a list of anything.
func (m *members) values(name string, p *[]*Value) {
	if m.r == nil {
		if *p != nil {
			m.put(name, arrayValue(*p))
		}
		return
	}
	if v := m.take(name); v != nil && m.r.want(v, Array) {
		*p = v.items
	}
}

// texts is a list of strings.
func (m *members) texts(name string, p *[]string) {
	if m.r == nil {
		if *p != nil {
			m.put(name, m.textList(name, *p))
		}
		return
	}
	if v := m.take(name); v != nil {
		*p = m.r.texts(v)
	}
}

// textList returns a list of strings as it was read, if it is still the same.
func (m *members) textList(name string, list []string) *Value {
	if old := m.from.Get(name); old.Kind() == Array && slices.Equal(itemTexts(old), list) {
		return old
	}
	return textsValue(list)
}

// itemTexts returns the items of a list of scalars as text. A type of null often stands
// without the quotes that YAML wants.
func itemTexts(v *Value) []string {
	list := make([]string, len(v.items))
	for i, item := range v.items {
		if list[i] = item.text; item.kind == Null {
			list[i] = "null"
		}
	}
	return list
}

func textsValue(list []string) *Value {
	items := make([]*Value, len(list))
	for i, s := range list {
		items[i] = TextValue(s)
	}
	return arrayValue(items)
}

// object is a member that is an object of the model.
func (m *members) object[T any](name string, p **T) {
	if m.r == nil {
		if *p != nil {
			m.put(name, write(any(*p).(part)))
		}
		return
	}
	if v := m.take(name); v != nil {
		*p = read[T](m.r, v)
	}
}

// inline is like object for a field that is no pointer. It is written if there is
// something in it, or always.
func (m *members) inline(name string, p part, always bool) {
	if m.r == nil {
		if v := write(p); v.Len() > 0 || always || m.had(name, Object) {
			m.put(name, v)
		}
		return
	}
	if v := m.take(name); v != nil {
		readInto(m.r, v, p)
	}
}

// list is a list of objects.
func (m *members) list[T any](name string, p *[]*T) {
	if m.r == nil {
		if *p == nil {
			return
		}
		items := make([]*Value, len(*p))
		for i, item := range *p {
			items[i] = write(any(item).(part))
		}
		m.put(name, arrayValue(items))
		return
	}
	v := m.take(name)
	if v == nil || !m.r.want(v, Array) {
		return
	}
	*p = make([]*T, 0, len(v.items))
	for _, item := range v.items {
		if t := read[T](m.r, item); t != nil {
			*p = append(*p, t)
		}
	}
}

// mapOf is an object whose members are objects of one type.
func (m *members) mapOf[T any](name string, p *Map[*T]) {
	if m.r == nil {
		if *p != nil {
			m.put(name, objectValue(writeMap(*p)))
		}
		return
	}
	v := m.take(name)
	if v == nil || !m.r.want(v, Object) {
		return
	}
	*p = make(Map[*T], 0, len(v.members))
	for _, e := range v.members {
		if t := read[T](m.r, e.Value); t != nil {
			*p = append(*p, Entry[*T]{e.Name, t})
		}
	}
}

func writeMap[T any](m Map[*T]) Map[*Value] {
	out := make(Map[*Value], len(m))
	for i, e := range m {
		out[i] = Entry[*Value]{e.Name, write(any(e.Value).(part))}
	}
	return out
}

// entries are those members of the object itself whose names fit.
func (m *members) entries[T any](p *Map[*T], fits func(name string) bool) {
	if m.r == nil {
		m.out = append(m.out, writeMap(*p)...)
		return
	}
	for i, e := range m.from.members {
		if m.taken[i] || !fits(e.Name) || e.Value.kind == Null {
			continue
		}
		m.taken[i] = true
		if t := read[T](m.r, e.Value); t != nil {
			*p = append(*p, Entry[*T]{e.Name, t})
		}
	}
}

// valueMap is an object whose members may be anything.
func (m *members) valueMap(name string, p *Map[*Value]) {
	if m.r == nil {
		if *p != nil {
			m.put(name, objectValue(*p))
		}
		return
	}
	if v := m.take(name); v != nil && m.r.want(v, Object) {
		*p = v.members
	}
}
