package pattern

import (
	"cmp"
	"slices"
)

// Any is the method of a route that serves every method.
const Any = "*"

// standard are the methods of RFC 9110, section 9.3, and RFC 5789: what a route
// for Any announces.
func standard() []string {
	return []string{"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"}
}

// leaf holds the routes of one pattern, at most one for each method: GET first,
// because most requests ask for it, Any last, the others by name.
type leaf []route

// find returns the index of the route that serves a method: its own, or that of
// GET for HEAD, or that of Any.
func (l leaf) find(method string) (int, bool) {
	for i := range l {
		if l[i].method == method {
			return l[i].index, true
		}
	}
	if method == "HEAD" && len(l) > 0 && l[0].method == "GET" {
		return l[0].index, true
	}
	if last := len(l) - 1; last >= 0 && l[last].method == Any {
		return l[last].index, true
	}
	return 0, false
}

// add puts a route in its place. If there is one with the same method, it returns
// that one and false.
func (l *leaf) add(r route) (route, bool) {
	i, found := slices.BinarySearchFunc(*l, r.method, func(a route, method string) int {
		return compareMethods(a.method, method)
	})
	if found {
		return (*l)[i], false
	}
	*l = slices.Insert(*l, i, r)
	return r, true
}

func compareMethods(a, b string) int {
	return cmp.Or(cmp.Compare(methodRank(a), methodRank(b)), cmp.Compare(a, b))
}

func methodRank(method string) int {
	switch method {
	case "GET":
		return 0
	case Any:
		return 2
	}
	return 1
}

// allowed returns the methods that the leaves serve together, as Allow lists them
// (RFC 9110, section 10.2.1).
func allowed(leaves []leaf) []string {
	if len(leaves) == 0 {
		return nil
	}
	methods := []string{"OPTIONS"}
	for _, l := range leaves {
		for _, r := range l {
			switch r.method {
			case Any:
				methods = append(methods, standard()...)
			case "GET":
				methods = append(methods, "GET", "HEAD")
			default:
				methods = append(methods, r.method)
			}
		}
	}
	slices.Sort(methods)
	return slices.Compact(methods)
}

// static finds the leaves of patterns without parameters by their whole path. They are
// kept by length, modulo the number of lists: most lists have one path, if any.
type static [64]staticList

// staticList holds paths of about the same length.
type staticList struct {
	// last has a bit for the last byte of each path, modulo 64. It spares most paths
	// with parameters the lookup, which would be in vain.
	last uint64
	few  []staticPath     // as long as they are few
	many map[string]*leaf // otherwise
}

// staticPath leads to the leaf of a path.
type staticPath struct {
	path string // in normal form
	leaf *leaf
}

// add notes the leaf of a path in normal form.
func (s *static) add(path string, l *leaf) {
	if s.find(path) != nil {
		return // another method of it is there already
	}
	list := &s[len(path)%len(s)]
	list.last |= lastBit(path)
	if list.many == nil && len(list.few) < maxFew {
		list.few = append(list.few, staticPath{path, l})
		return
	}
	if list.many == nil {
		list.many = make(map[string]*leaf)
		for _, p := range list.few {
			list.many[p.path] = p.leaf
		}
		list.few = nil
	}
	list.many[path] = l
}

// find returns the leaf of a raw path, or nil. A raw path that is equal to a
// normal form is its own normal form, so a hit is right even if it has a '%'. A
// miss may be due to another way of writing the path.
func (s *static) find(path string) *leaf {
	list := &s[len(path)%len(s)]
	if list.last&lastBit(path) == 0 {
		return nil
	}
	for i := range list.few {
		if p := &list.few[i]; p.path == path {
			return p.leaf
		}
	}
	return list.many[path]
}

func lastBit(path string) uint64 { return 1 << (path[len(path)-1] % 64) }
