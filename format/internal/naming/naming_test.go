package naming_test

import (
	"math"
	"testing"

	"github.com/weft-go/weft/format/internal/naming"
	"github.com/weft-go/weft/schema"
)

func TestIdentifier(t *testing.T) {
	seen := map[string]string{}
	for in, want := range map[string]string{
		"": "x", "title": "title", "first name": "first_name", "1st": "n1st", "_x": "xx", "größe": "gru00F6u00DFe", "Page[Book]": "Page_Book_",
	} {
		got := naming.Identifier(in)
		if got != want || seen[got] != "" {
			t.Errorf("%q: got %q, want %q; also for %q", in, got, want, seen[got])
		}
		seen[got] = in
	}
}

func TestConstant(t *testing.T) {
	for in, want := range map[string]string{"darkRed": "DARK_RED", "rosé": "ROS", "": "", "-": ""} {
		if got := naming.Constant(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

type Book struct{ Title string }

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		schema *schema.Schema
		want   string
	}{
		{schema.Of[Book](), "Book"},
		{schema.Of[[]Book](), "BookList"},
		{schema.Of[[3]string](), "StringArray3"},
		{schema.Of[map[string]Book](), "BookMap"},
		{schema.Of[map[int]Book](), "BookByInt"},
		{schema.Of[*Book](), "OptionalBook"},
		{schema.Of[schema.Optional[int64]](), "NullableInt64"},
		{schema.Of[any](), "JSON"},
		{schema.Of[struct{ X int }](), "Hint"},
	} {
		names := naming.New(tt.schema)
		if got := names.Of(tt.schema, "Hint"); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.schema, got, tt.want)
		}
	}
}

func TestUnique(t *testing.T) {
	names := naming.New(schema.Of[Book]())
	for _, want := range []string{"Book2", "Book3"} {
		if got := names.Unique("Book"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestPackage(t *testing.T) {
	for want, s := range map[string]*schema.Schema{"naming_test": schema.Of[[]*Book](), "values": schema.Of[[]string]()} {
		if got := naming.Package(s); got != want {
			t.Errorf("%s: got %q, want %q", s, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  int64
		ok    bool
	}{
		{int8(-1), -1, true}, {uint16(7), 7, true}, {math.MaxInt32 + 1, math.MaxInt32 + 1, false}, {uint32(math.MaxUint32), math.MaxUint32, false}, {"x", 0, false},
	} {
		if got, ok := naming.Number(tt.value); got != tt.want || ok != tt.ok {
			t.Errorf("%v: got %d, %v", tt.value, got, ok)
		}
	}
}
