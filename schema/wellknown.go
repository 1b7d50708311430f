package schema

import (
	"encoding"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"math/big"
	"reflect"
	"time"
	"uuid"
)

// wellKnown are the types with a kind of their own. They are looked up before
// methods are, because most of them have methods.
var wellKnown = map[reflect.Type]Kind{
	reflect.TypeFor[time.Time]():      KindTime,
	reflect.TypeFor[time.Duration]():  KindDuration,
	reflect.TypeFor[uuid.UUID]():      KindUUID,
	reflect.TypeFor[big.Int]():        KindBigInt,
	reflect.TypeFor[big.Float]():      KindBigFloat,
	reflect.TypeFor[big.Rat]():        KindBigRat,
	reflect.TypeFor[jsontext.Value](): KindRawJSON, // json.RawMessage is the same type
}

var jsonMethods = []reflect.Type{
	reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.MarshalerTo](),
	reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[json.UnmarshalerFrom](),
}

var (
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	textAppender    = reflect.TypeFor[encoding.TextAppender]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// hasMethods reports whether t or *t implements the interface.
func hasMethods(t, iface reflect.Type) bool {
	return t.Implements(iface) || reflect.PointerTo(t).Implements(iface)
}

// hasJSONMethods reports whether JSON is written or read by methods of the type.
// One of the two is enough: the other half of the shape cannot be trusted then.
func hasJSONMethods(t reflect.Type) bool {
	for _, m := range jsonMethods {
		if hasMethods(t, m) {
			return true
		}
	}
	return false
}

func hasTextMethods(t reflect.Type) bool {
	return (hasMethods(t, textMarshaler) || hasMethods(t, textAppender)) && hasMethods(t, textUnmarshaler)
}

// plainKinds are the kinds of Go's own scalars.
var plainKinds = map[reflect.Kind]Kind{
	reflect.Bool: KindBool, reflect.String: KindString,
	reflect.Int: KindInt, reflect.Int8: KindInt8, reflect.Int16: KindInt16, reflect.Int32: KindInt32, reflect.Int64: KindInt64,
	reflect.Uint: KindUint, reflect.Uint8: KindUint8, reflect.Uint16: KindUint16, reflect.Uint32: KindUint32, reflect.Uint64: KindUint64,
	reflect.Float32: KindFloat32, reflect.Float64: KindFloat64,
}
