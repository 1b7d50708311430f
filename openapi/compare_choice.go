package openapi

import (
	"fmt"
	"slices"
)

// choices compares the cases of oneOf and anyOf. A schema that is no choice is a
// choice of one.
func (w *work) choices(p pair, old, now *view) {
	if old.property != "" && now.property != "" && old.property != now.property {
		w.say(Breaking, "the discriminator %q became %q", old.property, now.property)
	}
	before, after := []*Schema{p.old}, []*Schema{p.now}
	spread := old.spreads(now)
	if len(old.choices) > 0 {
		before = w.c.cases(old, p.old, spread)
	}
	if len(now.choices) > 0 {
		after = w.c.cases(now, p.now, spread)
	}
	partner := w.match(before, after)
	for i, s := range before {
		if partner[i] < 0 {
			w.narrower("the case %s was taken away", s.title(i))
			continue
		}
		if other := after[partner[i]]; other != p.now || s != p.old {
			w.child(s, other)
		}
	}
	for i, s := range after {
		if !slices.Contains(partner, i) {
			w.wider("the case %s is new", s.title(i))
		}
	}
}

// spreads reports whether what stands beside a choice in one schema stands in its cases
// in the other, so that each case has to be compared with what is beside it.
func (v *view) spreads(other *view) bool {
	return len(v.choices) != len(other.choices) || len(v.choices) > 0 &&
		((v.types == typeAny) != (other.types == typeAny) || (len(v.props) == 0) != (len(other.props) == 0) || (len(v.required) == 0) != (len(other.required) == 0))
}

// cases returns the cases of a choice, with what stands beside it if that is wanted.
func (c *comparison) cases(v *view, whole *Schema, spread bool) []*Schema {
	all := v.flatCases(nil, 10)
	if !spread || v.types == typeAny && len(v.props)+len(v.required) == 0 {
		return all
	}
	for i, one := range all {
		key := [2]*Schema{whole, one}
		if c.joined[key] == nil {
			c.joined[key] = &Schema{Node: one.Node, Title: one.title(i), AllOf: []*Schema{one, v.beside()}}
		}
		all[i] = c.joined[key]
	}
	return all
}

// beside returns what a choice says beside its cases.
func (v *view) beside() *Schema {
	s := &Schema{Properties: v.props, Required: v.required, AdditionalProperties: v.values, Items: v.items}
	if v.types != typeAny {
		s.Type = v.types.names()
		if v.null {
			s.Type = append(s.Type, "null")
		}
	}
	if no := false; v.closed {
		s.AdditionalProperties = &Schema{Bool: &no}
	}
	return s
}

// flatCases adds the cases of a choice. One that is a choice and nothing else stands for
// its own cases, each of which is there once.
func (v *view) flatCases(all []*Schema, depth int) []*Schema {
	for _, s := range slices.Concat(v.choices...) {
		inner := viewOf(s)
		switch pure := len(inner.choices) == 1 && inner.types == typeAny && len(inner.props)+len(inner.required) == 0 && inner.enum == nil; {
		case pure && depth > 0:
			all = inner.flatCases(all, depth-1)
		case !slices.ContainsFunc(all, func(c *Schema) bool { return c.plain() == s.plain() }):
			all = append(all, s)
		}
	}
	return all
}

// match finds for each old case the new one that it became, or -1: the one of the
// same name, else an equal one, else one that breaks nothing, else the only one left.
func (w *work) match(old, now []*Schema) []int {
	partner := make([]int, len(old))
	for i := range partner {
		partner[i] = -1
	}
	pick := func(fits func(a, b *Schema) bool) {
		for i, a := range old {
			if partner[i] >= 0 {
				continue
			}
			partner[i] = slices.IndexFunc(now, func(b *Schema) bool {
				return !slices.Contains(partner, slices.Index(now, b)) && fits(a, b)
			})
		}
	}
	pick(func(a, b *Schema) bool { return a != nil && b != nil && a.Ref != "" && a.Ref == b.Ref })
	pick(func(a, b *Schema) bool { return a != nil && b != nil && write(a).Equal(write(b)) })
	pick(func(a, b *Schema) bool {
		return !w.c.node(pair{a, b, w.answer}, w.at).breaks(map[*node]bool{})
	})
	left := slices.Index(partner, -1)
	if len(old) == len(now) && left >= 0 && !slices.Contains(partner[left+1:], -1) {
		pick(func(*Schema, *Schema) bool { return true })
	}
	return partner
}

// title returns a name of a case for messages.
func (s *Schema) title(i int) string {
	switch {
	case s == nil:
	case s.Ref != "":
		return s.Ref
	case s.Title != "":
		return s.Title
	case len(s.Type) == 1:
		return "of type " + s.Type[0]
	}
	return fmt.Sprintf("number %d", i+1)
}
