package json

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/fault"
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

// decodeError turns what was found into an error, or nil.
func decodeError(faults []fault.Fault) error {
	if len(faults) == 0 {
		return nil
	}
	list := make([]*format.DecodeError, len(faults))
	for i := range faults {
		list[i] = faults[i].DecodeError(name, nil)
	}
	if len(list) > 1 {
		list[0].Cause = &moreFaults{list[0].Cause, list[1:]}
	}
	return list[0]
}

func fieldStep(name string) fault.Step { return fault.Field(clip(name)) }
func keyStep(key string) fault.Step    { return fault.Key(strconv.Quote(clip(key))) }

// clip shortens text from the input, which can be of any length.
func clip(s string) string {
	const most = 64
	if len(s) <= most {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// under adds a step to the path of the error.
func (e *encoder) under(s fault.Step) { e.path.Add(s) }

// under adds a step to the faults recorded since there were mark of them.
func (d *decoder) under(mark int, s fault.Step) {
	if d.broken != nil {
		d.broken.In(s)
	}
	for i := mark; i < len(d.faults); i++ {
		d.faults[i].In(s)
	}
}

// fault records a fault of the value at i. Decoding goes on.
func (d *decoder) fault(i int, problem string, cause error) {
	d.count++
	if len(d.faults) < maxFaults {
		f := fault.Fault{Problem: problem, Cause: cause}
		d.faults = append(d.faults, *f.At(i))
	}
}

// fatal records that the input is not JSON and returns -1. The faults found before
// are forgotten: what was meant is anybody's guess then.
func (d *decoder) fatal(i int, problem string) int {
	d.count++
	f := fault.Fault{Problem: problem}
	d.broken = f.At(i)
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
