package wefttest

import (
	"fmt"
	"math"
	"reflect"
)

// How decoded values are compared.
//
// A value that went through a format and back has to be the same by its meaning,
// not by its memory: a nil list may come back as an empty one, times are compared
// as instants, and big integers as numbers. NaN equals NaN, and minus zero may lose
// its sign.

// difference returns the place where two values of one type differ, or "".
func difference[A any](a, b A) string {
	return differs(reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem(), "the value")
}

func differs(a, b reflect.Value, place string) string {
	if same, ok := sameByMethod(a, b); ok {
		return at(place, same)
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return at(place, a.IsNil() == b.IsNil())
		}
		if a.Elem().Type() != b.Elem().Type() {
			return place
		}
		return differs(a.Elem(), b.Elem(), place)
	case reflect.Struct:
		for i := range a.NumField() {
			if d := differs(a.Field(i), b.Field(i), place+"."+a.Type().Field(i).Name); d != "" {
				return d
			}
		}
		return ""
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return place
		}
		for i := range a.Len() {
			if d := differs(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", place, i)); d != "" {
				return d
			}
		}
		return ""
	case reflect.Map:
		return mapDiffers(a, b, place)
	case reflect.Float32, reflect.Float64:
		return at(place, a.Float() == b.Float() || math.IsNaN(a.Float()) && math.IsNaN(b.Float()))
	}
	return at(place, a.Equal(b))
}

func mapDiffers(a, b reflect.Value, place string) string {
	if a.Len() != b.Len() {
		return place
	}
	for _, k := range a.MapKeys() {
		inner := fmt.Sprintf("%s[%v]", place, k)
		v := b.MapIndex(k)
		if !v.IsValid() {
			return inner
		}
		if d := differs(a.MapIndex(k), v, inner); d != "" {
			return d
		}
	}
	return ""
}

// sameByMethod compares with a method Equal or Cmp, if the type has one.
func sameByMethod(a, b reflect.Value) (same, ok bool) {
	if a.Kind() == reflect.Pointer || !a.CanInterface() {
		return false, false
	}
	if m := a.MethodByName("Equal"); m.IsValid() && m.Type().NumIn() == 1 && m.Type().In(0) == b.Type() {
		return m.Call([]reflect.Value{b})[0].Bool(), true
	}
	if !a.CanAddr() {
		return false, false
	}
	if m := a.Addr().MethodByName("Cmp"); m.IsValid() && m.Type().NumIn() == 1 && m.Type().In(0) == b.Addr().Type() {
		return m.Call([]reflect.Value{b.Addr()})[0].Int() == 0, true
	}
	return false, false
}

// at returns the place unless the values there are the same.
func at(place string, same bool) string {
	if same {
		return ""
	}
	return place
}
