package protobuf

import "github.com/weft-go/weft/format/internal/fault"

// maxDepth is how deeply messages may be nested. It bounds the stack, and ends
// the encoding of values that contain themselves.
const maxDepth = 1000

// unreadable is the fault for a negative position of one of the readers.
func unreadable(offset, code int) *fault.Fault { return fault.At(offset, "%s", readProblems[code]) }
