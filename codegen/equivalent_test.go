package codegen_test

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// A comparison says where a document that was made from generated code differs from
// the document that the code was generated from. It walks through both of them, has
// [openapi.Compare] look for what clients could notice, in both directions, and then
// looks for what the first document says beyond that.
//
// What the report names may differ, and nothing else: an entry for a keyword excuses
// that keyword, an entry for an object excuses it and what is below it.
//
// These things are the same in other words, and no difference:
//
//   - what nullable says in 3.0 and a list of types in 3.1; null beside a reference or
//     an allOf is meant, whatever its parts say
//   - a schema in its place, a component, a reference to one, an allOf or a choice of
//     one case, and an allOf and the object with all of its members
//   - a choice among choices and the choice of all their cases; oneOf and anyOf; a list
//     of types and a choice between them; properties beside a choice and in its cases
//   - a const and an enum of one value; an enum whose values are there twice
//   - a type that is not named, if the other keywords belong to it
//   - numbers without a format and those with the format of their Go type; byte and
//     contentEncoding; binary and a body of bytes
//   - limits that say nothing, such as a minLength of 0
//   - a summary and a description, and a description that begins with the summary; the
//     description of a reference and that of what it leads to; a title and a description
//     of the same text; the phrase for a status where an answer has no description
//   - the description and the example of a parameter and of its schema
//   - a list that may be missing, and one whose default is empty
//   - a required property that is not described, and one of any value
//   - a body of text without a schema, and text
//   - the names of components and security schemes, and the order of all but tags
//   - answers of the framework itself, which every endpoint gives: 400, 401, 406, 413,
//     415, 422 and 500 with a problem document
//   - a name for an operation that has none
//   - texts, objects and members of objects that are empty or null, and not there
type comparison struct {
	want, got *openapi.Document
	excused   map[string]bool
	seen      map[[2]*openapi.Schema]bool
	twins     map[string][]string // places of the first document by those of the second
	found     []string
	known     map[string]bool
	moved     map[*openapi.Schema]bool // schemas whose examples are those of a parameter
	hidden    map[string]bool          // what can be reached from excused places
	matched   map[string]bool          // choices whose cases were compared
}

// compare returns the differences. The report is a list of pointers.
func compare(want, got *openapi.Document, report []string) []string {
	c := &comparison{
		want: want, got: got, excused: map[string]bool{}, seen: map[[2]*openapi.Schema]bool{}, twins: map[string][]string{}, known: map[string]bool{},
		moved: map[*openapi.Schema]bool{}, hidden: map[string]bool{}, matched: map[string]bool{},
	}
	for _, pointer := range report {
		c.excused[pointer] = true
	}
	for path, item := range want.Paths.All() {
		for method, op := range item.All() {
			if !c.free(op.Place().Pointer) {
				c.operation(method, path, item, op)
			}
		}
	}
	c.changes()
	c.rest()
	return c.found
}

// containers are keywords whose entry in a report does not speak of what is below them.
var containers = map[string]bool{"responses": true, "parameters": true, "allOf": true}

// free reports whether the report names a place or one above it.
func (c *comparison) free(pointer string) bool {
	for at := pointer; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		if c.excused[at] && (at == pointer || !containers[at[strings.LastIndexByte(at, '/')+1:]]) {
			return true
		}
	}
	return false
}

// say reports a difference in a keyword of an object, "" for the object itself.
func (c *comparison) say(at, keyword, format string, args ...any) {
	if c.free(at) || keyword != "" && c.excused[at+"/"+keyword] {
		return
	}
	if keyword != "" {
		at += "/" + keyword
	}
	if text := at + ": " + fmt.Sprintf(format, args...); !c.known[text] {
		c.known[text] = true
		c.found = append(c.found, text)
	}
}

// same reports a keyword that differs.
func (c *comparison) same(at, keyword string, want, got any) {
	if want != got {
		c.say(at, keyword, "want %v, got %v", quoted(want), quoted(got))
	}
}

func quoted(v any) any {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return v
}

// twin notes that two places say the same thing.
func (c *comparison) twin(want, got openapi.Place) {
	c.twins[got.Pointer] = append(c.twins[got.Pointer], want.Pointer)
}

// squash returns a text in which white space does not matter.
func squash(s string) string { return strings.Join(strings.Fields(s), " ") }
