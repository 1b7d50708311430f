package fault

import "reflect"

// Held names what the interface value v holds, for problems such as "want a case of
// Shape, got a *Square".
func Held(v reflect.Value) string {
	if v.IsNil() {
		return "nil"
	}
	if e := v.Elem(); e.Kind() == reflect.Pointer && e.IsNil() {
		return "a nil " + e.Type().String()
	}
	return "a " + v.Elem().Type().String()
}
