package json

import (
	"time"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// decoder is the state of decoding one value. It lives on the stack.
//
// Its methods take the index of the first byte of a value, with whitespace already
// skipped, and return the index after it, or -1 when the input is not JSON. A value
// that is JSON but does not fit is recorded as a fault and skipped, so that all
// faults are found in one pass.
type decoder struct {
	b      []byte
	plan   *plan
	depth  int
	count  int // of faults, also of those that are too many to record
	faults []fault.Fault
	broken *fault.Fault // the fatal one
	budget int          // how many bytes may still be read a second time; see decode_sum.go
	arena  arena
	whole  string   // a copy of short input, once it was needed
	buf    []byte   // of strings with escapes
	names  [][]byte // of members without a field, those of enclosing objects first
}

// decode sets the zero value at p from all of b.
func (p *plan) decode(b []byte, v memory.Ref) error {
	d := decoder{b: b, plan: p}
	i := d.space(0)
	if i == len(b) {
		d.fatal(i, "unexpected end of input, want a value")
	} else if i = d.value(p.root, v, i); i >= 0 {
		if i = d.space(i); i < len(b) {
			d.syntax(i, "the end of input after the value")
		}
	}
	if d.broken != nil {
		return decodeError([]fault.Fault{*d.broken})
	}
	return decodeError(d.faults)
}

// space returns the index of the first byte from i on that is not whitespace.
func (d *decoder) space(i int) int {
	if i < len(d.b) && d.b[i] > ' ' {
		return i
	}
	return d.moreSpace(i)
}

func (d *decoder) moreSpace(i int) int {
	for i < len(d.b) && isSpace(d.b[i]) {
		i++
	}
	return i
}

// enter goes one level down, into the object or list at i.
func (d *decoder) enter(i int) bool {
	if d.depth++; d.depth > maxDepth {
		d.fatal(i, "nested too deep, want at most 1000 levels")
		return false
	}
	return true
}

// mismatch records that the value at i is of the wrong kind, and skips it.
func (d *decoder) mismatch(want string, i int) int {
	end := d.skip(i)
	if end >= 0 {
		d.fault(i, "want "+want+", got "+kindText(d.b[i:end]), nil)
	}
	return end
}

// kindText names the kind of a JSON value.
func kindText(b []byte) string {
	switch b[0] {
	case '{':
		return "object"
	case '[':
		return "list"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}

// value decodes the value at i into p, for node n.
func (d *decoder) value(n *node, p memory.Ref, i int) int {
	switch n.op {
	case opString:
		if d.b[i] != '"' {
			return d.mismatch(n.want, i)
		}
		s, i := d.string(i)
		*memory.As[string](p) = s
		return i
	case opInt64:
		x, i := d.int(n, i, 64)
		*memory.As[int64](p) = x
		return i
	case opInt32:
		x, i := d.int(n, i, 32)
		*memory.As[int32](p) = int32(x)
		return i
	case opInt16:
		x, i := d.int(n, i, 16)
		*memory.As[int16](p) = int16(x)
		return i
	case opInt8:
		x, i := d.int(n, i, 8)
		*memory.As[int8](p) = int8(x)
		return i
	case opUint64:
		x, i := d.uint(n, i, 64)
		*memory.As[uint64](p) = x
		return i
	case opUint32:
		x, i := d.uint(n, i, 32)
		*memory.As[uint32](p) = uint32(x)
		return i
	case opUint16:
		x, i := d.uint(n, i, 16)
		*memory.As[uint16](p) = uint16(x)
		return i
	case opUint8:
		x, i := d.uint(n, i, 8)
		*memory.As[uint8](p) = uint8(x)
		return i
	case opFloat64:
		x, i := d.float(n, i, 64)
		*memory.As[float64](p) = x
		return i
	case opFloat32:
		x, i := d.float(n, i, 32)
		*memory.As[float32](p) = float32(x)
		return i
	case opBool:
		return d.bool(n, p, i)
	case opStruct:
		return d.object(n, p, i, nil)
	case opSlice:
		return d.slice(n, p, i)
	case opStrings:
		return d.strings(n, p, i)
	case opPointer:
		return d.pointer(n, p, i)
	case opTime:
		return d.time(n, p, i)
	}
	return d.rare(n, p, i)
}

// rare decodes the values of less common kinds.
func (d *decoder) rare(n *node, p memory.Ref, i int) int {
	switch n.op {
	case opArray:
		return d.array(n, p, i)
	case opMap:
		return d.table(n, p, i)
	case opOptional:
		return d.optional(n, p, i)
	case opBytes, opByteArray:
		return d.bytes(n, p, i)
	case opDuration:
		return d.duration(n, p, i)
	case opUUID:
		return d.uuid(n, p, i)
	case opBigInt:
		return d.bigInt(n, p, i)
	case opQuoted:
		return d.quoted(n, p, i)
	case opSum:
		return d.sum(n, p, i)
	case opAny:
		v, i := d.any(i)
		*memory.As[any](p) = v
		return i
	case opRaw:
		end := d.skip(i)
		if end >= 0 {
			*memory.As[[]byte](p) = append([]byte(nil), d.b[i:end]...)
		}
		return end
	case opCustom:
		return d.custom(n, p, i)
	}
	return d.methodText(n, p, i)
}

func (d *decoder) bool(n *node, p memory.Ref, i int) int {
	switch d.b[i] {
	case 't':
		if end := d.literal(i, "true"); end >= 0 {
			*memory.As[bool](p) = true
			return end
		}
		return -1
	case 'f':
		return d.literal(i, "false")
	}
	return d.mismatch(n.want, i)
}

// literal reads true, false or null.
func (d *decoder) literal(i int, text string) int {
	if len(d.b)-i >= len(text) && string(d.b[i:i+len(text)]) == text {
		return i + len(text)
	}
	for k := range len(text) {
		if i+k >= len(d.b) || d.b[i+k] != text[k] {
			return d.syntax(i+k, text)
		}
	}
	return i + len(text)
}

func (d *decoder) pointer(n *node, p memory.Ref, i int) int {
	if d.b[i] == 'n' {
		return d.literal(i, "null") // the pointer is nil already
	}
	return d.value(n.elem, p.New(n.elem.typ), i)
}

func (d *decoder) optional(n *node, p memory.Ref, i int) int {
	state := memory.As[uint8](p.At(n.optional.state))
	if d.b[i] == 'n' {
		*state = n.optional.null
		return d.literal(i, "null")
	}
	*state = n.optional.present
	return d.value(n.elem, p, i)
}

// stringBytes reads the string at i. The bytes are those of the input or of a buffer
// and valid only until the next string is read.
func (d *decoder) stringBytes(want string, i int) ([]byte, int, bool) {
	if d.b[i] != '"' {
		return nil, d.mismatch(want, i), false
	}
	text, end := d.rawString(i)
	return text, end, end >= 0
}

func (d *decoder) time(n *node, p memory.Ref, i int) int {
	text, end, ok := d.stringBytes(n.want, i)
	if ok && !parseTime(memory.As[time.Time](p), text) {
		d.fault(i, "want "+n.want+", got "+quote(text), nil)
	}
	return end
}

func (d *decoder) duration(n *node, p memory.Ref, i int) int {
	text, end, ok := d.stringBytes(n.want, i)
	if ok {
		x, err := schema.ParseDuration(string(text))
		if err != nil {
			d.fault(i, "want "+n.want+", got "+quote(text), nil)
		}
		*memory.As[time.Duration](p) = x
	}
	return end
}
