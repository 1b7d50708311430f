package schema

import "fmt"

// Kind says which of the shapes a [Schema] has. Formats switch on it. The zero
// Kind, KindInvalid, belongs to no schema.
//
// A kind is about the shape of the value, not about the Go type: a named string
// type is a KindString, and an enum has the kind of its values.
type Kind uint8

const (
	// KindInvalid is the zero Kind. No derived schema has it.
	KindInvalid Kind = iota

	// KindBool is a bool.
	KindBool

	// KindInt is an int. Formats treat it as 64 bits wide.
	KindInt
	// KindInt8 is an int8.
	KindInt8
	// KindInt16 is an int16.
	KindInt16
	// KindInt32 is an int32.
	KindInt32
	// KindInt64 is an int64.
	KindInt64

	// KindUint is a uint. Formats treat it as 64 bits wide.
	KindUint
	// KindUint8 is a uint8.
	KindUint8
	// KindUint16 is a uint16.
	KindUint16
	// KindUint32 is a uint32.
	KindUint32
	// KindUint64 is a uint64.
	KindUint64

	// KindFloat32 is a float32.
	KindFloat32
	// KindFloat64 is a float64.
	KindFloat64

	// KindString is a string.
	KindString
	// KindBytes is a slice of bytes.
	KindBytes
	// KindByteArray is an array of bytes; [Schema.Len] is its length.
	KindByteArray

	// KindTime is a time.Time: an instant, in text RFC 3339.
	KindTime
	// KindDuration is a time.Duration: in text ISO 8601, see [FormatDuration].
	KindDuration
	// KindUUID is the standard library's uuid.UUID.
	KindUUID
	// KindBigInt is a big.Int.
	KindBigInt
	// KindBigFloat is a big.Float, in text a decimal number.
	KindBigFloat
	// KindBigRat is a big.Rat, in text a fraction such as "3/2".
	KindBigRat
	// KindText is a type that converts itself with MarshalText (or AppendText)
	// and UnmarshalText.
	KindText

	// KindSlice is a slice of [Schema.Elem].
	KindSlice
	// KindArray is an array of [Schema.Len] times [Schema.Elem].
	KindArray
	// KindMap is a map from [Schema.Key] to [Schema.Elem].
	KindMap
	// KindPointer is a pointer to [Schema.Elem]: a value or null.
	KindPointer
	// KindOptional is an [Optional] of [Schema.Elem]: absent, null or a value.
	KindOptional

	// KindStruct is a struct with [Schema.Fields].
	KindStruct
	// KindSum is an interface registered with [Sum]; one of [Schema.Cases].
	KindSum

	// KindAny is an empty interface: any JSON value, decided at run time.
	KindAny
	// KindRawJSON is a json.RawMessage or jsontext.Value: JSON text kept as it is.
	KindRawJSON
	// KindCustom is a type with JSON methods of its own. Only they know its
	// shape; other formats carry its JSON text.
	KindCustom

	kindCount
)

var kindNames = [kindCount]string{
	KindInvalid: "invalid", KindBool: "bool",
	KindInt: "int", KindInt8: "int8", KindInt16: "int16", KindInt32: "int32", KindInt64: "int64",
	KindUint: "uint", KindUint8: "uint8", KindUint16: "uint16", KindUint32: "uint32", KindUint64: "uint64",
	KindFloat32: "float32", KindFloat64: "float64",
	KindString: "string", KindBytes: "bytes", KindByteArray: "byte array",
	KindTime: "time", KindDuration: "duration", KindUUID: "uuid",
	KindBigInt: "big integer", KindBigFloat: "big decimal", KindBigRat: "fraction", KindText: "text",
	KindSlice: "slice", KindArray: "array", KindMap: "map", KindPointer: "pointer", KindOptional: "optional",
	KindStruct: "struct", KindSum: "sum", KindAny: "any", KindRawJSON: "raw JSON", KindCustom: "custom",
}

// String returns the kind in words, as error messages use it: "int64", "big
// integer", "byte array".
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// IsInt reports whether the kind is a signed integer of a fixed or natural width.
func (k Kind) IsInt() bool { return k >= KindInt && k <= KindInt64 }

// IsUint reports whether the kind is an unsigned integer of a fixed or natural width.
func (k Kind) IsUint() bool { return k >= KindUint && k <= KindUint64 }

// IsFloat reports whether the kind is float32 or float64.
func (k Kind) IsFloat() bool { return k == KindFloat32 || k == KindFloat64 }

// IsNumber reports whether JSON writes the kind as a number: integers, big
// integers and floats. Big decimals and fractions are text.
func (k Kind) IsNumber() bool { return k >= KindInt && k <= KindFloat64 || k == KindBigInt }

// IsScalar reports whether a value of the kind has a text form, so that it can
// stand in a query parameter, a path segment, a header or a map key; see
// [Schema.AppendText].
func (k Kind) IsScalar() bool { return k >= KindBool && k <= KindText }

// Bits returns the width of an integer or float kind, 64 for int and uint, and 0
// for every other kind.
func (k Kind) Bits() int {
	switch k {
	case KindInt8, KindUint8:
		return 8
	case KindInt16, KindUint16:
		return 16
	case KindInt32, KindUint32, KindFloat32:
		return 32
	case KindInt, KindInt64, KindUint, KindUint64, KindFloat64:
		return 64
	}
	return 0
}
