package schema_test

import (
	"fmt"
	"math/big"
	"reflect"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft/schema"
)

func TestParseLiteral(t *testing.T) {
	text := "x"
	tests := []struct {
		s    *schema.Schema
		in   string
		want any
		json string
	}{
		{schema.Of[bool](), "true", true, "true"},
		{schema.Of[int](), "-3", -3, "-3"},
		{schema.Of[uint64](), "18446744073709551615", uint64(18446744073709551615), "18446744073709551615"},
		{schema.Of[float64](), "0.1", 0.1, "0.1"},
		{schema.Of[float64](), "1e6", 1e6, "1000000"},
		{schema.Of[float32](), "1e-7", float32(1e-7), "1e-07"},
		{schema.Of[string](), `a "quoted" one`, `a "quoted" one`, `"a \"quoted\" one"`},
		{schema.Of[*string](), "x", "x", `"x"`},
		{schema.Of[schema.Optional[int]](), "3", 3, "3"},
		{schema.Of[[]byte](), "aGk=", []byte("hi"), `"aGk="`},
		{schema.Of[[2]byte](), "aGk=", [2]byte{'h', 'i'}, `"aGk="`},
		{schema.Of[time.Duration](), "90m", 90 * time.Minute, `"PT1H30M"`},
		{schema.Of[time.Time](), "2026-01-02T03:04:05Z", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), `"2026-01-02T03:04:05Z"`},
		{schema.Of[uuid.UUID](), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), `"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`},
		{schema.Of[big.Int](), "123", *big.NewInt(123), "123"},
		{schema.Of[big.Rat](), "3/2", *big.NewRat(3, 2), `"3/2"`},
		{schema.Of[Weekday](), "tue", Weekday(1), `"tue"`},
		{schema.Of[[]int](), "1, 2", []int{1, 2}, "[1,2]"},
		{schema.Of[[]int](), "[1, 2]", []int{1, 2}, "[1,2]"},
		{schema.Of[[]string](), "", []string(nil), "[]"},
		{schema.Of[[2]int](), "[1,2]", [2]int{1, 2}, "[1,2]"},
		{schema.Of[map[int]string](), `{"1": "a"}`, map[int]string{1: "a"}, `{"1":"a"}`},
		{schema.Of[[]*string](), `["x", null]`, []*string{&text, nil}, `["x",null]`},
		{schema.Of[[]schema.Optional[int]](), `[1, null]`, []schema.Optional[int]{schema.Some(1), schema.Null[int]()}, `[1,null]`},
		{schema.Of[Author](), `{"name":"Ada"}`, Author{Name: "Ada"}, `{"name":"Ada"}`},
		{schema.Of[Animal](), `{"dog":{"name":"Rex"}}`, &Dog{Name: "Rex"}, `{"dog":{"name":"Rex"}}`},
		{schema.Of[any](), `{"a":[1]}`, map[string]any{"a": []any{1.0}}, `{"a":[1]}`},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s %s", tt.s, tt.in), func(t *testing.T) {
			got, err := tt.s.ParseLiteral(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Value, tt.want) || got.JSON != tt.json {
				t.Errorf("got %#v %s, want %#v %s", got.Value, got.JSON, tt.want, tt.json)
			}
		})
	}
}

func TestParseLiteralErrors(t *testing.T) {
	tests := []struct {
		s        *schema.Schema
		in, want string
	}{
		{schema.Of[bool](), "yes", `want true or false, got "yes"`},
		{schema.Of[[]int](), "1,x", `want int, got "x"`},
		{schema.Of[[]int](), `{"a":1}`, `want int, got "{\"a\":1}"`},
		{schema.Of[[]Author](), `{"a":1}`, `want a list, got {"a":1}`},
		{schema.Of[[2]int](), "[1]", "want 2 items, got 1"},
		{schema.Of[[2]byte](), "aA==", "want 2 bytes, got 1"},
		{schema.Of[[]byte](), "?", `want base64 text, got "?"`},
		{schema.Of[map[int]string](), `{"a":"b"}`, `key "a": want int, got "a"`},
		{schema.Of[map[int]string](), `{"1":2}`, `key "1": want string, got 2`},
		{schema.Of[map[int]string](), `[]`, `want an object, got []`},
		{schema.Of[Author](), `{"name":3}`, `field "name": want string, got 3`},
		{schema.Of[Animal](), `{"cow":{}}`, `schema_test.Animal has no case "cow"`},
		{schema.Of[Animal](), `{}`, `want an object such as {"cat": …}, got {}`},
		{schema.Of[Animal](), `{"cat":{"lives":"x"}}`, `case "cat": field "lives": want int, got "x"`},
		{schema.Of[Weekday](), "sun", "want schema_test.Weekday: not a day"},
		{schema.Of[big.Rat](), "1e999999999", `want fraction, got "1e999999999"`},
		{schema.Of[big.Float](), "1e999999999", `want big decimal, got "1e999999999"`},
		{schema.Of[big.Int](), "1.5", `want big integer, got "1.5"`},
		{schema.Of[uuid.UUID](), "x", `want a UUID, got "x"`},
		{schema.Of[time.Time](), "now", `want a time such as 2006-01-02T15:04:05Z, got "now"`},
		{schema.Of[float32](), "NaN", `want float32, got "NaN"`},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s %s", tt.s, tt.in), func(t *testing.T) {
			if _, err := tt.s.ParseLiteral(tt.in); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestTextKeepsBigDecimalsExactly(t *testing.T) {
	s := schema.Of[big.Float]()
	for _, text := range []string{"0.1234567890123456789012345678901234567890123456789", "1e+40", "-2.5", "1.234567890123456789012345678905e+29"} {
		v := reflect.New(s.Type()).Elem()
		if err := s.ParseText(text, v); err != nil {
			t.Fatal(err)
		}
		if got, err := s.AppendText(nil, v); err != nil || string(got) != text {
			t.Errorf("%s became %s, %v", text, got, err)
		}
	}
}

func TestTextHasNoFormForComposites(t *testing.T) {
	s := schema.Of[Author]()
	v := reflect.New(s.Type()).Elem()
	if _, err := s.AppendText(nil, v); err != schema.ErrNoText {
		t.Errorf("got %v", err)
	}
	if err := s.ParseText("x", v); err != schema.ErrNoText {
		t.Errorf("got %v", err)
	}
}

// FuzzText states: whatever ParseText accepts, AppendText writes so that ParseText
// reads the same value again; and neither panics.
func FuzzText(f *testing.F) {
	scalars := []*schema.Schema{
		schema.Of[bool](), schema.Of[int8](), schema.Of[int64](), schema.Of[uint16](), schema.Of[float32](), schema.Of[float64](),
		schema.Of[string](), schema.Of[[]byte](), schema.Of[[3]byte](), schema.Of[time.Time](), schema.Of[time.Duration](),
		schema.Of[uuid.UUID](), schema.Of[big.Int](), schema.Of[big.Float](), schema.Of[big.Rat](), schema.Of[Weekday](),
	}
	for i, text := range []string{"true", "1", "-1", "65535", "0.1", "1e-5", "x", "aGk=", "aGkh", "2026-01-02T03:04:05.5+01:00", "PT1.5S", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "9", "1e10", "-3/7", "mon"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		s := scalars[int(which)%len(scalars)]
		v := reflect.New(s.Type()).Elem()
		if s.ParseText(text, v) != nil {
			return
		}
		first, err := s.AppendText(nil, v)
		if err != nil {
			t.Skip("a value that cannot be written")
		}
		w := reflect.New(s.Type()).Elem()
		if err := s.ParseText(string(first), w); err != nil {
			t.Fatalf("%s: wrote %q for %q: %v", s, first, text, err)
		}
		if second, _ := s.AppendText(nil, w); string(second) != string(first) {
			t.Errorf("%s: %q became %q", s, first, second)
		}
	})
}
