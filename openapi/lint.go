package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Rule is something that [Lint] looks for.
type Rule string

// The rules whose findings are faults: programs that read the document stumble over
// them.
const (
	// RuleMember: a member that OpenAPI requires is missing.
	RuleMember Rule = "missing-member"

	// RuleOperationID: two operations have the same operationId.
	RuleOperationID Rule = "duplicate-operation-id"

	// RulePath: a path is malformed, so that no request can have it.
	RulePath Rule = "unreachable-path"

	// RuleSamePath: two paths differ in the names of their parameters only.
	RuleSamePath Rule = "same-path"

	// RulePathParameter: the parameters of a path and those that are declared are not
	// the same.
	RulePathParameter Rule = "path-parameter"

	// RuleParameter: a parameter is declared twice, or in a place that does not exist.
	RuleParameter Rule = "parameter"

	// RuleSecurity: a security scheme is required that is not declared.
	RuleSecurity Rule = "undefined-security"

	// RuleMapping: a discriminator names a schema that is not there.
	RuleMapping Rule = "undefined-mapping"
)

// The rules whose findings are warnings: the document can be used, but people will
// miss something.
const (
	// RuleAmbiguous: a request could belong to either of two paths.
	RuleAmbiguous Rule = "ambiguous-path"

	// RuleUnused: nothing leads to a component.
	RuleUnused Rule = "unused-component"

	// RuleTag: an operation has a tag that the document does not describe.
	RuleTag Rule = "undefined-tag"

	// RuleDescription: an operation, parameter or answer is not explained.
	RuleDescription Rule = "missing-description"
)

// Rules returns all rules, those of faults first.
func Rules() []Rule {
	return []Rule{RuleMember, RuleOperationID, RulePath, RuleSamePath, RulePathParameter, RuleParameter, RuleSecurity,
		RuleMapping, RuleAmbiguous, RuleUnused, RuleTag, RuleDescription}
}

// Warns reports whether the findings of the rule are warnings and not faults.
func (r Rule) Warns() bool {
	return r == RuleAmbiguous || r == RuleUnused || r == RuleTag || r == RuleDescription
}

// A Finding is something that [Lint] found.
type Finding struct {
	// Place is where it stands.
	Place Place

	// Rule is what was looked for.
	Rule Rule

	// Problem is the fact: `operationId "list" is also that of GET /books`.
	Problem string
}

// String returns the finding as one line, with its place and its rule.
func (f Finding) String() string {
	word := "error"
	if f.Rule.Warns() {
		word = "warning"
	}
	return fmt.Sprintf("%v: %s: %s (%s)", f.Place, word, f.Problem, f.Rule)
}

// Lint looks for mistakes in a document that can be read. It returns what it finds in
// the order of the places, and nothing for a document that is fine. The document is
// not changed. One that was made by a program and has references that lead nowhere
// gives those as findings of [RuleMember].
func Lint(d *Document) []Finding {
	l := &linter{doc: d, ids: map[string]string{}, tags: map[string]bool{}, said: map[Finding]bool{}}
	if d.from == nil {
		resolved, err := d.Resolve()
		if err != nil {
			return unresolved(err)
		}
		l.doc = resolved
	}
	l.document()
	slices.SortStableFunc(l.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Place.File, b.Place.File), a.Place.Line-b.Place.Line, a.Place.Column-b.Place.Column)
	})
	return l.found
}

func unresolved(err error) []Finding {
	var found []Finding
	for _, e := range Errors(err) {
		found = append(found, Finding{e.Place, RuleMember, e.Problem})
	}
	return found
}

// A linter is the work on one document.
type linter struct {
	doc   *Document
	ids   map[string]string // operations by their ids
	tags  map[string]bool   // those that were declared or complained about
	said  map[Finding]bool  // what several operations share is reported once
	found []Finding
}

func (l *linter) say(rule Rule, at Place, format string, args ...any) {
	f := Finding{at, rule, fmt.Sprintf(format, args...)}
	if !l.said[f] {
		l.said[f] = true
		l.found = append(l.found, f)
	}
}

func (l *linter) document() {
	l.required(&l.doc.Info.Node, "title", l.doc.Info.Title)
	l.required(&l.doc.Info.Node, "version", l.doc.Info.Version)
	for _, tag := range l.doc.Tags {
		l.tags[tag.Name] = true
	}
	l.security(l.doc.Security)
	for path, item := range l.doc.Paths.All() {
		l.path(path, item)
		l.item(path, item, true)
	}
	l.ambiguous()
	for name, item := range l.doc.Webhooks.All() {
		l.item("webhook "+name, item, false)
	}
	l.components()
}

// required reports a member without a value. An object that is missing itself is
// reported at the document.
func (l *linter) required(n *Node, name, value string) {
	if value != "" || n.from.Get(name) != nil {
		return
	}
	at := n.Place()
	if n.from == nil {
		at = l.doc.Place()
	}
	l.say(RuleMember, at, "the member %q is missing", name)
}

// item looks at the operations of a path or of a webhook.
func (l *linter) item(path string, item *PathItem, templated bool) {
	shared := item.Parameters
	if t := item.Target(); t != nil {
		shared = append(slices.Clone(shared), t.Parameters...)
	}
	l.twice(shared)
	for method, op := range item.All() {
		l.operation(method+" "+path, op, item.Summary+item.Description)
		l.twice(op.Parameters)
		all := overridden(shared, op.Parameters)
		for _, p := range all {
			l.parameter(p)
		}
		if templated {
			l.pathParameters(path, op, all)
		}
	}
}

func (l *linter) operation(name string, op *Operation, shared string) {
	if id := op.OperationID; id != "" {
		if other, ok := l.ids[id]; ok {
			l.say(RuleOperationID, op.Place(), "operationId %q is also that of %s", id, other)
		} else {
			l.ids[id] = name
		}
	}
	if op.Summary+op.Description+shared == "" {
		l.say(RuleDescription, op.Place(), "%s has neither a summary nor a description", name)
	}
	for _, tag := range op.Tags {
		if !l.tags[tag] {
			l.tags[tag] = true
			l.say(RuleTag, op.Place(), "the tag %q of %s is not among the tags of the document", tag, name)
		}
	}
	l.security(op.Security)
	l.responses(name, op)
	for _, callback := range op.Callbacks.All() {
		if callback.Value == nil {
			continue
		}
		for expression, item := range callback.Value.All() {
			l.item("callback "+expression, item, false)
		}
	}
}

func (l *linter) responses(name string, op *Operation) {
	if op.Responses.Len() == 0 && (l.doc.Version() == V30 || op.Responses.from != nil) {
		l.say(RuleMember, op.Place(), "%s has no responses", name)
	}
	for code, r := range op.Responses.All() {
		if r.Value == nil || r.Description != "" || r.Value.Description != "" {
			continue
		}
		if r.Value.from.Get("description") == nil && l.doc.Version() != V32 {
			l.say(RuleMember, r.Value.Place(), `the member "description" is missing`)
			continue
		}
		l.say(RuleDescription, r.Value.Place(), "the answer %s of %s is not described", code, name)
	}
}

// security looks up the schemes of requirements.
func (l *linter) security(requirements []*SecurityRequirement) {
	for _, r := range requirements {
		for scheme := range r.Schemes.All() {
			if !l.doc.Components.SecuritySchemes.Has(scheme) && !isURI(l.doc, scheme) {
				l.say(RuleSecurity, r.Place(), "there is no security scheme %q", scheme)
			}
		}
	}
}

// isURI reports whether a name is the URI of a security scheme, as it may be from 3.2
// on.
func isURI(d *Document, name string) bool {
	return d.Version() == V32 && strings.ContainsAny(name, "/#")
}
