package coding

import (
	"fmt"

	"github.com/weft-go/weft/internal/ascii"
)

// A Scheme is a coding that can be undone.
type Scheme uint8

// The schemes.
const (
	// Gzip is RFC 1952, with any number of members.
	Gzip Scheme = iota

	// Zlib is RFC 1950, which the coding deflate stands for.
	Zlib

	// ZlibOrRaw is Zlib or, without the wrapper, RFC 1951. Some clients took the
	// name of the coding at its word.
	ZlibOrRaw
)

// String returns the name of the coding.
func (s Scheme) String() string {
	if s == Gzip {
		return "gzip"
	}
	return "deflate"
}

// MaxCodings is how many codings a body may have one over the other. Nobody needs
// more than one; each one multiplies what a few bytes can do.
const MaxCodings = 3

// An Unsupported is the error of a Content-Encoding that cannot be undone.
type Unsupported struct {
	// Coding is the name of the coding, or empty if there are too many.
	Coding string
}

// Error names the coding.
func (e *Unsupported) Error() string {
	if e.Coding == "" {
		return fmt.Sprintf("more than %d codings", MaxCodings)
	}
	return fmt.Sprintf("unknown coding %q", e.Coding)
}

// ParseCodings reads the values of the Content-Encoding fields of a message: the
// codings in the order in which they were applied. identity, which means nothing
// here, is left out. lenient accepts deflate without its wrapper. It fails with an
// [*Unsupported].
func ParseCodings(fields []string, lenient bool) ([]Scheme, error) {
	var schemes []Scheme
	for _, field := range fields {
		for name := range Elements(field) {
			switch {
			case ascii.EqualFold(name, "identity"):
				continue
			case ascii.EqualFold(name, "gzip"), ascii.EqualFold(name, "x-gzip"):
				schemes = append(schemes, Gzip)
			case ascii.EqualFold(name, "deflate") && lenient:
				schemes = append(schemes, ZlibOrRaw)
			case ascii.EqualFold(name, "deflate"):
				schemes = append(schemes, Zlib)
			default:
				return nil, &Unsupported{name}
			}
			if len(schemes) > MaxCodings {
				return nil, &Unsupported{}
			}
		}
	}
	return schemes, nil
}
