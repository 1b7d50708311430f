package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// How two versions of an API are compared.
//
// Operations are matched by their methods and paths, where the names of parameters do
// not matter. What a client sends must not be narrowed: a request that was right has
// to stay right. What a client receives must not be widened: it has to be ready for
// everything that comes. So each pair of schemas is compared for one direction, and
// the same change may be harmless in one and breaking in the other.
//
// Pairs of schemas are compared once, however many operations use them. Each keeps
// what it found itself and which pairs are inside of it; an operation then collects
// from all that it reaches. That also serves schemas that contain themselves.

// An Impact says what a change means for clients of the old version.
type Impact uint8

// The impacts.
const (
	// Compatible: no client notices.
	Compatible Impact = iota

	// Risky: some clients may notice, such as those that send a parameter which is
	// ignored now, or whose code was generated with another operationId.
	Risky

	// Breaking: clients that follow the old document fail.
	Breaking
)

// String returns the impact as a word.
func (i Impact) String() string { return [...]string{"compatible", "risky", "breaking"}[i] }

// A Change is a difference between two versions of an API.
type Change struct {
	// Impact is what it means for clients.
	Impact Impact

	// Place is where it is: in the new document, or in the old one for something that
	// was taken away.
	Place Place

	// Old says that Place is in the old document.
	Old bool

	// Problem is the fact: `query parameter "limit" became required`.
	Problem string

	// Operations are those that it concerns, such as "GET /books", in the order of the
	// old document.
	Operations []string
}

// String returns the change as one line, with its place and what it concerns.
func (c Change) String() string {
	where := ""
	switch n := len(c.Operations); {
	case n == 1:
		where = c.Operations[0] + ": "
	case n > 1:
		where = fmt.Sprintf("%s and %d more: ", c.Operations[0], n-1)
	}
	return fmt.Sprintf("%v: %v: %s%s", c.Place, c.Impact, where, c.Problem)
}

// Compare returns what changed from an old version of an API to a new one, as far as
// its clients can notice: removed operations, new demands on requests, answers that
// say less or other things. Those changes come first that break most. Descriptions,
// examples and servers are not compared. Both documents have to be read, or resolved
// with [Document.Resolve].
func Compare(old, now *Document) []Change {
	c := &comparison{old: old, now: now, byKey: map[changeKey]int{}, nodes: map[pair]*node{}, joined: map[[2]*Schema]*Schema{}}
	known := map[string]bool{}
	for path, item := range old.Paths.All() {
		other, match := now.path(path)
		known[match] = true
		c.item(path, item, match, other)
	}
	for path, item := range now.Paths.All() {
		if known[path] {
			continue
		}
		for method, op := range item.All() {
			c.operation = method + " " + path
			c.say(Compatible, op.Place(), "the operation is new")
		}
	}
	slices.SortStableFunc(c.changes, func(a, b Change) int { return int(b.Impact) - int(a.Impact) })
	return c.changes
}

// path returns the path item of a path, whatever the names of its parameters are.
func (d *Document) path(path string) (*PathItem, string) {
	if item, ok := d.Paths.Get(path); ok {
		return item, path
	}
	shape := withoutNames(path)
	for other, item := range d.Paths.All() {
		if withoutNames(other) == shape {
			return item, other
		}
	}
	return nil, ""
}

// A comparison is the work on two documents.
type comparison struct {
	old, now  *Document
	operation string // the one that is being compared
	round     int    // its number
	changes   []Change
	byKey     map[changeKey]int // positions of the changes
	nodes     map[pair]*node
	joined    map[[2]*Schema]*Schema // cases with what stands beside their choice
}

type changeKey struct {
	place   Place
	problem string
	impact  Impact
}

func (c *comparison) say(impact Impact, at Place, format string, args ...any) {
	c.add(Change{Impact: impact, Place: at, Problem: fmt.Sprintf(format, args...)})
}

// gone is like say for something that is only in the old document.
func (c *comparison) gone(impact Impact, at Place, format string, args ...any) {
	c.add(Change{Impact: impact, Place: at, Old: true, Problem: fmt.Sprintf(format, args...)})
}

// add adds a change to those of the operation. What several operations share is one.
func (c *comparison) add(change Change) {
	key := changeKey{change.Place, change.Problem, change.Impact}
	i, ok := c.byKey[key]
	if !ok {
		i = len(c.changes)
		c.byKey[key] = i
		change.Operations = nil
		c.changes = append(c.changes, change)
	}
	if known := c.changes[i].Operations; len(known) == 0 || known[len(known)-1] != c.operation {
		c.changes[i].Operations = append(known, c.operation)
	}
}

// item compares the operations of a path.
func (c *comparison) item(path string, old *PathItem, match string, now *PathItem) {
	others := map[string]*Operation{}
	if now != nil {
		maps.Insert(others, now.All())
	}
	for method, op := range old.All() {
		c.operation, c.round = method+" "+path, c.round+1
		other := others[method]
		if other == nil {
			c.gone(Breaking, op.Place(), "the operation was taken away")
			continue
		}
		delete(others, method)
		c.operations(op, other)
		c.parameters(overridden(old.shared(), op.Parameters), overridden(now.shared(), other.Parameters), renamed(path, match))
	}
	if now == nil {
		return
	}
	for method, op := range now.All() {
		if others[method] != nil {
			c.operation = method + " " + match
			c.say(Compatible, op.Place(), "the operation is new")
		}
	}
}

// shared returns the parameters of all operations of a path.
func (p *PathItem) shared() []*Ref[Parameter] {
	if p.target == nil {
		return p.Parameters
	}
	return append(slices.Clone(p.Parameters), p.target.Parameters...)
}

// renamed returns the new names of the parameters of a path by their old ones.
func renamed(old, now string) map[string]string {
	before, _ := templateNames(old)
	after, _ := templateNames(now)
	names := map[string]string{}
	for i := range min(len(before), len(after)) {
		names[before[i]] = after[i]
	}
	return names
}

func (c *comparison) operations(old, now *Operation) {
	if old.OperationID != "" && old.OperationID != now.OperationID {
		c.say(Risky, now.Place(), "operationId %q became %q, which renames it in generated clients", old.OperationID, now.OperationID)
	}
	if now.Deprecated && !old.Deprecated {
		c.say(Compatible, now.Place(), "the operation became deprecated")
	}
	c.security(old, now)
	c.requestBody(old, now)
	c.responses(old, now)
}

// success reports whether a status is no failure.
func success(code string) bool { return strings.HasPrefix(code, "2") || strings.HasPrefix(code, "3") }
