package schema_test

import (
	"go/token"
	"reflect"
	"slices"
	"testing"

	"github.com/weft-go/weft/schema"
)

func TestName(t *testing.T) {
	tests := []struct {
		s    *schema.Schema
		want string
	}{
		{schema.Of[Book](), "Book"},
		{schema.Of[document](), "Document"},
		{schema.Of[Page[Book]](), "PageBook"},
		{schema.Of[Page[[]Book]](), "PageBookList"},
		{schema.Of[Page[*Book]](), "PageBook"},
		{schema.Of[Pair[string, Page[Book]]](), "PairStringPageBook"},
		{schema.Of[Pair[map[string]Book, [3]int]](), "PairBookByStringIntArray3"},
		{schema.Of[Page[struct{ A, B int }]](), "PageStruct"},
		{schema.Of[Pair[struct{ A []int }, int]](), "PairStructInt"},
		{schema.Of[Page[any]](), "PageAny"},
		{schema.Of[Forest](), "Forest"},
		{schema.Of[Colour](), "Colour"},
		{schema.Of[struct{ A int }](), ""},
		{schema.Of[[]Book](), ""},
		{schema.Of[string](), ""},
		{schema.Of[schema.Optional[int]](), ""},
		{schema.Of[Book]().Field("id").Schema, ""},
	}
	for _, tt := range tests {
		if got := tt.s.Name(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.s, got, tt.want)
		}
	}
	if got := schema.Of[Book]().Package(); got != "github.com/weft-go/weft/schema_test" {
		t.Errorf("got package %q", got)
	}
	if got := schema.Of[string]().Package(); got != "" {
		t.Errorf("got package %q", got)
	}
}

func TestComponent(t *testing.T) {
	type name string
	for want, list := range map[bool][]*schema.Schema{
		true:  {schema.Of[Book](), schema.Of[Animal](), schema.Of[Colour](), schema.Of[Forest]()},
		false: {schema.Of[name](), schema.Of[[]Book](), schema.Of[struct{ A int }](), schema.Of[Money](), schema.Of[*Book]()},
	} {
		for _, s := range list {
			if s.Component() != want {
				t.Errorf("%s: got %v", s, s.Component())
			}
		}
	}
}

// localBook returns a type with the name of another in the same package.
func localBook() reflect.Type {
	type Book struct{ B int }
	return reflect.TypeFor[Book]()
}

func allNames(roots ...reflect.Type) []string {
	var schemas []*schema.Schema
	for _, r := range roots {
		s, err := schema.For(r)
		if err != nil {
			panic(err)
		}
		schemas = append(schemas, s)
	}
	var list []string
	for name := range schema.NewNames(schemas...).All() {
		list = append(list, name)
	}
	return list
}

// Position is also the name of a type in the package go/token.
type Position struct{ Line int }

type otherPosition = token.Position

func TestNamesDoNotCollide(t *testing.T) {
	tests := []struct {
		name  string
		roots []reflect.Type
		want  []string
	}{
		{"no collision", []reflect.Type{reflect.TypeFor[Page[Book]]()}, []string{"PageBook", "Book", "Author"}},
		{"shared components", []reflect.Type{reflect.TypeFor[Book](), reflect.TypeFor[[]Book]()}, []string{"Book", "Author"}},
		{"two packages", []reflect.Type{reflect.TypeFor[Position](), reflect.TypeFor[otherPosition]()},
			[]string{"SchemaTestPosition", "TokenPosition"}},
		{"arguments of two packages", []reflect.Type{reflect.TypeFor[Page[Position]](), reflect.TypeFor[Page[otherPosition]]()},
			[]string{"SchemaTestPageSchemaTestPosition", "SchemaTestPosition", "SchemaTestPageTokenPosition", "TokenPosition"}},
		{"local types", []reflect.Type{reflect.TypeFor[Author](), localBook(), reflect.TypeFor[Book]()}, []string{"Author", "Book", "Book2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := allNames(tt.roots...); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestNamesOfUnreachable(t *testing.T) {
	n := schema.NewNames(schema.Of[Author]())
	if got := n.Of(schema.Of[Book]()); got != "" {
		t.Errorf("got %q", got)
	}
	if got := n.Of(schema.Of[string]()); got != "" {
		t.Errorf("got %q", got)
	}
	if got := n.Of(schema.Of[Author]()); got != "Author" {
		t.Errorf("got %q", got)
	}
}
