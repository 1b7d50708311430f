package protobuf

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft/format/internal/naming"
	"github.com/weft-go/weft/schema"
)

// An enum of the definition is made from a Go integer type with registered values.
// On the wire it is the number itself.
type enum struct {
	name, doc string
	values    []enumValue
}

type enumValue struct {
	name   string
	number int64
}

// enum returns the definition of an integer enum, or nil when the schema is no
// integer or has values that a Protobuf enum, which is an int32, cannot have.
func (c *compiler) enum(s *schema.Schema) *enum {
	if e, ok := c.enums[s]; ok {
		return e
	}
	c.enums[s] = nil
	e := &enum{doc: s.Doc()}
	for _, v := range s.Enum() {
		n, ok := naming.Number(v.Value)
		if !ok {
			return nil
		}
		e.values = append(e.values, enumValue{v.Name, n})
	}
	e.name = c.names.Of(s, "Enum")
	e.zeroFirst()
	c.nameValues(e)
	c.enums[s] = e
	c.order = append(c.order, e)
	return e
}

// zeroFirst keeps the rule of proto3 that the first value of an enum is 0. An enum
// without one gets a value that stands for a missing field.
func (e *enum) zeroFirst() {
	for i, v := range e.values {
		if v.number == 0 {
			copy(e.values[1:i+1], e.values[:i])
			e.values[0] = v
			return
		}
	}
	e.values = append([]enumValue{{"UNSPECIFIED", 0}}, e.values...)
}

// nameValues gives the values names that are unique in the file, as enums share
// the scope that they are defined in.
func (c *compiler) nameValues(e *enum) {
	prefix := naming.Constant(e.name)
	for i := range e.values {
		v := &e.values[i]
		word := naming.Constant(v.name)
		if word == "" {
			word = strings.Replace(fmt.Sprint(v.number), "-", "MINUS_", 1)
		}
		v.name = c.names.Unique(prefix + "_" + word)
	}
}
