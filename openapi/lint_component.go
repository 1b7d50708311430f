package openapi

import "strings"

// components looks for those that nothing leads to, and for names that lead nowhere.
//
// A component is used if something outside of the components leads to it, or another
// component that is used. So a schema that only contains itself is not.
func (l *linter) components() {
	root := l.doc.from
	edges := map[*Value][]*Value{} // components by what leads to them; nil stands for the rest
	add := func(from, to *Value) {
		edges[from] = append(edges[from], to)
	}
	for _, r := range l.doc.references {
		from, to := componentOf(r.from, root), componentOf(r.to, root)
		add(from, to)
		// A case names its parent, and the parent's discriminator the case.
		if r.from.parent != nil && r.from.parent.name == "allOf" && r.to.Get("discriminator") != nil {
			add(to, from)
		}
	}
	l.named(root, add)
	used := map[*Value]bool{}
	mark(nil, edges, used)
	for kind, group := range root.Get("components").Members() {
		if strings.HasPrefix(kind, "x-") {
			continue
		}
		for name, component := range group.Members() {
			if !used[component] && !strings.HasPrefix(name, "x-") {
				l.say(RuleUnused, component.Place(), "nothing leads to %s", strings.TrimPrefix(component.Place().Pointer, "/components/"))
			}
		}
	}
}

// mark marks all components that can be reached from one.
func mark(from *Value, edges map[*Value][]*Value, used map[*Value]bool) {
	if used[from] {
		return
	}
	used[from] = true
	for _, to := range edges[from] {
		mark(to, edges, used)
	}
}

// componentOf returns the component that a value is a part of, or nil.
func componentOf(v, root *Value) *Value {
	for ; v != nil && v.parent != nil; v = v.parent {
		if group := v.parent.parent; group != nil && group.parent == root && group.name == "components" {
			return v
		}
	}
	return nil
}

// named finds what is used by its name and not by a reference: security schemes, the
// schemas of discriminators, those with an anchor, and what extensions refer to.
func (l *linter) named(root *Value, add func(from, to *Value)) {
	components := root.Get("components")
	var walk func(v *Value)
	walk = func(v *Value) {
		if v.name == "discriminator" && v.Get("propertyName").Kind() == Text {
			l.mapping(v, root, add)
		}
		if v.name == "security" && v.kind == Array {
			for _, requirement := range v.items {
				for name := range requirement.Members() {
					if scheme := components.Get("securitySchemes").Get(name); scheme != nil {
						add(nil, scheme)
					}
				}
			}
		}
		if v.kind == Text && strings.HasPrefix(v.text, "#/components/") {
			// Extensions have no references; they name components in their own ways.
			add(componentOf(v, root), componentOf(root.At(unescapeFragment(v.text)), root))
		}
		if v.name == "$dynamicRef" && v.kind == Text {
			anchors := map[string]*Value{}
			collectAnchors(root, anchors)
			add(componentOf(v, root), componentOf(anchors[strings.TrimPrefix(v.text, "#")], root))
		}
		for _, m := range v.Members() {
			walk(m)
		}
		for _, item := range v.Items() {
			walk(item)
		}
	}
	walk(root)
}

// unescapeFragment returns the pointer of a reference within the document.
func unescapeFragment(ref string) string {
	_, pointer, _ := splitReference(ref)
	return pointer
}

// mapping follows the names of a discriminator, which are those of schemas or
// references to them.
func (l *linter) mapping(v, root *Value, add func(from, to *Value)) {
	from := componentOf(v, root)
	follow := func(target *Value) {
		if target.Kind() != Text {
			return
		}
		schema := root.Get("components").Get("schemas").Get(target.text)
		if uri, fragment, ok := splitReference(target.text); schema == nil && ok && strings.Contains(target.text, "#") {
			if uri != "" {
				return // of another file, which is not looked at
			}
			schema = root.At(fragment)
		}
		switch {
		case schema != nil:
			add(from, componentOf(schema, root))
		case !strings.ContainsAny(target.text, "/."):
			l.say(RuleMapping, target.Place(), "there is no schema %q", target.text)
		case strings.HasPrefix(target.text, "#"):
			l.say(RuleMapping, target.Place(), "reference %q leads nowhere", target.text)
		}
	}
	for _, target := range v.Get("mapping").Members() {
		follow(target)
	}
	follow(v.Get("defaultMapping"))
}
