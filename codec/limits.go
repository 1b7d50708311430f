package codec

import (
	"context"
	"encoding"
	"errors"
	"net/netip"
	"reflect"
	"sync"
	"time"
	"uuid"

	"github.com/weft-go/weft/schema"
)

// limits are the constraints on a value: those of its type and those of the codec's
// methods. Descriptions of types are made when they are first needed, because sums
// and enums may be registered after codecs are written.
type limits struct {
	typ    reflect.Type // that the schema describes
	free   bool         // there is nothing to check, and that is known already
	asText bool         // the schema describes the text and not the value
	steps  []schema.Constraints
	enum   []string
	schema func() (*schema.Schema, error)
}

func newLimits(t reflect.Type) *limits {
	return (&limits{typ: t, free: predeclared(t)}).ready()
}

// textLimits are limits on the text of a value whose type has no schema.
func textLimits() *limits {
	return (&limits{typ: reflect.TypeFor[string](), asText: true, free: true}).ready()
}

func (l *limits) ready() *limits {
	l.schema = sync.OnceValues(l.derive)
	return l
}

// add returns the limits with more of them.
func (l *limits) add(c schema.Constraints, enum []string) *limits {
	n := &limits{typ: l.typ, asText: l.asText, enum: l.enum}
	n.steps = append(append(n.steps, l.steps...), c)
	if enum != nil {
		n.enum = enum
	}
	return n.ready()
}

// derive makes the schema.
func (l *limits) derive() (*schema.Schema, error) { return l.apply(l.typ) }

// apply returns the schema of a type with the limits of methods.
func (l *limits) apply(t reflect.Type) (*schema.Schema, error) {
	s, err := schema.For(t)
	for _, c := range l.steps {
		if err == nil {
			s, err = s.Constrain(c)
		}
	}
	if err == nil && l.enum != nil {
		s, err = s.ConstrainEnum(l.enum...)
	}
	return s, err
}

// described returns the schema for documentation. It panics if there is none, as
// [schema.Of] does.
func (l *limits) described() *schema.Schema {
	s, err := l.schema()
	if err != nil {
		panic(err)
	}
	return s
}

func (l *limits) err() error {
	_, err := l.schema()
	return err
}

// verify finds mistakes early where the type allows it: a limit that does not fit
// a number can be told without describing the type.
func (l *limits) verify() error {
	t, ok := standIn(l.typ)
	if !ok {
		return nil
	}
	_, err := l.apply(t)
	return err
}

// predeclared says whether a type has no limits of its own.
func predeclared(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		if t.PkgPath() != "" {
			return false
		}
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](), reflect.TypeFor[uuid.UUID](), reflect.TypeFor[netip.Addr]():
		return true
	}
	return t.PkgPath() == "" && t.Kind() != reflect.Struct && t.Kind() != reflect.Interface
}

// standIn returns a type with the same limits whose description is no business of
// the program's: describing an enum before it is registered would be a mistake.
func standIn(t reflect.Type) (reflect.Type, bool) {
	switch {
	case t.Kind() == reflect.Pointer:
		e, ok := standIn(t.Elem())
		return reflect.PointerTo(e), ok
	case t.Kind() == reflect.Slice && t.PkgPath() == "":
		e, ok := standIn(t.Elem())
		return reflect.SliceOf(e), ok
	case predeclared(t):
		return t, true
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return t, false
	}
	basic, ok := map[reflect.Kind]reflect.Type{
		reflect.String: reflect.TypeFor[string](), reflect.Int: reflect.TypeFor[int](), reflect.Int64: reflect.TypeFor[int64](),
		reflect.Int32: reflect.TypeFor[int32](), reflect.Uint: reflect.TypeFor[uint](), reflect.Uint64: reflect.TypeFor[uint64](),
		reflect.Float64: reflect.TypeFor[float64](), reflect.Bool: reflect.TypeFor[bool](),
	}[t.Kind()]
	if !ok {
		return t, false
	}
	return basic, true
}

// checkLimits reports where a value of a request breaks its limits. What a server
// answers is not checked.
func checkLimits[T any](s *Source, l *limits, in Place, name string, v T, raw string) {
	if s.request == nil {
		return
	}
	sch, err := l.schema()
	if err != nil {
		s.Fail(err)
		return
	}
	if l.asText && schema.Surely(sch, &raw) || !l.asText && schema.Surely(sch, &v) {
		return
	}
	validateLimits(s, l, sch, in, name, v, raw)
}

// validateLimits is apart because it moves the value to the heap, which values that
// surely keep their limits need not pay for.
//
//go:noinline
func validateLimits[T any](s *Source, l *limits, sch *schema.Schema, in Place, name string, v T, raw string) {
	if l.asText {
		s.invalid(in, name, sch.Validate(s.Context(), &raw))
		return
	}
	s.invalid(in, name, sch.Validate(s.Context(), &v))
}

// invalid reports the faults that validation found.
func (s *Source) invalid(in Place, name string, err error) {
	if err == nil {
		return
	}
	broken, ok := errors.AsType[*schema.ValidationError](err)
	if !ok {
		s.Fail(err)
		return
	}
	for _, f := range broken.Faults {
		s.Invalid(in, joinPath(name, f.Path), f.Message)
	}
	if broken.Truncated {
		s.Invalid(in, name, "there are more faults")
	}
}

// joinPath puts a path inside a value behind the name of the value.
func joinPath(name, path string) string {
	if name == "" || path == "" || path[0] == '[' {
		return name + path
	}
	return name + "." + path
}

// validate checks a value that is reached by reflection.
func (l *limits) validate(ctx context.Context, v reflect.Value) error {
	sch, err := l.schema()
	if err != nil || !sch.Constrained() {
		return err
	}
	return sch.ValidateValue(ctx, v)
}
