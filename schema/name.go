package schema

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A component's name is made from the Go type's name. That of a generic type
// contains its arguments with their import paths, as in
//
//	Page[github.com/acme/shop/books.Book]
//
// and is flattened to words: PageBook. Unnamed types among the arguments are spelt
// out: Page[[]Book] is PageBookList, Pair[string,*Book] is PairStringBook.

// componentName returns the name of a defined type, or "" for an unnamed or
// predeclared one. Every name in it, also those of type arguments, is led by so many
// last elements of its import path.
func componentName(t reflect.Type, elements int) string {
	if t.Name() == "" || t.PkgPath() == "" {
		return ""
	}
	p := nameParser{rest: t.Name(), elements: elements}
	return pathWords(t.PkgPath(), elements) + p.typeName()
}

// nameParser reads the names that reflect gives to instantiated types.
type nameParser struct {
	rest     string
	elements int
}

// typeName reads one type, its arguments included.
func (p *nameParser) typeName() string {
	switch {
	case p.skip("[]"):
		return p.typeName() + "List"
	case p.skip("*"):
		return p.typeName()
	case p.skip("interface {}"):
		return "Any"
	case p.skip("map["):
		key := p.typeName()
		p.skip("]")
		return p.typeName() + "By" + key
	case strings.HasPrefix(p.rest, "["): // an array
		end := strings.IndexByte(p.rest, ']')
		if end < 0 {
			return p.word()
		}
		length := p.rest[1:end]
		p.rest = p.rest[end+1:]
		return p.typeName() + "Array" + length
	case strings.HasPrefix(p.rest, "struct {"), strings.HasPrefix(p.rest, "interface {"), strings.HasPrefix(p.rest, "func("), strings.HasPrefix(p.rest, "chan "):
		return p.literal()
	}
	return p.named()
}

// named reads a qualified name and its arguments.
func (p *nameParser) named() string {
	name := p.word()
	if !p.skip("[") {
		return name
	}
	for {
		before := len(p.rest)
		name += p.typeName()
		if p.skip(",") {
			continue
		}
		if p.skip("]") || len(p.rest) == before || p.rest == "" {
			return name
		}
	}
}

// word reads up to the next bracket or comma and drops the import path.
func (p *nameParser) word() string {
	end := strings.IndexAny(p.rest, "[],")
	if end < 0 {
		end = len(p.rest)
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	word, _, _ = strings.Cut(word, "·") // reflect numbers types local to a function
	pkg := ""
	if dot := strings.LastIndexByte(word, '.'); dot >= 0 {
		pkg, word = word[:dot], word[dot+1:]
	}
	return pathWords(pkg, p.elements) + pascal(word)
}

// literal skips a type literal, which ends where its brackets are balanced.
func (p *nameParser) literal() string {
	depth := 0
	name := pascal(p.rest[:strings.IndexAny(p.rest, " (")])
	for i, r := range p.rest {
		switch r {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		}
		if depth < 0 || (depth == 0 && r == ',') {
			p.rest = p.rest[i:]
			return name
		}
	}
	p.rest = ""
	return name
}

func (p *nameParser) skip(prefix string) bool {
	rest, ok := strings.CutPrefix(p.rest, prefix)
	p.rest = rest
	return ok
}

// pathWords returns the last elements of an import path as one word.
func pathWords(path string, elements int) string {
	if elements == 0 || path == "" {
		return ""
	}
	parts := strings.Split(path, "/")
	return pascal(strings.ReplaceAll(strings.Join(parts[max(0, len(parts)-elements):], " "), "_", " "))
}

// pascal joins words, each beginning with an upper-case letter, and drops what
// cannot stand in a component's name (RFC 3986 unreserved characters would do,
// letters and digits read best).
func pascal(s string) string {
	var out strings.Builder
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		r, n := utf8.DecodeRuneInString(word)
		out.WriteRune(unicode.ToUpper(r))
		out.WriteString(word[n:])
	}
	return out.String()
}
