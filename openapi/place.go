package openapi

import (
	"net/url"
	"strconv"
	"strings"
)

// A Place is where something stands in a document.
type Place struct {
	// File is the name of the file, or "" for a document that was given as text.
	File string

	// Pointer is the JSON pointer (RFC 6901) inside the file. It is "" for the whole.
	Pointer string

	// Line and Column count from 1. They are 0 in a document that was not read.
	Line, Column int
}

// String returns the place as one word: books.yaml:12:7: /paths/~1books.
func (p Place) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File + ":")
	}
	if p.Line > 0 {
		b.WriteString(strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column) + ":")
	}
	if b.Len() > 0 && p.Pointer != "" {
		b.WriteByte(' ')
	}
	if p.Pointer != "" || b.Len() == 0 {
		b.WriteString(p.Pointer + ":")
	}
	return strings.TrimSuffix(b.String(), ":")
}

// Place returns where the value stands.
func (v *Value) Place() Place {
	if v == nil {
		return Place{}
	}
	p := Place{Line: v.line, Column: v.column}
	var tokens []string
	for ; v.parent != nil; v = v.parent {
		if v.parent.kind == Array {
			tokens = append(tokens, strconv.Itoa(v.pos))
		} else {
			tokens = append(tokens, escapePointer(v.name))
		}
	}
	for i := len(tokens) - 1; i >= 0; i-- {
		p.Pointer += "/" + tokens[i]
	}
	p.File = v.file
	return p
}

func (v *Value) root() *Value {
	for v.parent != nil {
		v = v.parent
	}
	return v
}

// At returns the part of the value that a JSON pointer (RFC 6901) leads to, or nil.
func (v *Value) At(pointer string) *Value {
	if pointer == "" {
		return v
	}
	rest, ok := strings.CutPrefix(pointer, "/")
	if !ok {
		return nil
	}
	for token := range strings.SplitSeq(rest, "/") {
		token = unescapePointer(token)
		switch v.Kind() {
		case Object:
			v = v.Get(token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v.items) || strconv.Itoa(i) != token {
				return nil
			}
			v = v.items[i]
		default:
			return nil
		}
	}
	return v
}

func escapePointer(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

func unescapePointer(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
}

// splitReference splits a URI reference into what names a file and the pointer or
// anchor behind the #.
func splitReference(ref string) (uri, fragment string, ok bool) {
	uri, fragment, _ = strings.Cut(ref, "#")
	fragment, err := url.PathUnescape(fragment)
	return uri, fragment, err == nil
}
