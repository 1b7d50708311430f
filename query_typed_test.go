package weft_test

import (
	"errors"
	"net"
	"reflect"
	"slices"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft"
)

type pageNumber uint8

// queryBoth reads a parameter from the parsed and from the raw query; both must
// agree.
func queryBoth[T any](t *testing.T, raw, name string) (T, error) {
	t.Helper()
	q, err := weft.ParseQuery(raw)
	if err != nil {
		t.Fatal(err)
	}
	parsed, errParsed := q.Query[T](name)
	scanned, errScanned := weft.QueryFrom[T](raw, name)
	if !reflect.DeepEqual(parsed, scanned) || !reflect.DeepEqual(errParsed, errScanned) {
		t.Errorf("%q in %q: parsed %v, %v; scanned %v, %v", name, raw, parsed, errParsed, scanned, errScanned)
	}
	return parsed, errParsed
}

func wantQuery[T any](raw string, want T) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		if got, err := queryBoth[T](t, raw, "k"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
}

func TestQueryDecodes(t *testing.T) {
	t.Run("string", wantQuery("k=a+b", "a b"))
	t.Run("empty string", wantQuery("k", ""))
	t.Run("int", wantQuery("x=1&k=-5", -5))
	t.Run("escaped name", wantQuery("%6b=5", 5))
	t.Run("bool", wantQuery("k=true", true))
	t.Run("float", wantQuery("k=2.5", 2.5))
	t.Run("named", wantQuery("k=255", pageNumber(255)))
	t.Run("time", wantQuery("k=2026-11-15T03:42:00Z", time.Date(2026, 11, 15, 3, 42, 0, 0, time.UTC)))
	t.Run("duration", wantQuery("k=1h", time.Hour))
	t.Run("uuid", wantQuery("k=f81d4fae-7dec-11d0-a765-00a0c91e6bf6", uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")))
	t.Run("slice that decodes itself", wantQuery("k=10.0.0.1", net.ParseIP("10.0.0.1")))
	t.Run("url", wantQuery("k=%2Fa%3Fb", mustParseURL(t, "/a?b")))
	t.Run("pointer", wantQuery("k=7", new(7)))
	t.Run("missing pointer", wantQuery[*int]("x=1", nil))
	t.Run("ints", wantQuery("k=1&x=9&k=2", []int{1, 2}))
	t.Run("one of a slice", wantQuery("k=1", []int64{1}))
	t.Run("strings", wantQuery("k=a%26b&k=", []string{"a&b", ""}))
	t.Run("named slice", wantQuery("k=1&k=2", []pageNumber{1, 2}))
	t.Run("slice of pointers", wantQuery("k=1", []*int{new(1)}))
}

func wantQueryError[T any](raw string, want error, message string) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		got, err := queryBoth[T](t, raw, "k")
		if err == nil || reflect.TypeOf(err) != reflect.TypeOf(want) || err.Error() != message {
			t.Errorf("got %v, %T %v, want %T %s", got, err, err, want, message)
		}
		if !reflect.ValueOf(&got).Elem().IsZero() {
			t.Errorf("got %v beside the error", got)
		}
	}
}

func TestQueryErrors(t *testing.T) {
	missing, malformed, count := &weft.MissingQueryParams{}, &weft.MalformedQueryParam{}, &weft.InvalidQueryParamCount{}
	t.Run("missing", wantQueryError[int]("x=1", missing, `query "k": missing`))
	t.Run("missing slice", wantQueryError[[]int]("x=1", missing, `query "k": missing`))
	t.Run("malformed", wantQueryError[int]("k=ten", malformed, `query "k": want int, got "ten"`))
	t.Run("empty", wantQueryError[int]("k=", malformed, `query "k": want int, got ""`))
	t.Run("overflow", wantQueryError[int8]("k=300", malformed, `query "k": want int8 (-128 to 127), got "300"`))
	t.Run("malformed pointer", wantQueryError[*int]("k=x", malformed, `query "k": want int, got "x"`))
	t.Run("malformed in a slice", wantQueryError[[]int]("k=1&k=x", malformed, `query "k": want int, got "x"`))
	t.Run("several", wantQueryError[int]("k=1&k=2&k=3", count, `query "k": want 1 value, got 3`))
	t.Run("several for a pointer", wantQueryError[*int]("k=1&k=2", count, `query "k": want 1 value, got 2`))
}

func TestQueryErrorsCarryData(t *testing.T) {
	q := weft.QueryParamsOf("limit", "ten", "id", "1", "id", "2")
	_, err := q.Query[int]("limit")
	if e, ok := errors.AsType[*weft.MalformedQueryParam](err); !ok || e.Name != "limit" || e.Value != "ten" || e.Want != "int" || errors.Unwrap(e) == nil {
		t.Errorf("got %#v", err)
	}
	_, err = q.Query[int]("page")
	if e, ok := errors.AsType[*weft.MissingQueryParams](err); !ok || !slices.Equal(e.Names, []string{"page"}) {
		t.Errorf("got %#v", err)
	}
	_, err = q.Query[int]("id")
	if e, ok := errors.AsType[*weft.InvalidQueryParamCount](err); !ok || e.Name != "id" || e.Want != 1 || e.Got != 2 {
		t.Errorf("got %#v", err)
	}
	several := &weft.MissingQueryParams{Names: []string{"a", "b"}}
	if got := several.Error(); got != `query "a", "b": missing` {
		t.Errorf("Error() = %q", got)
	}
	two := &weft.InvalidQueryParamCount{Name: "a", Want: 2, Got: 1}
	if got := two.Error(); got != `query "a": want 2 values, got 1` {
		t.Errorf("Error() = %q", got)
	}
}

func TestQueryOfUnsupportedType(t *testing.T) {
	q := weft.QueryParamsOf("k", "v")
	if _, err := q.Query[map[string]int]("k"); err == nil {
		t.Error("a map was decoded")
	}
	if _, err := weft.QueryFrom[map[string]int]("k=v", "k"); err == nil {
		t.Error("a map was decoded from the raw query")
	}
	if _, err := q.Query[[]map[string]int]("k"); err == nil {
		t.Error("a slice of maps was decoded")
	}
}

func TestQueryOrElse(t *testing.T) {
	q := weft.QueryParamsOf("a", "1", "b", "x")
	for name, want := range map[string]int{"a": 1, "b": 25, "c": 25} {
		if got := q.QueryOrElse(name, 25); got != want {
			t.Errorf("QueryOrElse(%q) = %d, want %d", name, got, want)
		}
	}
	if got := q.QueryOrElse("c", []int{7}); !slices.Equal(got, []int{7}) {
		t.Errorf("a missing slice gave %v", got)
	}
	def := new(3)
	if got := q.QueryOrElse("c", def); got != def {
		t.Errorf("a missing pointer gave %v", got)
	}
}

func TestQueryLookup(t *testing.T) {
	tests := []struct {
		name, raw string
		value     string
		n         int
	}{
		{"only one", "k=v", "v", 1},
		{"no value", "k", "", 1},
		{"among others", "kk=1&k=v&xk=2", "v", 1},
		{"repeated", "k=v&k=w&k", "v", 3},
		{"missing", "kk=1", "", 0},
		{"empty query", "", "", 0},
		{"faults elsewhere", "x=%zz&k=v&%=1", "v", 1},
		{"escaped", "%6B=a%26b+c", "a&b c", 1},
		{"a name that does not decode", "k%=v", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			value, n, err := weft.QueryLookup(tt.raw, "k")
			if value != tt.value || n != tt.n || err != nil {
				t.Errorf("got %q, %d, %v, want %q, %d", value, n, err, tt.value, tt.n)
			}
		})
	}
	_, _, err := weft.QueryLookup("k=1&k=100%", "k")
	if e, ok := errors.AsType[*weft.MalformedQueryParam](err); !ok || e.Value != "100%" {
		t.Errorf("a malformed escape gave %v", err)
	}
	if _, err := weft.QueryFrom[[]string]("k=100%", "k"); err == nil {
		t.Error("a malformed escape in a list was accepted")
	}
}

func TestQueryLookupDoesNotAllocate(t *testing.T) {
	got := testing.AllocsPerRun(100, func() {
		if v, err := weft.QueryFrom[int]("lang=en&page=12&q=a%20b", "page"); v != 12 || err != nil {
			t.Fatal(v, err)
		}
	})
	if got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

func BenchmarkQueryFrom(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = weft.QueryFrom[int]("lang=en&page=12&q=a%20b", "page")
	}
}

func BenchmarkParseQuery(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = weft.ParseQuery("lang=en&page=12&q=a%20b")
	}
}
