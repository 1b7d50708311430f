package text

import (
	"reflect"
	"strconv"
)

// resolveKind finds the codec of a type by its underlying kind.
func resolveKind(t reflect.Type) (*Dynamic, error) {
	switch t.Kind() {
	case reflect.String:
		return &Dynamic{
			Form:   stringForm,
			decode: func(dst reflect.Value, s string) error { dst.SetString(s); return nil },
			append: func(dst []byte, src reflect.Value) ([]byte, error) { return append(dst, src.String()...), nil },
		}, nil
	case reflect.Bool:
		return dynamicBool(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return dynamicInt(Form{Int, t.Bits(), t.Kind().String()}), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return dynamicUint(Form{Uint, t.Bits(), t.Kind().String()}), nil
	case reflect.Float32, reflect.Float64:
		return dynamicFloat(Form{Float, t.Bits(), t.Kind().String()}), nil
	case reflect.Pointer:
		return dynamicPointer(t)
	default:
		return nil, &Unsupported{Type: t, Verb: "decode"}
	}
}

func dynamicBool() *Dynamic {
	return &Dynamic{
		Form: boolForm,
		decode: func(dst reflect.Value, s string) error {
			v, err := parseBool(s)
			if err == nil {
				dst.SetBool(v)
			}
			return err
		},
		append: func(dst []byte, src reflect.Value) ([]byte, error) {
			return strconv.AppendBool(dst, src.Bool()), nil
		},
	}
}

func dynamicInt(form Form) *Dynamic {
	return &Dynamic{
		Form: form,
		decode: func(dst reflect.Value, s string) error {
			v, err := parseInt(form, s)
			if err == nil {
				dst.SetInt(v)
			}
			return err
		},
		append: func(dst []byte, src reflect.Value) ([]byte, error) {
			return strconv.AppendInt(dst, src.Int(), 10), nil
		},
	}
}

func dynamicUint(form Form) *Dynamic {
	return &Dynamic{
		Form: form,
		decode: func(dst reflect.Value, s string) error {
			v, err := parseUint(form, s)
			if err == nil {
				dst.SetUint(v)
			}
			return err
		},
		append: func(dst []byte, src reflect.Value) ([]byte, error) {
			return strconv.AppendUint(dst, src.Uint(), 10), nil
		},
	}
}

func dynamicFloat(form Form) *Dynamic {
	return &Dynamic{
		Form: form,
		decode: func(dst reflect.Value, s string) error {
			v, err := parseFloat(form, s)
			if err == nil {
				dst.SetFloat(v)
			}
			return err
		},
		append: func(dst []byte, src reflect.Value) ([]byte, error) {
			return appendFloat(dst, src.Float(), form.bits)
		},
	}
}

// dynamicPointer decodes into a newly allocated element, so that a pointer never
// aliases the value of an earlier call.
func dynamicPointer(t reflect.Type) (*Dynamic, error) {
	// A type such as `type P *P` has no bottom to reach.
	if t.Elem().Kind() == reflect.Pointer {
		return nil, &Unsupported{Type: t, Verb: "decode"}
	}
	elem, err := ForType(t.Elem())
	if err != nil {
		return nil, &Unsupported{Type: t, Verb: "decode"}
	}
	return &Dynamic{
		Form: elem.Form,
		decode: func(dst reflect.Value, s string) error {
			v := reflect.New(t.Elem())
			if err := elem.decode(v.Elem(), s); err != nil {
				return err
			}
			dst.Set(v.Convert(t))
			return nil
		},
		append: func(dst []byte, src reflect.Value) ([]byte, error) {
			if src.IsNil() {
				return dst, errNil
			}
			return elem.append(dst, src.Elem())
		},
	}, nil
}
