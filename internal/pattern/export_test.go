package pattern

// Steps returns the number of nodes that a match enters.
func (t *Tree) Steps(method, path string) int {
	var m Match
	w := walk{method: method, match: &m}
	t.walk(&w, path)
	return w.steps
}

// Nodes returns the number of nodes in the tree.
func (t *Tree) Nodes() int {
	return t.root.count()
}

func (n *node) count() int {
	total := 1
	for _, e := range n.few {
		total += e.node.count()
	}
	for _, child := range n.many {
		total += child.count()
	}
	for _, p := range n.params {
		if p.kind != mixedMark {
			total += p.node.count()
		}
	}
	for m := n.mixed; m != nil; m = m.next {
		total += m.node.count()
	}
	return total
}
