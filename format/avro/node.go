package avro

import (
	"sync/atomic"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
)

// A Go type is compiled to a tree of nodes, one for each Avro type. A node knows three
// things: what it is in Avro, which the definition and the search for the end of a
// value in a stream need; and how a Go value at an address is appended and read. The
// latter are functions that call those of the nodes below, so that encoding and
// decoding do not look at types. Recursive types make the tree a graph.

// An encodeFunc appends the value at p.
type encodeFunc func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault)

// A decodeFunc reads one value from the start of the input into the zero variable at
// p and returns the rest of the input.
type decodeFunc func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault)

// avroKind is one of Avro's types.
type avroKind uint8

const (
	avroNull avroKind = iota
	avroBoolean
	avroInt
	avroLong
	avroFloat
	avroDouble
	avroString
	avroBytes
	avroFixed
	avroEnum
	avroArray
	avroMap
	avroRecord
	avroUnion
)

// String returns the type's name in a definition.
func (k avroKind) String() string {
	return [...]string{"null", "boolean", "int", "long", "float", "double", "string", "bytes",
		"fixed", "enum", "array", "map", "record", "union"}[k]
}

// node is a compiled type.
type node struct {
	kind   avroKind
	encode encodeFunc
	decode decodeFunc

	logical   string // the logical type, if it has one
	precision int    // of a decimal

	name, namespace string // of a record, enum or fixed
	doc             string
	size            int // of a fixed
	symbols         []string
	fields          []nodeField
	elem            *node   // of an array or map
	branches        []*node // of a union

	minimum atomic.Int64 // what least returns, and one, once it is known
}

// nodeField is a field of a record.
type nodeField struct {
	name     string
	doc      string
	fallback string // the default, as JSON, or ""
	node     *node
}

// fullName returns the name with its namespace.
func (n *node) fullName() string {
	if n.namespace == "" {
		return n.name
	}
	return n.namespace + "." + n.name
}

// least returns how many bytes a value takes at least. Only null, records and fixed
// types can take none, and one that can take none always does.
func (n *node) least() int {
	if known := n.minimum.Load(); known > 0 {
		return int(known - 1)
	}
	least := n.findLeast()
	n.minimum.Store(int64(least) + 1)
	return least
}

func (n *node) findLeast() int {
	switch n.kind {
	case avroNull:
		return 0
	case avroFloat:
		return 4
	case avroDouble:
		return 8
	case avroFixed:
		return n.size
	case avroRecord:
		// A record contains itself only below a union, an array or a map, where
		// the walk ends.
		sum := 0
		for _, f := range n.fields {
			sum += f.node.least()
		}
		return sum
	}
	return 1
}

// nullNode is the null in unions.
func nullNode() *node { return &node{kind: avroNull} }
