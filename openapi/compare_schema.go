package openapi

import (
	"fmt"
	"slices"
)

// A pair is two schemas to be compared, for what is sent or for what is received.
type pair struct {
	old, now *Schema
	answer   bool
}

// A node is a pair that was compared.
type node struct {
	changes []Change // its own
	inside  []*node
	round   int // the operation that last collected it
}

// schema compares two schemas for the current operation. What stands nowhere is
// reported at a place.
func (c *comparison) schema(old, now *Schema, at Place, answer bool) {
	if old == nil && now == nil {
		return
	}
	c.collect(c.node(pair{old, now, answer}, at))
}

// collect adds the changes of a node and all inside of it to the operation.
func (c *comparison) collect(n *node) {
	if n.round == c.round {
		return
	}
	n.round = c.round
	for _, change := range n.changes {
		c.add(change)
	}
	for _, inner := range n.inside {
		c.collect(inner)
	}
}

// node returns the comparison of a pair, which is made once.
func (c *comparison) node(p pair, at Place) *node {
	p.old, p.now = p.old.plain(), p.now.plain()
	if n, ok := c.nodes[p]; ok {
		return n
	}
	n := &node{}
	c.nodes[p] = n
	if p.now != nil {
		at = p.now.Place()
	}
	w := &work{c: c, node: n, at: at, answer: p.answer}
	w.views(p, viewOf(p.old), viewOf(p.now))
	return n
}

// breaks reports whether a node, or one inside of it, has a breaking change.
func (n *node) breaks(seen map[*node]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	return slices.ContainsFunc(n.changes, func(c Change) bool { return c.Impact == Breaking }) ||
		slices.ContainsFunc(n.inside, func(inner *node) bool { return inner.breaks(seen) })
}

// A work is the comparison of one pair.
type work struct {
	c      *comparison
	node   *node
	at     Place
	answer bool
}

func (w *work) say(impact Impact, format string, args ...any) {
	w.add(impact, w.at, false, format, args...)
}

func (w *work) add(impact Impact, at Place, old bool, format string, args ...any) {
	side := ", in requests"
	if w.answer {
		side = ", in answers"
	}
	w.node.changes = append(w.node.changes, Change{Impact: impact, Place: at, Old: old, Problem: fmt.Sprintf(format, args...) + side})
}

// narrower reports that less is allowed, which breaks requests.
func (w *work) narrower(format string, args ...any) {
	if w.answer {
		w.say(Compatible, format, args...)
		return
	}
	w.say(Breaking, format, args...)
}

// wider reports that more is allowed, which breaks those who receive it.
func (w *work) wider(format string, args ...any) {
	if w.answer {
		w.say(Breaking, format, args...)
		return
	}
	w.say(Compatible, format, args...)
}

func (w *work) child(old, now *Schema) {
	w.node.inside = append(w.node.inside, w.c.node(pair{old, now, w.answer}, w.at))
}

func (w *work) views(p pair, old, now *view) {
	if len(old.choices) > 0 || len(now.choices) > 0 {
		w.choices(p, old, now)
	}
	if len(old.choices) != len(now.choices) {
		return // the cases say it all
	}
	if old.spreads(now) {
		w.nulls(old, now)
		return
	}
	if !w.types(old, now) {
		return
	}
	w.enums(old, now)
	w.formats(old, now)
	w.limits(old, now)
	w.objects(old, now)
	if old.items != nil || now.items != nil {
		w.child(old.items, now.items)
	}
}

// types compares the types, and returns false if nothing else needs to be compared.
func (w *work) types(old, now *view) bool {
	switch lost, won := old.types&^now.types, now.types&^old.types; {
	case lost != 0 && won != 0 && old.types&now.types == 0:
		w.say(Breaking, "the type %v became %v", old.types, now.types)
		return false
	case lost != 0 && won != 0:
		w.say(Breaking, "the type %v became %v", old.types, now.types)
	case lost != 0:
		w.narrower("the type %v became %v", old.types, now.types)
	case won != 0:
		w.wider("the type %v became %v", old.types, now.types)
	}
	w.nulls(old, now)
	return (old.types == typeAny) == (now.types == typeAny)
}

func (w *work) nulls(old, now *view) {
	switch {
	case old.null && !now.null && now.types != 0 && old.types != typeAny:
		w.narrower("null is not allowed any more")
	case now.null && !old.null && now.types != typeAny:
		w.wider("null is allowed now")
	}
}

func (w *work) enums(old, now *view) {
	switch {
	case old.enum == nil && now.enum == nil:
		return
	case old.enum == nil:
		w.narrower("the values are limited by an enum now")
		return
	case now.enum == nil:
		w.wider("the values are not limited by an enum any more")
		return
	}
	for _, v := range old.enum {
		if !slices.ContainsFunc(now.enum, v.Equal) {
			w.narrower("the value %s was taken away", v.JSON())
		}
	}
	for _, v := range now.enum {
		if !slices.ContainsFunc(old.enum, v.Equal) {
			w.wider("the value %s is new", v.JSON())
		}
	}
}

// formats compares the formats, of which a few contain each other.
func (w *work) formats(old, now *view) {
	a, b := old.format, now.format
	within := map[string]string{"int32": "int64", "float": "double", "int8": "int16", "int16": "int32"}
	switch {
	case a == b:
	case a == "" || within[b] == a:
		w.narrower("the format %q became %q", a, b)
	case b == "" || within[a] == b:
		w.wider("the format %q became %q", a, b)
	default:
		w.say(Breaking, "the format %q became %q", a, b)
	}
}

// plain returns what a schema refers to if nothing stands beside the reference, so
// that all references to a component give one pair.
func (s *Schema) plain() *Schema {
	for range maxHops {
		if s == nil || s.target == nil || s.from.Len() > 1 {
			break
		}
		s = s.target
	}
	return s
}
