package schema

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"reflect"
	"strings"
)

// Optional tells three things apart that a pointer cannot: a member that is
// absent, one that is null, and one that has a value. The zero Optional is absent.
//
//	type Patch struct {
//		Title schema.Optional[string] `json:"title"`
//	}
//
// An absent Optional is left out when a struct is encoded. With encoding/json the
// field needs json:",omitzero" for that; weft's formats do not need it.
type Optional[T any] struct {
	value T // first, so that it has the Optional's own address
	state optionalState
}

type optionalState uint8

const (
	optionalAbsent optionalState = iota
	optionalNull
	optionalPresent
)

// Some returns an Optional that has the value v.
func Some[T any](v T) Optional[T] { return Optional[T]{value: v, state: optionalPresent} }

// Null returns an Optional that is null.
func Null[T any]() Optional[T] { return Optional[T]{state: optionalNull} }

// Get returns the value and true, or the zero value and false when the Optional
// is absent or null.
func (o Optional[T]) Get() (T, bool) { return o.value, o.state == optionalPresent }

// OrElse returns the value, or other when the Optional is absent or null.
func (o Optional[T]) OrElse(other T) T {
	if o.state == optionalPresent {
		return o.value
	}
	return other
}

// IsAbsent reports whether the Optional is neither null nor a value.
func (o Optional[T]) IsAbsent() bool { return o.state == optionalAbsent }

// IsNull reports whether the Optional is null.
func (o Optional[T]) IsNull() bool { return o.state == optionalNull }

// IsZero reports whether the Optional is absent. The option omitzero of a json tag
// asks it.
func (o Optional[T]) IsZero() bool { return o.state == optionalAbsent }

// SetAbsent makes the Optional absent.
func (o *Optional[T]) SetAbsent() { *o = Optional[T]{} }

// SetNull makes the Optional null.
func (o *Optional[T]) SetNull() { *o = Null[T]() }

// SetPresent makes the Optional hold a value and returns the *T it is kept in. A
// value that was there before stays, another one is zero.
func (o *Optional[T]) SetPresent() any {
	o.state = optionalPresent
	return &o.value
}

// Pointer returns the *T the value is kept in, or nil when the Optional is absent
// or null.
func (o *Optional[T]) Pointer() any {
	if o.state != optionalPresent {
		return nil
	}
	return &o.value
}

// AnyOptional is implemented by *Optional[T] for every T. Formats use it to read
// and set an Optional whose T they know only as a schema.
type AnyOptional interface {
	// IsAbsent reports whether the Optional is neither null nor a value.
	IsAbsent() bool
	// IsNull reports whether the Optional is null.
	IsNull() bool
	// SetAbsent makes the Optional absent.
	SetAbsent()
	// SetNull makes the Optional null.
	SetNull()
	// SetPresent makes the Optional hold a value and returns the *T it is kept in.
	SetPresent() any
	// Pointer returns the *T the value is kept in, or nil when there is none.
	Pointer() any

	optionalElem() reflect.Type
}

func (o *Optional[T]) optionalElem() reflect.Type { return reflect.TypeFor[T]() }

// MarshalJSONTo encodes the value, or null when the Optional is absent or null.
func (o Optional[T]) MarshalJSONTo(enc *jsontext.Encoder) error {
	if o.state != optionalPresent {
		return enc.WriteToken(jsontext.Null)
	}
	return json.MarshalEncode(enc, &o.value)
}

// UnmarshalJSONFrom decodes null or a value. An absent member never gets here, so
// that the Optional stays absent.
func (o *Optional[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == 'n' {
		o.SetNull()
		return dec.SkipValue()
	}
	o.state = optionalPresent
	return json.UnmarshalDecode(dec, &o.value)
}

var anyOptionalType = reflect.TypeFor[AnyOptional]()

// optionalOf returns T when t is Optional[T]. A struct that embeds an Optional has
// its methods too, hence the look at the name.
func optionalOf(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() != reflect.Struct || t.PkgPath() != anyOptionalType.PkgPath() || !strings.HasPrefix(t.Name(), "Optional[") {
		return nil, false
	}
	o, ok := reflect.TypeAssert[AnyOptional](reflect.New(t))
	if !ok {
		return nil, false
	}
	return o.optionalElem(), true
}
