package codegen

import (
	"cmp"
	"slices"
	"strings"
)

// An Entry is something in a document that the code does not say, or says differently.
type Entry struct {
	// Pointer is the JSON pointer (RFC 6901) to it.
	Pointer string

	// Problem is the fact: "the style deepObject is not known; the parameter is text".
	Problem string

	// Note says that it is for people, such as a title, an example or an extension:
	// what is sent and received does not depend on it.
	Note bool
}

// String returns the pointer and the problem.
func (e Entry) String() string { return e.Pointer + ": " + e.Problem }

// say adds an entry to the report, once.
func (g *generation) say(pointer, problem string) {
	g.report[Entry{pointer, problem, isNote(pointer)}] = true
}

// noteWords are the keywords that are for people.
var noteWords = strings.Fields(`title summary description termsOfService contact license externalDocs servers links deprecated
	example examples bearerFormat $comment $schema $self jsonSchemaDialect`)

// nameMaps are the keywords whose members are names rather than keywords.
var nameMaps = strings.Fields(`properties patternProperties dependentSchemas $defs schemas headers parameters responses requestBodies
	securitySchemes pathItems mediaTypes callbacks content encoding paths webhooks`)

// isNote reports whether a pointer leads to, or through, a keyword that is for people.
func isNote(pointer string) bool {
	names := "" // the keyword whose member comes next
	for i, word := range strings.Split(pointer, "/") {
		switch {
		case names != "":
			if strings.HasPrefix(word, "x-") && (names == "paths" || names == "responses") {
				return true
			}
			names = ""
		case strings.HasPrefix(word, "x-"), slices.Contains(noteWords, word), i == 1 && word == "tags":
			return true
		case slices.Contains(nameMaps, word):
			names = word
		}
	}
	return false
}

func (g *generation) entries() []Entry {
	var all []Entry
	for e := range g.report {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Problem, b.Problem))
	})
	return all
}
