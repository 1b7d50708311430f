// Package naming chooses the names in definitions of Protobuf and Thrift, whose types
// all need one and whose identifiers are alike: ASCII letters, digits and underscores.
package naming

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/weft-go/weft/schema"
)

// Names chooses the names of the types in one definition. Types with a name keep it,
// and what has none is named for what it holds: BookList, StringMap, OptionalInt64.
type Names struct {
	components *schema.Names
	taken      map[string]bool
}

// New returns the names for everything that can be reached from root.
func New(root *schema.Schema) *Names {
	n := &Names{components: schema.NewNames(root), taken: map[string]bool{}}
	for name := range n.components.All() {
		n.taken[Identifier(name)] = true
	}
	return n
}

// Of returns the name of the type for a schema. It is called once for each. The hint
// is for a struct that has no name.
func (n *Names) Of(s *schema.Schema, hint string) string {
	if name := n.components.Of(s); name != "" {
		return Identifier(name)
	}
	return n.Unique(n.Word(s, hint))
}

// Unique returns the name, with a number if it is taken.
func (n *Names) Unique(name string) string {
	name = Identifier(name)
	for k, first := 2, name; n.taken[name]; k++ {
		name = first + strconv.Itoa(k)
	}
	n.taken[name] = true
	return name
}

// Word describes a schema in one word. The hint is for a struct that has no name.
func (n *Names) Word(s *schema.Schema, hint string) string {
	s = s.Base()
	if name := n.components.Of(s); name != "" {
		return name
	}
	if s.Name() != "" {
		return s.Name()
	}
	switch k := s.Kind(); k {
	case schema.KindSlice:
		return n.Word(s.Elem(), hint) + "List"
	case schema.KindArray:
		return n.Word(s.Elem(), hint) + "Array" + strconv.Itoa(s.Len())
	case schema.KindMap:
		if s.Key().Kind() == schema.KindString {
			return n.Word(s.Elem(), hint) + "Map"
		}
		return n.Word(s.Elem(), hint) + "By" + n.Word(s.Key(), hint)
	case schema.KindPointer:
		return "Optional" + n.Word(s.Elem(), hint)
	case schema.KindOptional:
		return "Nullable" + n.Word(s.Elem(), hint)
	case schema.KindStruct:
		return hint
	case schema.KindRawJSON, schema.KindAny:
		return "JSON"
	default:
		return Pascal(k.String())
	}
}

// Identifier replaces what cannot stand in a name of a definition. Letters beyond
// ASCII become their number, so that different names stay different.
func Identifier(name string) string {
	var out strings.Builder
	for i, r := range name {
		switch {
		case r <= unicode.MaxASCII && unicode.IsLetter(r), r == '_' && i > 0, unicode.IsDigit(r) && r <= unicode.MaxASCII && i > 0:
			out.WriteRune(r)
		case r <= unicode.MaxASCII && unicode.IsDigit(r):
			out.WriteString("n" + string(r))
		case r <= unicode.MaxASCII && i > 0:
			out.WriteByte('_')
		case r <= unicode.MaxASCII:
			out.WriteByte('x')
		default:
			fmt.Fprintf(&out, "u%04X", r)
		}
	}
	if out.Len() == 0 {
		return "x"
	}
	return out.String()
}

// Pascal joins the words of a name.
func Pascal(name string) string { return Identifier(schema.PascalCase.Apply(name)) }

// Constant writes a name in capitals, with underscores between the words and for what
// cannot stand in a name. It is empty when nothing of the name is left.
func Constant(name string) string {
	word := strings.ToUpper(schema.SnakeCase.Apply(name))
	return strings.Trim(strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || (!unicode.IsLetter(r) && !unicode.IsDigit(r)) {
			return '_'
		}
		return r
	}, word), "_")
}

// Package returns the last part of the import path of a type, or of what it holds.
func Package(s *schema.Schema) string {
	for range 100 {
		if path := s.Package(); path != "" {
			last := path[strings.LastIndexByte(path, '/')+1:]
			return strings.ToLower(Identifier(last))
		}
		if s.Elem() == nil {
			break
		}
		s = s.Elem()
	}
	return "values"
}

// Number returns the number of an enum's value, and false when it is no integer of 32
// bits.
func Number(value any) (int64, bool) {
	switch v := reflect.ValueOf(value); {
	case v.CanInt():
		return v.Int(), v.Int() >= math.MinInt32 && v.Int() <= math.MaxInt32
	case v.CanUint():
		return int64(v.Uint()), v.Uint() <= math.MaxInt32
	}
	return 0, false
}

// Values lists the values of an enum that a definition has no type for, as in
// `one of "red", "green"`. It is empty for a schema that is no enum.
func Values(s *schema.Schema) string {
	var values []string
	for _, v := range s.Enum() {
		values = append(values, v.JSON)
	}
	if len(values) == 0 {
		return ""
	}
	return "one of " + strings.Join(values, ", ")
}
