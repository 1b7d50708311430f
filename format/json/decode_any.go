package json

import "github.com/weft-go/weft/format/internal/fault"

// any decodes a value without a type: objects become map[string]any, lists []any,
// numbers float64.
func (d *decoder) any(i int) (any, int) {
	switch d.b[i] {
	case '{':
		return d.anyMap(i)
	case '[':
		return d.anyList(i)
	case '"':
		s, i := d.string(i)
		return s, i
	case 't':
		return true, d.literal(i, "true")
	case 'f':
		return false, d.literal(i, "false")
	case 'n':
		return nil, d.literal(i, "null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		x, i := d.float(anyNumber, i, 64)
		return x, i
	}
	return nil, d.syntax(i, "a value")
}

var anyNumber = &node{op: opFloat64, want: "float64"}

func (d *decoder) anyMap(i int) (any, int) {
	if !d.enter(i) {
		return nil, -1
	}
	m := map[string]any{}
	i, more := d.open(i, '}')
	for more {
		start := i
		name, k := d.name(i)
		if k < 0 {
			return nil, -1
		}
		key := d.arena.text(name, len(d.b)-i)
		mark := len(d.faults)
		var v any
		v, i = d.any(k)
		if i < 0 || len(d.faults) != mark {
			d.under(mark, keyStep(key))
			if i < 0 {
				return nil, -1
			}
		}
		before := len(m)
		if m[key] = v; len(m) == before {
			return nil, d.fatal(start, "the name "+quote([]byte(key))+" is there twice")
		}
		if i, more = d.next(i, '}'); i < 0 {
			return nil, -1
		}
	}
	d.depth--
	return m, i
}

func (d *decoder) anyList(i int) (any, int) {
	if !d.enter(i) {
		return nil, -1
	}
	list := []any{}
	i, more := d.open(i, ']')
	for more {
		mark := len(d.faults)
		var v any
		v, i = d.any(i)
		if i < 0 || len(d.faults) != mark {
			d.under(mark, fault.Index(len(list)))
			if i < 0 {
				return nil, -1
			}
		}
		list = append(list, v)
		if i, more = d.next(i, ']'); i < 0 {
			return nil, -1
		}
	}
	d.depth--
	return list, i
}
