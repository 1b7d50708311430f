package pattern

import "strings"

// walk is one search through the tree; tree.go explains it.
type walk struct {
	path   string // in normal form
	method string
	match  *Match
	known  bool // a leaf was found, but without the method
	steps  int  // the nodes entered

	// all, if not nil, collects the leaves of the path; they are not asked for the
	// method then. It is a pointer because a slice here would make the compiler put
	// the Match on the heap.
	all *[]leaf
}

// walk starts the search and translates the spans into the raw path.
func (t *Tree) walk(w *walk, path string) bool {
	var ok bool
	if w.path, ok = normalize(path); !ok || !w.from(&t.root, 0, 0) {
		return false
	}
	if len(w.path) < len(path) { // something was decoded
		for i := range w.match.N {
			span := w.match.at(i)
			*span = rawSpan(*span, w.path, path)
		}
	}
	return true
}

// from searches the subtree of n. The path is matched up to at, which is its end or
// the place of a slash, with count parameters. A literal child that is the only
// choice is a turn of the loop instead of a call.
func (w *walk) from(n *node, at, count int) bool {
	for {
		w.steps++
		if at == len(w.path) {
			return w.accept(n.end, count) || w.trailing(n, at, count)
		}
		next, end := n.child(w.path, at)
		if next != nil && len(n.params) == 0 && len(n.rest) == 0 {
			n, at = next, end
			continue
		}
		if next != nil && w.from(next, end, count) {
			return true
		}
		if len(n.params) == 0 {
			return w.trailing(n, at, count)
		}
		if end == 0 {
			end = segmentEnd(w.path, at+1)
		}
		if n.mixed != nil && w.mixed(n, at+1, end, count) {
			return true
		}
		w.keep(count, at+1, end)
		segment := w.path[at+1 : end]
		for _, p := range n.params {
			if p.kind.fits(segment) && w.from(p.node, end, count+1) {
				return true
			}
		}
		return w.trailing(n, at, count)
	}
}

// trailing tries the trailing routes of n. They take the rest of the path, without
// the slash at its beginning if there is one.
func (w *walk) trailing(n *node, at, count int) bool {
	if len(n.rest) == 0 {
		return false
	}
	w.keep(count, min(at+1, len(w.path)), len(w.path))
	return w.accept(n.rest, count+1)
}

// accept asks the leaf of a pattern that matches the path for the method.
func (w *walk) accept(l leaf, count int) bool {
	if len(l) == 0 {
		return false
	}
	if w.all != nil {
		*w.all = append(*w.all, l)
		return false
	}
	index, ok := l.find(w.method)
	if !ok {
		w.known = true
		return false
	}
	w.match.Index, w.match.N = index, count
	return true
}

// keep notes the place of the parameter number i. Another branch may overwrite it
// later.
func (w *walk) keep(i, from, to int) {
	span := Span{Offset: uint32(from), Length: uint32(to - from)}
	if i < inline {
		w.match.spans[i] = span
		return
	}
	*w.match.at(i) = span
}

// rawSpan translates the place of a parameter in the normal form of a path into
// its place in the raw path. Both have the same number of slashes, and a parameter
// begins in the segment behind one of them.
func rawSpan(s Span, normal, raw string) Span {
	if s.Length == 0 { // an empty trailing value
		return Span{Offset: uint32(len(raw))}
	}
	from := 0
	for range strings.Count(normal[:s.Offset], "/") {
		from += strings.IndexByte(raw[from:], '/') + 1
	}
	if normal[s.Offset-1] != '/' { // inside of a mixed segment
		from += rawLength(raw[from:], int(s.Offset)-1-strings.LastIndexByte(normal[:s.Offset], '/'))
	}
	to, end := len(raw), int(s.Offset+s.Length)
	switch {
	case end == len(normal):
	case normal[end] == '/':
		to = segmentEnd(raw, from)
	default:
		to = from + rawLength(raw[from:], int(s.Length))
	}
	return Span{Offset: uint32(from), Length: uint32(to - from)}
}

// rawLength returns how many bytes of a raw path have a normal form of n bytes.
func rawLength(raw string, n int) int {
	i := 0
	for n > 0 {
		if raw[i] != '%' {
			i, n = i+1, n-1
			continue
		}
		n--
		if c, _ := unhex(raw, i); c == '/' || c == '%' {
			n -= 2
		}
		i += 3
	}
	return i
}
