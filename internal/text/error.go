package text

import (
	"reflect"
	"strconv"
	"unicode/utf8"
)

// An Error says that a string is not the text of a value of the wanted type. Its
// message reads
//
//	want int, got "ten"
//	want int8 (-128 to 127), got "300"
//
// and may be shown to clients: it repeats what the client sent, cut to a
// reasonable length, and never mentions Go's names for fields or the cause.
type Error struct {
	Want  string // What was wanted, in the words of [Codec.Want], with its range if that was left.
	Got   string // The whole string that was given.
	Cause error  // What the type's own decoder said, or nil.
}

// Error returns the message that the type's comment shows.
func (e *Error) Error() string {
	return "want " + e.Want + ", got " + Quote(e.Got)
}

// Unwrap returns the cause, which may be nil.
func (e *Error) Unwrap() error { return e.Cause }

// quoteLimit is how many bytes of a client's text are repeated in a message.
const quoteLimit = 64

// Quote returns s in Go's double quotes. A long s is cut at the end of a rune and
// ends in an ellipsis, so that a hostile value does not fill logs and answers.
func Quote(s string) string {
	if len(s) <= quoteLimit {
		return strconv.Quote(s)
	}
	end := quoteLimit
	for end > quoteLimit-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return strconv.Quote(s[:end] + "…")
}

// Unsupported says that a Go type has no text form. It is a mistake of the
// programmer and not of the client.
type Unsupported struct {
	Type reflect.Type // The type that was asked for.
	Verb string       // "decode" or "encode".
}

// Error names the type and what a type needs to be supported.
func (u *Unsupported) Error() string {
	need := "encoding.TextUnmarshaler"
	if u.Verb == "encode" {
		need = "encoding.TextMarshaler"
	}
	return "cannot " + u.Verb + " " + u.Type.String() + " as text: it is neither a string, a bool, a number nor an " + need
}
