package msgpack

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft/format"
)

// fault is an error on its way up. It starts where the problem is and collects the
// path as the plans return, so that nothing has to be remembered on the way down.
type fault struct {
	problem string
	cause   error
	left    int // bytes of input not yet read when it happened; -1 for none
	path    []string
}

func newFault(problem string) *fault { return &fault{problem: problem, left: -1} }

// faultAt is a fault before the rest of the input.
func faultAt(in []byte, problem string) *fault { return &fault{problem: problem, left: len(in)} }

// truncated is a fault for input that ends too early.
func truncated(in []byte, problem string) *fault {
	return &fault{problem: problem, cause: io.ErrUnexpectedEOF, left: len(in)}
}

// causedBy keeps an error of a user's method; its text is the problem.
func causedBy(in []byte, err error) *fault {
	return &fault{problem: err.Error(), cause: err, left: len(in)}
}

func (f *fault) field(name string) *fault {
	f.path = append(f.path, "."+name)
	return f
}

func (f *fault) index(i int) *fault {
	f.path = append(f.path, "["+strconv.Itoa(i)+"]")
	return f
}

func (f *fault) key(text string) *fault {
	f.path = append(f.path, "["+text+"]")
	return f
}

// where returns the path in reading order, "items[3].tags[0]".
func (f *fault) where() string {
	slices.Reverse(f.path)
	return strings.TrimPrefix(strings.Join(f.path, ""), ".")
}

func (f *fault) decodeError(in []byte) error {
	offset := int64(-1)
	if f.left >= 0 {
		offset = int64(len(in) - f.left)
	}
	return &format.DecodeError{Format: name, Offset: offset, Path: f.where(), Problem: f.problem, Cause: f.cause}
}

func (f *fault) encodeError() error {
	return &format.EncodeError{Format: name, Path: f.where(), Problem: f.problem, Cause: f.cause}
}
