package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/pattern"
)

// How commands are called. A name has to be the same tomorrow, when there are more
// endpoints, so it is made from method and path alone, as far as paths begin differently:
//
//	                          grouped              flat
//	GET    /books             books list           get-books
//	GET    /books/{id}        books get            get-books-id
//	POST   /books             books create         post-books
//	GET    /books/{id}/cover  books get-cover      get-books-id-cover
//	GET    /                  root get             get-root
//
// In a segment that has text beside its parameters, that text is a word like any other,
// but names a group only if there is nothing else: GET /books/{id}.json is `books
// get-json`, and GET /v{version}/books is `books list-v`.
//
// Words at the beginning that all paths have in common say nothing, such as those of
// /api/v1, and are left out. A word that a path needs for its own name is kept: if
// /books is among the paths, or all of them are below it, it is the name of a group.
//
// Only if two endpoints come out alike they are looked at together. Grouped ones then
// say by what they are called: /shelves/{number} and /shelves/{name} are `shelves
// get-by-number` and `shelves get-by-name`. What is alike even then is numbered, in
// the order of the paths.

// named is an operation with what its name is made of.
type named struct {
	*operation
	params []string
}

// nameAll names the commands.
func (a *App) nameAll() {
	all := make([]named, len(a.operations))
	skip := commonPrefix(a.operations)
	for i, o := range a.operations {
		all[i] = name(o, skip, a.grouped)
	}
	slices.SortStableFunc(all, func(x, y named) int {
		return cmp.Or(strings.Compare(x.d.Path, y.d.Path), strings.Compare(string(x.d.Method), string(y.d.Method)))
	})
	if a.grouped {
		tellApart(all)
	}
	taken := map[string]bool{" help": true, " completion": true}
	for _, n := range all {
		if a.grouped {
			n.group = free(map[string]bool{"help": true, "completion": true}, n.group)
		}
		n.name = strings.TrimPrefix(free(taken, n.group+" "+n.name), n.group+" ")
	}
}

// tellApart lets commands of the same name say what they are called by.
func tellApart(all []named) {
	count := map[string]int{}
	for _, n := range all {
		count[n.group+" "+n.name]++
	}
	for _, n := range all {
		if count[n.group+" "+n.name] > 1 && len(n.params) > 0 {
			n.name += "-by-" + strings.Join(n.params, "-and-")
		}
	}
}

// free returns the name, numbered if it is taken, and takes it.
func free(taken map[string]bool, name string) string {
	unique := name
	for i := 2; taken[unique]; i++ {
		unique = name + "-" + strconv.Itoa(i)
	}
	taken[unique] = true
	return unique
}

// commonPrefix returns how many segments at the beginning of all paths are the same
// and not needed to name what the operations are about.
func commonPrefix(all []*operation) int {
	if len(all) < 2 {
		return 0
	}
	common := literals(all[0].path.Segments())
	for _, o := range all {
		words := literals(o.path.Segments())
		n := 0
		for n < len(common) && n < len(words) && common[n] == words[n] {
			n++
		}
		// What is left of each path has to begin with a word.
		common = common[:min(n, max(len(words)-1, 0))]
	}
	return len(common)
}

// literals returns the words that a path begins with, up to its first parameter.
func literals(segments []pattern.Segment) []string {
	var words []string
	for i, s := range segments {
		if s.Kind != pattern.Literal || s.Text == "" || isMixed(segments, i) {
			break
		}
		words = append(words, s.Text)
	}
	return words
}

// isMixed says whether a part of a path shares its segment with others.
func isMixed(segments []pattern.Segment, i int) bool {
	return segments[i].Joined || i+1 < len(segments) && segments[i+1].Joined
}

// name sets group and name of an operation. The first segments of its path, which all
// have, are skipped.
func name(o *operation, skip int, grouped bool) named {
	n := named{operation: o}
	var literals, all []string
	group := -1 // which of the literals names it
	segments := o.path.Segments()[skip:]
	for i, s := range segments {
		word := kebab(cmp.Or(s.Text, s.Name))
		switch {
		case word == "":
			continue
		case s.Kind == pattern.Literal:
			if group < 0 && !isMixed(segments, i) {
				group = len(literals)
			}
			literals = append(literals, word)
		default:
			n.params = append(n.params, word)
		}
		all = append(all, word)
	}
	if !grouped {
		o.name = strings.Join(append([]string{method(o.d.Method)}, orRoot(all)...), "-")
		return n
	}
	literals = orRoot(literals)
	verb := o.verb(literals[len(literals)-1])
	group = max(group, 0)
	o.group = literals[group]
	o.name = strings.Join(slices.Concat([]string{verb}, literals[:group], literals[group+1:]), "-")
	return n
}

func orRoot(words []string) []string {
	if len(words) == 0 {
		return []string{"root"}
	}
	return words
}

// method returns the method as a word.
func method(m weft.Method) string {
	return cmp.Or(kebab(strings.ToLower(string(m))), "any")
}

// verb returns what the operation does to the thing that the last literal names.
func (o *operation) verb(last string) string {
	switch o.d.Method {
	case weft.GET:
		segments := o.path.Segments()
		if end := len(segments) - 1; end >= 0 && segments[end].Kind == pattern.Literal && !segments[end].Joined && isPlural(last) {
			return "list"
		}
		return "get"
	case weft.POST:
		return "create"
	case weft.PUT:
		return "replace"
	case weft.PATCH:
		return "update"
	case weft.DELETE:
		return "delete"
	}
	return method(o.d.Method)
}

// isPlural guesses whether an English word is a plural.
func isPlural(word string) bool {
	for _, end := range []string{"ss", "us", "is"} {
		if strings.HasSuffix(word, end) {
			return false
		}
	}
	return strings.HasSuffix(word, "s")
}

// kebab returns a name in lower case, with hyphens between its words and nothing but
// letters and digits in them: maxPrice is max-price, X-Trace x-trace.
func kebab(name string) string {
	var b strings.Builder
	lower := false // the letter before was a small one, or a digit
	for _, r := range name {
		switch {
		case 'A' <= r && r <= 'Z':
			if lower {
				b.WriteByte('-')
			}
			b.WriteRune(r + 'a' - 'A')
			lower = false
			continue
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r > 0x7f:
			b.WriteRune(r)
			lower = true
			continue
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "-") {
			b.WriteByte('-')
		}
		lower = false
	}
	return strings.TrimSuffix(b.String(), "-")
}

// title names an operation in messages.
func (o *operation) title() string { return fmt.Sprintf("%s %s", o.d.Method, o.d.Path) }
