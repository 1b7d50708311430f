package json

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/mapping"
	"github.com/weft-go/weft/format/internal/memory"
)

// The members of a map are written in the order of their names, so that equal values
// give equal bytes. Sorting keys before writing would need them in a slice, and each
// value looked up again. So members are written as they come, their places noted,
// and their bytes brought into order afterwards.

// mapScratch is what writing one map needs. It is kept for the next one.
type mapScratch struct {
	mapping.Entry
	spans  []span
	sorted []byte
	text   []byte
}

// span is the place of one member in dst.
type span struct{ start, key, end int }

func (t *mapPlan) newScratch() *mapScratch {
	if s, ok := t.scratch.Get().(*mapScratch); ok {
		return s
	}
	return &mapScratch{Entry: mapping.NewEntry(t.typ)}
}

// release gives the scratch back, without references to what was in it, unless
// someone else's code has seen its address.
func (t *mapPlan) release(s *mapScratch, pure bool) {
	s.Clear()
	if pure && cap(s.sorted) <= maxKeptBuffer {
		t.scratch.Put(s)
	}
}

// table appends a map.
func (e *encoder) table(n *node, p memory.Ref, dst []byte) []byte {
	if p.Follow().IsNil() {
		return append(dst, "{}"...)
	}
	if !e.enter(dst) {
		return dst
	}
	t := n.table
	s := t.newScratch()
	defer t.release(s, e.plan.pure)
	memory.Of(s.Map).Assign(p)
	s.spans = s.spans[:0]
	s.Iter.Reset(s.Map)
	start := len(dst)
	for s.Iter.Next() {
		s.Key.SetIterKey(&s.Iter)
		s.Elem.SetIterValue(&s.Iter)
		if dst = e.member(n, s, dst); e.err != nil {
			return dst
		}
	}
	e.depth--
	if len(dst) == start {
		return append(dst, "{}"...)
	}
	dst = s.sort(dst, start)
	dst[start] = '{'
	return append(dst, '}')
}

// member appends one member with a comma before it.
func (e *encoder) member(n *node, s *mapScratch, dst []byte) []byte {
	start := len(dst)
	dst = append(dst, ',')
	if n.table.plainKey {
		dst = e.text(dst, s.Key.String())
	} else {
		var err error
		if s.text, err = n.table.key.AppendText(s.text[:0], s.Key); err != nil {
			dst = e.fail(dst, "map key: "+err.Error(), err)
		} else {
			dst = e.text(dst, memory.Text(s.text))
		}
	}
	if e.err != nil {
		return dst
	}
	dst = append(dst, ':')
	key := len(dst)
	if dst = e.value(n.elem, memory.Of(s.Elem), dst); e.err != nil {
		name, _ := strconv.Unquote(string(dst[start+1 : key-1]))
		e.under(n.table.step(name))
		return dst
	}
	s.spans = append(s.spans, span{start, key, len(dst)})
	return dst
}

// step returns the step of a path into the map.
func (t *mapPlan) step(key string) fault.Step {
	if t.number {
		return fault.Key(clip(key))
	}
	return keyStep(key)
}

// sort brings the members into the order of their names.
func (s *mapScratch) sort(dst []byte, start int) []byte {
	compare := func(a, b span) int { return bytes.Compare(dst[a.start:a.key], dst[b.start:b.key]) }
	if len(s.spans) < 2 || slices.IsSortedFunc(s.spans, compare) {
		return dst
	}
	slices.SortFunc(s.spans, compare)
	s.sorted = s.sorted[:0]
	for _, m := range s.spans {
		s.sorted = append(s.sorted, dst[m.start:m.end]...)
	}
	copy(dst[start:], s.sorted)
	return dst
}
