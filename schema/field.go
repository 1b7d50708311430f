package schema

import "reflect"

// A Field is a member of a struct, or of a struct embedded in it. A Field never
// changes and is safe for concurrent use; its slices must not be modified.
type Field struct {
	// Name is the wire name: from json:"name", else from a path, query, header or
	// cookie tag, else the Go name.
	Name string
	// GoName is the name of the Go field.
	GoName string
	// Schema describes the field's values, the constraints of its tags included.
	Schema *Schema

	// Index is the field's path for [reflect.Value.FieldByIndex].
	Index []int
	// Hops are the embedded pointers between the struct and the field, outermost
	// first. Most fields have none.
	Hops []Hop
	// Offset is the field's offset in bytes in the struct that the last hop points
	// to, or in the outer struct when there are no hops.
	Offset uintptr

	// Required says that the field must be present. Otherwise it is optional. What
	// is ReadOnly is required of servers only, and what is WriteOnly of clients; a
	// decoder that does not know which side it is on should insist on neither.
	Required bool
	// Nullable says that null may stand for the value.
	Nullable bool
	// OmitZero and OmitEmpty are the options of the json tag of these names.
	OmitZero, OmitEmpty bool
	// Quoted is the option string of the json tag: the number is written in a JSON
	// string.
	Quoted bool
	// IgnoreCase is the option case:ignore of the json tag.
	IgnoreCase bool

	// ProtobufNumber is the number in Protobuf, from the tags protobuf:"3" or
	// field:"3", else the position in the struct, from 1.
	ProtobufNumber int
	// ThriftNumber is the number in Thrift, from the tags thrift:"3" or field:"3",
	// else the position in the struct, from 1.
	ThriftNumber int

	// Annotations hold documentation, default and examples of this field.
	Annotations

	// Tag is the whole tag, for packages with tags of their own.
	Tag reflect.StructTag

	zeroer bool // the type has an IsZero method
}

// A Hop is an embedded pointer on the way to a field.
type Hop struct {
	Offset uintptr      // of the pointer, in the struct that holds it
	Type   reflect.Type // the struct it points to, to allocate when it is nil
}

// Optional reports whether the field may be absent.
func (f *Field) Optional() bool { return !f.Required }

// Get returns the field's value inside a struct value, and false when an embedded
// pointer on the way is nil.
func (f *Field) Get(structValue reflect.Value) (reflect.Value, bool) {
	v := structValue
	for i, x := range f.Index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return reflect.Value{}, false
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v, true
}

// Settable returns the field's value inside an addressable struct value, ready to
// be set. It allocates the embedded pointers that are nil on the way.
func (f *Field) Settable(structValue reflect.Value) reflect.Value {
	v := structValue
	for i, x := range f.Index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}

// Omits reports whether an encoder leaves the field out when it has this value:
// when it is an Optional that is absent, when it is zero and the field is marked
// omitzero, and when it is empty and the field is marked omitempty. Zero and empty
// mean what they mean in encoding/json/v2, except that a struct is never empty.
func (f *Field) Omits(v reflect.Value) bool {
	if f.Schema.kind == KindOptional {
		return addressable(v).Addr().Interface().(AnyOptional).IsAbsent()
	}
	return f.OmitZero && f.isZero(v) || f.OmitEmpty && isEmpty(v)
}

func (f *Field) isZero(v reflect.Value) bool {
	if v.Kind() == reflect.Pointer && v.IsNil() || v.Kind() == reflect.Interface {
		return v.IsZero()
	}
	if !f.zeroer {
		return v.IsZero()
	}
	if v.Kind() != reflect.Pointer {
		v = addressable(v).Addr()
	}
	return v.Interface().(interface{ IsZero() bool }).IsZero()
}

// isEmpty reports whether the value would be null, "", [] or {} in JSON.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return v.Len() == 0
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || isEmpty(v.Elem())
	}
	return false
}

var zeroerType = reflect.TypeFor[interface{ IsZero() bool }]()
