package text_test

import (
	"encoding/json/jsontext"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
	"uuid"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// FuzzValid: the same answer as that of package utf8.
func FuzzValid(f *testing.F) {
	for _, s := range []string{"", "a", "é", "abcd", "abcdefg\x80", "abcdefgh", "1234567é", "12345678\xff", "12345678é90", "\xed\xa0\x80"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, want := text.Valid(b), utf8.Valid(b); got != want {
			t.Errorf("%q: got %v, want %v", b, got, want)
		}
	})
}

func TestFormsRoundTrip(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"uuid":          form(text.UUID{}, uuid.UUID{1, 2}, "01020000-0000-0000-0000-000000000000"),
		"zero":          form(text.Integer{}, *big.NewInt(0), "\x00"),
		"127":           form(text.Integer{}, *big.NewInt(127), "\x7f"),
		"128":           form(text.Integer{}, *big.NewInt(128), "\x00\x80"),
		"-1":            form(text.Integer{}, *big.NewInt(-1), "\xff"),
		"-128":          form(text.Integer{}, *big.NewInt(-128), "\x80"),
		"-129":          form(text.Integer{}, *big.NewInt(-129), "\xff\x7f"),
		"fraction":      form(text.Textual{Schema: schema.Of[big.Rat]()}, *big.NewRat(1, 3), "1/3"),
		"any":           form(text.JSON{Kind: schema.KindAny, Type: reflect.TypeFor[any]()}, any(map[string]any{"b": 1.5, "a": nil}), `{"a":null,"b":1.5}`),
		"raw":           form(text.JSON{Kind: schema.KindRawJSON, Type: reflect.TypeFor[jsontext.Value]()}, jsontext.Value("[1]"), "[1]"),
		"text marshals": form(text.Textual{Schema: schema.Of[big.Float]()}, *big.NewFloat(1.5), "1.5"),
	} {
		t.Run(name, test)
	}
}

func form[T any](f text.Form, v T, want string) func(*testing.T) {
	return func(t *testing.T) {
		b, err := f.Append([]byte("x"), memory.To(&v))
		if err != nil || string(b) != "x"+want {
			t.Fatalf("got %q, %v, want %q", b, err, want)
		}
		var back T
		if err := f.Parse(b[1:], memory.To(&back)); err != nil {
			t.Fatal(err)
		}
		if again, err := f.Append(nil, memory.To(&back)); err != nil || string(again) != want {
			t.Errorf("read back: got %q, %v", again, err)
		}
	}
}

func TestFormsRefuse(t *testing.T) {
	var id uuid.UUID
	var rat big.Rat
	var raw jsontext.Value
	for name, err := range map[string]error{
		"uuid":   text.UUID{}.Parse([]byte(strings.Repeat("x", 1000)), memory.To(&id)),
		"rat":    text.Textual{Schema: schema.Of[big.Rat]()}.Parse([]byte("a"), memory.To(&rat)),
		"digits": text.Textual{Schema: schema.Of[big.Rat]()}.Parse([]byte(strings.Repeat("1", 60_000)), memory.To(&rat)),
		"raw":    text.JSON{Kind: schema.KindRawJSON}.Parse([]byte("{"), memory.To(&raw)),
	} {
		if err == nil || len(err.Error()) > 200 {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestAbsent(t *testing.T) {
	var nothing any
	var raw jsontext.Value
	anyForm := text.JSON{Kind: schema.KindAny, Type: reflect.TypeFor[any]()}
	if !anyForm.Absent(memory.To(&nothing)) || !(text.JSON{Kind: schema.KindRawJSON}).Absent(memory.To(&raw)) {
		t.Error("nothing is not absent")
	}
	if nothing = 1; anyForm.Absent(memory.To(&nothing)) {
		t.Error("a value is absent")
	}
}

func TestNumbers(t *testing.T) {
	s := schema.Of[big.Float]()
	for in, want := range map[*big.Float]string{
		big.NewFloat(1.5):                                 "",
		big.NewFloat(math.Inf(1)):                         "the number is infinite or its exponent is too large",
		new(big.Float).SetMantExp(big.NewFloat(1), 1<<16): "the number is infinite or its exponent is too large",
	} {
		b, f := text.Append(s, memory.To(in))
		if problem(f) != want {
			t.Errorf("got %q, want %q", problem(f), want)
		}
		if back := new(big.Float); f == nil && (text.Parse(s, b, memory.To(back)) != nil || back.Cmp(in) != 0) {
			t.Errorf("read %v back as %v", in, back)
		}
	}
	var x big.Float
	if got := problem(text.Parse(s, []byte(strings.Repeat("1", 40_000)), memory.To(&x))); got != "the number has more than 32768 digits" {
		t.Errorf("got %q", got)
	}
	if text.Parse(s, []byte("ten"), memory.To(&x)) == nil {
		t.Error("ten is a number")
	}
}

func TestDigits(t *testing.T) {
	x := new(big.Int)
	if f := text.ParseDigits([]byte("-120"), x); f != nil || x.Int64() != -120 {
		t.Errorf("got %v, %q", x, problem(f))
	}
	if b, f := text.AppendDigits([]byte("x"), x); f != nil || string(b) != "x-120" {
		t.Errorf("got %q, %q", b, problem(f))
	}
	for _, in := range []string{"", "ten", strings.Repeat("1", 40_000)} {
		if text.ParseDigits([]byte(in), x) == nil || x.Int64() != -120 {
			t.Errorf("%.10q… is a number: %v", in, x)
		}
	}
	if _, f := text.AppendDigits(nil, new(big.Int).Lsh(x, 1<<20)); f == nil {
		t.Error("a number of many digits was written")
	}
}

func TestJSON(t *testing.T) {
	typ := reflect.TypeFor[map[string]int]()
	m := map[string]int{"a": 1}
	b, f := text.AppendJSON(typ, memory.To(&m))
	if f != nil || string(b) != `{"a":1}` {
		t.Fatalf("got %q, %q", b, problem(f))
	}
	var back map[string]int
	if f := text.ParseJSON(typ, b, memory.To(&back)); f != nil || back["a"] != 1 {
		t.Errorf("got %v, %q", back, problem(f))
	}
	if f := text.ParseJSON(typ, []byte("["), memory.To(&back)); f == nil || f.Cause == nil {
		t.Error("a bracket is a map")
	}
}

func problem(f *fault.Fault) string {
	if f == nil {
		return ""
	}
	return f.Problem
}
