package thrift

import (
	"fmt"
	"unicode"

	"github.com/weft-go/weft/format/internal/naming"
	"github.com/weft-go/weft/schema"
)

// An enum of the definition is made from a Go integer type with registered values.
// On the wire it is the number itself, as an i32.
type enum struct {
	name, doc string
	values    []enumValue
}

type enumValue struct {
	name   string
	number int64
}

// enum returns the definition of an integer enum, or nil when it has values that are
// no i32.
func (k *compiler) enum(s *schema.Schema) *enum {
	if e, ok := k.enums[s]; ok {
		return e
	}
	k.enums[s] = nil
	e := &enum{doc: s.Doc()}
	taken := map[string]bool{}
	for _, v := range s.Enum() {
		n, ok := naming.Number(v.Value)
		if !ok {
			return nil
		}
		name := constant(v.Name, n)
		for first, i := name, 2; taken[name]; i++ {
			name = fmt.Sprintf("%s_%d", first, i)
		}
		taken[name] = true
		e.values = append(e.values, enumValue{name, n})
	}
	e.name = k.names.Of(s, "Enum")
	k.enums[s] = e
	k.order = append(k.order, e)
	return e
}

// constant writes a name in capitals, with underscores between the words. A value
// without a name is called for its number.
func constant(name string, number int64) string {
	word := naming.Constant(name)
	switch {
	case word == "" && number < 0:
		return fmt.Sprintf("VALUE_MINUS_%d", -number)
	case word == "":
		return fmt.Sprintf("VALUE_%d", number)
	case unicode.IsDigit(rune(word[0])):
		return "VALUE_" + word
	}
	return word
}
