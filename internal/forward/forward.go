package forward

import (
	"context"
	"slices"

	"github.com/weft-go/weft/internal/ascii"
)

// A Field is a header field.
type Field struct {
	// Name is the field's name. Case does not matter.
	Name string

	// Value is the field's value.
	Value string
}

// key is the key of the fields in a context.
type key struct{}

// With returns a context with fields to forward. They are added to those that the
// context has already, and take the place of fields with the same name, so that of
// two middlewares the inner one decides. Fields is copied.
func With(ctx context.Context, fields []Field) context.Context {
	if len(fields) == 0 {
		return ctx
	}
	var all []Field
	for _, old := range From(ctx) {
		replaced := slices.ContainsFunc(fields, func(f Field) bool { return ascii.EqualFold(f.Name, old.Name) })
		if !replaced {
			all = append(all, old)
		}
	}
	return context.WithValue(ctx, key{}, append(all, fields...))
}

// From returns the fields to forward, in their order, or none. They must not be
// changed.
func From(ctx context.Context) []Field {
	fields, _ := ctx.Value(key{}).([]Field)
	return fields
}
