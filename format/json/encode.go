package json

import (
	"encoding/base64"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"
	"uuid"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// maxDepth bounds how deep values are nested, on both ways. On the way out it is
// what ends a value that contains itself.
const maxDepth = 1000

// encoder is the state of encoding one value. It lives on the stack.
//
// Its methods append to dst and return it. An error is kept in err, and every
// caller returns as soon as it is set; each adds its own step to the path.
type encoder struct {
	plan  *plan
	depth int
	err   *format.EncodeError
	path  fault.Path
}

// encode appends the value at p.
func (p *plan) encode(dst []byte, v memory.Ref) ([]byte, error) {
	e := encoder{plan: p}
	out := e.value(p.root, v, dst)
	if e.err != nil {
		e.err.Path = e.path.String()
		return dst, e.err
	}
	return out, nil
}

// fail records the error.
func (e *encoder) fail(dst []byte, problem string, cause error) []byte {
	e.err = &format.EncodeError{Format: name, Problem: problem, Cause: cause}
	return dst
}

func (e *encoder) enter(dst []byte) bool {
	if e.depth++; e.depth > maxDepth {
		e.fail(dst, fmt.Sprintf("nested more than %d deep; does the value contain itself?", maxDepth), nil)
		return false
	}
	return true
}

// value appends the value of node n at p.
func (e *encoder) value(n *node, p memory.Ref, dst []byte) []byte {
	switch n.op {
	case opString:
		return e.text(dst, *memory.As[string](p))
	case opInt64:
		return appendInt(dst, *memory.As[int64](p))
	case opInt32:
		return appendInt(dst, int64(*memory.As[int32](p)))
	case opInt16:
		return appendInt(dst, int64(*memory.As[int16](p)))
	case opInt8:
		return appendInt(dst, int64(*memory.As[int8](p)))
	case opUint64:
		return appendUint(dst, *memory.As[uint64](p))
	case opUint32:
		return appendUint(dst, uint64(*memory.As[uint32](p)))
	case opUint16:
		return appendUint(dst, uint64(*memory.As[uint16](p)))
	case opUint8:
		return appendUint(dst, uint64(*memory.As[uint8](p)))
	case opFloat64:
		return e.float(dst, *memory.As[float64](p), 64)
	case opFloat32:
		return e.float(dst, float64(*memory.As[float32](p)), 32)
	case opBool:
		return strconv.AppendBool(dst, *memory.As[bool](p))
	case opStruct:
		return e.object(n.object, p, dst, "")
	case opStrings:
		return e.strings(*memory.As[[]string](p), dst)
	case opSlice:
		s := p.Slice()
		return e.list(n, s.Data, s.Len, dst)
	case opArray:
		return e.list(n, p, n.length, dst)
	case opPointer:
		if p = p.Follow(); p.IsNil() {
			return append(dst, "null"...)
		}
		return e.value(n.elem, p, dst)
	case opTime:
		return e.time(dst, memory.As[time.Time](p))
	}
	return e.rare(n, p, dst)
}

// rare appends the values of less common kinds.
func (e *encoder) rare(n *node, p memory.Ref, dst []byte) []byte {
	switch n.op {
	case opOptional:
		if *memory.As[uint8](p.At(n.optional.state)) != n.optional.present {
			return append(dst, "null"...)
		}
		return e.value(n.elem, p, dst)
	case opMap:
		return e.table(n, p, dst)
	case opBytes:
		return appendBase64(dst, *memory.As[[]byte](p))
	case opByteArray:
		return appendBase64(dst, p.Bytes(n.length))
	case opDuration:
		dst = schema.AppendDuration(append(dst, '"'), *memory.As[time.Duration](p))
		return append(dst, '"')
	case opUUID:
		dst, _ = memory.As[uuid.UUID](p).AppendText(append(dst, '"')) // cannot fail
		return append(dst, '"')
	case opBigInt:
		return memory.As[big.Int](p).Append(dst, 10)
	case opQuoted:
		dst = e.value(n.elem, p, append(dst, '"'))
		return append(dst, '"')
	case opSum:
		return e.sum(n, p, dst)
	case opAny:
		return e.any(dst, *memory.As[any](p))
	case opRaw:
		return e.raw(dst, *memory.As[[]byte](p))
	case opCustom:
		return e.custom(dst, p.Value(n.typ))
	}
	return e.methodText(n, p, dst)
}

func (e *encoder) text(dst []byte, s string) []byte {
	dst, ok := appendString(dst, s)
	if !ok {
		return e.fail(dst, "the string is not UTF-8", nil)
	}
	return dst
}

func (e *encoder) float(dst []byte, x float64, bits int) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return e.fail(dst, fmt.Sprintf("%v has no JSON form", x), nil)
	}
	return appendFloat(dst, x, bits)
}

// time appends a time as in RFC 3339, with as many digits of a second as it has.
func (e *encoder) time(dst []byte, t *time.Time) []byte {
	if t.Location() == time.UTC {
		if year, month, day := t.Date(); year >= 0 && year <= 9999 {
			return appendUTC(dst, year, int(month), day, t)
		}
	}
	out, err := t.AppendText(append(dst, '"'))
	if err != nil {
		return e.fail(dst, strings.TrimPrefix(err.Error(), "Time.AppendText: "), err)
	}
	return append(out, '"')
}

func appendBase64(dst, b []byte) []byte {
	dst = base64.StdEncoding.AppendEncode(append(dst, '"'), b)
	return append(dst, '"')
}

// methodText appends the text of a type that writes itself as text.
func (e *encoder) methodText(n *node, p memory.Ref, dst []byte) []byte {
	text, err := n.schema.AppendText(nil, p.Value(n.typ))
	if err != nil {
		return e.fail(dst, err.Error(), err)
	}
	return e.text(dst, string(text))
}

// raw appends JSON text, without its whitespace.
func (e *encoder) raw(dst, b []byte) []byte {
	if len(b) == 0 {
		return append(dst, "null"...)
	}
	out, err := jsontext.AppendFormat(dst, b, jsontext.PreserveRawStrings(true))
	if err != nil {
		return e.fail(dst, "the raw value is not JSON", err)
	}
	return out
}

// custom appends what a type's own JSON methods make of a value, or for values in
// an any, what package encoding/json/v2 makes of it.
func (e *encoder) custom(dst []byte, v reflect.Value) []byte {
	b, err := jsonv2.Marshal(v.Addr().Interface())
	if err != nil {
		return e.fail(dst, err.Error(), err)
	}
	return append(dst, b...)
}

// strings appends a list of strings.
func (e *encoder) strings(list []string, dst []byte) []byte {
	if len(list) == 0 {
		return append(dst, "[]"...)
	}
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst = e.text(dst, s); e.err != nil {
			e.under(fault.Index(i))
			return dst
		}
	}
	return append(dst, ']')
}

// list appends the elements that lie from p on.
func (e *encoder) list(n *node, p memory.Ref, length int, dst []byte) []byte {
	if length == 0 {
		return append(dst, "[]"...)
	}
	if !e.enter(dst) {
		return dst
	}
	dst = append(dst, '[')
	for i := range length {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst = e.value(n.elem, p.At(uintptr(i)*n.size), dst); e.err != nil {
			e.under(fault.Index(i))
			return dst
		}
	}
	e.depth--
	return append(dst, ']')
}
