package avro

import (
	"encoding/json/v2"
	"math"
	"time"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// Avro has no type for any value, but a union can say it: weft.Value is a record whose
// only field is one of null, boolean, long, double, string, bytes, an array of
// weft.Value or a map to weft.Value. A record adds no bytes.
const (
	valueNull = iota
	valueBoolean
	valueLong
	valueDouble
	valueString
	valueBytes
	valueArray
	valueMap
	valueBranches
)

// fillDynamic compiles an empty interface.
func fillDynamic(n *node) {
	n.kind, n.namespace, n.name = avroRecord, "weft", "Value"
	n.doc = "A value whose type is known only at run time."
	branch := func(kind avroKind) *node { return &node{kind: kind} }
	n.fields = []nodeField{{name: "value", node: &node{kind: avroUnion, branches: []*node{
		nullNode(), branch(avroBoolean), branch(avroLong), branch(avroDouble), branch(avroString), branch(avroBytes),
		{kind: avroArray, elem: n}, {kind: avroMap, elem: n},
	}}}}
	d := &dynamicPlan{item: &node{kind: avroUnion}, list: &node{}, dict: &node{}}
	d.item.encode, d.item.decode = d.encode, d.decode
	d.list.elem, d.dict.elem = d.item, d.item
	fillSlice(d.list, schema.Of[[]any]())
	fillMapOf[any](d.dict)
	n.encode, n.decode = d.encode, d.decode
}

// dynamicPlan holds what an any needs for the lists and the maps in it.
type dynamicPlan struct{ item, list, dict *node }

func (d *dynamicPlan) encode(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	return d.appendAny(dst, *memory.As[any](p), depth)
}

func (d *dynamicPlan) decode(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	v, rest, f := d.readAny(in, depth)
	if f == nil {
		*memory.As[any](p) = v
	}
	return rest, f
}

// appendAny appends whatever an interface holds. What is not one of the branches is
// turned into them by way of its JSON.
func (d *dynamicPlan) appendAny(dst []byte, v any, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	switch v := v.(type) {
	case nil:
		return appendLong(dst, valueNull), nil
	case bool:
		return encodeBool(appendLong(dst, valueBoolean), memory.Hidden(&v), depth)
	case int:
		return appendLong(appendLong(dst, valueLong), int64(v)), nil
	case int64:
		return appendLong(appendLong(dst, valueLong), v), nil
	case float64:
		return encodeFloat64(appendLong(dst, valueDouble), memory.Hidden(&v), depth)
	case string:
		return appendString(appendLong(dst, valueString), v)
	case []byte:
		return appendBytes(appendLong(dst, valueBytes), v), nil
	case []any:
		return d.list.encode(appendLong(dst, valueArray), memory.Hidden(&v), depth)
	case map[string]any:
		return d.dict.encode(appendLong(dst, valueMap), memory.Hidden(&v), depth)
	case time.Time:
		return appendString(appendLong(dst, valueString), v.Format(time.RFC3339Nano))
	}
	return d.appendOther(dst, v, depth)
}

// appendOther handles the types that are no branch.
func (d *dynamicPlan) appendOther(dst []byte, v any, depth int) ([]byte, *fault.Fault) {
	switch v := v.(type) {
	case int8:
		return appendLong(appendLong(dst, valueLong), int64(v)), nil
	case int16:
		return appendLong(appendLong(dst, valueLong), int64(v)), nil
	case int32:
		return appendLong(appendLong(dst, valueLong), int64(v)), nil
	case uint8:
		return appendLong(appendLong(dst, valueLong), int64(v)), nil
	case uint16:
		return appendLong(appendLong(dst, valueLong), int64(v)), nil
	case uint32:
		return appendLong(appendLong(dst, valueLong), int64(v)), nil
	case uint:
		return d.appendOther(dst, uint64(v), depth)
	case uint64:
		if v > math.MaxInt64 {
			return dst, fault.New("want a number that fits a long, got %d", v)
		}
		return appendLong(appendLong(dst, valueLong), int64(v)), nil
	}
	text, err := json.Marshal(v)
	var plain any
	if err == nil {
		err = json.Unmarshal(text, &plain)
	}
	if err != nil {
		return dst, fault.From(err)
	}
	return d.appendAny(dst, plain, depth+1)
}

// readAny reads a value of any type.
func (d *dynamicPlan) readAny(in []byte, depth int) (v any, rest []byte, f *fault.Fault) {
	if depth >= maxDepth {
		return nil, in, fault.Before(in, tooDeep)
	}
	branch, rest, f := readBranch(in, valueBranches)
	if f != nil {
		return nil, in, f
	}
	switch branch {
	case valueBoolean:
		return readAs[bool](rest, decodeBool, depth)
	case valueLong:
		n, after, ok := readLong(rest)
		if !ok {
			return nil, rest, refuseLong(rest, "long")
		}
		return n, after, nil
	case valueDouble:
		return readAs[float64](rest, decodeFloat64, depth)
	case valueString:
		return readAs[string](rest, decodeString, depth)
	case valueBytes:
		return readAs[[]byte](rest, decodeBytes, depth)
	case valueArray:
		return readAs[[]any](rest, d.list.decode, depth)
	case valueMap:
		return readAs[map[string]any](rest, d.dict.decode, depth)
	}
	return nil, rest, nil
}

func readAs[T any](in []byte, decode decodeFunc, depth int) (any, []byte, *fault.Fault) {
	var v T
	rest, f := decode(in, memory.Hidden(&v), depth+1)
	if f != nil {
		return nil, rest, f
	}
	return v, rest, nil
}
