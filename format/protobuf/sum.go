package protobuf

import (
	"reflect"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/varint"
	"github.com/weft-go/weft/schema"
)

// A sum is a message with a oneof: one field for each case, of which at most one
// is there. None stands for a nil interface.
type sum struct {
	name, doc string
	oneof     string // name of the oneof
	typ       reflect.Type
	schema    *schema.Schema
	cases     []field // in the order of the schema's cases
	strict    bool
}

func (s *sum) absent(p memory.Ref) bool { return p.Value(s.typ).IsNil() }

func (s *sum) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth > maxDepth {
		return b, fault.New("the value is nested more than %d deep", maxDepth)
	}
	held := p.Value(s.typ)
	if held.IsNil() {
		return b, nil
	}
	c, v, ok := s.schema.CaseOf(held)
	if !ok {
		return b, fault.New("%s is not a case of %s, or nil", held.Elem().Type(), s.typ)
	}
	f := &s.cases[s.position(c)]
	b, err := f.value.append(varint.Append(b, f.tag), memory.Of(memory.Addressable(v)), depth)
	if err != nil {
		return b, err.In(f.step)
	}
	return b, nil
}

func (s *sum) position(c *schema.SumCase) int {
	for i, other := range s.schema.Cases() {
		if other == c {
			return i
		}
	}
	return -1 // CaseOf returns one of them
}

// parse keeps the last case that comes. Two messages of one case are merged.
func (s *sum) parse(b []byte, pos int, p memory.Ref, depth int) *fault.Fault {
	if depth > maxDepth {
		return fault.At(pos, "messages are nested more than %d deep", maxDepth)
	}
	for pos < len(b) {
		number, wire, next := fieldTag(b, pos)
		if next < 0 {
			return unreadable(pos, next)
		}
		i := s.find(number, wire)
		if i < 0 {
			if s.strict {
				return fault.At(pos, "unknown field %d", number)
			}
			if next = skip(b, next, number, wire, depth); next < 0 {
				return unreadable(pos, next)
			}
			pos = next
			continue
		}
		var err *fault.Fault
		if pos, err = s.parseCase(b, next, p, i, depth); err != nil {
			return err.In(s.cases[i].step)
		}
	}
	return nil
}

func (s *sum) find(number uint64, wire byte) int {
	for i := range s.cases {
		if f := &s.cases[i]; uint64(f.number) == number && f.value.wire == wire {
			return i
		}
	}
	return -1
}

func (s *sum) parseCase(b []byte, pos int, p memory.Ref, i, depth int) (int, *fault.Fault) {
	c, held := s.schema.Cases()[i], p.Value(s.typ)
	ptr := c.New()
	if old, v, ok := s.schema.CaseOf(held); ok && old == c {
		ptr.Elem().Set(v)
	}
	end, err := s.cases[i].value.parse(b, pos, memory.Target(ptr), depth)
	if err != nil {
		return 0, err
	}
	held.Set(c.Interface(ptr))
	return end, nil
}
