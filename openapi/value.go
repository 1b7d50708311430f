package openapi

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// A Kind is the kind of a [Value].
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Num
	Text
	Array
	Object
)

// String returns the kind as messages name it: "null", "a boolean" and so on.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// A Value is a piece of JSON or YAML: an example, a default, an extension, or a whole
// document before it is understood. Members keep their order, and numbers their
// digits. A value that was read knows where it stood.
//
// Values are immutable and safe for concurrent use. Methods of a nil *Value return
// zeros.
type Value struct {
	kind    Kind
	text    string // of a string, a number or a boolean
	items   []*Value
	members Map[*Value]
	index   map[string]int // of the members, if there are many

	parent       *Value
	name         string // in the parent, if that is an object
	pos          int    // in the parent, if that is an array
	line, column int
	file         string // of the topmost value

	decoded any // what a reader made of it, for references
}

// ValueOf returns a Go value as encoding/json/v2 writes it. It fails if v has no form
// in JSON.
func ValueOf(v any) (*Value, error) {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	return ParseValue(text)
}

// TextValue returns a string as a value.
func TextValue(s string) *Value { return &Value{kind: Text, text: strings.ToValidUTF8(s, "\uFFFD")} }

// BoolValue returns a boolean as a value.
func BoolValue(b bool) *Value { return &Value{kind: Bool, text: strconv.FormatBool(b)} }

func nullValue() *Value                     { return &Value{} }
func numberValue(n Number) *Value           { return &Value{kind: Num, text: string(n)} }
func arrayValue(items []*Value) *Value      { return &Value{kind: Array, items: items} }
func objectValue(m Map[*Value]) *Value      { return (&Value{kind: Object, members: m}).indexed() }
func (v *Value) same(k Kind, t string) bool { return v != nil && v.kind == k && v.text == t }

// manyMembers is how many members an object has before looking one up is worth an
// index.
const manyMembers = 16

func (v *Value) indexed() *Value {
	if len(v.members) < manyMembers {
		return v
	}
	v.index = make(map[string]int, len(v.members))
	for i, m := range v.members {
		v.index[m.Name] = i
	}
	return v
}

// Kind returns the kind of the value.
func (v *Value) Kind() Kind {
	if v == nil {
		return Null
	}
	return v.kind
}

// Text returns the text of a string, the digits of a number, and "true" or "false".
// It is empty for other kinds.
func (v *Value) Text() string {
	if v == nil {
		return ""
	}
	return v.text
}

// Len returns how many items or members there are.
func (v *Value) Len() int {
	if v == nil {
		return 0
	}
	return len(v.items) + len(v.members)
}

// Items iterates over the items of an array.
func (v *Value) Items() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		for i := range v.Len() {
			if v.kind != Array || !yield(i, v.items[i]) {
				return
			}
		}
	}
}

// Members iterates over the members of an object in their order.
func (v *Value) Members() iter.Seq2[string, *Value] {
	if v == nil {
		return Map[*Value](nil).All()
	}
	return v.members.All()
}

// Get returns a member of an object, or nil.
func (v *Value) Get(name string) *Value {
	if i := v.member(name); i >= 0 {
		return v.members[i].Value
	}
	return nil
}

// member returns the position of a member, or -1.
func (v *Value) member(name string) int {
	switch {
	case v == nil:
		return -1
	case v.index != nil:
		if i, ok := v.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range v.members {
		if v.members[i].Name == name {
			return i
		}
	}
	return -1
}

// Bool returns a boolean, and false for ok if the value is none.
func (v *Value) Bool() (b, ok bool) { return v.Text() == "true", v.Kind() == Bool }

// JSON returns the value as compact JSON.
func (v *Value) JSON() []byte { return appendJSON(nil, v, -1) }

// MarshalJSONTo writes the value as it is, for encoding/json/v2.
func (v *Value) MarshalJSONTo(enc *jsontext.Encoder) error { return enc.WriteValue(v.JSON()) }

// Equal reports whether two values mean the same: the order of members does not
// matter, and numbers are compared as numbers.
func (v *Value) Equal(w *Value) bool {
	if v.Kind() != w.Kind() || v.Len() != w.Len() {
		return false
	}
	switch v.Kind() {
	case Num:
		return v.text == w.text || Number(v.text).equal(Number(w.text))
	case Array:
		for i := range v.items {
			if !v.items[i].Equal(w.items[i]) {
				return false
			}
		}
		return true
	case Object:
		for name, member := range v.Members() {
			if other := w.Get(name); other == nil || !member.Equal(other) {
				return false
			}
		}
		return true
	}
	return v.Text() == w.Text()
}

// rooted returns a copy of which all parts know where they stand.
func (v *Value) rooted() *Value { return v.copyTo(nil, "", 0) }

func (v *Value) copyTo(parent *Value, name string, pos int) *Value {
	c := &Value{kind: v.kind, text: v.text, index: v.index, parent: parent, name: name, pos: pos, line: v.line, column: v.column, file: v.file}
	if v.items != nil {
		c.items = make([]*Value, len(v.items))
		for i, item := range v.items {
			c.items[i] = item.copyTo(c, "", i)
		}
	}
	if v.members != nil {
		c.members = make(Map[*Value], len(v.members))
		for i, m := range v.members {
			c.members[i] = Entry[*Value]{m.Name, m.Value.copyTo(c, m.Name, 0)}
		}
	}
	return c
}

// GoString returns the value as JSON, for %#v and debuggers.
func (v *Value) GoString() string { return fmt.Sprintf("openapi.Value(%s)", v.JSON()) }
