package codegen_test

import "slices"

// compareChoices compares the cases, in their order.
func (p pairing) compareChoices() {
	want, got := p.w.choices(), p.g.choices()
	if len(want) != len(got) {
		p.say(p.w.choiceKeyword(), "want a choice of %d, got one of %d", len(want), len(got))
		p.c.hide(p.w, p.g)
		return
	}
	if p.w.null() != p.g.null() {
		p.say(p.w.nullKeyword(), "null: want %v, got %v", p.w.null(), p.g.null())
	}
	p.limits()
	for _, s := range p.w.from {
		p.c.matched["want"+s.Place().Pointer] = true
	}
	for _, s := range p.g.from {
		p.c.matched["got"+s.Place().Pointer] = true
	}
	for i := range want {
		p.c.schemas(want[i], got[i], true)
	}
	a, b := p.w.discriminator(), p.g.discriminator()
	if a == nil && b == nil {
		return
	}
	if a == nil || b == nil || a.PropertyName != b.PropertyName {
		p.say("discriminator", "want %v, got %v", a, b)
		return
	}
	names := b.Mapping.Names()
	for value := range a.Mapping.All() {
		if !slices.Contains(names, value) {
			p.say("discriminator", "mapping: there is no %q in %q", value, names)
		}
	}
}
