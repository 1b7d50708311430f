package json

import (
	"fmt"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
)

// slice decodes a list. The slice grows as elements come, so that it is never larger
// than the input has elements for, but for a factor of eight while it is short.
func (d *decoder) slice(n *node, p memory.Ref, i int) int {
	if d.b[i] != '[' {
		return d.mismatch(n.want, i)
	}
	if !d.enter(i) {
		return -1
	}
	s := p.Slice()
	i, more := d.open(i, ']')
	if !more && i >= 0 {
		p.Empty(n.typ)
	}
	for more {
		k := s.Len
		if k == s.Cap {
			p.Value(n.typ).Grow(n.growth(k, len(d.b)-i))
		}
		s.Len++
		mark := len(d.faults)
		i = d.value(n.elem, s.Elem(k, n.size), i)
		if i < 0 || len(d.faults) != mark {
			d.under(mark, fault.Index(k))
			if i < 0 {
				return -1
			}
		}
		if i, more = d.next(i, ']'); i < 0 {
			return -1
		}
	}
	d.depth--
	return i
}

// growth returns how many elements to make room for when there are k. The first guess
// takes the text of an element, of which there is at most rest, for twice as long as its
// memory.
func (n *node) growth(k, rest int) int {
	switch {
	case k == 0 && n.size > 256:
		return 1
	case k == 0:
		size := max(int(n.size), 4)
		return max(1, min(rest/(2*size), max(8, 64/size)))
	case k < 64:
		return 3 * k
	}
	return k
}

// strings decodes a list of strings.
func (d *decoder) strings(n *node, p memory.Ref, i int) int {
	if d.b[i] != '[' {
		return d.mismatch(n.want, i)
	}
	if !d.enter(i) {
		return -1
	}
	list := d.arena.texts[:0]
	i, more := d.open(i, ']')
	for more {
		if len(list) == cap(list) {
			list = d.arena.moreList(list, len(d.b)-i, len(d.b) <= chunkSize)
		}
		if d.b[i] != '"' {
			mark := len(d.faults)
			i = d.mismatch("string", i)
			d.under(mark, fault.Index(len(list)))
			list = append(list, "")
		} else {
			var s string
			s, i = d.string(i)
			list = append(list, s)
		}
		if i < 0 {
			d.under(len(d.faults), fault.Index(len(list)-1))
			return -1
		}
		if i, more = d.next(i, ']'); i < 0 {
			return -1
		}
	}
	*memory.As[[]string](p) = d.arena.keepList(list)
	d.depth--
	return i
}

// array decodes a list of a fixed length.
func (d *decoder) array(n *node, p memory.Ref, start int) int {
	if d.b[start] != '[' {
		return d.mismatch(n.want, start)
	}
	if !d.enter(start) {
		return -1
	}
	count := 0
	i, more := d.open(start, ']')
	for more {
		mark := len(d.faults)
		if count < n.length {
			i = d.value(n.elem, p.At(uintptr(count)*n.size), i)
		} else {
			i = d.skip(i)
		}
		if i < 0 || len(d.faults) != mark {
			d.under(mark, fault.Index(count))
			if i < 0 {
				return -1
			}
		}
		count++
		if i, more = d.next(i, ']'); i < 0 {
			return -1
		}
	}
	if i >= 0 && count != n.length {
		d.fault(start, fmt.Sprintf("want a list of %d, got one of %d", n.length, count), nil)
	}
	d.depth--
	return i
}
