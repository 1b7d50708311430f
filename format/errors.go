package format

import (
	"fmt"
	"strings"
)

// A DecodeError says why bytes are not a value of the expected type, and where.
type DecodeError struct {
	// Format is the name of the format, for example "JSON".
	Format string

	// Offset is the position in the input at which decoding stopped, in bytes
	// from the start of the value. It is -1 when no position applies.
	Offset int64

	// Path leads to the field inside the value, in wire names:
	// "items[3].tags[0]". It is empty for the value itself.
	Path string

	// Problem is the fact, for example `want int, got "ten"` or
	// "unexpected end of input". It is fit to be shown to a client.
	Problem string

	// Cause is the underlying error, if there is one.
	Cause error
}

// Error returns the error as one line: format, place and problem.
func (e *DecodeError) Error() string {
	var b strings.Builder
	b.WriteString(e.Format)
	if e.Path != "" {
		fmt.Fprintf(&b, " at %s", e.Path)
	}
	if e.Offset >= 0 {
		fmt.Fprintf(&b, " (byte %d)", e.Offset)
	}
	b.WriteString(": ")
	b.WriteString(e.Problem)
	return b.String()
}

// Unwrap returns the cause.
func (e *DecodeError) Unwrap() error { return e.Cause }

// An EncodeError says why a value cannot be written in a format.
type EncodeError struct {
	// Format is the name of the format, for example "JSON".
	Format string

	// Path leads to the field inside the value, in wire names.
	Path string

	// Problem is the fact, for example "NaN has no JSON form".
	Problem string

	// Cause is the underlying error, if there is one.
	Cause error
}

// Error returns the error as one line: format, place and problem.
func (e *EncodeError) Error() string {
	if e.Path == "" {
		return e.Format + ": " + e.Problem
	}
	return e.Format + " at " + e.Path + ": " + e.Problem
}

// Unwrap returns the cause.
func (e *EncodeError) Unwrap() error { return e.Cause }
