package thrift

import "github.com/weft-go/weft/format/internal/varint"

// A value in Thrift does not say how long it is: its end is found by walking through
// it. scanner does that without building anything, for fields that are skipped and
// for streams. It keeps its own stack, so that it can stop where the input ends for
// the moment and go on when more has come, and never looks at a byte twice.
type scanner struct {
	protocol protocol
	stack    []frame
	skip     int // bytes still to pass over
}

// frame is a struct, list or map that is not finished.
type frame struct {
	kind   byte // typeStruct, typeList or typeMap
	left   int  // elements of a list; keys and values of a map
	key    byte // type of the next element
	value  byte // type of the one after; for a list the same
	number int  // of a struct's last field
}

// begin starts a value of the type.
func (s *scanner) begin(t byte) int {
	s.stack, s.skip = s.stack[:0], 0
	_, err := s.enter(nil, 0, t)
	if err == endOfInput { // its header is still to come: as the only element of a list
		s.stack = append(s.stack, frame{kind: typeList, left: 1, key: t, value: t})
		return 0
	}
	return err
}

// scan goes on at pos. It returns the position it has come to, and 0 when the value is
// complete, endOfInput when there has to be more, or what is wrong.
func (s *scanner) scan(b []byte, pos int) (int, int) {
	for {
		n := min(s.skip, len(b)-pos)
		pos, s.skip = pos+n, s.skip-n
		if s.skip > 0 {
			return pos, endOfInput
		}
		if len(s.stack) == 0 {
			return pos, 0
		}
		next, err := s.step(b, pos)
		if err < 0 {
			return pos, err
		}
		pos = next
	}
}

// step does one thing to the innermost frame. When it fails, nothing has changed.
func (s *scanner) step(b []byte, pos int) (int, int) {
	depth := len(s.stack)
	top := &s.stack[depth-1]
	if top.kind == typeStruct {
		t, number, _, next := s.protocol.field(b, pos, top.number)
		switch {
		case next < 0:
			return pos, next
		case t == typeStop:
			s.stack = s.stack[:depth-1]
			return next, 0
		case t == typeBool && s.protocol == compactProtocol:
			top.number = number
			return next, 0 // the value was in the type
		}
		next, err := s.enter(b, next, t)
		if err == 0 {
			s.stack[depth-1].number = number
		}
		return next, err
	}
	if top.left == 0 {
		s.stack = s.stack[:depth-1]
		return pos, 0
	}
	next, err := s.enter(b, pos, top.key)
	if err == 0 {
		top := &s.stack[depth-1] // enter may have moved the stack
		top.left--
		top.key, top.value = top.value, top.key
	}
	return next, err
}

// enter begins a value: it is skipped, or a frame is put on the stack.
func (s *scanner) enter(b []byte, pos int, t byte) (int, int) {
	c := s.protocol
	switch t {
	case typeStruct:
		return pos, s.push(frame{kind: typeStruct})
	case typeString:
		n, next := c.size(b, pos)
		s.skip = max(n, 0)
		return failing(pos, next)
	case typeList, typeSet:
		elem, n, next := c.list(b, pos)
		if next < 0 {
			return pos, next
		}
		return next, s.push(frame{kind: typeList, left: n, key: elem, value: elem})
	case typeMap:
		key, value, n, next := c.mapping(b, pos)
		if next < 0 {
			return pos, next
		}
		return next, s.push(frame{kind: typeMap, left: 2 * n, key: key, value: value})
	case typeI16, typeI32, typeI64:
		if c == compactProtocol {
			_, next := varint.Read(b, pos)
			return failing(pos, next)
		}
	}
	s.skip = fixedSize(t)
	return pos, 0
}

// failing turns the result of a reader into a position and an error.
func failing(pos, next int) (int, int) {
	if next < 0 {
		return pos, next
	}
	return next, 0
}

func (s *scanner) push(f frame) int {
	if len(s.stack) >= maxDepth {
		return tooDeep
	}
	s.stack = append(s.stack, f)
	return 0
}

// skip returns the position after a value of type t, or what is wrong.
func (c protocol) skip(b []byte, pos int, t byte) int {
	if size := fixedSize(t); size > 0 && (c == binaryProtocol || size == 16 || t == typeDouble || size == 1) {
		if len(b)-pos < size {
			return endOfInput
		}
		return pos + size
	}
	var stack [8]frame
	s := scanner{protocol: c, stack: stack[:0]}
	if err := s.begin(t); err < 0 {
		return err
	}
	next, err := s.scan(b, pos)
	if err < 0 {
		return err
	}
	return next
}
