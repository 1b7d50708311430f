package schema

import (
	"context"
	"errors"
	"fmt"
	"reflect"
)

// maxDepth bounds how deep validation goes, so that a value which contains itself
// is a fault and not the end of the process.
const maxDepth = 1000

// Validator is implemented by types with rules of their own. [Schema.Validate]
// calls the method for every value of such a type it comes to, after the checks of
// its tags. A [*ValidationError] is taken over with its paths; another error
// becomes one fault with the rule "validate", and its text is shown to clients.
type Validator interface {
	// Validate returns nil for a valid value. It is called concurrently.
	Validate(ctx context.Context) error
}

// Validate checks a value against the schema of its type. It returns nil, or a
// [*ValidationError] with all faults; or the context's error, when the context ended
// and a Validate method said so. It never panics on any value. A type without
// constraints costs nothing, and a valid value of ordinary shape no allocation.
func Validate[T any](ctx context.Context, v *T) error {
	s, err := For(reflect.TypeFor[T]())
	if err != nil {
		return err
	}
	if v == nil {
		return s.validateNil()
	}
	if Surely(s, v) {
		return nil
	}
	return s.compiled().run(ctx, reflect.ValueOf(v).Elem())
}

// Validate checks a value of the schema's Go type, or a pointer to one, which saves
// a copy. It returns what the function [Validate] returns, and an error that is not
// a ValidationError when v is of another type.
func (s *Schema) Validate(ctx context.Context, v any) error {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() {
		return s.validateNil()
	}
	if rv.Kind() == reflect.Pointer && rv.Type() != s.typ && rv.Type().Elem() == s.typ {
		if rv.IsNil() {
			return s.validateNil()
		}
		rv = rv.Elem()
	}
	return s.ValidateValue(ctx, rv)
}

// ValidateValue is like [Schema.Validate] for a reflect.Value. If the value is not
// addressable it is copied.
func (s *Schema) ValidateValue(ctx context.Context, v reflect.Value) error {
	if v.IsValid() && v.Type() != s.typ {
		if s.typ.Kind() != reflect.Interface || !v.Type().Implements(s.typ) {
			return fmt.Errorf("schema of %s: cannot validate a %s", s.typ, v.Type())
		}
		wrapped := reflect.New(s.typ).Elem()
		wrapped.Set(v)
		v = wrapped
	}
	p := s.compiled()
	if p == nil {
		return nil
	}
	return p.run(ctx, addressable(v))
}

// validateNil answers for an untyped or typed nil where a value is wanted.
func (s *Schema) validateNil() error {
	if s.Nullable() {
		return nil
	}
	return &ValidationError{Faults: []Fault{{Rule: "required", Message: "want a value, got nothing"}}}
}

// Constrained reports whether [Schema.Validate] has anything to check.
func (s *Schema) Constrained() bool { return s.compiled() != nil }

// plan is a compiled schema. A plan without a root has nothing to check.
type plan struct{ root *node }

// compiled returns the node to start at, or nil when there is nothing to check.
func (s *Schema) compiled() *node {
	p := s.plan.Load()
	if p == nil {
		// Two goroutines may both come here; their plans are equal and one is dropped.
		p = &plan{root: compile(s, true)}
		s.plan.Store(p)
	}
	return p.root
}

// run validates one value.
func (n *node) run(ctx context.Context, v reflect.Value) error {
	r := run{ctx: ctx}
	n.check(&r, v)
	if r.stopped != nil {
		return r.stopped
	}
	if len(r.faults) == 0 {
		return nil
	}
	return r.validationError()
}

// run is the state of one validation. It stays on the stack: nothing that it is
// passed to may keep it, and no check is called through a function value.
type run struct {
	ctx       context.Context
	faults    []pendingFault
	truncated bool
	depth     int
	stopped   error // the context's end, reported by a Validate method
}

func (r *run) validationError() error {
	e := &ValidationError{Truncated: r.truncated, Faults: make([]Fault, len(r.faults))}
	for i, p := range r.faults {
		e.Faults[i] = p.resolve()
	}
	return e
}

// fault records a fault at the place being checked.
func (r *run) fault(rule, format string, args ...any) {
	r.add(Fault{Rule: rule, Message: fmt.Sprintf(format, args...)})
}

func (r *run) add(f Fault) {
	if len(r.faults) == maxFaults {
		r.truncated = true
		return
	}
	r.faults = append(r.faults, pendingFault{fault: f})
}

// done reports whether to stop looking.
func (r *run) done() bool { return r.truncated || r.stopped != nil }

// under adds a step to the faults recorded since there were mark of them.
func (r *run) under(mark int, s step) {
	for i := mark; i < len(r.faults); i++ {
		r.faults[i].steps = append(r.faults[i].steps, s)
	}
}

// callValidator calls a type's own method.
func (r *run) callValidator(v Validator) {
	err := v.Validate(r.ctx)
	if err == nil {
		return
	}
	if ended := r.ctx.Err(); ended != nil && errors.Is(err, ended) {
		r.stopped = err
		return
	}
	var ve *ValidationError
	if !errors.As(err, &ve) {
		r.add(Fault{Rule: "validate", Message: err.Error()})
		return
	}
	for _, f := range ve.Faults {
		r.add(f)
	}
	r.truncated = r.truncated || ve.Truncated
}
