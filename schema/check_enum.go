package schema

import (
	"reflect"
	"strings"
)

// enumSet holds the allowed values in a form that is quick to look up.
type enumSet struct {
	schema  *Schema
	strings map[string]bool // for strings, and for the text of types without a number
	ints    map[int64]bool
	uints   map[uint64]bool
	list    string
}

func newEnumSet(s *Schema) *enumSet {
	if len(s.enum) == 0 {
		return nil
	}
	e := &enumSet{schema: s, strings: map[string]bool{}, ints: map[int64]bool{}, uints: map[uint64]bool{}}
	var names []string
	for _, value := range s.enum {
		v := reflect.ValueOf(value.Value)
		switch {
		case v.CanInt():
			e.ints[v.Int()] = true
		case v.CanUint():
			e.uints[v.Uint()] = true
		default:
			e.strings[e.text(v)] = true
		}
		names = append(names, bareText(value.JSON))
	}
	e.list = strings.Join(names, ", ")
	return e
}

// text returns what stands for a value that is not an integer.
func (e *enumSet) text(v reflect.Value) string {
	if v.Kind() == reflect.String {
		return v.String()
	}
	text, _ := e.schema.AppendText(nil, v)
	return string(text)
}

func (e *enumSet) has(v reflect.Value) bool {
	switch {
	case v.CanInt():
		return e.ints[v.Int()]
	case v.CanUint():
		return e.uints[v.Uint()]
	}
	return e.strings[e.text(v)]
}

func (n *node) checkEnum(r *run, v reflect.Value) bool {
	if n.enum.has(v) {
		return true
	}
	r.fault("enum", "want one of %s", n.enum.list)
	return false
}
