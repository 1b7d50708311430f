package schema

import (
	"fmt"
	"reflect"
	"sync"
)

// registry holds what was registered and the schemas derived so far. There is one
// for the process, as there is one type system: a type's schema has to be the same
// pointer for everybody.
//
// A graph is derived without a lock, because derivation calls methods of the types
// (UnmarshalText for a default, say) which may themselves ask for a schema. It is
// then published as a whole, or not at all: if somebody else was faster with one of
// its types, or if something was registered meanwhile, it is thrown away and derived
// again. So a reader never sees half of a recursive type, and two goroutines that
// derive the two halves of a mutually recursive pair end up with one graph.
type registry struct {
	schemas sync.Map // reflect.Type → *Schema, complete ones only

	mu         sync.Mutex
	sums       map[reflect.Type]SumType
	enums      map[reflect.Type]EnumType
	generation int // counts the registrations
}

var derived = &registry{sums: map[reflect.Type]SumType{}, enums: map[reflect.Type]EnumType{}}

// schema returns the schema of t and derives it if it is new. Failures are not
// kept: a sum may be registered between two attempts.
func (r *registry) schema(t reflect.Type) (*Schema, error) {
	if t == nil {
		return nil, &DeriveError{Path: "nil", Reason: "there is no type to describe"}
	}
	for {
		if s, ok := r.lookup(t); ok {
			return s, nil
		}
		b := r.newBuilder(t.String())
		s, err := b.schema(t)
		if err == nil {
			err = b.finish()
		}
		if err != nil {
			return nil, err
		}
		if r.publish(b) {
			return s, nil
		}
	}
}

func (r *registry) lookup(t reflect.Type) (*Schema, bool) {
	s, ok := r.schemas.Load(t)
	if !ok {
		return nil, false
	}
	return s.(*Schema), true
}

func (r *registry) newBuilder(root string) *builder {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &builder{reg: r, generation: r.generation, building: map[reflect.Type]*Schema{}, path: []string{root}}
}

// publish makes a finished graph visible and reports whether that was possible.
func (r *registry) publish(b *builder) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if b.generation != r.generation {
		return false
	}
	for t := range b.building {
		if _, ok := r.lookup(t); ok {
			return false
		}
	}
	for t, s := range b.building {
		r.schemas.Store(t, s)
	}
	return true
}

func (r *registry) sum(t reflect.Type) (SumType, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.sums[t]
	return s, ok
}

func (r *registry) enum(t reflect.Type) EnumType {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.enums[t]
}

func (r *registry) registerSum(s SumType) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, ok := r.sums[s.typ]; ok {
		if !old.equal(s) {
			panic(fmt.Sprintf("schema.Sum[%s] at %s: already registered with other cases at %s", s.typ, s.where, old.where))
		}
		return
	}
	r.sums[s.typ] = s
	r.generation++
}

func (r *registry) registerEnum(e EnumType) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, ok := r.enums[e.typ]; ok {
		if !old.equal(e) {
			panic(fmt.Sprintf("schema.Enum[%s] at %s: already registered with other values at %s", e.typ, e.where, old.where))
		}
		return
	}
	if _, ok := r.lookup(e.typ); ok {
		panic(fmt.Sprintf("schema.Enum[%s] at %s: comes after a schema with the type was derived; register enums in a package-level var or in init", e.typ, e.where))
	}
	r.enums[e.typ] = e
	r.generation++
}
