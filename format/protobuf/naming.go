package protobuf

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/weft-go/weft/schema"
)

// naming chooses the names of messages and enums. Types with a name keep it, and
// what has none is named for what it holds: BookList, StringMap, OptionalInt64.
type naming struct {
	components *schema.Names
	taken      map[string]bool
}

func newNaming(root *schema.Schema) *naming {
	n := &naming{components: schema.NewNames(root), taken: map[string]bool{}}
	for name := range n.components.All() {
		n.taken[identifier(name)] = true
	}
	return n
}

// of returns the name of the message for a schema. It is called once for each.
func (n *naming) of(s *schema.Schema, hint string) string {
	if name := n.components.Of(s); name != "" {
		return identifier(name)
	}
	return n.unique(n.word(s, hint))
}

// unique returns the name, with a number if it is taken.
func (n *naming) unique(name string) string {
	name = identifier(name)
	for k, first := 2, name; n.taken[name]; k++ {
		name = first + strconv.Itoa(k)
	}
	n.taken[name] = true
	return name
}

// word describes a schema in one word.
func (n *naming) word(s *schema.Schema, hint string) string {
	s = s.Base()
	if name := n.components.Of(s); name != "" {
		return name
	}
	if s.Name() != "" {
		return s.Name()
	}
	switch k := s.Kind(); k {
	case schema.KindSlice:
		return n.word(s.Elem(), hint) + "List"
	case schema.KindArray:
		return n.word(s.Elem(), hint) + "Array" + strconv.Itoa(s.Len())
	case schema.KindMap:
		word := n.word(s.Elem(), hint) + "Map"
		if s.Key().Kind() != schema.KindString {
			word = n.word(s.Elem(), hint) + "By" + n.word(s.Key(), hint)
		}
		return word
	case schema.KindPointer:
		return "Optional" + n.word(s.Elem(), hint)
	case schema.KindOptional:
		return "Nullable" + n.word(s.Elem(), hint)
	case schema.KindStruct:
		return hint
	case schema.KindRawJSON, schema.KindAny:
		return "JSON"
	default:
		return pascal(k.String())
	}
}

// identifier replaces what cannot stand in a name of a definition. Letters beyond
// ASCII become their number, so that different names stay different.
func identifier(name string) string {
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

// pascal joins the words of a name.
func pascal(name string) string { return identifier(schema.PascalCase.Apply(name)) }

// members chooses the names of a message's fields. Protobuf wants them to differ
// also in JSON, where underscores are dropped and the letter after one is a capital.
type members struct{ taken map[string]bool }

func newMembers() *members { return &members{map[string]bool{}} }

// name returns the name in the definition and, when Protobuf's JSON would not use
// the wire name itself but for its rule of underscores, the wire name.
func (m *members) name(wire string) (name, jsonName string) {
	first := identifier(wire)
	name = first
	for k := 2; m.taken[camel(name)]; k++ {
		name = first + strconv.Itoa(k)
	}
	m.taken[camel(name)] = true
	if name != wire {
		jsonName = wire
	}
	return name, jsonName
}

// camel is Protobuf's own rule for JSON names, in small letters, since definitions
// that differ only in case are refused too.
func camel(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// packageName returns the Go package of the type, or of what it holds.
func packageName(s *schema.Schema) string {
	for range 100 {
		if path := s.Package(); path != "" {
			last := path[strings.LastIndexByte(path, '/')+1:]
			return strings.ToLower(identifier(last))
		}
		if s.Elem() == nil {
			break
		}
		s = s.Elem()
	}
	return "values"
}
