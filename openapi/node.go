package openapi

// A Node is what all objects of a document have in common: a place, and members that
// this package does not know.
type Node struct {
	// Extra are the members that the object's type has no field for: extensions,
	// whose names begin with x-, and members of other versions.
	Extra Map[*Value]

	from *Value // what the object was read from
}

// Place returns where the object stands. It is empty for an object that was neither
// read nor resolved.
func (n *Node) Place() Place { return n.from.Place() }

// Source returns the value that the object was read from, or nil.
func (n *Node) Source() *Value { return n.from }

// Extension returns the value of an extension such as "x-internal", or nil.
func (n *Node) Extension(name string) *Value {
	v, _ := n.Extra.Get(name)
	return v
}

func (n *Node) node() *Node { return n }

// part is what every object of the model is.
type part interface {
	node() *Node

	// visit goes through the members of the object.
	visit(m *members)
}

// shaped is an object that may have another form than its members.
type shaped interface {
	// readFrom reads another form, and returns false for the ordinary one.
	readFrom(r *reader, v *Value) bool

	// writeTo returns another form, or nil for the ordinary one.
	writeTo() *Value
}

// read returns what v stands for, or nil if it is no such thing, which is reported.
func read[T any](r *reader, v *Value) *T {
	p := new(T)
	if !readInto(r, v, any(p).(part)) {
		return nil
	}
	v.decoded = p
	return p
}

// readInto reads an object into p.
func readInto(r *reader, v *Value, p part) bool {
	p.node().from = v
	if s, ok := p.(shaped); ok && s.readFrom(r, v) {
		return true
	}
	if v.kind != Object {
		r.want(v, Object)
		return false
	}
	m := &members{r: r, from: v, node: p.node(), taken: make([]bool, len(v.members))}
	p.visit(m)
	for i, member := range v.members {
		if !m.taken[i] {
			p.node().Extra = append(p.node().Extra, member)
		}
	}
	return true
}

// write returns an object as a value.
func write(p part) *Value {
	if s, ok := p.(shaped); ok {
		if v := s.writeTo(); v != nil {
			return v
		}
	}
	m := &members{from: p.node().from, node: p.node()}
	p.visit(m)
	for name, v := range p.node().Extra.All() {
		// A null that was read may have got a value since.
		if !m.out.Has(name) {
			m.put(name, v)
		}
	}
	return m.result()
}
