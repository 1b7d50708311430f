package weft_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestParseQuery(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"one", "a=1", "a=1"},
		{"repeated", "a=1&b=2&a=3", "a=1&b=2&a=3"},
		{"no value", "a", "a="},
		{"empty value", "a=", "a="},
		{"empty name", "=1", "=1"},
		{"empty pairs", "&&a=1&&b=2&", "a=1&b=2"},
		{"plus is a space", "a+b=c+d", "a+b=c+d"},
		{"escaped plus", "a=1%2B1", "a=1%2B1"},
		{"equals in the value", "a=b=c", "a=b%3Dc"},
		{"semicolon is no separator", "a=1;b=2", "a=1%3Bb%3D2"},
		{"UTF-8", "%C3%A9=€", "%C3%A9=%E2%82%AC"},
		{"question mark", "?a=1", "%3Fa=1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q, err := weft.ParseQuery(tt.in)
			if err != nil || q.Encode() != tt.want {
				t.Errorf("ParseQuery(%q) = %q, %v, want %q", tt.in, q, err, tt.want)
			}
		})
	}
}

func TestParseQueryRefuses(t *testing.T) {
	const escape = "a percent sign without two hexadecimal digits"
	thousand := strings.Repeat("a=1&", 1000)
	tests := []struct {
		name, in string
		offset   int
		reason   string
		before   int
	}{
		{"lonely percent", "a=100%", 5, escape, 0},
		{"bad digits", "a=1&b=%zz", 6, escape, 1},
		{"half an escape", "a=1&b=2&c%2=3", 9, escape, 2},
		{"in a name", "%", 0, escape, 0},
		{"too many", thousand + "b", 4000, "more than 1000 parameters", 1000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q, err := weft.ParseQuery(tt.in)
			e, ok := errors.AsType[*weft.MalformedQuery](err)
			if !ok || e.Offset != tt.offset || e.Reason != tt.reason {
				t.Errorf("got %v, want offset %d: %s", err, tt.offset, tt.reason)
			}
			if q.Len() != tt.before {
				t.Errorf("%d parameters before the fault, want %d", q.Len(), tt.before)
			}
		})
	}
	_, err := weft.ParseQuery("a=100%")
	if want := "query: offset 5: " + escape; err.Error() != want {
		t.Errorf("the message is %q, want %q", err, want)
	}
	if _, err := weft.ParseQuery(thousand + "&&&"); err != nil {
		t.Errorf("a thousand parameters and empty ones: %v", err)
	}
}

func TestQueryParamsReading(t *testing.T) {
	q := weft.QueryParamsOf("a", "1", "b", "", "a", "2")
	if v, ok := q.Get("a"); v != "1" || !ok {
		t.Errorf("Get(a) = %q, %v", v, ok)
	}
	if v, ok := q.Get("b"); v != "" || !ok {
		t.Errorf("Get(b) = %q, %v", v, ok)
	}
	if v, ok := q.Get("c"); v != "" || ok {
		t.Errorf("Get(c) = %q, %v", v, ok)
	}
	if got := q.All("a"); !slices.Equal(got, []string{"1", "2"}) {
		t.Errorf("All(a) = %q", got)
	}
	if q.All("c") != nil || q.Has("c") || !q.Has("b") || q.Len() != 3 {
		t.Errorf("%v has the wrong parameters", q)
	}
	if got := q.Names(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("Names() = %q", got)
	}
	var seen []string
	for name, values := range q.Each() {
		seen = append(seen, name+":"+strings.Join(values, ","))
	}
	if !slices.Equal(seen, []string{"a:1,2", "b:"}) {
		t.Errorf("Each() gave %q", seen)
	}
	for name := range q.Each() {
		if name != "a" {
			t.Errorf("the first name is %q", name)
		}
		break
	}
}

func TestQueryParamsChanging(t *testing.T) {
	q := weft.QueryParamsOf("a", "1", "b", "2", "a", "3")
	for name, got := range map[string][2]string{
		"Add":             {q.Add("c", "4", "5").Encode(), "a=1&b=2&a=3&c=4&c=5"},
		"Add nothing":     {q.Add("c").Encode(), "a=1&b=2&a=3"},
		"AddAll":          {q.AddAll(q).Encode(), "a=1&b=2&a=3&a=1&b=2&a=3"},
		"Set present":     {q.Set("a", "x", "y").Encode(), "a=x&a=y&b=2"},
		"Set new":         {q.Set("c", "x").Encode(), "a=1&b=2&a=3&c=x"},
		"Set to nothing":  {q.Set("a").Encode(), "b=2"},
		"Remove":          {q.Remove("a").Encode(), "b=2"},
		"RemoveAll":       {q.RemoveAll("a", "b", "z").Encode(), ""},
		"zero value":      {weft.QueryParams{}.Add("a", "b").Encode(), "a=b"},
		"nothing changed": {q.Encode(), "a=1&b=2&a=3"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q, want %q", name, got[0], got[1])
		}
	}
}

func TestQueryParamsAreIndependent(t *testing.T) {
	base := weft.QueryParamsOf("a", "1").Add("b", "2")
	x, y := base.Add("c", "x"), base.Add("c", "y")
	if x.Encode() != "a=1&b=2&c=x" || y.Encode() != "a=1&b=2&c=y" {
		t.Errorf("two copies share memory: %q and %q", x, y)
	}
}

func TestQueryParamsEqual(t *testing.T) {
	q := weft.QueryParamsOf("a", "1", "b", "2", "a", "3")
	for _, tt := range []struct {
		pairs []string
		want  bool
	}{
		{[]string{"a", "1", "a", "3", "b", "2"}, true},
		{[]string{"a", "3", "b", "2", "a", "1"}, false},
		{[]string{"a", "1", "b", "2"}, false},
		{[]string{"a", "1", "b", "2", "c", "3"}, false},
	} {
		if got := q.Equal(weft.QueryParamsOf(tt.pairs...)); got != tt.want {
			t.Errorf("equal to %q: %v, want %v", tt.pairs, got, tt.want)
		}
	}
}

func TestQueryParamsOfPanicsOnHalfAPair(t *testing.T) {
	defer func() {
		if got := recover(); got != `weft: QueryParamsOf: the name "b" has no value` {
			t.Errorf("recovered %v", got)
		}
	}()
	weft.QueryParamsOf("a", "1", "b")
}

// FuzzParseQuery checks that what parses is written as something that parses to the
// same parameters, that net/url agrees, and that looking one parameter up in the raw
// query finds what parsing finds.
func FuzzParseQuery(f *testing.F) {
	for _, s := range []string{"", "a=1&b=2&a=3", "a+b=%20", "%", "a=%zz", "&&=&", "a=1;b=2", "%61=1&a=2"} {
		f.Add(s, "a")
	}
	f.Fuzz(func(t *testing.T, s, name string) {
		value, n, lookupErr := weft.QueryLookup(s, name)
		q, err := weft.ParseQuery(s)
		if err != nil {
			if e, ok := errors.AsType[*weft.MalformedQuery](err); !ok || e.Offset < 0 || e.Offset > len(s) {
				t.Fatalf("ParseQuery(%q) gave %v", s, err)
			}
			return
		}
		if first, _ := q.Get(name); lookupErr != nil || value != first || n != len(q.All(name)) {
			t.Fatalf("%q in %q: lookup %q, %d, %v; parsed %q", name, s, value, n, lookupErr, q.All(name))
		}
		again, err := weft.ParseQuery(q.Encode())
		if err != nil || !slices.Equal(again.Names(), q.Names()) || !again.Equal(q) {
			t.Fatalf("%q is written %q, read %q (%v)", s, q.Encode(), again, err)
		}
		other, err := url.ParseQuery(s)
		if err != nil {
			return // net/url refuses semicolons
		}
		if len(other) != len(q.Names()) {
			t.Fatalf("%q: %q, net/url has %q", s, q, other)
		}
		for name, values := range q.Each() {
			if !slices.Equal(other[name], values) {
				t.Fatalf("%q: %q is %q, net/url has %q", s, name, values, other[name])
			}
		}
	})
}
