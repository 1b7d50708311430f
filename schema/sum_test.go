package schema_test

import (
	"fmt"
	"reflect"
	"regexp"
	"testing"

	"github.com/weft-go/weft/schema"
)

func TestSumCases(t *testing.T) {
	s := animals.Schema()
	if s != schema.Of[Animal]() {
		t.Error("the sum's schema is another one")
	}
	cat, dog := s.Cases()[0], s.Cases()[1]
	if cat.Name != "cat" || cat.Number != 1 || cat.Pointer || cat.Doc != "Nine lives." || cat.Schema != schema.Of[Cat]() {
		t.Errorf("got %+v", cat)
	}
	if dog.Name != "dog" || dog.Number != 2 || !dog.Pointer || dog.Schema != schema.Of[Dog]() {
		t.Errorf("got %+v", dog)
	}
	if s.CaseNamed("dog") != dog || s.CaseNamed("cow") != nil {
		t.Error("cases are not found by name")
	}
	for _, c := range s.Cases() {
		v := reflect.New(s.Type()).Elem()
		v.Set(c.Interface(c.New()))
		if found, _, ok := s.CaseOf(v); !ok || found != c {
			t.Errorf("%s: a new value belongs to %v", c.Name, found)
		}
	}
}

type cow struct{}

func (cow) Sound() string { return "moo" }

func TestSumCaseOf(t *testing.T) {
	s := schema.Of[Animal]()
	tests := []struct {
		value Animal
		want  string
	}{
		{Cat{}, "cat"}, {&Cat{}, "cat"}, {&Dog{}, "dog"}, {cow{}, ""}, {nil, ""}, {(*Dog)(nil), ""},
	}
	for _, tt := range tests {
		c, v, ok := s.CaseOf(reflect.ValueOf(&tt.value).Elem())
		if ok != (tt.want != "") {
			t.Errorf("%T: found %v", tt.value, ok)
			continue
		}
		if ok && (c.Name != tt.want || v.Type() != c.Schema.Type()) {
			t.Errorf("%T: got %s %s, want %s", tt.value, c.Name, v.Type(), tt.want)
		}
	}
}

func TestSumCaseNameAndNumber(t *testing.T) {
	type Vehicle interface{ Sound() string }
	schema.Sum[Vehicle](schema.Case[Cat]("").Number(5))
	c := schema.Of[Vehicle]().Cases()[0]
	if c.Name != "Cat" || c.Number != 5 {
		t.Errorf("got %+v", c)
	}
}

// panicText returns what f panics with.
func panicText(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

func TestSumPanics(t *testing.T) {
	type Empty any
	type Talker interface{ Sound() string }
	tests := []struct {
		name string
		call func()
		want string
	}{
		{"not an interface", func() { schema.Sum[Cat](schema.Case[Cat]("cat")) },
			`^schema.Sum\[schema_test.Cat\] at schema/sum_test.go:\d+: want an interface with at least one method$`},
		{"empty interface", func() { schema.Sum[Empty](schema.Case[Cat]("cat")) },
			`^schema.Sum\[schema_test.Empty\] at schema/sum_test.go:\d+: want an interface with at least one method$`},
		{"no cases", func() { schema.Sum[Talker]() }, `: want at least one case$`},
		{"not implemented", func() { schema.Sum[Talker](schema.Case[Author]("author")) },
			`^schema.Sum\[schema_test.Talker\] at schema/sum_test.go:\d+: case "author": schema_test.Author does not implement schema_test.Talker$`},
		{"implemented by the pointer", func() { schema.Sum[Talker](schema.Case[Dog]("dog")) },
			`: case "dog": schema_test.Dog does not implement schema_test.Talker, but \*schema_test.Dog does: use schema.Case\[\*schema_test.Dog\]$`},
		{"interface as a case", func() { schema.Sum[Talker](schema.Case[Animal]("a")) },
			`: case "a": want a concrete type, got the interface schema_test.Animal$`},
		{"type twice", func() { schema.Sum[Talker](schema.Case[Cat]("a"), schema.Case[*Cat]("b")) },
			`: case "b": \*schema_test.Cat is already the case "a" at schema/sum_test.go:\d+$`},
		{"name twice", func() { schema.Sum[Talker](schema.Case[Cat]("a"), schema.Case[*Dog]("a")) },
			`: case "a": the name is taken by schema_test.Cat at schema/sum_test.go:\d+$`},
		{"number twice", func() { schema.Sum[Talker](schema.Case[Cat]("a"), schema.Case[*Dog]("b").Number(1)) },
			`: case "b": the number 1 is taken by "a" at schema/sum_test.go:\d+$`},
		{"registered differently", func() { schema.Sum[Animal](schema.Case[Cat]("cat")) },
			`^schema.Sum\[schema_test.Animal\] at schema/sum_test.go:\d+: already registered with other cases at schema/fixtures_test.go:\d+$`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := panicText(tt.call); !regexp.MustCompile(tt.want).MatchString(got) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestSumRegisteredTwiceTheSame(t *testing.T) {
	schema.Sum[Animal](schema.Case[Cat]("cat").Doc("Nine lives."), schema.Case[*Dog]("dog"))
}

func TestSumWithUndescribableCase(t *testing.T) {
	type Runner interface{ Run() }
	sum := schema.Sum[Runner](schema.Case[runner]("runner"))
	want := "schema: schema_test.Runner(schema_test.runner).C: chan int cannot be described; leave the field out with json:\"-\""
	if got := panicText(func() { sum.Schema() }); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

type runner struct{ C chan int }

func (runner) Run() {}
