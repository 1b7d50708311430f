package openapi

import "math/big"

// limits compares the limits of numbers, texts, lists and objects.
func (w *work) limits(old, now *view) {
	for _, k := range []struct {
		name string
		of   func(*Schema) Number
	}{
		{"maxLength", func(s *Schema) Number { return s.MaxLength }},
		{"maxItems", func(s *Schema) Number { return s.MaxItems }},
		{"maxProperties", func(s *Schema) Number { return s.MaxProperties }},
	} {
		w.upper(k.name, bound{n: old.smallest(k.of)}, bound{n: now.smallest(k.of)})
	}
	for _, k := range []struct {
		name string
		of   func(*Schema) Number
	}{
		{"minLength", func(s *Schema) Number { return s.MinLength }},
		{"minItems", func(s *Schema) Number { return s.MinItems }},
		{"minProperties", func(s *Schema) Number { return s.MinProperties }},
	} {
		w.lower(k.name, bound{n: old.largest(k.of)}, bound{n: now.largest(k.of)})
	}
	w.upper("maximum", old.most(), now.most())
	w.lower("minimum", old.least(), now.least())
	w.steps(old.step(), now.step())
	w.patterns(old.pattern(), now.pattern())
	switch a, b := old.unique(), now.unique(); {
	case b && !a:
		w.narrower("items have to be unique now")
	case a && !b:
		w.wider("items need not be unique any more")
	}
}

// A bound is the end of a range of numbers. The zero bound is none.
type bound struct {
	n         Number
	exclusive bool
}

func (b bound) String() string {
	switch {
	case b.n == "":
		return "none"
	case b.exclusive:
		return string(b.n) + " (excluded)"
	}
	return string(b.n)
}

func (w *work) upper(name string, old, now bound) {
	switch {
	case old == now || old.n.equal(now.n) && old.exclusive == now.exclusive:
	case old.n == "" || now.n != "" && (now.n.less(old.n) || now.n.equal(old.n) && now.exclusive):
		w.narrower("%s: %v became %v", name, old, now)
	default:
		w.wider("%s: %v became %v", name, old, now)
	}
}

func (w *work) lower(name string, old, now bound) {
	switch {
	case old == now || old.n.equal(now.n) && old.exclusive == now.exclusive:
	case old.n == "" || now.n != "" && (old.n.less(now.n) || now.n.equal(old.n) && now.exclusive):
		w.narrower("%s: %v became %v", name, old, now)
	default:
		w.wider("%s: %v became %v", name, old, now)
	}
}

// steps compares multipleOf: a multiple of the old one is narrower.
func (w *work) steps(old, now Number) {
	a, b := old.rat(), now.rat()
	switch {
	case a == nil && b == nil || a != nil && b != nil && a.Cmp(b) == 0:
	case a == nil || b != nil && a.Sign() != 0 && new(big.Rat).Quo(b, a).IsInt():
		w.narrower("multipleOf: %v became %v", bound{n: old}, bound{n: now})
	case b == nil || b.Sign() != 0 && new(big.Rat).Quo(a, b).IsInt():
		w.wider("multipleOf: %v became %v", bound{n: old}, bound{n: now})
	default:
		w.say(Breaking, "multipleOf: %v became %v", bound{n: old}, bound{n: now})
	}
}

// patterns compares two patterns. Whether one allows more than another is not known.
func (w *work) patterns(old, now string) {
	switch {
	case old == now:
	case old == "":
		w.narrower("there is a pattern now: %s", now)
	case now == "":
		w.wider("there is no pattern any more")
	default:
		w.say(Risky, "the pattern %s became %s", old, now)
	}
}

func (v *view) smallest(of func(*Schema) Number) (n Number) {
	for _, s := range v.parts {
		if m := of(s); m != "" && (n == "" || m.less(n)) {
			n = m
		}
	}
	return n
}

// largest returns the largest of the lower limits of a count, where 0 says nothing.
func (v *view) largest(of func(*Schema) Number) (n Number) {
	for _, s := range v.parts {
		if m := of(s); m != "" && m != "0" && (n == "" || n.less(m)) {
			n = m
		}
	}
	return n
}

func (v *view) most() (b bound) {
	for _, s := range v.parts {
		if n, exclusive, ok := s.UpperBound(); ok && (b.n == "" || n.less(b.n)) {
			b = bound{n, exclusive}
		}
	}
	return b
}

func (v *view) least() (b bound) {
	for _, s := range v.parts {
		if n, exclusive, ok := s.LowerBound(); ok && (b.n == "" || b.n.less(n)) {
			b = bound{n, exclusive}
		}
	}
	return b
}

func (v *view) step() (n Number) {
	for _, s := range v.parts {
		if s.MultipleOf != "" {
			n = s.MultipleOf
		}
	}
	return n
}

func (v *view) pattern() (p string) {
	for _, s := range v.parts {
		if s.Pattern != "" {
			p = s.Pattern
		}
	}
	return p
}

func (v *view) unique() bool {
	for _, s := range v.parts {
		if s.UniqueItems {
			return true
		}
	}
	return false
}
