package pattern

// How a route is found
//
// The tree has an edge for each segment. These routes
//
//	1  GET  /users
//	2  GET  /users/me
//	3  GET  /users/{id:int}
//	4  GET  /users/{name}/posts
//	5  POST /users
//	6  GET  /users/{id:int}.json
//	7  GET  /{rest...}
//
// make this tree, with the routes that end at a node behind it, and those whose
// trailing parameter begins there behind dots:
//
//	(root) ...7
//	└─ users  1 5
//	   ├─ me  2
//	   ├─ {int}.json  6
//	   ├─ {int}  3
//	   └─ {string}
//	      └─ posts  4
//
// Matching walks down from the root, one segment of the path with each step. At a
// node it tries the literal child, then the mixed segments in the order of their
// precedence, then the parameters in the order of their kinds, then the trailing
// route, and comes back for the next one if a branch leads nowhere. For
// /users/7/posts it goes through {int}, finds nothing below, comes back and goes
// through {string}. For /users/7/likes it comes back to the root in the end, and to
// route 7. This is the precedence of the package
// documentation: a branch is left only when no pattern in it serves the request.
// The tree depends on the set of routes alone, and so does the answer.
//
// # The work is bounded
//
// Coming back can be exponential in routers where a wildcard may take several
// lengths of the path, or where branches join again. Here an edge takes exactly one
// segment, so a node is only ever asked about the segment at its own depth; and it
// has one parent, so it is entered at most once for a request. No path, however
// long, costs more steps than the tree has nodes, nor a deeper recursion than the
// longest pattern; and a step looks at one segment, with a lookup for the literals
// and at most five kinds. A mixed child takes its segment apart in one way only, so it
// is entered once as well; see mixed.go.
//
// # Percent-encoding
//
// Literals must be compared with decoded segments, but %2F must not become a
// separator. The tree therefore holds its literals in a normal form in which
// everything is decoded except for %2F and %25, and matches paths in the same
// form; see normalize. A path without '%' is its own normal form, so the usual
// request only pays for the search for that byte. For the others the places of the
// parameters are translated back into the raw path after the match.
//
// # Speed
//
// Up to eight literals of a node are compared one after the other, which needs no
// search for the end of the segment; more are in a map. Measured beside it were a
// radix tree over bytes, which is a little faster with ten routes and takes half as
// long again with ten thousand, binary search in a sorted slice, which is slower
// than the map from sixteen literals on, and a hash table of our own, which gained
// nothing over the map. A path that is itself a pattern without parameters is
// found by its whole text before the walk begins, because such a pattern
// comes first in any case.

import (
	"fmt"
	"slices"
)

// Tree finds the route of a method and a path. The zero Tree is empty and ready
// for use. Add all the routes first: from then on, all methods except Add may be
// called concurrently. A Tree must not be copied after the first Add.
type Tree struct {
	root   node
	static static
	routes []route
}

// route is what was given to Add.
type route struct {
	method  string
	index   int
	pattern Pattern
}

// node is a place between two segments, or the end of a path.
type node struct {
	few    []edge           // the literal children, as long as they are few
	many   map[string]*node // the literal children by their text, otherwise nil
	params []param          // the parameter children, ordered by kind; see mixedMark
	mixed  *mixed           // the first of the children for mixed segments
	end    leaf             // the routes that end here
	rest   leaf             // the routes whose trailing parameter begins here
}

// mixedMark is the kind of an entry in node.params which says that the node has mixed
// children, and leads nowhere itself: no segment fits it. With it, a node without
// params has no mixed children either, so that most nodes are asked only once.
const mixedMark = Literal

// edge leads to a literal child.
type edge struct {
	text string // in normal form, with the slash before it
	node *node
}

// param leads to a parameter child.
type param struct {
	kind Kind
	node *node
}

// ConflictError says that two routes have the same method and match the same
// paths.
type ConflictError struct {
	// Method is the method of both routes.
	Method string
	// Index is the number of the route that was refused, Other that of the one
	// which is in the tree.
	Index, Other int
	// Pattern and OtherPattern are their patterns. They may differ in the names of
	// parameters.
	Pattern, OtherPattern Pattern
}

// Error returns the method and both patterns.
func (e *ConflictError) Error() string {
	if e.Pattern.String() == e.OtherPattern.String() {
		return fmt.Sprintf("route %s %s is there already", e.Method, e.Pattern)
	}
	return fmt.Sprintf("route %s %s matches the same paths as %s", e.Method, e.Pattern, e.OtherPattern)
}

// Add adds a route. The index is the caller's number for it, which Match returns.
// The method is compared as it is, case included; [Any] stands for every method.
// Add returns a [*ConflictError], and leaves the tree unchanged, if there is a
// route with the same method and the same [Pattern.Shape].
func (t *Tree) Add(method string, p Pattern, index int) error {
	l, path := t.place(p)
	added := route{method: method, index: index, pattern: p}
	if other, ok := l.add(added); !ok {
		return &ConflictError{Method: method, Index: index, Other: other.index, Pattern: p, OtherPattern: other.pattern}
	}
	if path != "" {
		t.static.add(path, l)
	}
	t.routes = append(t.routes, added)
	return nil
}

// place returns the leaf for the routes with the pattern p, and makes the way to
// it. If p has no parameters, it also returns the only path, in normal form, that
// p matches.
func (t *Tree) place(p Pattern) (l *leaf, path string) {
	n := &t.root
	if len(p.segments) == 0 {
		n, path = n.literal("/"), "/"
	}
	isStatic := true
	for parts := range p.whole() {
		switch s := parts[0]; {
		case len(parts) > 1:
			n, isStatic = n.mix(newMixed(parts)), false
		case s.Kind == Literal:
			text := "/" + normalText(s.Text)
			n, path = n.literal(text), path+text
		case s.Kind == Trailing:
			return &n.rest, ""
		default:
			n, isStatic = n.param(s.Kind), false
		}
	}
	if !isStatic {
		path = ""
	}
	return &n.end, path
}

// normalText returns a decoded text in normal form.
func normalText(text string) string {
	var out []byte
	for _, c := range []byte(text) {
		out = appendNormal(out, c)
	}
	return string(out)
}

// maxFew is the number of literal children that are compared one by one.
const maxFew = 8

// literal returns the child of n for a literal, and makes it if there is none.
func (n *node) literal(text string) *node {
	if child, _ := n.child(text, 0); child != nil {
		return child
	}
	child := &node{}
	if n.many == nil && len(n.few) < maxFew {
		n.few = append(n.few, edge{text, child})
		return child
	}
	if n.many == nil {
		n.many = make(map[string]*node)
		for _, e := range n.few {
			n.many[e.text[1:]] = e.node
		}
		n.few = nil
	}
	n.many[text[1:]] = child
	return child
}

// param returns the child of n for a parameter of the given kind, and makes it if
// there is none.
func (n *node) param(kind Kind) *node {
	i, found := slices.BinarySearchFunc(n.params, kind, func(p param, k Kind) int { return int(p.kind) - int(k) })
	if !found {
		n.params = slices.Insert(n.params, i, param{kind, &node{}})
	}
	return n.params[i].node
}

// mix returns the child of n for a mixed segment, and makes it if there is none.
func (n *node) mix(m *mixed) *node {
	if n.mixed == nil {
		n.params = slices.Insert(n.params, 0, param{kind: mixedMark})
	}
	place := &n.mixed
	for *place != nil && (*place).compare(m) < 0 {
		place = &(*place).next
	}
	if *place == nil || (*place).compare(m) != 0 {
		m.node, m.next = &node{}, *place
		*place = m
	}
	return (*place).node
}

// child returns the literal child of n for the segment that begins with the slash
// at path[at], and where that segment ends. If there is no such child, end is 0
// unless it was found on the way.
func (n *node) child(path string, at int) (child *node, end int) {
	if n.many != nil {
		end = segmentEnd(path, at+1)
		return n.many[path[at+1:end]], end
	}
	for i := range n.few {
		e := &n.few[i]
		end := at + len(e.text)
		if end <= len(path) && (end == len(path) || path[end] == '/') && path[at:end] == e.text {
			return e.node, end
		}
	}
	return nil, 0
}
