package schema

import (
	"encoding/json/v2"
	"fmt"
	"reflect"
)

// An EnumValue is one of the values of an enum.
type EnumValue struct {
	// Name is the value's name: the one given with [Named], else what its String
	// method says, else the text of a string, else "".
	Name string
	// Value is the value, of the enum's Go type.
	Value any
	// JSON is the value as JSON text.
	JSON string
}

// EnumScalar is the constraint on the types that can be enums.
type EnumScalar interface {
	~string | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// A NamedValue is a value of an enum with a name. [Named] makes one.
type NamedValue[T EnumScalar] struct {
	name  string
	value T
}

// Named gives an enum's value a name, for [NamedEnum].
func Named[T EnumScalar](name string, value T) NamedValue[T] {
	return NamedValue[T]{name: name, value: value}
}

// An EnumType is a registered enum.
type EnumType struct {
	typ    reflect.Type
	where  string
	values []EnumValue
}

// Values returns the enum's values in the order in which they were registered.
func (e EnumType) Values() []EnumValue { return append([]EnumValue(nil), e.values...) }

// Enum registers the values of a defined string or integer type. Call it where a
// package starts:
//
//	var _ = schema.Enum(Red, Green, Blue)
//
// Registering the same values again does nothing. Enum panics, naming files and
// lines, when T is a predeclared type, when there are no values or one is repeated,
// when T is already registered with other values, and when the schema of T was
// derived before.
func Enum[T EnumScalar](values ...T) EnumType {
	named := make([]NamedValue[T], len(values))
	for i, v := range values {
		named[i] = NamedValue[T]{value: v}
	}
	return registerEnum(named, callSite())
}

// NamedEnum is like [Enum] for values with names. The names are for documents and
// for formats with symbolic enums (Protobuf, Avro, Thrift); in JSON the value of
// an integer type stays a number.
func NamedEnum[T EnumScalar](values ...NamedValue[T]) EnumType {
	return registerEnum(values, callSite())
}

func registerEnum[T EnumScalar](values []NamedValue[T], where string) EnumType {
	e := EnumType{typ: reflect.TypeFor[T](), where: where}
	fail := func(format string, args ...any) {
		panic(fmt.Sprintf("schema.Enum[%s] at %s: %s", e.typ, where, fmt.Sprintf(format, args...)))
	}
	if e.typ.PkgPath() == "" {
		fail("want a defined type, got the predeclared %s", e.typ)
	}
	if len(values) == 0 {
		fail("want at least one value")
	}
	seen := map[T]bool{}
	for _, v := range values {
		if seen[v.value] {
			fail("the value %v is listed twice", v.value)
		}
		seen[v.value] = true
		text, err := json.Marshal(v.value)
		if err != nil {
			fail("value %v: %v", v.value, err)
		}
		e.values = append(e.values, EnumValue{Name: enumName(v.name, v.value), Value: v.value, JSON: string(text)})
	}
	derived.registerEnum(e)
	return e
}

func enumName(given string, value any) string {
	if given != "" {
		return given
	}
	if s, ok := value.(fmt.Stringer); ok {
		return s.String()
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.String {
		return v.String()
	}
	return ""
}

func (e EnumType) equal(other EnumType) bool {
	if len(e.values) != len(other.values) {
		return false
	}
	for i := range e.values {
		if e.values[i] != other.values[i] {
			return false
		}
	}
	return true
}
