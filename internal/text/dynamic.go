package text

import (
	"encoding"
	"net/netip"
	"reflect"
	"sync"
	"time"
	"uuid"
)

// A Dynamic is a codec for a type that is known only by reflection, such as the
// type of a struct's field. Get one from [ForType]. A Dynamic is immutable and
// safe for concurrent use.
type Dynamic struct {
	Form
	decode func(dst reflect.Value, s string) error
	append func(dst []byte, src reflect.Value) ([]byte, error)
}

// dynamics remembers the codec of each type, as codecs does for [For].
var dynamics sync.Map // of reflect.Type to *Dynamic

// ForType returns the codec of the type t, which accepts and gives the same text
// as [For] does for that type. The error is an [*Unsupported] if t has no text
// form.
func ForType(t reflect.Type) (*Dynamic, error) {
	if d, ok := dynamics.Load(t); ok {
		return d.(*Dynamic), nil
	}
	d, err := resolveType(t)
	if err != nil {
		return nil, err
	}
	shared, _ := dynamics.LoadOrStore(t, d)
	return shared.(*Dynamic), nil
}

// Decode sets dst, which must be settable and of the codec's type, to the value
// that s is the text of. The error is an [*Error] if it is the text of none; dst
// then keeps its value.
func (d *Dynamic) Decode(dst reflect.Value, s string) error {
	return d.decode(dst, s)
}

// Append appends the text of src, which must be of the codec's type, to dst and
// returns the extended slice. It fails as [Codec.Append] does.
func (d *Dynamic) Append(dst []byte, src reflect.Value) ([]byte, error) {
	return d.append(dst, src)
}

func resolveType(t reflect.Type) (*Dynamic, error) {
	switch t {
	case reflect.TypeFor[time.Time]():
		return known(timeForm, parseTime, appendTime), nil
	case reflect.TypeFor[time.Duration]():
		return known(durationForm, parseDuration, appendDuration), nil
	case reflect.TypeFor[uuid.UUID]():
		return known(uuidForm, parseUUID, appendUUID), nil
	case reflect.TypeFor[netip.Addr]():
		return known(addrForm, parseAddr, appendAddr), nil
	}
	if decodesItself(t) {
		return dynamicItself(t), nil
	}
	return resolveKind(t)
}

// known lifts the codec of a well-known type to reflection.
func known[T any](form Form, decode func(string) (T, error), add func([]byte, T) ([]byte, error)) *Dynamic {
	return &Dynamic{
		Form: form,
		decode: func(dst reflect.Value, s string) error {
			v, err := decode(s)
			if err == nil {
				dst.Set(reflect.ValueOf(v))
			}
			return err
		},
		append: func(dst []byte, src reflect.Value) ([]byte, error) {
			return add(dst, src.Interface().(T))
		},
	}
}

func dynamicItself(t reflect.Type) *Dynamic {
	form := formOf(t)
	return &Dynamic{
		Form: form,
		decode: func(dst reflect.Value, s string) error {
			v := reflect.New(t)
			if err := v.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
				return mismatch(form, s, err)
			}
			dst.Set(v.Elem())
			return nil
		},
		append: func(dst []byte, src reflect.Value) ([]byte, error) {
			// MarshalText may have a pointer receiver, and src need not be addressable.
			if !src.CanAddr() {
				v := reflect.New(t)
				v.Elem().Set(src)
				src = v.Elem()
			}
			return appendItself(dst, src.Addr().Interface(), t)
		},
	}
}
