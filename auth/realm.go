package auth

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// defaultRealm is what clients are told if nothing was given. RFC 7617 section 2
// requires a realm, and RFC 6750 section 3 a parameter.
const defaultRealm = "restricted"

// realmOf returns the realm of a constructor's optional argument. It panics if there
// are several, or if the realm cannot stand in a header field.
func realmOf(constructor string, realms []string) string {
	switch {
	case len(realms) > 1:
		mistake("auth.%s: want one realm, got %d", constructor, len(realms))
	case len(realms) == 0 || realms[0] == "":
		return defaultRealm
	case !ascii.IsFieldValue(realms[0]):
		mistake("auth.%s: realm %q: a control character cannot be sent", constructor, realms[0])
	}
	return realms[0]
}

// mistake panics about an error in the program, naming the place.
func mistake(format string, args ...any) {
	panic(callSite() + ": " + fmt.Sprintf(format, args...))
}

// callSite returns the nearest caller outside of the packages through which
// authentication is described, as file:line.
func callSite() string {
	var pcs [24]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !isFramework(f.Function) {
			return fmt.Sprintf("%s:%d", shortened(f.File), f.Line)
		}
		if !more {
			return "unknown place"
		}
	}
}

func isFramework(function string) bool {
	const module = "github.com/weft-go/weft"
	for _, pkg := range [...]string{".", "/auth.", "/route.", "/endpoint.", "/endpoint/partial."} {
		if strings.HasPrefix(function, module+pkg) {
			return true
		}
	}
	return false
}

// shortened returns the last two elements of a path.
func shortened(file string) string {
	if i := strings.LastIndexByte(file, '/'); i > 0 {
		if j := strings.LastIndexByte(file[:i], '/'); j >= 0 {
			return file[j+1:]
		}
	}
	return file
}
