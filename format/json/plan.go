package json

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/cache"
	"github.com/weft-go/weft/schema"
)

// A plan is a schema made ready to run. Each Go type in the schema's graph becomes a
// node, which says with one small number, its op, what to do with a value of the
// type, and refers to the nodes of what is inside. Encoder and decoder are each one
// switch over ops. They call each other directly, never through function values, so
// that their state can live on the stack.
//
// Everything that depends on the configuration is decided here: names are formatted
// and quoted, the forms of sums chosen, and fields marked with what to leave out.

// plan is the compiled form of one type under one configuration.
type plan struct {
	cfg  format.Config
	root *node

	// pure says that encoding a value calls no method of a user's type with its
	// address, so that nobody can keep it.
	pure bool
}

type op uint8

const (
	opBool op = iota
	opInt8
	opInt16
	opInt32
	opInt64
	opUint8
	opUint16
	opUint32
	opUint64
	opFloat32
	opFloat64
	opString
	opBytes
	opByteArray
	opTime
	opDuration
	opUUID
	opBigInt
	opText // whatever else the schema has a text for
	opQuoted
	opSlice
	opStrings // []string, the most common slice
	opArray
	opMap
	opPointer
	opOptional
	opStruct
	opSum
	opAny
	opRaw
	opCustom
)

// node is what to do with the values of one Go type.
type node struct {
	op     op
	typ    reflect.Type
	want   string // what the decoder wants, for its errors
	schema *schema.Schema
	elem   *node   // of a list, map, pointer, Optional or quoted number
	size   uintptr // of an element of a list
	length int     // of an array

	object   *structPlan
	sum      *sumPlan
	table    *mapPlan
	optional *optionalPlan
}

// planError says why a type has no JSON codec under a configuration.
type planError struct {
	path, reason string
}

func (e *planError) Error() string { return "json: " + e.path + ": " + e.reason }

// planKey identifies a plan that is not of the default configuration.
type planKey struct {
	typ reflect.Type
	cfg format.Config
}

// plans keeps what was compiled.
var plans struct {
	byType cache.Cache[reflect.Type, *plan] // for the default configuration
	byKey  cache.Cache[planKey, *plan]      // for all others
}

// planFor returns the plan of a type.
func planFor(t reflect.Type, cfg format.Config) (*plan, error) {
	compile := func() (*plan, error) { return compile(t, cfg) }
	if cfg == (format.Config{}) {
		// Keyed by the type alone: a look-up then allocates nothing.
		return plans.byType.Get(t, compile)
	}
	return plans.byKey.Get(planKey{t, cfg}, compile)
}

func compile(t reflect.Type, cfg format.Config) (*plan, error) {
	s, err := schema.For(t)
	if err != nil {
		return nil, err
	}
	c := compiler{cfg: cfg, nodes: map[nodeKey]*node{}, path: []string{t.String()}, pure: true}
	root, err := c.node(s, false)
	if err != nil {
		return nil, err
	}
	return &plan{cfg: cfg, root: root, pure: c.pure}, nil
}

type nodeKey struct {
	typ    reflect.Type
	quoted bool
}

// compiler makes the nodes of one plan.
type compiler struct {
	cfg   format.Config
	nodes map[nodeKey]*node // also those under construction: types may be recursive
	path  []string
	pure  bool
}

func (c *compiler) errorf(text string, args ...any) error {
	return &planError{strings.Join(c.path, ""), fmt.Sprintf(text, args...)}
}

// below returns the node of something inside the current type.
func (c *compiler) below(step string, s *schema.Schema, quoted bool) (*node, error) {
	c.path = append(c.path, step)
	n, err := c.node(s, quoted)
	c.path = c.path[:len(c.path)-1]
	return n, err
}

// node returns the node of a schema. Constraints do not matter here, so one node
// serves all schemas of a type.
func (c *compiler) node(s *schema.Schema, quoted bool) (*node, error) {
	key := nodeKey{s.Type(), quoted}
	if n, ok := c.nodes[key]; ok {
		return n, nil
	}
	n := &node{typ: s.Type(), schema: s, want: s.Kind().String()}
	c.nodes[key] = n
	if quoted && s.Kind().IsNumber() {
		number, err := c.node(s, false)
		n.op, n.elem, n.want = opQuoted, number, number.want+" in a string"
		return n, err
	}
	return n, c.fill(n, s, quoted)
}

// fill sets what depends on the schema's kind.
func (c *compiler) fill(n *node, s *schema.Schema, quoted bool) (err error) {
	switch k := s.Kind(); k {
	case schema.KindSlice, schema.KindArray:
		return c.fillList(n, s)
	case schema.KindMap:
		n.op, n.want = opMap, "object"
		n.table, err = c.mapPlan(s)
		if err != nil {
			return err
		}
		n.elem, err = c.below("[]", s.Elem(), false)
	case schema.KindPointer:
		n.op = opPointer
		n.elem, err = c.below("", s.Elem(), quoted)
	case schema.KindOptional:
		n.op, n.optional = opOptional, newOptionalPlan(s.Type())
		n.elem, err = c.below("", s.Elem(), quoted)
	case schema.KindStruct:
		n.op, n.want = opStruct, "object"
		n.object, err = c.structPlan(s)
	case schema.KindSum:
		n.op = opSum
		n.sum, err = c.sumPlan(s)
		if err == nil {
			n.want = n.sum.want
		}
	default:
		n.op, n.want = scalarOp(s)
		n.length = s.Len()
		if n.op == opText || n.op == opCustom {
			c.pure = false
		}
	}
	return err
}

func (c *compiler) fillList(n *node, s *schema.Schema) (err error) {
	n.op, n.want, n.length = opSlice, "list", s.Len()
	n.size = s.Elem().Type().Size()
	if s.Kind() == schema.KindArray {
		n.op, n.want = opArray, fmt.Sprintf("list of %d", s.Len())
	} else if s.Elem().Kind() == schema.KindString {
		n.op = opStrings
	}
	n.elem, err = c.below("[]", s.Elem(), false)
	return err
}

// scalarOp returns the op of a kind without anything inside, and what the decoder
// wants for it.
func scalarOp(s *schema.Schema) (op, string) {
	k := s.Kind()
	switch {
	case k.IsInt():
		return intOps[s.Type().Size()], k.String()
	case k.IsUint():
		return uintOps[s.Type().Size()], k.String()
	}
	switch k {
	case schema.KindBool:
		return opBool, "bool"
	case schema.KindFloat32:
		return opFloat32, "float32"
	case schema.KindFloat64:
		return opFloat64, "float64"
	case schema.KindString:
		return opString, "string"
	case schema.KindBytes:
		return opBytes, "base64 string"
	case schema.KindByteArray:
		return opByteArray, "base64 string"
	case schema.KindTime:
		return opTime, "a time such as 2006-01-02T15:04:05Z"
	case schema.KindDuration:
		return opDuration, "a duration such as PT1H30M"
	case schema.KindUUID:
		return opUUID, "a UUID"
	case schema.KindBigInt:
		return opBigInt, "integer"
	case schema.KindAny:
		return opAny, "value"
	case schema.KindRawJSON:
		return opRaw, "value"
	case schema.KindCustom:
		return opCustom, s.Type().String()
	}
	return opText, "string"
}

// By the size in bytes, because int and uint depend on the machine.
var (
	intOps  = [9]op{1: opInt8, 2: opInt16, 4: opInt32, 8: opInt64}
	uintOps = [9]op{1: opUint8, 2: opUint16, 4: opUint32, 8: opUint64}
)
