package json

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft/format"
)

// maxFaults is how many faults of one value are reported.
const maxFaults = 32

// Faults returns everything that was wrong with an input, in the order of the input,
// given the error of a Decode. Input that is not JSON has one fault. Otherwise every
// field that is missing or does not fit its type is a fault of its own, up to 32 of
// them. For an error that does not come from decoding it returns nil.
func Faults(err error) []*format.DecodeError {
	first, ok := errors.AsType[*format.DecodeError](err)
	if !ok {
		return nil
	}
	faults := []*format.DecodeError{first}
	if more, ok := errors.AsType[*moreFaults](first.Cause); ok {
		faults = append(faults, more.others...)
	}
	return faults
}

// moreFaults is the cause of a decode error that is the first of several.
type moreFaults struct {
	cause  error // of the first one
	others []*format.DecodeError
}

// Error lists the other faults.
func (m *moreFaults) Error() string {
	texts := make([]string, len(m.others))
	for i, f := range m.others {
		texts[i] = f.Error()
	}
	return "also: " + strings.Join(texts, "; ")
}

// Unwrap returns the cause of the first fault, if it has one, and the other faults.
func (m *moreFaults) Unwrap() []error {
	var all []error
	if m.cause != nil {
		all = append(all, m.cause)
	}
	for _, f := range m.others {
		all = append(all, f)
	}
	return all
}

// fault is a fault whose path is still being found: each caller adds its step on the
// way back. So a good value pays nothing for paths.
type fault struct {
	offset  int
	problem string
	cause   error
	steps   []step // innermost first
}

// decodeError turns what was found into an error, or nil.
func decodeError(faults []fault) error {
	if len(faults) == 0 {
		return nil
	}
	list := make([]*format.DecodeError, len(faults))
	for i, f := range faults {
		list[i] = &format.DecodeError{Format: name, Offset: int64(f.offset), Path: pathOf(f.steps), Problem: f.problem, Cause: f.cause}
	}
	if len(list) > 1 {
		list[0].Cause = &moreFaults{list[0].Cause, list[1:]}
	}
	return list[0]
}

// step is one part of a path.
type step struct {
	text  string
	field bool // a dot goes before it
}

func fieldStep(name string) step { return step{clip(name), true} }
func indexStep(i int) step       { return step{"[" + strconv.Itoa(i) + "]", false} }
func keyStep(key string) step    { return step{"[" + strconv.Quote(clip(key)) + "]", false} }

// clip shortens text from the input, which can be of any length.
func clip(s string) string {
	const most = 64
	if len(s) <= most {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// pathOf joins steps, which are innermost first.
func pathOf(steps []step) string {
	var path strings.Builder
	for _, s := range slices.Backward(steps) {
		if s.field && path.Len() > 0 {
			path.WriteByte('.')
		}
		path.WriteString(s.text)
	}
	return path.String()
}

// under adds a step to the path of the error.
func (e *encoder) under(s step) { e.steps = append(e.steps, s) }

// under adds a step to the faults recorded since there were mark of them.
func (d *decoder) under(mark int, s step) {
	if d.broken != nil {
		d.broken.steps = append(d.broken.steps, s)
	}
	for i := mark; i < len(d.faults); i++ {
		d.faults[i].steps = append(d.faults[i].steps, s)
	}
}

// fault records a fault of the value at i. Decoding goes on.
func (d *decoder) fault(i int, problem string, cause error) {
	d.count++
	if len(d.faults) < maxFaults {
		d.faults = append(d.faults, fault{offset: i, problem: problem, cause: cause})
	}
}

// fatal records that the input is not JSON and returns -1. The faults found before
// are forgotten: what was meant is anybody's guess then.
func (d *decoder) fatal(i int, problem string) int {
	d.count++
	d.broken = &fault{offset: i, problem: problem}
	return -1
}

// syntax is fatal for a byte that is not what the grammar wants.
func (d *decoder) syntax(i int, want string) int {
	if i >= len(d.b) {
		return d.fatal(len(d.b), "unexpected end of input, want "+want)
	}
	return d.fatal(i, fmt.Sprintf("want %s, got %s", want, byteText(d.b[i])))
}

func byteText(c byte) string {
	if c >= ' ' && c < 0x7f {
		return "'" + string(rune(c)) + "'"
	}
	return fmt.Sprintf("byte 0x%02x", c)
}
