package pattern

// How a mixed segment is taken apart
//
// A mixed segment is what stands before its first parameter, and for each parameter
// the literal behind it; both may be empty at the ends of the segment. This is
// v{major:int}.{minor:int}:
//
//	before "v"   {int} "."   {int} ""
//
// Literals are compared with the path in the normal form of tree.go. There an escape
// is one character of three bytes, so a literal is looked for at the beginnings of
// characters only: 2F is not found in %2F.
//
// A parameter with another one behind it ends at the first place where the next
// literal stands and the value looks like its kind. No more than one place has to be
// looked at. A string takes the first one that leaves it a character. The other kinds
// have a least length, below which nothing that the segment begins with can fit: see
// [Kind.least]. From there on, a value that does not fit does not fit either if it is
// made longer. So a segment is read once for each mixed child of a node, whatever it
// holds.

import (
	"cmp"
	"slices"
	"strings"
)

// mixed leads to the child of a node for a mixed segment. The children of a node are a
// list in the order of their precedence.
type mixed struct {
	parts  []Segment // without their names
	bytes  int       // of the literals, decoded
	before string    // in normal form
	holes  []hole
	node   *node
	next   *mixed
}

// hole is a parameter of a mixed segment and the literal behind it, in normal form.
type hole struct {
	kind  Kind
	after string
}

func newMixed(parts []Segment) *mixed {
	m := &mixed{parts: slices.Clone(parts)}
	for i := range m.parts {
		s := &m.parts[i]
		s.Name = ""
		m.bytes += len(s.Text)
		switch {
		case s.Kind != Literal:
			m.holes = append(m.holes, hole{kind: s.Kind})
		case i == 0:
			m.before = normalText(s.Text)
		default:
			m.holes[len(m.holes)-1].after = normalText(s.Text)
		}
	}
	return m
}

// compare orders mixed segments by precedence; it returns 0 if they match the same.
func (m *mixed) compare(o *mixed) int {
	return cmp.Or(cmp.Compare(o.bytes, m.bytes), slices.CompareFunc(m.parts, o.parts, func(a, b Segment) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(len(b.Text), len(a.Text)), strings.Compare(a.Text, b.Text))
	}))
}

// value returns the length of the value of the hole number i, with which the rest of
// a segment begins, or -1 if it has none.
func (m *mixed) value(i int, rest string) int {
	h := &m.holes[i]
	n := len(rest) - len(h.after)
	if i < len(m.holes)-1 {
		n = h.find(rest)
	}
	if n <= 0 || rest[n:][:len(h.after)] != h.after || inEscape(rest, n) || !h.kind.fits(rest[:n]) {
		return -1
	}
	return n
}

// find returns the place of the literal that ends the value, or -1.
func (h *hole) find(rest string) int {
	for at := h.kind.least(rest); at <= len(rest); at++ {
		next := strings.Index(rest[at:], h.after)
		if next < 0 {
			return -1
		}
		if at += next; !inEscape(rest, at) {
			return at
		}
	}
	return -1
}

// least returns the length that a value of kind k has at least, if a text begins with
// it.
func (k Kind) least(s string) int {
	switch {
	case s == "":
		return 1
	case k == UUID:
		return 36
	case k == Bool && s[0] == 't':
		return 4
	case k == Bool:
		return 5
	case k != String && s[0] == '-':
		n := 1
		for n < len(s) && s[n] == '0' { // negative zero is no number
			n++
		}
		return n + 1
	}
	return 1
}

// inEscape reports whether the byte s[i] of a normal form belongs to an escape that
// begins before it.
func inEscape(s string, i int) bool {
	return i > 0 && s[i-1] == '%' || i > 1 && s[i-2] == '%'
}

// matches reports whether the segment matches a text in normal form.
func (m *mixed) matches(text string) bool {
	rest, ok := strings.CutPrefix(text, m.before)
	for i := range m.holes {
		n := -1
		if ok {
			n = m.value(i, rest)
		}
		if n < 0 {
			return false
		}
		rest = rest[n+len(m.holes[i].after):]
	}
	return ok
}

// mixed tries the mixed children of n with the segment between two places of the path.
//
//go:noinline
func (w *walk) mixed(n *node, at, end, count int) bool {
	for m := n.mixed; m != nil; m = m.next {
		if w.split(m, at, end, count) && w.from(m.node, end, count+len(m.holes)) {
			return true
		}
	}
	return false
}

// split takes a segment apart, and notes the places of its values.
func (w *walk) split(m *mixed, at, end, count int) bool {
	if !strings.HasPrefix(w.path[at:end], m.before) {
		return false
	}
	at += len(m.before)
	for i := range m.holes {
		n := m.value(i, w.path[at:end])
		if n < 0 {
			return false
		}
		w.keep(count+i, at, at+n)
		at += n + len(m.holes[i].after)
	}
	return true
}
