package weft

import (
	"bytes"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// The path of a URL is kept as it is written, with its escapes, because decoding
// loses information: in "/files/a%2Fb" there are two segments, and the second one
// is "a/b". So a path is split at its slashes first, and each segment is decoded
// afterwards.

// Path returns the path as it is written, with its escapes: "/files/a%2Fb". It is
// empty for the empty URL.
func (u URL) Path() string { return u.path }

// DecodedPath returns the path with its escapes decoded. A slash that was escaped
// cannot be told from one that separates segments; see [URL.Segments].
func (u URL) DecodedPath() string {
	// The path of a URL has only well-formed escapes.
	decoded, _ := unescape(u.path, false)
	return decoded
}

// Segments returns the segments of the path, decoded after it was split: the path
// "/files/a%2Fb" has the segments "files" and "a/b". A trailing slash gives an
// empty last segment. The paths "" and "/" have none.
func (u URL) Segments() []string {
	path := strings.TrimPrefix(u.path, "/")
	if path == "" {
		return nil
	}
	segments := make([]string, 0, strings.Count(path, "/")+1)
	for raw := range strings.SplitSeq(path, "/") {
		segment, _ := unescape(raw, false)
		segments = append(segments, segment)
	}
	return segments
}

// WithPath returns a copy with another path, given as it is written: escapes stay
// as they are. Whatever may not stand in a path, such as a space, a question mark
// or a lonely percent sign, is escaped. If the URL has a host and the path does not
// begin with a slash, one is put before it.
func (u URL) WithPath(path string) URL {
	return u.withPath(escapeRaw(path, &pathBytes))
}

// withPath sets a path that has only well-formed escapes.
func (u URL) withPath(path string) URL {
	u.path = path
	return u.settled()
}

// AddPath returns a copy whose path has the given segments at its end. They are
// given decoded: AddPath("a/b") adds the single segment "a%2Fb". Slashes are put
// between segments, but no second one after a slash that ends the path. An empty
// last segment ends the path with a slash.
//
// The segments "." and ".." cannot be escaped. They keep their meaning, which is
// this directory and the one above, so check values that strangers chose.
func (u URL) AddPath(segments ...string) URL {
	if len(segments) == 0 {
		return u
	}
	path := []byte(strings.TrimSuffix(u.path, "/"))
	for i, segment := range segments {
		// A URL without a path stays relative to where it is used.
		if i > 0 || u.path != "" || u.host != "" {
			path = append(path, '/')
		}
		path = appendEscaped(path, segment, &segmentBytes)
	}
	return u.withPath(string(path))
}

// AddLeadingSlash returns a copy whose path begins with a slash.
func (u URL) AddLeadingSlash() URL {
	if !strings.HasPrefix(u.path, "/") {
		return u.withPath("/" + u.path)
	}
	return u
}

// AddTrailingSlash returns a copy whose path ends with a slash.
func (u URL) AddTrailingSlash() URL {
	if !u.HasTrailingSlash() {
		return u.withPath(u.path + "/")
	}
	return u
}

// DropLeadingSlash returns a copy whose path has one leading slash less. In a URL
// with a host only the path "/" can lose its slash; every other is left alone.
func (u URL) DropLeadingSlash() URL {
	if u.host == "" || u.path == "/" {
		return u.withPath(strings.TrimPrefix(u.path, "/"))
	}
	return u
}

// DropTrailingSlash returns a copy whose path has one trailing slash less. The
// path "/" becomes empty.
func (u URL) DropTrailingSlash() URL {
	return u.withPath(strings.TrimSuffix(u.path, "/"))
}

// HasTrailingSlash reports whether the path ends with a slash.
func (u URL) HasTrailingSlash() bool {
	return strings.HasSuffix(u.path, "/")
}

// Normalize returns a copy whose path has no dot segments (RFC 3986 section
// 5.2.4): "/a/./b/../c" becomes "/a/c". The escaped forms, such as "%2e%2E", count
// as dots. A path never climbs above its root, keeps its trailing slash and keeps
// its empty segments. A path that does not begin with a slash is left alone: what
// its dots mean is known only when it is resolved.
func (u URL) Normalize() URL {
	clean, _ := cleanPath(u.path)
	return u.withPath(clean)
}

// cleanPath removes the dot segments of a path and reports whether there were any.
// It is what [URL.Normalize] promises, and it is called for every request: a path
// without dot segments is returned as it is, without an allocation.
func cleanPath(raw string) (clean string, changed bool) {
	first := firstDotSegment(raw)
	if first < 0 {
		return raw, false
	}
	// out is what is kept. It always ends before the slash of the next segment.
	out := append(make([]byte, 0, len(raw)), raw[:first]...)
	for rest := raw[first:]; rest != ""; {
		segment, more := cutSegment(rest)
		last := more == ""
		switch dotCount(segment) {
		case 0:
			out = append(out, rest[:len(segment)+1]...)
		case 2:
			// With no slash left there is nothing above: the root stays.
			if i := bytes.LastIndexByte(out, '/'); i >= 0 {
				out = out[:i]
			}
			fallthrough
		default:
			// "/a/.." is the directory "/", not the file "".
			if last {
				out = append(out, '/')
			}
		}
		rest = more
	}
	return string(out), true
}

// firstDotSegment returns the index of the slash before the first dot segment of a
// path that begins with a slash, or -1.
func firstDotSegment(path string) int {
	if path == "" || path[0] != '/' {
		return -1
	}
	for i := range len(path) - 1 {
		// Few segments begin like a dot segment, so few are looked at twice.
		if path[i] != '/' || path[i+1] != '.' && path[i+1] != '%' {
			continue
		}
		if segment, _ := cutSegment(path[i:]); dotCount(segment) > 0 {
			return i
		}
	}
	return -1
}

// cutSegment splits a path that begins with a slash into its first segment,
// without the slash, and what follows, with its slash.
func cutSegment(path string) (segment, rest string) {
	if i := strings.IndexByte(path[1:], '/'); i >= 0 {
		return path[1 : i+1], path[i+1:]
	}
	return path[1:], ""
}

// dotCount returns 1 or 2 if a segment is one or two dots, escaped or not, and 0
// for every other segment.
func dotCount(segment string) int {
	count := 0
	for segment != "" {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) >= 3 && segment[0] == '%' && segment[1] == '2' && ascii.Lower(segment[2]) == 'e':
			segment = segment[3:]
		default:
			return 0
		}
		if count++; count > 2 {
			return 0
		}
	}
	return count
}
