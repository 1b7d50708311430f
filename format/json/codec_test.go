package json_test

import (
	"encoding/json/jsontext"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/schema"
)

func configs() map[string]format.Config {
	return map[string]format.Config{
		"default": {},
		"tagged":  {Discriminator: schema.FieldName("type", schema.SnakeCase), FieldNameFormat: schema.SnakeCase},
		"bare":    {Discriminator: schema.NoDiscriminator(), FieldNameFormat: schema.KebabCase, RejectExtraFields: true},
		"omit":    {OmitNulls: true, OmitEmptyCollections: true, MissingCollectionsAsEmpty: true, MissingAsNull: true},
	}
}

func TestEverythingRoundTrips(t *testing.T) {
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			codec := json.SchemaBasedBinaryCodecWith[Everything](cfg)
			want := everything()
			b, err := codec.Encode(want)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "everything-"+name+".json", append(b, '\n'))
			if !jsontext.Value(b).IsValid() {
				t.Fatal("not valid JSON")
			}
			got, err := codec.Decode(b)
			if err != nil {
				t.Fatal(json.Faults(err))
			}
			if cfg.OmitNulls {
				want.Optional.SetAbsent() // null and absent are one then
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			indented := jsontext.Value(append([]byte(nil), b...))
			if err := indented.Indent(); err != nil {
				t.Fatal(err)
			}
			again, err := codec.Decode(indented)
			again.Raw = got.Raw
			if err != nil || !reflect.DeepEqual(again, want) {
				t.Errorf("with whitespace: %v", err)
			}
		})
	}
}

// both checks that a value is written as text and that the text is read back.
func both[A any](value A, text string) func(t *testing.T) {
	return func(t *testing.T) {
		codec := json.Codec[A]()
		b, err := codec.Encode(value)
		if err != nil || string(b) != text {
			t.Errorf("encoded %s, error %v, want %s", b, err, text)
		}
		got, err := codec.Decode([]byte(text))
		if err != nil || !reflect.DeepEqual(got, value) {
			t.Errorf("decoded %+v, error %v, want %+v", got, err, value)
		}
	}
}

func TestKinds(t *testing.T) {
	type quoted struct {
		N int64    `json:"n,string"`
		F *float64 `json:"f,string"`
	}
	half := 0.5
	tests := map[string]func(*testing.T){
		"bool":              both(true, "true"),
		"int min":           both(int64(math.MinInt64), "-9223372036854775808"),
		"int 4 digits":      both(9999, "9999"),
		"int 5 digits":      both(10000, "10000"),
		"int8":              both(int8(-7), "-7"),
		"uint64 max":        both(uint64(math.MaxUint64), "18446744073709551615"),
		"float whole":       both(100.0, "100"),
		"float minus zero":  both(math.Copysign(0, -1), "-0"),
		"float decimals":    both(-0.000123, "-0.000123"),
		"float small":       both(1e-7, "1e-7"),
		"float large":       both(1e21, "1e+21"),
		"float below large": both(123456789012345680000.0, "123456789012345680000"),
		"float 17 digits":   both(0.30000000000000004, "0.30000000000000004"),
		"float32":           both(float32(1e-6), "0.000001"),
		"float32 third":     both(float32(1)/3, "0.33333334"),
		"string empty":      both("", `""`),
		"string escapes":    both("\"\\/\b\f\n\r\t\x00\x1f\x7f", `"\"\\/\b\f\n\r\t\u0000\u001f`+"\x7f\""),
		"string wide":       both("ünïcödé \u2028 😀 a long one", `"ünïcödé `+"\u2028"+` 😀 a long one"`),
		"bytes":             both([]byte{0xfb, 0xff}, `"+/8="`),
		"bytes empty":       both([]byte{}, `""`),
		"byte array":        both([2]byte{1, 2}, `"AQI="`),
		"time zone":         both(time.Date(2024, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600)), `"2024-01-02T03:04:05+01:00"`),
		"time leap":         both(time.Date(2024, 2, 29, 23, 59, 59, 123456789, time.UTC), `"2024-02-29T23:59:59.123456789Z"`),
		"duration":          both(-1500*time.Millisecond, `"-PT1.5S"`),
		"big int":           both(big.NewInt(-12), `-12`),
		"big float":         both(func() big.Float { f, _, _ := big.ParseFloat("1.5", 10, 64, 0); return *f }(), `"1.5"`),
		"big rat":           both(*big.NewRat(3, 2), `"3/2"`),
		"text":              both(Weekday(1), `"tue"`),
		"text key":          both(map[Weekday]int{1: 1, 0: 2}, `{"mon":2,"tue":1}`),
		"time key":          both(map[time.Duration]int{time.Second: 1}, `{"PT1S":1}`),
		"strings":           both([]string{"a", "b"}, `["a","b"]`),
		"enums":             both([]Colour{Red, Blue}, `["red","blue"]`),
		"structs":           both([]Inner{{1, "x"}}, `[{"a":1,"b":"x"}]`),
		"large list":        both(make([]int, 1000), "["+strings.Repeat("0,", 999)+"0]"),
		"array":             both([2]bool{true, false}, `[true,false]`),
		"array empty":       both([0]bool{}, `[]`),
		"map of pointers":   both(map[string]*int{"a": nil}, `{"a":null}`),
		"map of maps":       both(map[string]map[string]string{"a": {"b": "c"}, "b": {}}, `{"a":{"b":"c"},"b":{}}`),
		"pointer":           both(&half, `0.5`),
		"pointer nil":       both((*int)(nil), `null`),
		"pointers":          both(func() **int { n := 1; p := &n; return &p }(), `1`),
		"optional":          both(schema.Some(3), `3`),
		"optional null":     both(schema.Null[int](), `null`),
		"optionals":         both([]schema.Optional[string]{schema.Some("x"), schema.Null[string]()}, `["x",null]`),
		"quoted":            both(quoted{N: -5, F: &half}, `{"n":"-5","f":"0.5"}`),
		"quoted null":       both(quoted{N: 1}, `{"n":"1","f":null}`),
		"sum":               both[Animal](Cat{1}, `{"cat":{"lives":1}}`),
		"sum pointer":       both[Animal](&Dog{"Rex"}, `{"dog":{"name":"Rex"}}`),
		"sum word":          both[Animal](Flock{nil}, `{"flock":{"leader":null}}`),
		"sum recursive":     both[Expr](Add{Num{1}, Add{Num{2}, Num{3}}}, `{"add":{"left":{"num":{"value":1}},"right":{"add":{"left":{"num":{"value":2}},"right":{"num":{"value":3}}}}}}`),
		"any":               both[any]([]any{"x", 1.0, nil, map[string]any{"b": true, "a": []any{}}}, `["x",1,null,{"a":[],"b":true}]`),
		"raw":               both(jsontext.Value(`{"b":1,"a":"\u00e9"}`), `{"b":1,"a":"\u00e9"}`),
		"custom":            both([]Money{{150}}, `["1.50"]`),
		"empty struct":      both(struct{}{}, `{}`),
	}
	for name, test := range tests {
		t.Run(name, test)
	}
}

func TestEncodeOnly(t *testing.T) {
	tests := []struct {
		name   string
		encode func() ([]byte, error)
		want   string
	}{
		{"nil slice", func() ([]byte, error) { return json.Codec[[]int]().Encode(nil) }, "[]"},
		{"nil map", func() ([]byte, error) { return json.Codec[map[string]int]().Encode(nil) }, "{}"},
		{"nil bytes", func() ([]byte, error) { return json.Codec[[]byte]().Encode(nil) }, `""`},
		{"nil raw", func() ([]byte, error) { return json.Codec[jsontext.Value]().Encode(nil) }, "null"},
		{"raw with space", func() ([]byte, error) { return json.Codec[jsontext.Value]().Encode(jsontext.Value("[ 1,\n2 ]")) }, "[1,2]"},
		{"any struct", func() ([]byte, error) { return json.Codec[any]().Encode(Inner{1, "x"}) }, `{"a":1,"b":"x"}`},
		{"any uint8", func() ([]byte, error) { return json.Codec[any]().Encode(uint8(7)) }, `7`},
		{"any map", func() ([]byte, error) { return json.Codec[any]().Encode(map[int]string{2: "b", 1: "a"}) }, `{"1":"a","2":"b"}`},
		{"pointer in a sum of values", func() ([]byte, error) { return json.Codec[Animal]().Encode(&Cat{3}) }, `{"cat":{"lives":3}}`},
		{"negative zero quoted", func() ([]byte, error) {
			return json.Codec[struct {
				F float64 `json:",string"`
			}]().Encode(struct {
				F float64 `json:",string"`
			}{-0.5})
		}, `{"F":"-0.5"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if b, err := test.encode(); err != nil || string(b) != test.want {
				t.Errorf("encoded %s, error %v, want %s", b, err, test.want)
			}
		})
	}
}

func TestEncodeErrors(t *testing.T) {
	type holder struct {
		List []map[string]float64 `json:"list"`
	}
	type needed struct {
		P *int `json:"p" required:"true"`
	}
	loop := &Tree{Value: 1}
	loop.Children = []*Tree{loop}
	anyLoop := []any{nil}
	anyLoop[0] = anyLoop
	tests := []struct {
		name   string
		encode func() ([]byte, error)
		want   string
	}{
		{"NaN", func() ([]byte, error) {
			return json.Codec[holder]().Encode(holder{[]map[string]float64{{"a": 1}, {"b": math.NaN()}}})
		}, `JSON at list[1]["b"]: NaN has no JSON form`},
		{"infinite", func() ([]byte, error) { return json.Codec[float32]().Encode(float32(math.Inf(-1))) }, `JSON: -Inf has no JSON form`},
		{"not UTF-8", func() ([]byte, error) { return json.Codec[[]string]().Encode([]string{"", "long enough \xff"}) }, `JSON at [1]: the string is not UTF-8`},
		{"not UTF-8 with escape", func() ([]byte, error) { return json.Codec[string]().Encode("\n\xff") }, `JSON: the string is not UTF-8`},
		{"key not UTF-8", func() ([]byte, error) { return json.Codec[map[string]int]().Encode(map[string]int{"\xff": 1}) }, `JSON: the string is not UTF-8`},
		{"nil sum", func() ([]byte, error) { return json.Codec[[]Animal]().Encode([]Animal{nil}) }, `JSON at [0]: want one of cat, dog, flock, got nil`},
		{"nil pointer in a sum", func() ([]byte, error) { return json.Codec[Animal]().Encode((*Dog)(nil)) }, `JSON: want one of cat, dog, flock, got nil`},
		{"nil required", func() ([]byte, error) { return json.Codec[needed]().Encode(needed{}) }, `JSON at p: want a value, got nil`},
		{"year", func() ([]byte, error) {
			return json.Codec[time.Time]().Encode(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))
		}, `JSON: year outside of range [0,9999]`},
		{"text method", func() ([]byte, error) { return json.Codec[[]Weekday]().Encode([]Weekday{5}) }, `JSON at [0]: not a day`},
		{"raw", func() ([]byte, error) { return json.Codec[jsontext.Value]().Encode(jsontext.Value("{")) }, `JSON: the raw value is not JSON`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.encode()
			var ee *format.EncodeError
			if !errors.As(err, &ee) || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
	for name, err := range map[string]error{
		"loop": second(json.Codec[*Tree]().Encode(loop)), "loop in any": second(json.Codec[any]().Encode(anyLoop)),
	} {
		if err == nil || !strings.Contains(err.Error(), "nested more than 1000 deep") {
			t.Errorf("%s: error %.200v", name, err)
		}
	}
}

func second[A any](_ A, err error) error { return err }

func TestAppendKeepsPrefix(t *testing.T) {
	codec := json.Codec[[]float64]()
	dst := append(make([]byte, 0, 64), "prefix "...)
	out, err := codec.Append(dst, []float64{1, 2})
	if string(out) != "prefix [1,2]" || err != nil {
		t.Errorf("appended %s, error %v", out, err)
	}
	out, err = codec.Append(dst, []float64{1, math.NaN()})
	if string(out) != "prefix " || err == nil {
		t.Errorf("after an error %q, error %v", out, err)
	}
}

func TestAppendDoesNotAllocate(t *testing.T) {
	type ordinary struct {
		ID      int64             `json:"id"`
		Name    string            `json:"name"`
		Prices  []float64         `json:"prices"`
		Tags    []string          `json:"tags"`
		Inner   *Inner            `json:"inner"`
		Created time.Time         `json:"created,omitzero"`
		Labels  map[string]string `json:"labels"`
		Counts  map[string]int    `json:"counts"`
		Maybe   schema.Optional[int]
		Sum     Animal
	}
	v := ordinary{
		ID: 12345, Name: "x", Prices: []float64{1.5, 0.30000000000000004}, Tags: []string{"a\n", "b"}, Inner: &Inner{1, "é"}, Created: time.Unix(1, 0),
		Labels: map[string]string{"b": "1", "a": "2"}, Counts: map[string]int{"z": 1, "y": 2}, Maybe: schema.Some(1), Sum: Cat{9},
	}
	codec := json.Codec[ordinary]()
	buf := make([]byte, 0, 4096)
	n := testing.AllocsPerRun(100, func() {
		if _, err := codec.Append(buf, v); err != nil {
			t.Fatal(err)
		}
	})
	if n > 0.5 && !raceEnabled {
		t.Errorf("%v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { json.Codec[ordinary]() }); n > 0 {
		t.Errorf("finding the codec: %v allocations", n)
	}
}

func TestFirstUseIsConcurrent(t *testing.T) {
	type fresh struct {
		Tree Page[*Tree] `json:"tree"`
		Expr Expr        `json:"expr"`
	}
	const text = `{"tree":{"items":[{"value":1,"children":[]}]},"expr":{"num":{"value":1}}}`
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			codec := json.Codec[fresh]()
			v, err := codec.Decode([]byte(text))
			if err != nil {
				t.Error(err)
			}
			if b, err := codec.Encode(v); string(b) != text || err != nil {
				t.Errorf("encoded %s, error %v", b, err)
			}
		})
	}
	wg.Wait()
}

func TestResultDoesNotShareInput(t *testing.T) {
	codec := json.Codec[Everything]()
	b, err := codec.Encode(everything())
	if err != nil {
		t.Fatal(err)
	}
	got, err := codec.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b {
		b[i] = 'x'
	}
	if !reflect.DeepEqual(got, everything()) {
		t.Errorf("changed with the input: %+v", got)
	}
}

func TestConstructionErrors(t *testing.T) {
	type clash struct {
		UserID  int
		User_Id int
	}
	type scalar struct {
		Channel chan int
	}
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"same names", second(json.CodecFor[clash](format.Config{FieldNameFormat: schema.SnakeCase})), `the fields UserID and User_Id both have the wire name "user_id"`},
		{"tag is a field", second(json.CodecFor[Animal](format.Config{Discriminator: schema.FieldName("lives", schema.Identity)})), `the field Lives of the case "cat" has the name of the discriminator`},
		{"no schema", second(json.CodecFor[scalar](format.Config{})), `json_test.scalar.Channel`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
				t.Errorf("error %v, want %s", test.err, test.want)
			}
		})
	}
	defer func() {
		if r := recover(); r == nil {
			t.Error("want a panic")
		}
	}()
	json.Codec[scalar]()
}

func TestFormat(t *testing.T) {
	f := json.Codec[int]().Format()
	if f.Name != "JSON" || f.MediaType != "application/json" || len(f.Aliases) != 2 {
		t.Errorf("format %+v", f)
	}
	if d := json.DefinitionWith[Inner](format.Config{RejectExtraFields: true}); !strings.Contains(d, `"additionalProperties":false`) {
		t.Errorf("definition %s", d)
	}
}
