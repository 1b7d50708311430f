package schema_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft/schema"
)

// faults returns the faults of a value as lines "path: rule: message".
func faults(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var ve *schema.ValidationError
	if !errors.As(err, &ve) {
		t.Fatalf("not a ValidationError: %v", err)
	}
	var lines []string
	for _, f := range ve.Faults {
		lines = append(lines, fmt.Sprintf("%s: %s: %s", f.Path, f.Rule, f.Message))
	}
	return strings.Join(lines, "\n")
}

type limits struct {
	S   string             `json:"s,omitzero" minLength:"2" maxLength:"3"`
	P   string             `json:"p,omitzero" pattern:"^[a-z]+$"`
	F   string             `json:"f,omitzero" format:"email"`
	I   int                `json:"i,omitzero" minimum:"2" maximum:"4"`
	X   int                `json:"x,omitzero" exclusiveMinimum:"2" exclusiveMaximum:"4"`
	M   int                `json:"m,omitzero" multipleOf:"5"`
	U   uint64             `json:"u,omitzero" minimum:"18446744073709551615"`
	UM  uint               `json:"um,omitzero" multipleOf:"3"`
	D   float64            `json:"d,omitzero" minimum:"0.1" maximum:"0.3" multipleOf:"0.1"`
	DM  float64            `json:"dm,omitzero" multipleOf:"2"`
	F32 float32            `json:"f32,omitzero" maximum:"0.1"`
	B   *big.Int           `json:"b,omitzero" minimum:"10" multipleOf:"4"`
	BX  big.Int            `json:"bx" exclusiveMinimum:"-1" exclusiveMaximum:"3" maximum:"2"`
	N   int64              `json:"n,omitzero" format:"int32"`
	E   Colour             `json:"e,omitzero"`
	EL  Level              `json:"el,omitzero"`
	ES  []string           `json:"es,omitzero" enum:"a,b"`
	EF  float64            `json:"ef,omitzero" enum:"0.5,1"`
	EU  uint8              `json:"eu,omitzero" enum:"1"`
	L   []string           `json:"l,omitzero" minItems:"1" maxItems:"2" uniqueItems:"true"`
	LT  []time.Time        `json:"lt,omitzero" uniqueItems:"true"`
	MP  map[string]int     `json:"mp,omitzero" minProperties:"1" maxProperties:"1"`
	MK  map[Colour]int     `json:"mk,omitzero"`
	MI  map[int]Author     `json:"mi,omitzero"`
	Y   []byte             `json:"y,omitzero" minLength:"2" maxLength:"3"`
	T   Weekday            `json:"t,omitzero" pattern:"^m"`
	Sum Animal             `json:"sum,omitzero"`
	Arr [2]Author          `json:"arr,omitzero"`
	A   *Author            `json:"a"`
	O   schema.Optional[A] `json:"o,omitzero"`
}

type A struct {
	N int `json:"n" minimum:"1"`
}

func TestValidateRules(t *testing.T) {
	tests := []struct {
		name string
		v    limits
		want string
	}{
		{"zero value", limits{}, ""},
		{"minLength", limits{S: "é"}, "s: minLength: want at least 2 characters, got 1"},
		{"length in code points", limits{S: "ééé"}, ""},
		{"maxLength", limits{S: "éééé"}, "s: maxLength: want at most 3 characters, got 4"},
		{"pattern", limits{P: "A"}, "p: pattern: want a match for the pattern ^[a-z]+$"},
		{"format", limits{F: "x"}, "f: format: want an email address"},
		{"minimum", limits{I: 1}, "i: minimum: want at least 2, got 1"},
		{"maximum", limits{I: 5}, "i: maximum: want at most 4, got 5"},
		{"exclusiveMinimum", limits{X: 2}, "x: exclusiveMinimum: want more than 2, got 2"},
		{"exclusiveMaximum", limits{X: 4}, "x: exclusiveMaximum: want less than 4, got 4"},
		{"multipleOf", limits{M: 7}, "m: multipleOf: want a multiple of 5, got 7"},
		{"multipleOf of a negative", limits{M: -10}, ""},
		{"uint64", limits{U: math.MaxUint64 - 1}, "u: minimum: want at least 18446744073709551615, got 18446744073709551614"},
		{"uint multipleOf", limits{UM: 4}, "um: multipleOf: want a multiple of 3, got 4"},
		{"float", limits{D: 0.3}, ""},
		{"float multipleOf", limits{D: 0.25}, "d: multipleOf: want a multiple of 0.1, got 0.25"},
		{"float minimum", limits{D: 0.05}, "d: minimum: want at least 0.1, got 0.05\nd: multipleOf: want a multiple of 0.1, got 0.05"},
		{"float multiple of an integer", limits{DM: 3}, "dm: multipleOf: want a multiple of 2, got 3"},
		{"infinity", limits{DM: math.Inf(1)}, "dm: multipleOf: want a multiple of 2, got +Inf"},
		{"NaN", limits{D: math.NaN()}, "d: minimum: want at least 0.1, got NaN\nd: maximum: want at most 0.3, got NaN\nd: multipleOf: want a multiple of 0.1, got NaN"},
		{"float32 limit is rounded", limits{F32: 0.1}, ""},
		{"float32", limits{F32: 0.2}, "f32: maximum: want at most 0.1, got 0.2"},
		{"big", limits{B: big.NewInt(9)}, "b: minimum: want at least 10, got 9\nb: multipleOf: want a multiple of 4, got 9"},
		{"huge", limits{BX: *new(big.Int).Lsh(big.NewInt(1), 400)}, "bx: maximum: want at most 2, got a number of 401 bits\nbx: exclusiveMaximum: want less than 3, got a number of 401 bits"},
		{"int32", limits{N: 1 << 31}, "n: format: want at most 2147483647, got 2147483648"},
		{"enum", limits{E: "blue"}, "e: enum: want one of red, green"},
		{"enum of integers", limits{EL: 3}, "el: enum: want one of 1, 2"},
		{"enum of items", limits{ES: []string{"a", "c"}}, "es[1]: enum: want one of a, b"},
		{"enum of floats", limits{EF: 0.7}, "ef: enum: want one of 0.5, 1"},
		{"enum of floats, allowed", limits{EF: 0.5}, ""},
		{"enum of unsigned", limits{EU: 2}, "eu: enum: want one of 1"},
		{"minItems", limits{L: []string{}}, "l: minItems: want at least 1 item, got 0"},
		{"maxItems", limits{L: []string{"a", "b", "c"}}, "l: maxItems: want at most 2 items, got 3"},
		{"uniqueItems", limits{L: []string{"a", "a"}}, "l: uniqueItems: want no item twice, items 0 and 1 are equal"},
		{"unique times", limits{LT: []time.Time{time.Unix(1, 0).UTC(), time.Unix(2, 0).UTC(), time.Unix(1, 0).UTC()}}, "lt: uniqueItems: want no item twice, items 0 and 2 are equal"},
		{"minProperties", limits{MP: map[string]int{}}, "mp: minProperties: want at least 1 property, got 0"},
		{"maxProperties", limits{MP: map[string]int{"a": 1, "b": 2}}, "mp: maxProperties: want at most 1 property, got 2"},
		{"map key", limits{MK: map[Colour]int{"blue": 1}}, `mk["blue"]: enum: want one of red, green`},
		{"map values in order", limits{MI: map[int]Author{2: {}, 1: {}}}, "mi[1].name: pattern: want a match for the pattern ^[A-Z]\nmi[2].name: pattern: want a match for the pattern ^[A-Z]"},
		{"bytes", limits{Y: []byte{1}}, "y: minLength: want at least 2 bytes, got 1"},
		{"text", limits{T: 1}, "t: pattern: want a match for the pattern ^m"},
		{"case of a sum", limits{Sum: Cat{Lives: 10}}, "sum.lives: maximum: want at most 9, got 10"},
		{"pointer case of a sum", limits{Sum: &Dog{Name: "x"}}, "sum.name: minLength: want at least 2 characters, got 1"},
		{"stranger in a sum", limits{Sum: cow{}}, "sum: oneOf: want one of cat, dog"},
		{"array", limits{Arr: [2]Author{{Name: "A"}, {Name: "b"}}}, "arr[1].name: pattern: want a match for the pattern ^[A-Z]"},
		{"pointer", limits{A: &Author{Name: "a", Email: "b"}}, "a.name: pattern: want a match for the pattern ^[A-Z]\na.email: format: want an email address"},
		{"optional", limits{O: schema.Some(A{})}, "o.n: minimum: want at least 1, got 0"},
		{"optional null", limits{O: schema.Null[A]()}, ""},
		{"several", limits{S: "x", I: 9}, "s: minLength: want at least 2 characters, got 1\ni: maximum: want at most 4, got 9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := faults(t, schema.Validate(t.Context(), &tt.v)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if got := faults(t, schema.Of[limits]().Validate(t.Context(), tt.v)); got != tt.want {
				t.Errorf("by value: got %s", got)
			}
		})
	}
}

func TestValidatePresence(t *testing.T) {
	type presence struct {
		Ptr     *string              `json:"ptr,omitempty" required:"true"`
		Opt     schema.Optional[int] `json:"opt" required:"true" nullable:"false"`
		Zero    string               `json:"zero,omitzero" required:"true"`
		Sum     Animal               `json:"sum"`
		FreeSum Animal               `json:"freeSum" required:"false"`
		RO      string               `json:"ro" readOnly:"true" format:"uuid"`
		When    time.Time            `json:"when,omitzero" required:"true"`
		WhenP   *time.Time           `json:"whenP,omitzero"`
		*Stamped
	}
	nothing := "want a value, got nothing"
	tests := []struct {
		name string
		v    presence
		want string
	}{
		{"nothing", presence{}, "ptr: required: " + nothing + "\nopt: required: " + nothing + "\nzero: required: " + nothing +
			"\nsum: required: " + nothing + "\nwhen: required: " + nothing},
		{"null", presence{Ptr: new("x"), Opt: schema.Null[int](), Zero: "x", Sum: Cat{}, When: time.Unix(0, 0)}, "opt: required: want a value, got null"},
		{"all", presence{Ptr: new("x"), Opt: schema.Some(0), Zero: "x", Sum: Cat{}, When: time.Unix(0, 0)}, ""},
		{"read only with a value", presence{Ptr: new("x"), Opt: schema.Some(0), Zero: "x", Sum: Cat{}, When: time.Unix(0, 0), RO: "x"}, "ro: format: want a UUID"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := faults(t, schema.Validate(t.Context(), &tt.v)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Range has a rule between its fields.
type Range struct {
	From int `json:"from" minimum:"0"`
	To   int `json:"to"`
}

func (r Range) Validate(ctx context.Context) error {
	if r.From > r.To {
		return errors.New("want from before to")
	}
	return nil
}

// Account reports faults in its own fields.
type Account struct {
	Password string   `json:"password"`
	Hints    []string `json:"hints"`
}

func (a *Account) Validate(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if a.Password == "secret" {
		return fmt.Errorf("account: %w", &schema.ValidationError{Faults: []schema.Fault{
			{Path: "password", Rule: "strength", Message: "want a better one", Name: "password"}, {Rule: "all", Message: "think again"}, {Path: "[0]", Message: "odd"},
		}})
	}
	return nil
}

type Evens []int

func (e Evens) Validate(context.Context) error {
	if len(e)%2 != 0 {
		return errors.New("want an even number of items")
	}
	return nil
}

func TestValidateMethods(t *testing.T) {
	type outer struct {
		Range    *Range    `json:"range"`
		Accounts []Account `json:"accounts"`
		Evens    Evens     `json:"evens" maxItems:"2"`
		Any      any       `json:"any"`
	}
	tests := []struct {
		name string
		v    outer
		want string
	}{
		{"valid", outer{Range: &Range{1, 2}}, ""},
		{"error", outer{Range: &Range{3, 2}}, "range: validate: want from before to"},
		{"fault and error", outer{Range: &Range{-1, -2}}, "range.from: minimum: want at least 0, got -1\nrange: validate: want from before to"},
		{"spliced", outer{Accounts: []Account{{}, {Password: "secret"}}},
			"accounts[1].password: strength: want a better one\naccounts[1]: all: think again\naccounts[1][0]: : odd"},
		{"slice type", outer{Evens: Evens{1, 2, 3}}, "evens: maxItems: want at most 2 items, got 3\nevens: validate: want an even number of items"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := faults(t, schema.Validate(t.Context(), &tt.v)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestValidateMethodOfEmbeddedStructs(t *testing.T) {
	type single struct{ Range }
	type double struct {
		Range
		*Account
	}
	if got, want := faults(t, schema.Validate(t.Context(), &single{Range{2, 1}})), ": validate: want from before to"; got != want {
		t.Errorf("promoted: got %s", got)
	}
	// Both have the method, so Go promotes neither; both are called.
	d := double{Range{2, 1}, &Account{Password: "secret"}}
	got := faults(t, schema.Validate(t.Context(), &d))
	if want := ": validate: want from before to\npassword: strength: want a better one\n: all: think again\n[0]: : odd"; got != want {
		t.Errorf("both: got %s", got)
	}
	if err := schema.Validate(t.Context(), &double{}); err != nil {
		t.Errorf("nil embedded pointer: got %v", err)
	}
}

func TestValidateStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := schema.Validate(ctx, &[]Account{{}, {}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestValidateCycleIsAFault(t *testing.T) {
	tree := &Tree{Value: 1}
	tree.Children = []*Tree{tree, tree}
	err := schema.Validate(t.Context(), tree)
	var ve *schema.ValidationError
	if !errors.As(err, &ve) || ve.Faults[0].Rule != "depth" || ve.Faults[0].Message != "want at most 1000 levels of nesting" {
		t.Fatalf("got %.100v", err)
	}
	if !ve.Truncated || len(ve.Faults) != 100 {
		t.Errorf("got %d faults, truncated %v", len(ve.Faults), ve.Truncated)
	}
}

func TestValidateBoundsTheFaults(t *testing.T) {
	list := make([]Author, 150)
	err := schema.Validate(t.Context(), &list)
	var ve *schema.ValidationError
	if !errors.As(err, &ve) || len(ve.Faults) != 100 || !ve.Truncated {
		t.Fatalf("got %.100v", err)
	}
	if last := ve.Faults[99]; last.Path != "[99].name" || last.Name != "name" {
		t.Errorf("got %+v", last)
	}
	if !strings.HasSuffix(err.Error(), "; and more") {
		t.Errorf("got %s", err.Error()[len(err.Error())-30:])
	}
}

func TestValidateArguments(t *testing.T) {
	ctx := t.Context()
	author := schema.Of[Author]()
	var nilAuthor *Author
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"untyped nil", author.Validate(ctx, nil), "want a value, got nothing"},
		{"nil pointer", author.Validate(ctx, nilAuthor), "want a value, got nothing"},
		{"nil for a pointer schema", schema.Of[*Author]().Validate(ctx, nilAuthor), "<nil>"},
		{"generic nil", schema.Validate[Author](ctx, nil), "want a value, got nothing"},
		{"value", author.Validate(ctx, Author{Name: "a"}), "name: want a match for the pattern ^[A-Z]"},
		{"pointer", author.Validate(ctx, &Author{Name: "a"}), "name: want a match for the pattern ^[A-Z]"},
		{"another type", author.Validate(ctx, 3), "schema of schema_test.Author: cannot validate a int"},
		{"case of a sum", schema.Of[Animal]().Validate(ctx, Cat{Lives: 10}), "lives: want at most 9, got 10"},
		{"not in the sum", schema.Of[Animal]().Validate(ctx, 3), "schema of schema_test.Animal: cannot validate a int"},
		{"undescribable", schema.Validate(ctx, new(chan int)), `schema: chan int: chan int cannot be described; leave the field out with json:"-"`},
	}
	for _, tt := range tests {
		if got := fmt.Sprint(tt.err); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestConstrained(t *testing.T) {
	for want, list := range map[bool][]*schema.Schema{
		false: {schema.Of[string](), schema.Of[Left](), schema.Of[Forest](), schema.Of[Page[Left]](), schema.Of[[]map[string]*int]()},
		true:  {schema.Of[Book](), schema.Of[Tree](), schema.Of[[]Tree](), schema.Of[Colour](), schema.Of[Animal](), schema.Of[Range](), schema.Of[map[Colour]int]()},
	} {
		for _, s := range list {
			if s.Constrained() != want {
				t.Errorf("%s: got %v", s, s.Constrained())
			}
		}
	}
}

func TestValidationErrorPrefixed(t *testing.T) {
	e := &schema.ValidationError{Faults: []schema.Fault{{Path: "name", Name: "name", Message: "m"}, {Message: "n"}, {Path: "[0]", Message: "o"}}}
	if got, want := e.Prefixed("body.author").Error(), "body.author.name: m; body.author: n; body.author[0]: o"; got != want {
		t.Errorf("got %s", got)
	}
	if got := e.Prefixed("body.author").Faults[1].Name; got != "author" {
		t.Errorf("got name %q", got)
	}
}

// TestUniqueItemsOfEveryKind puts two equal and two different values into a list.
func TestUniqueItemsOfEveryKind(t *testing.T) {
	type lists struct {
		Ints     []int                  `uniqueItems:"true" json:",omitzero"`
		Ptrs     []*int                 `uniqueItems:"true" json:",omitzero"`
		Opts     []schema.Optional[int] `uniqueItems:"true" json:",omitzero"`
		Lists    [][]string             `uniqueItems:"true" json:",omitzero"`
		Maps     []map[string]int       `uniqueItems:"true" json:",omitzero"`
		Structs  []document             `uniqueItems:"true" json:",omitzero"`
		Sums     []Animal               `uniqueItems:"true" json:",omitzero"`
		Anys     []any                  `uniqueItems:"true" json:",omitzero"`
		Bytes    [][]byte               `uniqueItems:"true" json:",omitzero"`
		Texts    []Weekday              `uniqueItems:"true" json:",omitzero"`
		Bigs     []big.Int              `uniqueItems:"true" json:",omitzero"`
		Array    [2]int                 `uniqueItems:"true" json:",omitzero"`
		LongList []string               `uniqueItems:"true" json:",omitzero"`
	}
	long := strings.Split("a b c d e f g h i j k l m n o p q r s t", " ")
	tests := []struct {
		name         string
		equal, other lists
	}{
		{"ints", lists{Ints: []int{1, 2, 1}}, lists{Ints: []int{1, 2}}},
		{"pointers", lists{Ptrs: []*int{new(1), new(1)}}, lists{Ptrs: []*int{new(1), nil, new(2)}}},
		{"optionals", lists{Opts: []schema.Optional[int]{schema.Some(1), schema.Some(1)}}, lists{Opts: []schema.Optional[int]{schema.Some(0), schema.Null[int]()}}},
		{"lists", lists{Lists: [][]string{{"a", "b"}, {"a", "b"}}}, lists{Lists: [][]string{{"a", "b"}, {"ab"}, {"a"}, {}}}},
		{"maps", lists{Maps: []map[string]int{{"a": 1, "b": 2}, {"b": 2, "a": 1}}}, lists{Maps: []map[string]int{{"a": 1}, {"a": 2}, {"b": 1}}}},
		{"structs", lists{Structs: []document{{Title: "a"}, {Title: "a"}}}, lists{Structs: []document{{Title: "a"}, {Depth: "a"}, {Stamped: &Stamped{}}}}},
		{"sums", lists{Sums: []Animal{Cat{1}, &Cat{1}}}, lists{Sums: []Animal{Cat{1}, Cat{2}, &Dog{Name: "xx"}}}},
		{"any", lists{Anys: []any{map[string]any{"a": 1, "b": 2}, map[string]any{"b": 2, "a": 1}}}, lists{Anys: []any{1, "1", nil, true}}},
		{"bytes", lists{Bytes: [][]byte{{1}, {1}}}, lists{Bytes: [][]byte{{1}, {1, 0}}}},
		{"texts", lists{Texts: []Weekday{1, 1}}, lists{Texts: []Weekday{0, 1}}},
		{"big", lists{Bigs: []big.Int{*big.NewInt(5), *big.NewInt(5)}}, lists{Bigs: []big.Int{*big.NewInt(5), *big.NewInt(6)}}},
		{"array", lists{Array: [2]int{3, 3}}, lists{Array: [2]int{3, 4}}},
		{"long", lists{LongList: append(long, "t")}, lists{LongList: long}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := faults(t, schema.Validate(t.Context(), &tt.equal)); !strings.Contains(got, ": uniqueItems: want no item twice") {
				t.Errorf("equal items: got %q", got)
			}
			if got := faults(t, schema.Validate(t.Context(), &tt.other)); got != "" {
				t.Errorf("different items: got %q", got)
			}
		})
	}
}
