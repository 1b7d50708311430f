package openapi

import "slices"

// objects compares the members of two objects.
func (w *work) objects(old, now *view) {
	for name, p := range old.props.All() {
		if w.hidden(p) {
			continue
		}
		q, ok := now.props.Get(name)
		if !ok {
			w.memberGone(name, p, now)
			continue
		}
		w.presence(name, old, now, q)
		w.child(p, q)
	}
	for name, p := range now.props.All() {
		if !old.props.Has(name) && !w.hidden(p) {
			w.memberNew(name, p, now)
		}
	}
	w.additional(old, now)
}

// hidden reports whether a member is not for this direction.
func (w *work) hidden(s *Schema) bool {
	for range maxHops {
		if s == nil {
			return false
		}
		if s.ReadOnly && !w.answer || s.WriteOnly && w.answer {
			return true
		}
		s = s.target
	}
	return false
}

func (w *work) memberGone(name string, p *Schema, now *view) {
	switch {
	case w.answer:
		w.add(Breaking, p.Place(), true, "the property %q was taken away", name)
	case now.closed:
		w.add(Breaking, p.Place(), true, "the property %q was taken away, and others than those that are named are refused", name)
	default:
		w.add(Risky, p.Place(), true, "the property %q was taken away", name)
	}
}

func (w *work) memberNew(name string, p *Schema, now *view) {
	required := slices.Contains(now.required, name)
	switch {
	case required && !w.answer && p.Resolve().Default == nil && p.Default == nil:
		w.add(Breaking, p.Place(), false, "the property %q is new and required", name)
	default:
		w.add(Compatible, p.Place(), false, "the property %q is new", name)
	}
}

// presence compares whether a member has to be there.
func (w *work) presence(name string, old, now *view, p *Schema) {
	before, after := slices.Contains(old.required, name), slices.Contains(now.required, name)
	switch {
	case before == after:
	case after && w.answer, before && !w.answer:
		word := "required"
		if before {
			word = "optional"
		}
		w.add(Compatible, p.Place(), false, "the property %q became %s", name, word)
	case after && (p.Default != nil || p.Resolve().Default != nil):
		w.add(Compatible, p.Place(), false, "the property %q became required, with a default", name)
	case after:
		w.add(Breaking, p.Place(), false, "the property %q became required", name)
	default:
		w.add(Breaking, p.Place(), false, "the property %q became optional", name)
	}
}

// additional compares what other members may be there. Those who receive an object
// have to pass over what they do not know.
func (w *work) additional(old, now *view) {
	switch {
	case now.closed && !old.closed:
		w.narrower("properties that are not named are refused now")
	case old.closed && !now.closed:
		w.say(Compatible, "properties that are not named are allowed now")
	}
	if old.values != nil && now.values != nil {
		w.child(old.values, now.values)
	}
}
