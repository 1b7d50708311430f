package weft

import "strconv"

// A Version is a version of HTTP. The zero Version is HTTP/1.1, the default. The
// numbers are not in order; use [Version.AtLeast] to compare.
type Version uint8

// The versions that weft speaks.
const (
	HTTP11 Version = iota // RFC 9112
	HTTP10                // RFC 1945
	HTTP2                 // RFC 9113
)

// DefaultVersion is the version of a message that does not say one.
const DefaultVersion = HTTP11

// ParseVersion reads the name of a version as it stands in a request line. It
// knows "HTTP/1.0", "HTTP/1.1", "HTTP/2.0" and "HTTP/2", and fails with a
// [*MalformedVersion] for everything else.
func ParseVersion(s string) (Version, error) {
	switch s {
	case "HTTP/1.1":
		return HTTP11, nil
	case "HTTP/1.0":
		return HTTP10, nil
	case "HTTP/2.0", "HTTP/2":
		return HTTP2, nil
	}
	return 0, &MalformedVersion{Version: s}
}

// Major returns the number before the dot: 1 or 2.
func (v Version) Major() int {
	if v == HTTP2 {
		return 2
	}
	return 1
}

// Minor returns the number after the dot: 0 or 1.
func (v Version) Minor() int {
	if v == HTTP11 {
		return 1
	}
	return 0
}

// AtLeast reports whether v is the same version as other or a later one.
func (v Version) AtLeast(other Version) bool {
	return v.Major() > other.Major() || v.Major() == other.Major() && v.Minor() >= other.Minor()
}

// String returns the name of the version: "HTTP/1.0", "HTTP/1.1" or "HTTP/2".
func (v Version) String() string {
	switch v {
	case HTTP11:
		return "HTTP/1.1"
	case HTTP10:
		return "HTTP/1.0"
	case HTTP2:
		return "HTTP/2"
	}
	return "Version(" + strconv.Itoa(int(v)) + ")"
}

// MalformedVersion says that a string is not a version of HTTP that weft speaks.
type MalformedVersion struct {
	Version string // What was given.
}

// Error returns a message such as `version "HTTP/3": want HTTP/1.0, HTTP/1.1 or
// HTTP/2`.
func (e *MalformedVersion) Error() string {
	return "version " + quoted(e.Version) + ": want HTTP/1.0, HTTP/1.1 or HTTP/2"
}
