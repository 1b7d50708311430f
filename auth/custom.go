package auth

import (
	"fmt"
	"reflect"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

// Custom returns the type that requires credentials which a codec finds in the
// request, such as a query parameter, a cookie or a header field of its own. The
// name tells it from other custom schemes, in [CustomCredentials] and in
// documentation. A request has such credentials if the codec decodes them without a
// fault and they are not nil.
//
// Custom panics if the name is empty, or if the codec reads the body, which belongs
// to the endpoint.
func Custom[C any](name string, c codec.Codec[C]) Type {
	parts := c.Tree().Parts()
	switch {
	case name == "":
		mistake("auth.Custom: the name is empty")
	case len(parts) == 0:
		mistake("auth.Custom: %q: the codec reads nothing", name)
	}
	for _, p := range parts {
		if p.In == codec.InBody || p.In == codec.InStatus {
			mistake("auth.Custom: %q: credentials cannot be in the %v", name, p.In)
		}
	}
	return Type{[]scheme{custom[C]{name, c}}}
}

type custom[C any] struct {
	name  string
	codec codec.Codec[C]
}

func (c custom[C]) describe() Scheme {
	return Scheme{Kind: KindCustom, Name: c.name, Tree: c.codec.Tree()}
}

func (c custom[C]) challenges(authorization) []Challenge { return nil }

func (c custom[C]) read(in incoming) (Credentials, bool) {
	s := codec.FromRequest(in.req)
	v := c.codec.Decode(&s)
	if !s.OK() || isNil(v) {
		return nil, false
	}
	return CustomCredentials{Name: c.name, Value: v}, true
}

// apply puts credentials where the codec reads them.
func (c custom[C]) apply(req *weft.Request, credentials CustomCredentials) (*weft.Request, error) {
	v, ok := credentials.Value.(C)
	if !ok {
		return nil, fmt.Errorf("auth: credentials %q: want %v, got %T", c.name, reflect.TypeFor[C](), credentials.Value)
	}
	for _, p := range c.codec.Tree().Parts() {
		if p.In == codec.InPath {
			return nil, fmt.Errorf("auth: credentials %q: path parameter %q cannot be added to a request", c.name, p.Name)
		}
	}
	t := codec.ToRequest(req.CodecConfig())
	c.codec.Encode(&t, v)
	patch := weft.RequestPatch{AddHeaders: t.Headers(), AddQueryParams: t.Query()}
	if err := t.Err(); err != nil {
		return nil, fmt.Errorf("auth: credentials %q: %w", c.name, err)
	}
	return req.Patch(patch), nil
}

// isNil reports whether a value is nil or holds nil.
func isNil(v any) bool {
	switch of := reflect.ValueOf(v); of.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Func, reflect.Chan:
		return of.IsNil()
	}
	return false
}
