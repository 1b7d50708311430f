package schema_test

import (
	"reflect"
	"sync"
	"testing"
	"unsafe"

	"github.com/weft-go/weft/schema"
)

func TestOfReturnsTheSameSchema(t *testing.T) {
	first, second := schema.Of[Book](), schema.Of[Book]()
	if first != second {
		t.Error("two calls gave two schemas")
	}
	if schema.Of[*Book]().Elem() != schema.Of[Book]() {
		t.Error("a pointer's element is another schema than the type's own")
	}
}

func TestDeriveShapes(t *testing.T) {
	everything := schema.Of[Everything]()
	field := func(name string) *schema.Schema { return everything.Field(name).Schema }
	tests := []struct {
		name      string
		got, want any
	}{
		{"array length", field("Array").Len(), 3},
		{"byte array length", field("ByteArray").Len(), 4},
		{"array element", field("Array").Elem().Kind(), schema.KindInt},
		{"map key", field("IntMap").Key().Kind(), schema.KindInt8},
		{"map element", field("IntMap").Elem().Kind(), schema.KindBool},
		{"pointer element", field("BigIntP").Elem().Kind(), schema.KindBigInt},
		{"optional element", field("Optional").Elem().Kind(), schema.KindString},
		{"sum cases", len(field("Sum").Cases()), 2},
		{"enum values", len(field("Enum").Enum()), 2},
		{"unknown field", everything.Field("nope"), (*schema.Field)(nil)},
		{"struct doc from the blank field", schema.Of[Book]().Doc(), "A book in the shop."},
		{"doc from the method", field("Custom").Doc(), "An amount in euros."},
		{"pointer is nullable", field("Pointer").Nullable(), true},
		{"string is not nullable", field("String").Nullable(), false},
		{"indirect", field("Optional").Indirect().Kind(), schema.KindString},
		{"type", field("Int8").Type(), reflect.TypeFor[int8]()},
		{"string of a schema", schema.Of[Book]().String(), "schema_test.Book"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %v, want %v", tt.got, tt.want)
			}
		})
	}
}

func TestDeriveRecursiveTypes(t *testing.T) {
	tree := schema.Of[Tree]()
	if child := tree.Field("children").Schema.Elem().Elem(); child != tree {
		t.Errorf("the child's schema is %p, not the tree's own %p", child, tree)
	}
	tests := []struct {
		name string
		s    *schema.Schema
		want bool
	}{
		{"struct", tree, true},
		{"pair", schema.Of[Left](), true},
		{"slice of itself", schema.Of[Forest](), true},
		{"list of a recursive type", schema.Of[[]Tree](), false},
		{"plain", schema.Of[Book](), false},
	}
	for _, tt := range tests {
		if tt.s.Recursive() != tt.want {
			t.Errorf("%s: got recursive %v, want %v", tt.name, tt.s.Recursive(), tt.want)
		}
	}
	if forest := schema.Of[Forest](); forest.Elem() != forest {
		t.Error("the forest's element is another schema")
	}
}

// The types of the race test are derived nowhere else.
type ping struct{ Pong *pong }
type pong struct {
	Ping  *ping
	Pangs []pang
}
type pang struct {
	Ping ping
	N    int `minimum:"1"`
}

func TestDeriveConcurrently(t *testing.T) {
	roots := []reflect.Type{reflect.TypeFor[ping](), reflect.TypeFor[pong](), reflect.TypeFor[pang](), reflect.TypeFor[[]ping]()}
	var wg sync.WaitGroup
	got := make([]*schema.Schema, 64)
	for i := range got {
		wg.Go(func() {
			s, err := schema.For(roots[i%len(roots)])
			if err != nil {
				t.Error(err)
				return
			}
			got[i] = s
			_ = s.Validate(t.Context(), reflect.New(s.Type()).Interface())
			_ = s.JSONSchema()
		})
	}
	wg.Wait()
	for i, s := range got {
		if s != got[i%len(roots)] {
			t.Errorf("goroutine %d got another schema for %s", i, s)
		}
	}
	if schema.Of[ping]().Field("Pong").Schema.Elem() != schema.Of[pong]() {
		t.Error("the halves of the pair are not one graph")
	}
}

type selfPointer *selfPointer
type unexportedFields struct{ a int } //nolint:unused // it is the point
type hidden struct{ A int }

func TestDeriveErrors(t *testing.T) {
	tests := []struct {
		name string
		typ  reflect.Type
		want string
	}{
		{"chan", reflect.TypeFor[struct{ A []map[string]chan int }](),
			`schema: struct { A []map[string]chan int }.A[][]: chan int cannot be described; leave the field out with json:"-"`},
		{"func", reflect.TypeFor[struct{ F func() }](),
			`schema: struct { F func() }.F: func() cannot be described; leave the field out with json:"-"`},
		{"unsafe pointer", reflect.TypeFor[unsafe.Pointer](),
			`schema: unsafe.Pointer: unsafe.Pointer cannot be described; leave the field out with json:"-"`},
		{"uintptr", reflect.TypeFor[uintptr](), `schema: uintptr: uintptr cannot be described; use uint64`},
		{"complex", reflect.TypeFor[*complex64](), `schema: *complex64: complex64 cannot be described`},
		{"map key", reflect.TypeFor[map[float64]int](),
			`schema: map[float64]int: map key float64: want a string, an integer or a type with text methods`},
		{"map key of any", reflect.TypeFor[map[any]int](),
			`schema: map[interface {}]int: map key interface {}: want a string, an integer or a type with text methods`},
		{"unregistered interface", reflect.TypeFor[struct{ Err error }](),
			`schema: struct { Err error }.Err: the interface error is not registered; list its cases with schema.Sum[error](…)`},
		{"no exported fields", reflect.TypeFor[[]unexportedFields](),
			`schema: []schema_test.unexportedFields[]: the struct schema_test.unexportedFields has no exported fields; give it text or JSON methods, or leave it out with json:"-"`},
		{"same name twice", reflect.TypeFor[struct {
			A int `json:"x"`
			B int `query:"x"`
		}](), `schema: struct { A int "json:\"x\""; B int "query:\"x\"" }: the fields A and B both have the wire name "x"`},
		{"embedded pointer to an unexported struct", reflect.TypeFor[struct{ *hidden }](),
			`schema: struct { *schema_test.hidden }: the embedded pointer *schema_test.hidden is to an unexported struct and cannot be set; embed the struct itself`},
		{"embed of a map", reflect.TypeFor[struct {
			M map[string]int `json:",embed"`
		}](), `schema: struct { M map[string]int "json:\",embed\"" }: field M: json:",embed" wants a struct without text or JSON methods, got map[string]int`},
		{"pointer to itself", reflect.TypeFor[selfPointer](),
			`schema: schema_test.selfPointer: the pointer type schema_test.selfPointer points to nothing but pointers`},
		{"nil", nil, `schema: nil: there is no type to describe`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := schema.For(tt.typ)
			if err == nil {
				t.Fatal("no error")
			}
			if err.Error() != tt.want {
				t.Errorf("got  %s\nwant %s", err, tt.want)
			}
		})
	}
}

func TestOfPanicsWithDeriveError(t *testing.T) {
	defer func() {
		if _, ok := recover().(*schema.DeriveError); !ok {
			t.Error("the panic is not a *DeriveError")
		}
	}()
	schema.Of[chan int]()
}

func TestFailedDerivationIsNotKept(t *testing.T) {
	type Shape interface{ Area() float64 }
	if _, err := schema.For(reflect.TypeFor[Shape]()); err == nil {
		t.Fatal("an unregistered interface was described")
	}
	schema.Sum[Shape](schema.Case[square]("square"))
	if _, err := schema.For(reflect.TypeFor[Shape]()); err != nil {
		t.Errorf("after registration: %v", err)
	}
}

type square struct{ Side float64 }

func (s square) Area() float64 { return s.Side * s.Side }

// curious asks for a schema while its own is being derived.
type curious string

func (c curious) MarshalText() ([]byte, error) { return []byte(c), nil }
func (c *curious) UnmarshalText(text []byte) error {
	*c = curious(schema.Of[map[string]curiousOther]().Kind().String())
	return nil
}
func (curious) SchemaDoc() string { return schema.Of[curiousOther]().Name() }

type curiousOther struct{ A int }

func TestDerivationMayDerive(t *testing.T) {
	s := schema.Of[struct {
		C curious `default:"x"`
	}]()
	if f := s.Fields()[0]; f.Default.Value != curious("map") || f.Schema.Doc() != "CuriousOther" {
		t.Errorf("got %+v, %s", f.Default, f.Schema.Doc())
	}
}
