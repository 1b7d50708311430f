// Package mapping walks over Go maps of types that only reflection knows.
//
// Reflection copies keys and values to variables. An [Entry] holds these, and [Entries]
// keeps spare ones, so that a map costs no allocation for each of its entries.
package mapping

import (
	"reflect"
	"strconv"
	"sync"

	"github.com/weft-go/weft/schema"
)

// An Entry holds the variables for one walk over a map, or for making one.
type Entry struct {
	Map       reflect.Value // a copy of the map, not of its content
	Key, Elem reflect.Value
	Iter      reflect.MapIter
}

// NewEntry returns the variables for maps of type t.
func NewEntry(t reflect.Type) Entry {
	return Entry{
		Map:  reflect.New(t).Elem(),
		Key:  reflect.New(t.Key()).Elem(),
		Elem: reflect.New(t.Elem()).Elem(),
	}
}

// Clear forgets the values, so that nothing of them is kept alive.
func (e *Entry) Clear() {
	e.Map.SetZero()
	e.Key.SetZero()
	e.Elem.SetZero()
	e.Iter.Reset(reflect.Value{})
}

// Entries makes the entries for the maps of one type. It is safe for concurrent use and
// must not be copied.
type Entries struct {
	typ   reflect.Type
	keys  *schema.Schema
	spare sync.Pool // of *Entry
}

// NewEntries returns the entries for maps with the schema s.
func NewEntries(s *schema.Schema) *Entries {
	return &Entries{typ: s.Type(), keys: s.Key()}
}

// Get returns an entry whose variables are zero. Give it back with [Entries.Put].
func (s *Entries) Get() *Entry {
	if e, ok := s.spare.Get().(*Entry); ok {
		return e
	}
	return new(NewEntry(s.typ))
}

// Put gives an entry back. Its values are forgotten.
func (s *Entries) Put(e *Entry) {
	e.Clear()
	s.spare.Put(e)
}

// KeyText returns a key as paths show it: numbers as they are, other text quoted, and a
// question mark for a key that has no text.
func (s *Entries) KeyText(key reflect.Value) string {
	text, err := s.keys.AppendText(nil, key)
	if err != nil {
		return "?"
	}
	if k := s.keys.Kind(); k.IsInt() || k.IsUint() {
		return string(text)
	}
	return strconv.Quote(string(text))
}
