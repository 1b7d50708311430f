package pattern

import "math"

// Result says how a match ended.
type Result uint8

const (
	// NotFound means that no pattern matches the path.
	NotFound Result = iota
	// MethodNotAllowed means that patterns match the path, but none of them has a
	// route for the method. [Tree.Allowed] tells which methods there are.
	MethodNotAllowed
	// Found means that a route was found.
	Found
)

// String returns "not found", "method not allowed" or "found".
func (r Result) String() string {
	switch r {
	case NotFound:
		return "not found"
	case MethodNotAllowed:
		return "method not allowed"
	}
	return "found"
}

// Span is the place of a parameter in the raw path.
type Span struct {
	// Offset is where the value begins, Length how many bytes it has.
	Offset, Length uint32
}

// Of returns the value in the path that was matched, still percent-encoded. It
// panics if the path is shorter than that one.
func (s Span) Of(path string) string {
	return path[s.Offset:][:s.Length]
}

// inline is the number of parameters that a Match holds without allocating.
const inline = 3

// Match is the outcome of [Tree.Match]. The zero Match is ready for use; a Match
// may be used again for the next request, but not by two goroutines at once.
type Match struct {
	// Index is the number that was given to Add for the route. It is -1 if no
	// route was found.
	Index int
	// N is the number of parameters. They are in the order of [Pattern.Params].
	N int

	spans [inline]Span
	more  *[]Span // the parameters from inline on
}

// Param returns the place of the parameter number i, from 0. It panics if i is
// not below N. The value is never malformed for [Unescape].
func (m *Match) Param(i int) Span {
	if uint(i) >= uint(m.N) {
		panic("pattern: no such parameter")
	}
	return *m.at(i)
}

// at returns the place where the span number i is kept.
func (m *Match) at(i int) *Span {
	if i < inline {
		return &m.spans[i]
	}
	if m.more == nil {
		m.more = new([]Span)
	}
	for len(*m.more) <= i-inline {
		*m.more = append(*m.more, Span{})
	}
	return &(*m.more)[i-inline]
}

// Match finds the route for a method and a path and puts it into m. The path is
// raw, that is percent-encoded, with its dot segments resolved and without the
// query. It does not allocate unless the path has a '%' or the route more than
// three parameters. The package documentation has the rules.
func (t *Tree) Match(method, path string, m *Match) Result {
	m.Index, m.N = -1, 0
	if !isPath(path) {
		return NotFound
	}
	if l := t.static.find(path); l != nil {
		if index, ok := l.find(method); ok {
			m.Index = index
			return Found
		}
	}
	return t.search(method, path, m)
}

// search looks for a pattern with parameters. It is kept out of the frame of Match.
//
//go:noinline
func (t *Tree) search(method, path string, m *Match) Result {
	w := walk{method: method, match: m}
	switch {
	case t.walk(&w, path):
		return Found
	case w.known:
		return MethodNotAllowed
	}
	return NotFound
}

// Allowed returns the methods of all the patterns that match a path, sorted, for
// an Allow header (RFC 9110, section 10.2.1). HEAD is among them if GET is, and
// OPTIONS always; [Any] stands for the methods of RFC 9110, section 9.3, and PATCH.
// It returns nil if no pattern matches. The path is as for Match.
func (t *Tree) Allowed(path string) []string {
	if !isPath(path) {
		return nil
	}
	var m Match
	var leaves []leaf
	t.walk(&walk{match: &m, all: &leaves}, path)
	return allowed(leaves)
}

// isPath reports whether the tree can match a path: it begins with a slash, which
// the targets "*" and "host:port" do not, and a Span can hold any place in it.
func isPath(path string) bool {
	return path != "" && path[0] == '/' && uint64(len(path)) <= math.MaxUint32
}
