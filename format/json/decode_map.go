package json

import (
	"reflect"

	"github.com/weft-go/weft/format/internal/memory"
)

// table decodes a map.
func (d *decoder) table(n *node, p memory.Ref, i int) int {
	if d.b[i] != '{' {
		return d.mismatch(n.want, i)
	}
	if !d.enter(i) {
		return -1
	}
	if n.table.texts {
		m := map[string]string{}
		*memory.As[map[string]string](p) = m
		i = d.texts(m, i)
	} else {
		i = d.members(n, p, i)
	}
	d.depth--
	return i
}

// texts decodes the members of the most common map.
func (d *decoder) texts(m map[string]string, i int) int {
	i, more := d.open(i, '}')
	for more {
		start := i
		name, k := d.name(i)
		if k < 0 {
			return -1
		}
		key, value := d.arena.text(name, len(d.b)-i), ""
		mark := len(d.faults)
		if d.b[k] == '"' {
			value, i = d.string(k)
		} else {
			i = d.mismatch("string", k)
		}
		if i < 0 || len(d.faults) != mark {
			d.under(mark, keyStep(key))
			if i < 0 {
				return -1
			}
		}
		before := len(m)
		if m[key] = value; len(m) == before {
			return d.fatal(start, "the name "+quote([]byte(key))+" is there twice")
		}
		if i, more = d.next(i, '}'); i < 0 {
			return -1
		}
	}
	return i
}

// members decodes the members of a map of any type.
func (d *decoder) members(n *node, p memory.Ref, i int) int {
	t := n.table
	m := reflect.MakeMap(t.typ)
	p.Value(t.typ).Set(m)
	key, elem := reflect.New(t.typ.Key()).Elem(), reflect.New(t.elem).Elem()
	i, more := d.open(i, '}')
	for more {
		start := i
		name, k := d.name(i)
		if k < 0 {
			return -1
		}
		text := d.arena.text(name, len(d.b)-i)
		mark := len(d.faults)
		if t.plainKey {
			key.SetString(text)
		} else if err := t.key.ParseText(text, key); err != nil {
			d.fault(start, "map key: "+err.Error(), err)
		}
		good := len(d.faults) == mark
		elem.SetZero()
		i = d.value(n.elem, memory.Of(elem), k)
		if i < 0 || len(d.faults) != mark {
			d.under(mark, t.step(text))
			if i < 0 {
				return -1
			}
		}
		if good {
			before := m.Len()
			if m.SetMapIndex(key, elem); m.Len() == before {
				return d.fatal(start, "the name "+quote([]byte(text))+" is there twice")
			}
		}
		if i, more = d.next(i, '}'); i < 0 {
			return -1
		}
	}
	return i
}
