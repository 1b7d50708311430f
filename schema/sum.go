package schema

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

// A SumCase is one of the types that a sum can hold.
type SumCase struct {
	// Name is the case's name on the wire, before a [NameFormat] is applied.
	Name string
	// Number is the case's number in Protobuf and Thrift: its position, from 1,
	// unless [CaseDecl.Number] said otherwise.
	Number int
	// Schema describes the value, never a pointer to it.
	Schema *Schema
	// Pointer says that the interface holds a *T, where Schema describes T.
	Pointer bool
	// Doc is the documentation given with [CaseDecl.Doc].
	Doc string
}

// New returns a pointer to a new zero value of the case, to be decoded into and
// then given to [SumCase.Interface].
func (c *SumCase) New() reflect.Value { return reflect.New(c.Schema.typ) }

// Interface turns what [SumCase.New] returned into the value to set the interface
// to: the pointer itself for a pointer case, what it points to otherwise.
func (c *SumCase) Interface(ptr reflect.Value) reflect.Value {
	if c.Pointer {
		return ptr
	}
	return ptr.Elem()
}

// CaseNamed returns the sum's case with the given name, or nil.
func (s *Schema) CaseNamed(name string) *SumCase {
	for _, c := range s.cases {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// CaseOf returns the case that a value of the sum's interface type belongs to,
// and the value itself with a pointer followed. It accepts a *T where T is
// registered and the other way round. It reports false for a nil interface, a nil
// pointer and a type that is not among the cases.
func (s *Schema) CaseOf(v reflect.Value) (*SumCase, reflect.Value, bool) {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil, reflect.Value{}, false
	}
	t := v.Type()
	for _, c := range s.cases {
		if c.Schema.typ == t {
			return c, v, true
		}
	}
	return nil, reflect.Value{}, false
}

// A CaseDecl declares a case to [Sum]. [Case] makes one.
type CaseDecl struct {
	typ    reflect.Type
	name   string
	number int
	doc    string
	where  string
}

// Case declares T as a case of a sum under the given name. With an empty name it
// is the name of the type. T is a type or a pointer to one.
func Case[T any](name string) CaseDecl {
	t := reflect.TypeFor[T]()
	if name == "" {
		name = componentName(t, 0)
	}
	return CaseDecl{typ: t, name: name, where: callSite()}
}

// Doc returns the declaration with documentation.
func (c CaseDecl) Doc(text string) CaseDecl { c.doc = text; return c }

// Number returns the declaration with a number for Protobuf and Thrift. Without
// one the case has its position, from 1.
func (c CaseDecl) Number(n int) CaseDecl { c.number = n; return c }

// A SumType is a registered sum.
type SumType struct {
	typ   reflect.Type
	where string
	cases []CaseDecl
}

// Schema returns the schema of the interface. It panics with a [*DeriveError] when
// one of the cases cannot be described.
func (s SumType) Schema() *Schema {
	d, err := For(s.typ)
	if err != nil {
		panic(err)
	}
	return d
}

// Sum registers the interface type I as a sum: a value of I is one of the cases
// and nothing else. Call it where a package starts, before a schema that contains
// I is derived:
//
//	var _ = schema.Sum[Animal](schema.Case[Cat]("cat"), schema.Case[*Dog]("dog"))
//
// Registering the same cases again does nothing. Sum panics, naming files and
// lines, when I is not an interface with methods, when a case does not implement
// it, when two cases share a type, a name or a number, and when I is already
// registered with other cases.
func Sum[I any](cases ...CaseDecl) SumType {
	sum := SumType{typ: reflect.TypeFor[I](), where: callSite(), cases: cases}
	if problem := sum.check(); problem != "" {
		panic("schema.Sum[" + sum.typ.String() + "] at " + problem)
	}
	derived.registerSum(sum)
	return sum
}

// check returns what is wrong with the declaration, beginning with the place.
func (s SumType) check() string {
	if s.typ.Kind() != reflect.Interface || s.typ.NumMethod() == 0 {
		return fmt.Sprintf("%s: want an interface with at least one method", s.where)
	}
	if len(s.cases) == 0 {
		return fmt.Sprintf("%s: want at least one case", s.where)
	}
	types, names, numbers := map[reflect.Type]CaseDecl{}, map[string]CaseDecl{}, map[int]CaseDecl{}
	for i := range s.cases {
		c := &s.cases[i]
		if c.number == 0 {
			c.number = i + 1
		}
		if !c.typ.Implements(s.typ) {
			return fmt.Sprintf("%s: case %q: %s does not implement %s%s", c.where, c.name, c.typ, s.typ, pointerHint(c.typ, s.typ))
		}
		if c.typ.Kind() == reflect.Interface {
			return fmt.Sprintf("%s: case %q: want a concrete type, got the interface %s", c.where, c.name, c.typ)
		}
		if other, ok := types[indirectType(c.typ)]; ok {
			return fmt.Sprintf("%s: case %q: %s is already the case %q at %s", c.where, c.name, c.typ, other.name, other.where)
		}
		if other, ok := names[c.name]; ok {
			return fmt.Sprintf("%s: case %q: the name is taken by %s at %s", c.where, c.name, other.typ, other.where)
		}
		if other, ok := numbers[c.number]; ok {
			return fmt.Sprintf("%s: case %q: the number %d is taken by %q at %s", c.where, c.name, c.number, other.name, other.where)
		}
		types[indirectType(c.typ)], names[c.name], numbers[c.number] = *c, *c, *c
	}
	return ""
}

// pointerHint helps with the most common reason why a type does not implement an
// interface.
func pointerHint(t, iface reflect.Type) string {
	if reflect.PointerTo(t).Implements(iface) {
		return fmt.Sprintf(", but *%s does: use schema.Case[*%s]", t, t)
	}
	return ""
}

func (s SumType) equal(other SumType) bool {
	if len(s.cases) != len(other.cases) {
		return false
	}
	for i, c := range s.cases {
		o := other.cases[i]
		if c.typ != o.typ || c.name != o.name || c.number != o.number || c.doc != o.doc {
			return false
		}
	}
	return true
}

// callSite returns "file.go:12" for the call of the function that calls it.
func callSite() string {
	_, file, line, ok := runtime.Caller(2)
	if !ok {
		return "an unknown place"
	}
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		if j := strings.LastIndexByte(file[:i], '/'); j >= 0 {
			file = file[j+1:] // keep the directory: many files are called api.go
		}
	}
	return fmt.Sprintf("%s:%d", file, line)
}

func indirectType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}
