package msgpack

import (
	"reflect"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
)

// Ext is a value of an extension type: a number from 0 to 127 that the application
// gives a meaning, and bytes. Negative numbers belong to MessagePack itself, which
// has one, -1 for timestamps. An Ext may stand in a struct or in an any.
type Ext struct {
	Type int8
	Data []byte
}

var extType = reflect.TypeFor[Ext]()

func encodeExt(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	e := memory.As[Ext](p)
	if e.Type == timestampType {
		if _, ok := parseTimestamp(e.Data); !ok {
			return dst, fault.New("the extension type -1 wants a timestamp of 4, 8 or 12 bytes")
		}
	}
	if uint64(len(e.Data)) > maxLength {
		return dst, fault.New(tooLong)
	}
	return appendExt(dst, e.Type, e.Data), nil
}

func decodeExt(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	kind, payload, rest, ok := readExt(in)
	if !ok {
		return in, refuse(in, "extension")
	}
	*memory.As[Ext](p) = Ext{Type: kind, Data: append(make([]byte, 0, len(payload)), payload...)}
	return rest, nil
}

// anyFunctions returns the functions of an empty interface.
func (c *compiler) anyFunctions() (encodeFunc, decodeFunc) {
	cfg := c.cfg
	encode := func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		return appendAny(dst, *memory.As[any](p), depth, cfg)
	}
	decode := func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		v, rest, f := readAny(in, depth)
		if f == nil {
			*memory.As[any](p) = v
		}
		return rest, f
	}
	return encode, decode
}

// appendAny appends whatever an interface holds. The types that decoding makes are
// written directly, all others by their plan.
func appendAny(dst []byte, v any, depth int, cfg format.Config) ([]byte, *fault.Fault) {
	switch v := v.(type) {
	case nil:
		return append(dst, nilByte), nil
	case bool:
		return appendBool(dst, v), nil
	case int:
		return appendInt(dst, int64(v)), nil
	case int64:
		return appendInt(dst, v), nil
	case uint64:
		return appendUint(dst, v), nil
	case float64:
		return appendFloat64(dst, v), nil
	case string:
		return encodeString(dst, memory.Hidden(&v), depth)
	case time.Time:
		return appendTime(dst, v), nil
	case []any:
		return appendAnyList(dst, v, depth, cfg)
	}
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	held := reflect.ValueOf(v)
	p, err := planOf(held.Type(), cfg)
	if err != nil {
		return dst, fault.From(err)
	}
	return p.encode(dst, memory.Of(memory.Addressable(held)), depth+1)
}

func appendAnyList(dst []byte, list []any, depth int, cfg format.Config) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	dst = appendArrayHead(dst, len(list))
	for i, item := range list {
		var f *fault.Fault
		if dst, f = appendAny(dst, item, depth+1, cfg); f != nil {
			return dst, f.In(fault.Index(i))
		}
	}
	return dst, nil
}

// readAny reads a value of any type.
func readAny(in []byte, depth int) (v any, rest []byte, f *fault.Fault) {
	h, ok := parseHead(in)
	if !ok || h.bytes > len(in)-h.size || h.family == famInvalid || h.count > h.room(in[h.size:]) {
		return nil, in, refuse(in, "a value")
	}
	payload, rest := in[h.size:h.size+h.bytes], in[h.size+h.bytes:]
	switch h.family {
	case famBool:
		return in[0] == trueByte, rest, nil
	case famInt:
		if n, _, ok := readInt(in); ok {
			return n, rest, nil
		}
		n, _, _ := readUint(in)
		return n, rest, nil
	case famFloat:
		return readFloatBits(payload), rest, nil
	case famStr:
		if !utf8.Valid(payload) {
			return nil, in, fault.Before(in, notUTF8)
		}
		return string(payload), rest, nil
	case famBin:
		return append(make([]byte, 0, len(payload)), payload...), rest, nil
	case famExt:
		return readAnyExt(in, payload, rest)
	case famArray:
		return readAnyList(in, rest, h.count, depth)
	case famMap:
		return readAnyMap(in, rest, h.count, depth)
	}
	return nil, rest, nil
}

func readAnyExt(in, payload, rest []byte) (any, []byte, *fault.Fault) {
	kind, data := int8(payload[0]), payload[1:]
	if kind != timestampType {
		return Ext{Type: kind, Data: append(make([]byte, 0, len(data)), data...)}, rest, nil
	}
	t, ok := parseTimestamp(data)
	if !ok {
		return nil, in, fault.Before(in, "want a timestamp of 4, 8 or 12 bytes with less than a second of nanoseconds")
	}
	return t, rest, nil
}

func readAnyList(in, rest []byte, n, depth int) (any, []byte, *fault.Fault) {
	if depth >= maxDepth {
		return nil, in, fault.Before(in, tooDeep)
	}
	list := make([]any, 0, min(n, 16+len(rest)/2))
	for i := range n {
		var item any
		var f *fault.Fault
		if item, rest, f = readAny(rest, depth+1); f != nil {
			return nil, rest, f.In(fault.Index(i))
		}
		list = append(list, item)
	}
	return list, rest, nil
}

func readAnyMap(in, rest []byte, n, depth int) (any, []byte, *fault.Fault) {
	if depth >= maxDepth {
		return nil, in, fault.Before(in, tooDeep)
	}
	m := make(map[string]any, min(n, 16+len(rest)/8))
	for range n {
		key, after, f := readAnyKey(rest)
		if f != nil {
			return nil, rest, f
		}
		var v any
		if v, rest, f = readAny(after, depth+1); f != nil {
			return nil, rest, f.In(fault.Key(strconv.Quote(key)))
		}
		m[key] = v
	}
	return m, rest, nil
}

// readAnyKey reads a key as text: of an integer, its decimal digits.
func readAnyKey(in []byte) (string, []byte, *fault.Fault) {
	if payload, rest, ok := readBytes(in); ok {
		if !utf8.Valid(payload) {
			return "", in, fault.Before(in, "a key is not valid UTF-8")
		}
		return string(payload), rest, nil
	}
	if h, ok := parseHead(in); ok && h.family == famInt {
		if n, rest, ok := readInt(in); ok {
			return strconv.FormatInt(n, 10), rest, nil
		}
		if n, rest, ok := readUint(in); ok {
			return strconv.FormatUint(n, 10), rest, nil
		}
	}
	return "", in, refuse(in, "a key that is a string or an integer")
}
