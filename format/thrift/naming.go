package thrift

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/weft-go/weft/schema"
)

// naming chooses the names of structs, unions and enums. Types with a name keep it,
// and what has none is named for what it holds: OptionalInt, BookListValue.
type naming struct {
	components *schema.Names
	taken      map[string]bool
	clock      string // the struct for times
}

func newNaming(root *schema.Schema) *naming {
	n := &naming{components: schema.NewNames(root), taken: map[string]bool{}}
	for name := range n.components.All() {
		n.taken[identifier(name)] = true
	}
	n.clock = n.unique("Timestamp")
	return n
}

// of returns the name of the struct for a schema. It is called once for each.
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

// members chooses the names of a struct's fields.
type members struct{ taken map[string]bool }

func newMembers() *members { return &members{map[string]bool{}} }

// name returns the wire name as far as it can stand in a definition.
func (m *members) name(wire string) string {
	first := identifier(wire)
	if reserved[first] {
		first += "_"
	}
	name := first
	for k := 2; m.taken[strings.ToLower(name)]; k++ {
		name = first + strconv.Itoa(k)
	}
	m.taken[strings.ToLower(name)] = true
	return name
}

// reserved are the words that a field cannot be called, because they mean something
// in a definition or because the Thrift compiler keeps them out of the languages
// that it writes.
var reserved = wordSet(`namespace include cpp_include const typedef enum struct union exception service extends
	throws oneway async void required optional binary bool byte i8 i16 i32 i64 double string uuid map list set slist senum
	true false BEGIN END __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__ abstract alias and args as
	assert break case catch class clone continue declare def default del delete do dynamic elif else elseif elsif except exec
	finally float for foreach from function global goto if implements import in inline instanceof interface is lambda module
	native new next nil not or package pass public print private protected raise redo rescue retry register return self sizeof
	static super switch synchronized then this throw transient try undef unless unsigned until use var virtual volatile when
	while with xor yield enddeclare endfor endforeach endif endswitch endwhile ensure`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// namespace returns the Go package of the type, or of what it holds.
func namespace(s *schema.Schema) string {
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
