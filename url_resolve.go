package weft

import "strings"

// Resolve returns what ref means on the page u (RFC 3986 section 5.2): an absolute
// ref is itself, "/a" replaces the path, "a" replaces its last segment, "../a" goes
// up, "?q" keeps the path. Dot segments are removed as [URL.Normalize] does; if u
// itself does not begin with a slash, its dots stay.
func (u URL) Resolve(ref URL) URL {
	switch {
	case ref.scheme != "":
		return ref.Normalize()
	case ref.host != "":
		ref.scheme = u.scheme
		return ref.Normalize()
	}
	out := u
	out.fragment = ref.fragment
	if ref.path == "" {
		if ref.hasQuery {
			out.query, out.hasQuery = ref.query, true
		}
		return out
	}
	out.query, out.hasQuery = ref.query, ref.hasQuery
	path := ref.path
	if path[0] != '/' {
		path = u.path[:strings.LastIndexByte(u.path, '/')+1] + path
	}
	return out.withPath(path).Normalize()
}
