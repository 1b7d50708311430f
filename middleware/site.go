package middleware

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// callSite returns the nearest caller outside of this package as file:line.
func callSite() string {
	var pcs [24]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "github.com/weft-go/weft/middleware.") {
			dir, file := filepath.Split(f.File)
			return fmt.Sprintf("%s/%s:%d", filepath.Base(dir), file, f.Line)
		}
		if !more {
			return "unknown place"
		}
	}
}
