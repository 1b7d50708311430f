package json

import "github.com/weft-go/weft/format/internal/memory"

// A sum's case has to be known before its value can be decoded. A wrapper names it
// first. A tag may be any member of the object, so the object is looked through for
// it, which takes no time when it comes first. Without either, the cases are tried
// in turn.
//
// Looking through and trying read bytes more than once, and nested sums multiply
// that. A budget, in proportion to the input, bounds it: input that is made to be
// slow is refused.

const (
	budgetFactor = 64
	budgetBase   = 1 << 16
)

// spend takes the bytes from start to end off the budget.
func (d *decoder) spend(start, end int) bool {
	if d.budget == 0 {
		d.budget = budgetBase + budgetFactor*len(d.b)
	}
	if d.budget -= end - start; d.budget <= 0 {
		d.fatal(start, "too many nested alternatives")
		return false
	}
	return true
}

func (d *decoder) sum(n *node, p memory.Ref, i int) int {
	switch n.sum.style {
	case sumTagged:
		return d.taggedSum(n, p, i)
	case sumBare:
		return d.bareSum(n, p, i)
	}
	return d.wrappedSum(n, p, i)
}

// set gives the interface at p a new value of the case and returns its address. For
// cases that are not pointers the value has to be stored again when it is complete,
// with the function that is returned.
func (c *casePlan) set(n *node, p memory.Ref) (memory.Ref, func()) {
	v := c.sum.New()
	return memory.Target(v), func() { p.Value(n.typ).Set(c.sum.Interface(v)) }
}

func (s *sumPlan) find(name []byte) *casePlan {
	for i := range s.cases {
		if s.cases[i].name == string(name) {
			return &s.cases[i]
		}
	}
	return nil
}

// wrappedSum reads {"cat": …}.
func (d *decoder) wrappedSum(n *node, p memory.Ref, start int) int {
	if d.b[start] != '{' {
		return d.mismatch(wrapperWant(n), start)
	}
	if !d.enter(start) {
		return -1
	}
	i, more := d.open(start, '}')
	if !more {
		if i >= 0 {
			d.fault(start, "want "+wrapperWant(n)+", got an empty object", nil)
			d.depth--
		}
		return i
	}
	at := i
	name, i := d.name(i)
	if i < 0 {
		return -1
	}
	c := n.sum.find(name)
	if c == nil {
		d.fault(at, "want "+n.want+", got "+quote(name), nil)
		d.depth--
		return d.skip(start)
	}
	q, store := c.set(n, p)
	mark := len(d.faults)
	i = d.value(c.node, q, i)
	if i < 0 || len(d.faults) != mark {
		d.under(mark, fieldStep(c.name))
		if i < 0 {
			return -1
		}
	}
	store()
	i, more = d.next(i, '}')
	d.depth--
	if more {
		d.fault(start, "want "+wrapperWant(n)+", got more than one member", nil)
		if !d.spend(start, i) {
			return -1
		}
		return d.skip(start)
	}
	return i
}

func wrapperWant(n *node) string { return "an object with " + n.want + " as its only member" }

// taggedSum reads {"type": "cat", …}.
func (d *decoder) taggedSum(n *node, p memory.Ref, start int) int {
	if d.b[start] != '{' {
		return d.mismatch("object", start)
	}
	i, found := d.findMember(n.sum.tag, start)
	if i < 0 {
		return -1
	}
	mark := len(d.faults)
	switch {
	case !found:
		d.fault(start, "missing", nil)
	case d.b[i] != '"':
		if d.mismatch(n.want, i) < 0 {
			return -1
		}
	default:
		name, end := d.rawString(i)
		if end < 0 {
			return -1
		}
		if c := n.sum.find(name); c != nil {
			q, store := c.set(n, p)
			i = d.object(c.node, q, start, &n.sum.tag)
			store()
			return i
		}
		d.fault(i, "want "+n.want+", got "+quote(name), nil)
	}
	d.under(mark, fieldStep(n.sum.tag))
	return d.skip(start)
}

// findMember returns the index of the value of an object's member, or of the end of
// the object and false.
func (d *decoder) findMember(want string, start int) (int, bool) {
	if !d.enter(start) {
		return -1, false
	}
	defer func() { d.depth-- }()
	i, more := d.open(start, '}')
	for more {
		var name []byte
		if name, i = d.name(i); i < 0 {
			return -1, false
		}
		if string(name) == want {
			return i, true
		}
		from := i
		if i = d.skip(i); i < 0 || !d.spend(from, i) {
			return -1, false
		}
		if i, more = d.next(i, '}'); i < 0 {
			return -1, false
		}
	}
	return i, false
}

// bareSum takes the first case that fits.
func (d *decoder) bareSum(n *node, p memory.Ref, start int) int {
	mark, count := len(d.faults), d.count
	end := start
	for i := range n.sum.cases {
		c := &n.sum.cases[i]
		q, store := c.set(n, p)
		if end = d.value(c.node, q, start); end < 0 {
			return -1
		}
		if d.count == count {
			store()
			return end
		}
		d.faults, d.count = d.faults[:mark], count
		if !d.spend(start, end) {
			return -1
		}
	}
	d.fault(start, "want "+n.want+", got "+kindText(d.b[start:end])+" that fits none of them", nil)
	return end
}
