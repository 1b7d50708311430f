package avro

import (
	"reflect"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// enumSymbols returns the symbols of an enum, and false when the type is none or when
// its values have no names that Avro allows; it is then written as the string or the
// integer it is.
func enumSymbols(s *schema.Schema) ([]string, bool) {
	if len(s.Enum()) == 0 || s.Name() == "" || !(s.Kind() == schema.KindString || s.Kind().IsInt() || s.Kind().IsUint()) {
		return nil, false
	}
	var symbols []string
	seen := map[string]bool{}
	for _, v := range s.Enum() {
		if !isName(v.Name) || seen[v.Name] {
			return nil, false
		}
		seen[v.Name] = true
		symbols = append(symbols, v.Name)
	}
	return symbols, true
}

// enum compiles an enum: the position of its symbol.
func (c *compiler) enum(n *node, s *schema.Schema, symbols []string) {
	n.kind, n.symbols, n.doc = avroEnum, symbols, s.Doc()
	c.nameFor(n, s)
	t := s.Type()
	var values []reflect.Value
	texts, numbers := map[string]int{}, map[uint64]int{}
	for i, v := range s.Enum() {
		held := reflect.ValueOf(v.Value)
		values = append(values, held)
		if s.Kind() == schema.KindString {
			texts[held.String()] = i
		} else {
			numbers[numberOf(held)] = i
		}
	}
	n.encode = func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		var i int
		var ok bool
		if s.Kind() == schema.KindString {
			i, ok = texts[*memory.As[string](p)]
		} else {
			i, ok = numbers[numberOf(p.Value(t))]
		}
		if !ok {
			return dst, fault.New("want one of the values of %s, got %#v", s, p.Copy(t).Interface())
		}
		return appendLong(dst, int64(i)), nil
	}
	n.decode = func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		i, rest, ok := readLong(in)
		switch {
		case !ok:
			return in, refuseLong(in, "enum")
		case i < 0 || i >= int64(len(values)):
			return in, fault.Before(in, "want a symbol of %s from 0 to %d, got %d", s, len(values)-1, i)
		}
		p.Value(t).Set(values[i])
		return rest, nil
	}
}

// numberOf returns an integer's bits.
func numberOf(v reflect.Value) uint64 {
	if v.CanInt() {
		return uint64(v.Int())
	}
	return v.Uint()
}
