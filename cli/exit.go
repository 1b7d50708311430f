package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/weft-go/weft"
)

// A Code is what a command ends with.
type Code int

// The exit codes.
const (
	// OK is success: an answer that is a declared output, and was printed.
	OK Code = 0

	// NoAnswer means that there was no answer, or that it broke off.
	NoAnswer Code = 1

	// Usage means that the command line was wrong. Nothing was sent, unless the fault
	// is in a stream that was being sent.
	Usage Code = 2

	// Refused is an answer from 400 to 499.
	Refused Code = 3

	// ServerFailed is an answer from 500 on.
	ServerFailed Code = 4

	// Unexpected is an answer that the description does not know, or one that could
	// not be decoded or written.
	Unexpected Code = 5
)

// An Exit is the error of a command: what to tell the user, and the code to end with.
// It is what commands of [App.Command] return.
type Exit struct {
	// Code is the exit code.
	Code Code

	// Status is the status of the answer, or 0 if there was none.
	Status weft.Status

	// Cause is what went wrong. It is nil if the answer itself, which was printed
	// already, says it.
	Cause error
}

// Error returns the cause, or the status if there is none.
func (e *Exit) Error() string {
	if e.Cause == nil {
		return e.Status.String()
	}
	return e.Cause.Error()
}

// Unwrap returns the cause.
func (e *Exit) Unwrap() error { return e.Cause }

// CodeOf returns the exit code for the error of a command: OK for nil, that of an
// [*Exit], and Usage for others, which are about the command line.
func CodeOf(err error) Code {
	if err == nil {
		return OK
	}
	if e, ok := errors.AsType[*Exit](err); ok {
		return e.Code
	}
	return Usage
}

// usage returns the error of a wrong command line.
func usage(format string, args ...any) error {
	return &Exit{Code: Usage, Cause: fmt.Errorf(format, args...)}
}

// noAnswer returns the error of a request that got no answer. If the fault is in what
// was being sent, it is one of usage.
func noAnswer(err error) error {
	if e, ok := errors.AsType[*Exit](err); ok {
		return e
	}
	if p, ok := errors.AsType[*weft.Problem](err); ok {
		return &Exit{Code: Usage, Cause: fmt.Errorf("--body: %w", p)}
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	return &Exit{Code: NoAnswer, Cause: err}
}

// codeFor returns the exit code for an answer that is not an output.
func codeFor(s weft.Status) Code {
	switch {
	case s >= 500:
		return ServerFailed
	case s >= 400:
		return Refused
	}
	return Unexpected
}
