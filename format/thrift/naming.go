package thrift

import (
	"strconv"
	"strings"

	"github.com/weft-go/weft/format/internal/naming"
)

// members chooses the names of a struct's fields.
type members struct{ taken map[string]bool }

func newMembers() *members { return &members{map[string]bool{}} }

// name returns the wire name as far as it can stand in a definition.
func (m *members) name(wire string) string {
	first := naming.Identifier(wire)
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
