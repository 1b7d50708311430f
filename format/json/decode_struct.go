package json

import (
	"reflect"

	"github.com/weft-go/weft/format/internal/memory"
)

// object decodes a struct. The tag, if not nil, is the name of a member that tells
// the case of a sum and has been read already.
//
// Members mostly come in the order of the fields, so the quoted name of the field
// after the last one is compared first; only if it is another one is the name read
// and looked up.
func (d *decoder) object(n *node, p memory.Ref, i int, tag *string) int {
	if d.b[i] != '{' {
		return d.mismatch(n.want, i)
	}
	if !d.enter(i) {
		return -1
	}
	s := n.object
	fields := s.fields
	var seen fieldSet
	var extra *extraNames
	guess := 0
	i, more := d.open(i, '}')
	for more {
		start, field := i, guess
		if guess < len(fields) && hasPrefix(d.b[i:], fields[guess].key) {
			if i = d.space(i + len(fields[guess].key)); i == len(d.b) {
				return d.syntax(i, "a value")
			}
		} else {
			var name []byte
			if name, i = d.name(i); i < 0 {
				return -1
			}
			if field = s.find(name); field < 0 {
				if extra == nil {
					extra = &extraNames{tag: tag, names: newNameSet(d)}
				}
				if i, more = d.extra(extra, name, start, i); i < 0 {
					return -1
				}
				continue
			}
		}
		guess = field + 1
		f := &fields[field]
		if !seen.add(field) {
			return d.fatal(start, "the name \""+clip(f.name)+"\" is there twice")
		}
		mark := len(d.faults)
		switch {
		case f.flags&(viaHops|neverNull) != 0:
			i = d.specialField(f, p, i)
		case f.op == opString && d.b[i] == '"':
			*memory.As[string](p.At(f.offset)), i = d.string(i)
		default:
			i = d.value(f.node, p.At(f.offset), i)
		}
		if i < 0 || len(d.faults) != mark {
			d.under(mark, fieldStep(f.name))
			if i < 0 {
				return -1
			}
		}
		if i, more = d.next(i, '}'); i < 0 {
			return -1
		}
	}
	if i < 0 {
		return -1
	}
	if extra != nil {
		extra.names.close(d)
	}
	if s.check&^seen.first != 0 || s.careful {
		d.missing(s, p, &seen, i-1)
	}
	d.depth--
	return i
}

func hasPrefix(b []byte, s string) bool { return len(b) > len(s) && string(b[:len(s)]) == s }

// find returns the index of the field with the name, or -1.
func (s *structPlan) find(name []byte) int {
	if i := s.names.find(name); i >= 0 {
		return i
	}
	if s.folded != nil {
		if i, ok := s.folded[foldName(string(name))]; ok {
			return i
		}
	}
	return -1
}

// fieldSet is a set of field indexes.
type fieldSet struct {
	first uint64
	rest  map[int]struct{}
}

// add reports false if the field has been added before.
func (s *fieldSet) add(field int) bool {
	if field < 64 {
		bit := uint64(1) << field
		old := s.first
		s.first |= bit
		return old&bit == 0
	}
	return s.addRest(field)
}

func (s *fieldSet) addRest(field int) bool {
	if s.rest == nil {
		s.rest = map[int]struct{}{}
	}
	before := len(s.rest)
	s.rest[field] = struct{}{}
	return len(s.rest) > before
}

func (s *fieldSet) has(field int) bool {
	if field < 64 {
		return s.first&(1<<field) != 0
	}
	_, ok := s.rest[field]
	return ok
}

// specialField decodes a field that is behind embedded pointers or must not be null.
func (d *decoder) specialField(f *fieldPlan, p memory.Ref, i int) int {
	if f.flags&neverNull != 0 && d.b[i] == 'n' {
		want := f.node.want
		if f.node.op == opPointer || f.node.op == opOptional {
			want = f.node.elem.want
		}
		return d.mismatch(want, i)
	}
	return d.value(f.node, p.Settle(f.hops, f.offset), i)
}

// extraNames are the members of one object that have no field.
type extraNames struct {
	tag   *string
	names nameSet
}

// extra skips a member without a field, and the comma or brace after it, like next.
// Its name stands at start, its value at i.
func (d *decoder) extra(x *extraNames, name []byte, start, i int) (int, bool) {
	if !x.names.add(d, name) {
		return d.fatal(start, "the name "+quote(name)+" is there twice"), false
	}
	if d.plan.cfg.RejectExtraFields && (x.tag == nil || *x.tag != string(name)) {
		mark := len(d.faults)
		d.fault(start, "unknown field", nil)
		d.under(mark, fieldStep(string(name)))
	}
	if i = d.skip(i); i < 0 {
		return -1, false
	}
	return d.next(i, '}')
}

// missing deals with the fields that were not there. The object ends at i.
func (d *decoder) missing(s *structPlan, p memory.Ref, seen *fieldSet, i int) {
	for k := range s.fields {
		f := &s.fields[k]
		if f.miss == missNothing || seen.has(k) {
			continue
		}
		mark := len(d.faults)
		if f.miss == missFault {
			d.fault(i, "missing", nil)
			d.under(mark, fieldStep(f.name))
			continue
		}
		if p.Reach(f.hops, f.offset).IsNil() {
			continue // the whole embedded struct is absent, its defaults with it
		}
		switch f.miss {
		case missCopyDefault:
			setDefault(f.node, p.Settle(f.hops, f.offset), f.value)
		case missParseDefault:
			lit, err := f.field.Schema.ParseLiteral(f.field.Tag.Get("default"))
			if err != nil {
				d.fault(i, err.Error(), err) // cannot be: the schema has parsed it before
				break
			}
			setDefault(f.node, p.Settle(f.hops, f.offset), reflect.ValueOf(lit.Value))
		case missEmpty:
			setEmpty(f.node, p.Settle(f.hops, f.offset))
		case missNull:
			setNull(f.node, p.Settle(f.hops, f.offset))
		}
		d.under(mark, fieldStep(f.name))
	}
}

// setDefault sets a field, below pointers and Optionals, to its default.
func setDefault(n *node, p memory.Ref, v reflect.Value) {
	for n.op == opPointer || n.op == opOptional {
		if n.op == opPointer {
			p = p.New(n.elem.typ)
		} else {
			*memory.As[uint8](p.At(n.optional.state)) = n.optional.present
		}
		n = n.elem
	}
	if v.IsValid() {
		p.Value(n.typ).Set(v)
	}
}

func setEmpty(n *node, p memory.Ref) {
	if n.op == opMap {
		p.Value(n.typ).Set(reflect.MakeMap(n.typ))
	} else {
		p.Empty(n.typ)
	}
}

// setNull sets a nullable field to null. For all but two kinds that is their zero.
func setNull(n *node, p memory.Ref) {
	switch n.op {
	case opOptional:
		*memory.As[uint8](p.At(n.optional.state)) = n.optional.null
	case opRaw:
		*memory.As[[]byte](p) = []byte("null")
	}
}
