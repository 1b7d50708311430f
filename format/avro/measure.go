package avro

import (
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/stream"
)

// The end of an Avro value can only be found with its definition. measure walks the
// nodes with a stack of its own instead of calls, so that it can stop where the input
// ends and go on when there is more. Each byte of a stream is looked at once.

// measure is the state of a search for the end of a value.
type measure struct {
	pos   int // where the next part begins
	stack []step
}

// step is a node whose end was not reached yet.
type step struct {
	node *node
	next int   // the next field of a record
	left int64 // items left in the block of an array or map
	key  bool  // the next thing in a map is a key
}

func newMeasure(root *node) measure { return measure{stack: []step{{node: root}}} }

// advance goes on through the input as far as it can. It reports whether the value
// ends in it, at m.pos. The fault says that the input is not a value.
func (m *measure) advance(in []byte) (done bool, f *fault.Fault) {
	for len(m.stack) > 0 {
		// Every level of a value takes a few nodes.
		if len(m.stack) > 4*maxDepth {
			return false, fault.Before(in[m.pos:], tooDeep)
		}
		more, f := m.step(in)
		if f != nil || !more {
			return false, f
		}
	}
	return true, nil
}

// step handles the node on top of the stack. It reports false when the input ends.
func (m *measure) step(in []byte) (bool, *fault.Fault) {
	top := &m.stack[len(m.stack)-1]
	switch n := top.node; n.kind {
	case avroRecord:
		if top.next < len(n.fields) {
			top.next++
			m.push(n.fields[top.next-1].node)
			return true, nil
		}
		m.pop()
		return true, nil
	case avroArray, avroMap:
		return m.item(in, top)
	case avroUnion:
		i, ok, f := m.long(in, "the branch of a union")
		if f == nil && ok && (i < 0 || i >= int64(len(n.branches))) {
			f = fault.Before(in[m.pos:], "want a branch of the union from 0 to %d, got %d", len(n.branches)-1, i)
		}
		if f != nil || !ok {
			return false, f
		}
		*top = step{node: n.branches[i]}
		return true, nil
	default:
		return m.scalar(in, n)
	}
}

func (m *measure) push(n *node) { m.stack = append(m.stack, step{node: n}) }

func (m *measure) pop() { m.stack = m.stack[:len(m.stack)-1] }

// long reads a number and goes behind it.
func (m *measure) long(in []byte, want string) (n int64, ok bool, f *fault.Fault) {
	n, rest, ok := readLong(in[m.pos:])
	if !ok {
		if len(in)-m.pos >= 10 {
			f = refuseLong(in[m.pos:], want)
		}
		return 0, false, f
	}
	m.pos = len(in) - len(rest)
	return n, true, nil
}

// scalar goes behind a value without parts.
func (m *measure) scalar(in []byte, n *node) (bool, *fault.Fault) {
	size := 0
	switch n.kind {
	case avroBoolean:
		size = 1
	case avroFloat:
		size = 4
	case avroDouble:
		size = 8
	case avroFixed:
		size = n.size
	case avroInt, avroLong, avroEnum:
		_, ok, f := m.long(in, n.kind.String())
		if ok {
			m.pop()
		}
		return ok, f
	case avroString, avroBytes:
		start := m.pos
		length, ok, f := m.long(in, n.kind.String())
		switch {
		case f != nil || !ok:
			return false, f
		case length < 0 || length > stream.MaxValue:
			return false, fault.Before(in[start:], "want %s, got the length %d", n.kind, length)
		case length > int64(len(in)-m.pos):
			m.pos = start
			return false, nil
		}
		size = int(length)
	}
	if size > len(in)-m.pos {
		return false, nil
	}
	m.pos += size
	m.pop()
	return true, nil
}

// item begins the next item of an array or map, or the next block.
func (m *measure) item(in []byte, top *step) (bool, *fault.Fault) {
	if top.left > 0 {
		if top.node.kind == avroMap && !top.key {
			top.key = true
			m.push(&keyNode)
			return true, nil
		}
		top.key = false
		top.left--
		m.push(top.node.elem)
		return true, nil
	}
	start := m.pos
	count, ok, f := m.long(in, "a block")
	if f != nil || !ok {
		return false, f
	}
	if count < 0 {
		if _, ok, f = m.long(in, "the size of a block"); f != nil || !ok {
			m.pos = start
			return false, f
		}
		count = -count
	}
	switch {
	case count == 0:
		m.pop()
	case count < 0 || count > stream.MaxValue:
		return false, fault.Before(in[start:], "a block of %d items is too long", count)
	case top.node.kind == avroArray && top.node.elem.least() == 0:
		// The items take no bytes, so the next block is next.
	default:
		top.left = count
	}
	return true, nil
}

// keyNode is the key of a map.
var keyNode = node{kind: avroString}
