package thrift

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/weft-go/weft/format"
)

// maxDepth is how deeply structs, lists and maps may be nested. It bounds the stack, and ends the
// encoding of values that contain themselves.
const maxDepth = 1000

// fault is an error whose path is still being found: each caller adds its own step
// on the way back, so that nothing is paid for paths while all goes well.
type fault struct {
	offset  int // -1 when encoding
	problem string
	cause   error
	steps   []string // innermost first
}

func faultf(offset int, text string, args ...any) *fault {
	return &fault{offset: offset, problem: fmt.Sprintf(text, args...)}
}

// faultFrom keeps the error of a type's own methods as the cause.
func faultFrom(offset int, err error) *fault {
	return &fault{offset: offset, problem: err.Error(), cause: err}
}

// unreadable is the fault for a negative position of one of the readers.
func unreadable(offset, code int) *fault {
	return &fault{offset: offset, problem: readProblems[code]}
}

func (f *fault) in(step string) *fault {
	f.steps = append(f.steps, step)
	return f
}

func (f *fault) inIndex(i int) *fault { return f.in("[" + strconv.Itoa(i) + "]") }

// maxSteps is how many steps of a path are shown. The middle of a longer one, which
// only a hostile or a cyclic value has, is left out.
const maxSteps = 40

func (f *fault) path() string {
	var path strings.Builder
	for i := len(f.steps) - 1; i >= 0; i-- {
		step := f.steps[i]
		if i >= maxSteps/2 && i < len(f.steps)-maxSteps/2 {
			step = "…"
			i = maxSteps / 2
		}
		if path.Len() > 0 && step != "" && step[0] != '[' {
			path.WriteByte('.')
		}
		path.WriteString(step)
	}
	return path.String()
}

func (f *fault) decodeError() error {
	return &format.DecodeError{Format: formatName, Offset: int64(f.offset), Path: f.path(), Problem: f.problem, Cause: f.cause}
}

func (f *fault) encodeError() error {
	return &format.EncodeError{Format: formatName, Path: f.path(), Problem: f.problem, Cause: f.cause}
}
