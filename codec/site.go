package codec

import (
	"fmt"
	"runtime"
	"strings"
)

// mistake panics because the program's text describes something that cannot be. The
// message begins with the place in the program.
func mistake(format string, args ...any) {
	panic(callSite() + ": " + fmt.Sprintf(format, args...))
}

// callSite returns the nearest caller outside of the framework as file:line.
func callSite() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !isFramework(f.Function) {
			return fmt.Sprintf("%s:%d", lastTwo(f.File), f.Line)
		}
		if !more {
			return "unknown place"
		}
	}
}

// lastTwo returns the file with its directory.
func lastTwo(file string) string {
	dir, _, _ := strings.CutLast(file, "/")
	return file[strings.LastIndexByte(dir, '/')+1:]
}

// isFramework says whether a function belongs to the packages through which
// codecs are written.
func isFramework(function string) bool {
	const module = "github.com/weft-go/weft"
	for _, pkg := range [...]string{".", "/codec.", "/route.", "/endpoint.", "/endpoint/partial."} {
		if strings.HasPrefix(function, module+pkg) {
			return true
		}
	}
	return false
}
