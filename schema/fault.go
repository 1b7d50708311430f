package schema

import (
	"fmt"
	"strconv"
	"strings"
)

// maxFaults bounds how many faults one validation reports.
const maxFaults = 100

// A Fault is one place where a value does not keep its schema's limits. Nothing in
// it comes from the value itself except numbers and map keys, so that it can be
// shown to clients and logged.
type Fault struct {
	// Path leads to the place in wire names: `items[3].tags[0]`, `labels["en"]`. It
	// is empty for the value as a whole.
	Path string
	// Rule is the keyword that is broken: "minLength", "required", "format", … A
	// fault from a type's Validate method has the rule "validate".
	Rule string
	// Message says what was wanted: "want at least 3 characters, got 2".
	Message string
	// Name is the wire name of the innermost field on the path, or "".
	Name string
}

// String returns path and message: "name: want at least 3 characters, got 2".
func (f Fault) String() string {
	if f.Path == "" {
		return f.Message
	}
	return f.Path + ": " + f.Message
}

// A ValidationError holds all the faults of a value, at most 100.
type ValidationError struct {
	Faults []Fault
	// Truncated says that there were more faults than are listed.
	Truncated bool
}

// Error returns the faults, separated by semicolons.
func (e *ValidationError) Error() string {
	texts := make([]string, 0, len(e.Faults)+1)
	for _, f := range e.Faults {
		texts = append(texts, f.String())
	}
	if e.Truncated {
		texts = append(texts, "and more")
	}
	return strings.Join(texts, "; ")
}

// Prefixed returns the error with every path below another one, for callers that
// validate a part of something larger.
func (e *ValidationError) Prefixed(path string) *ValidationError {
	out := &ValidationError{Faults: make([]Fault, len(e.Faults)), Truncated: e.Truncated}
	for i, f := range e.Faults {
		if f.Name == "" {
			f.Name = path[strings.LastIndexByte(path, '.')+1:]
		}
		f.Path = joinPath(path, f.Path)
		out.Faults[i] = f
	}
	return out
}

func joinPath(outer, inner string) string {
	if outer == "" || inner == "" || inner[0] == '[' {
		return outer + inner
	}
	return outer + "." + inner
}

// step is one part of a path: a field's name, a list's index or a map's key.
type step struct {
	text string
	kind stepKind
}

type stepKind uint8

const (
	stepField stepKind = iota
	stepIndex          // text is already in brackets
)

func fieldStep(name string) step { return step{text: name} }

func indexStep(i int) step { return step{text: "[" + strconv.Itoa(i) + "]", kind: stepIndex} }

func keyStep(text string, quote bool) step {
	if quote {
		text = strconv.Quote(text)
	}
	return step{text: "[" + text + "]", kind: stepIndex}
}

// pendingFault is a fault whose path is still being found. The checks know only
// their own place; each caller adds a step on the way back, and only if there are
// faults. So a valid value pays nothing for paths.
type pendingFault struct {
	fault Fault
	steps []step // innermost first
}

func (p pendingFault) resolve() Fault {
	f := p.fault
	var path strings.Builder
	for i := len(p.steps) - 1; i >= 0; i-- {
		s := p.steps[i]
		if s.kind == stepField && path.Len() > 0 {
			path.WriteByte('.')
		}
		path.WriteString(s.text)
	}
	f.Path = joinPath(path.String(), f.Path)
	for _, s := range p.steps {
		if f.Name != "" {
			break
		}
		if s.kind == stepField {
			f.Name = s.text
		}
	}
	return f
}

// counted returns "1 character", "2 characters".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
