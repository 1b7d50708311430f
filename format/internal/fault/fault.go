// Package fault holds errors while they are on their way up.
//
// A fault starts where the problem is and collects its path as the functions return,
// each adding the step it had taken. So nothing is remembered on the way down, and a
// good value pays nothing for paths:
//
//	if pos, f = field.parse(b, pos, p); f != nil {
//		return pos, f.In(fault.Field(field.name))
//	}
//
// At the top it becomes a [format.DecodeError] or a [format.EncodeError].
//
// Faults are rare. What makes them is kept out of line, so that the functions which
// find them stay small and fast.
package fault

import (
	"fmt"
	"io"

	"github.com/weft-go/weft/format"
)

// A Fault is an error whose path is still being found.
type Fault struct {
	Problem string
	Cause   error
	Path    Path

	place int  // an offset, or how many bytes are left; -1 for none
	left  bool // the place is how many bytes are left
}

// New returns a fault without a place, as those of encoding are. The text is that of
// fmt.Sprintf, unless there are no arguments.
//
//go:noinline
func New(problem string, args ...any) *Fault {
	return &Fault{Problem: text(problem, args), place: -1}
}

// At returns a fault at an offset in the input.
//
//go:noinline
func At(offset int, problem string, args ...any) *Fault {
	return &Fault{Problem: text(problem, args), place: offset}
}

// Before returns a fault before the rest of the input. It is for readers that cut the
// input shorter as they go and do not know how much there was.
//
//go:noinline
func Before(rest []byte, problem string, args ...any) *Fault {
	return &Fault{Problem: text(problem, args), place: len(rest), left: true}
}

// Truncated is like [Before] for input that ends too early: its cause is
// io.ErrUnexpectedEOF.
//
//go:noinline
func Truncated(rest []byte, problem string, args ...any) *Fault {
	return &Fault{Problem: text(problem, args), Cause: io.ErrUnexpectedEOF, place: len(rest), left: true}
}

// From returns a fault without a place that is caused by the error of a type's own
// method. The error's text is the problem.
//
//go:noinline
func From(err error) *Fault { return &Fault{Problem: err.Error(), Cause: err, place: -1} }

// At sets the offset in the input.
func (f *Fault) At(offset int) *Fault {
	f.place, f.left = offset, false
	return f
}

// Before says that the fault is before the rest of the input.
func (f *Fault) Before(rest []byte) *Fault {
	f.place, f.left = len(rest), true
	return f
}

// In adds a step to the path, before those added already. The empty step adds nothing.
//
//go:noinline
func (f *Fault) In(s Step) *Fault {
	f.Path.Add(s)
	return f
}

// Shorten leaves out the middle of a path of more than 40 steps, which only a hostile
// or a cyclic value has.
func (f *Fault) Shorten() *Fault {
	f.Path = f.Path.shortened(40)
	return f
}

// DecodeError returns the error of decoding the input in a format.
func (f *Fault) DecodeError(name string, in []byte) *format.DecodeError {
	offset := int64(f.place)
	if f.left {
		offset = int64(len(in) - f.place)
	}
	return &format.DecodeError{Format: name, Offset: offset, Path: f.Path.String(), Problem: f.Problem, Cause: f.Cause}
}

// EncodeError returns the error of encoding in a format.
func (f *Fault) EncodeError(name string) *format.EncodeError {
	return &format.EncodeError{Format: name, Path: f.Path.String(), Problem: f.Problem, Cause: f.Cause}
}

func text(problem string, args []any) string {
	if len(args) == 0 {
		return problem
	}
	return fmt.Sprintf(problem, args...)
}
