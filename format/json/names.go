package json

import "github.com/weft-go/weft/format/internal/memory"

// A nameTable finds a struct's field by its name. It is a hash table made once, so
// the hash can be chosen to fit: it looks at the length and three bytes only, and of
// several multipliers the one is taken that puts the fewest names in one place. Most
// tables have no collision at all, and a look-up is then one hash and one
// comparison. Collisions go to the next free place.
//
// Decoders rarely come here. Members mostly arrive in the order of the fields, so
// the field after the last one is tried first, by comparing its whole quoted name.
type nameTable struct {
	slots []nameSlot // a power of two, at most half full
	mul   uint32
}

type nameSlot struct {
	name  string
	field int // index + 1; 0 is a free slot
}

func newNameTable(fields []fieldPlan) nameTable {
	size := 4
	for size < 2*len(fields) {
		size *= 2
	}
	best, fewest := nameTable{}, -1
	for mul := uint32(0x9e3779b1); fewest != 0 && mul < 0x9e3779b1+128; mul += 2 {
		t := nameTable{slots: make([]nameSlot, size), mul: mul}
		collisions := 0
		for i, f := range fields {
			collisions += t.insert(f.name, i)
		}
		if fewest < 0 || collisions < fewest {
			best, fewest = t, collisions
		}
	}
	return best
}

func (t *nameTable) insert(name string, field int) (collisions int) {
	i := t.hash(memory.View(name))
	for t.slots[i].field != 0 {
		collisions++
		i = (i + 1) & uint32(len(t.slots)-1)
	}
	t.slots[i] = nameSlot{name, field + 1}
	return collisions
}

// find returns the index of the field, or -1.
func (t *nameTable) find(name []byte) int {
	i := t.hash(name)
	for {
		s := &t.slots[i]
		if s.field == 0 {
			return -1
		}
		if s.name == string(name) {
			return s.field - 1
		}
		i = (i + 1) & uint32(len(t.slots)-1)
	}
}

func (t *nameTable) hash(name []byte) uint32 {
	n := uint32(len(name))
	if n == 0 {
		return 0
	}
	h := n | uint32(name[0])<<8 | uint32(name[n/2])<<16 | uint32(name[n-1])<<24
	h *= t.mul
	return (h ^ h>>15) & uint32(len(t.slots)-1)
}
