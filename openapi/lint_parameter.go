package openapi

import (
	"slices"
	"strings"
)

// overridden returns the parameters of an operation: its own, and those of its path
// that it does not have itself.
func overridden(shared, own []*Ref[Parameter]) []*Ref[Parameter] {
	all := slices.Clone(own)
	for _, p := range shared {
		if p.Value != nil && !slices.ContainsFunc(own, func(o *Ref[Parameter]) bool { return o.Value != nil && o.Value.same(p.Value) }) {
			all = append(all, p)
		}
	}
	return slices.DeleteFunc(all, func(p *Ref[Parameter]) bool { return p.Value == nil })
}

// same reports whether two parameters have the same name and place. The names of
// header fields do not depend on case.
func (p *Parameter) same(q *Parameter) bool {
	return p.In == q.In && (p.Name == q.Name || p.In == "header" && strings.EqualFold(p.Name, q.Name))
}

// twice reports parameters that are declared twice in one list.
func (l *linter) twice(list []*Ref[Parameter]) {
	for i, p := range list {
		if p.Value == nil {
			continue
		}
		if slices.ContainsFunc(list[:i], func(q *Ref[Parameter]) bool { return q.Value != nil && q.Value.same(p.Value) }) {
			l.say(RuleParameter, p.Place(), "the %s parameter %q is declared twice", p.Value.In, p.Value.Name)
		}
	}
}

func (l *linter) parameter(ref *Ref[Parameter]) {
	p := ref.Value
	l.required(&p.Node, "name", p.Name)
	l.required(&p.Node, "in", p.In)
	places := []string{"path", "query", "header", "cookie"}
	if l.doc.Version() == V32 {
		places = append(places, "querystring")
	}
	switch {
	case p.In != "" && !slices.Contains(places, p.In):
		l.say(RuleParameter, p.Place(), "in: want one of %s, got %q", strings.Join(places, ", "), p.In)
	case p.In == "path" && !p.Required:
		l.say(RulePathParameter, p.Place(), "the path parameter %q has to have required: true", p.Name)
	}
	if p.Schema == nil && p.Content.Len() == 0 {
		l.say(RuleMember, p.Place(), "the parameter %q has neither a schema nor content", p.Name)
	}
	if p.Description+ref.Description == "" {
		l.say(RuleDescription, p.Place(), "the %s parameter %q is not described", p.In, p.Name)
	}
}

// pathParameters compares the names in the braces of a path with the parameters that
// are declared.
func (l *linter) pathParameters(path string, op *Operation, declared []*Ref[Parameter]) {
	names, err := templateNames(path)
	if err != "" {
		return // it was reported with the path
	}
	for _, name := range names {
		if !slices.ContainsFunc(declared, func(p *Ref[Parameter]) bool { return p.Value.In == "path" && p.Value.Name == name }) {
			l.say(RulePathParameter, op.Place(), "the path parameter %q is not declared", name)
		}
	}
	for _, p := range declared {
		if p.Value.In == "path" && p.Value.Name != "" && !slices.Contains(names, p.Value.Name) {
			l.say(RulePathParameter, p.Place(), "the path %s has no parameter %q", path, p.Value.Name)
		}
	}
}

// templateNames returns the names in the braces of a path, or what is wrong with it.
func templateNames(path string) (names []string, problem string) {
	for rest := path; rest != ""; {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			break
		}
		end := strings.IndexAny(rest[i+1:], "{}")
		if rest[i] == '}' || end < 0 || rest[i+1+end] == '{' {
			return nil, "its braces do not match"
		}
		name := rest[i+1 : i+1+end]
		switch {
		case name == "":
			return nil, "a parameter has no name"
		case slices.Contains(names, name):
			return nil, "it has the parameter " + name + " twice"
		}
		names = append(names, name)
		rest = rest[i+end+2:]
	}
	return names, ""
}
