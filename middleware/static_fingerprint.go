package middleware

import (
	"path"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// IsFingerprinted says whether the name of a file has a hash of its contents in it, as
// bundlers make them: "app.3f2a9c1b.js", "app-BxQ2k9fL.css", "chunk.4f1e2d3c.min.js".
// It is for [StaticConfig], whose field Immutable it fits.
//
// A part of the name between dots, or after the last hyphen or underscore of such a
// part, counts as a hash if it has from 8 to 64 letters and digits and at least one
// digit, and is not a number alone, since dates are.
func IsFingerprinted(name string) bool {
	parts := strings.Split(path.Base(name), ".")
	if len(parts) < 2 {
		return false
	}
	for i, part := range parts[:len(parts)-1] {
		at := strings.LastIndexAny(part, "-_")
		if i == 0 && at < 0 {
			continue // the name itself
		}
		if isHash(part[at+1:]) {
			return true
		}
	}
	return false
}

func isHash(s string) bool {
	if len(s) < 8 || len(s) > 64 {
		return false
	}
	digits := 0
	for i := range len(s) {
		switch {
		case ascii.IsDigit(s[i]):
			digits++
		case !ascii.IsLetter(s[i]):
			return false
		}
	}
	return digits > 0 && digits < len(s)
}
