package json_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/schema"
)

// faults decodes text and returns what was wrong with it.
func faults[A any](text string, cfg ...format.Config) []string {
	cfg = append(cfg, format.Config{})
	_, err := json.SchemaBasedBinaryCodecWith[A](cfg[0]).Decode([]byte(text))
	var list []string
	for _, f := range json.Faults(err) {
		list = append(list, f.Error())
	}
	return list
}

type order struct {
	Items []item         `json:"items"`
	Notes map[string]int `json:"notes,omitzero"`
	By    map[int8]bool  `json:"by,omitzero"`
	Sure  *bool          `json:"sure" required:"true"`
}

type item struct {
	Name string `json:"name"`
	N    int8   `json:"n"`
}

func TestFaults(t *testing.T) {
	tagged := format.Config{Discriminator: schema.FieldName("type", schema.Identity)}
	bare := format.Config{Discriminator: schema.NoDiscriminator()}
	strict := format.Config{RejectExtraFields: true}
	tests := []struct {
		name string
		got  []string
		want string
	}{
		{"kinds", faults[int](`"x"`), `JSON (byte 0): want int, got string`},
		{"null", faults[string](` null`), `JSON (byte 1): want string, got null`},
		{"object", faults[item](`[]`), `JSON (byte 0): want object, got list`},
		{"list", faults[[]int](`{}`), `JSON (byte 0): want list, got object`},
		{"list of null", faults[[]string](`["a",null,1]`), `JSON at [1] (byte 5): want string, got null; JSON at [2] (byte 10): want string, got number`},
		{"bool", faults[bool](`0`), `JSON (byte 0): want bool, got number`},
		{"range", faults[int8](`300`), `JSON (byte 0): want int8 (-128 to 127), got 300`},
		{"range below", faults[int8](`-129`), `JSON (byte 0): want int8 (-128 to 127), got -129`},
		{"range unsigned", faults[uint16](`-1`), `JSON (byte 0): want uint16 (0 to 65535), got -1`},
		{"range uint64", faults[uint64](`18446744073709551616`), `JSON (byte 0): want uint64 (0 to 18446744073709551615), got 18446744073709551616`},
		{"range int64", faults[int64](`9223372036854775808`), `JSON (byte 0): want int64 (-9223372036854775808 to 9223372036854775807), got 9223372036854775808`},
		{"fraction", faults[int8](`1.0`), `JSON (byte 0): want int8 (-128 to 127), got 1.0`},
		{"float", faults[float64](`1e999`), `JSON (byte 0): want float64, got 1e999, which is too large`},
		{"time", faults[time.Time](`"2024-02-30T00:00:00Z"`), `JSON (byte 0): want a time such as 2006-01-02T15:04:05Z, got "2024-02-30T00:00:00Z"`},
		{"duration", faults[time.Duration](`"soon"`), `JSON (byte 0): want a duration such as PT1H30M, got "soon"`},
		{"uuid", faults[uuid.UUID](`"x"`), `JSON (byte 0): want a UUID, got "x"`},
		{"bytes", faults[[]byte](`"a"`), `JSON (byte 0): want base64 text, got "a"`},
		{"bytes with a line break", faults[[]byte](`"aGVs\nbG8="`), `JSON (byte 0): want base64 text, got "aGVs\nbG8="`},
		{"byte array", faults[[2]byte](`"AQ=="`), `JSON (byte 0): want 2 bytes, got 1`},
		{"big integer", faults[big.Int](`1e3`), `JSON (byte 0): want integer, got 1e3`},
		{"big integer too long", faults[big.Int](strings.Repeat("1", 10001)), `JSON (byte 0): want an integer of at most 10000 digits, got 10001`},
		{"text", faults[Weekday](`"sun"`), `JSON (byte 0): not a day`},
		{"custom", faults[Money](`"x"`), `JSON (byte 0): not an amount`},
		{"array", faults[[2]int](`[1,2,3]`), `JSON (byte 0): want a list of 2, got one of 3`},
		{"quoted", faults[struct {
			N int8 `json:",string"`
		}](`{"N":"300"}`), `JSON at N (byte 5): want int8 (-128 to 127), got 300`},
		{"quoted bare", faults[struct {
			N int8 `json:",string"`
		}](`{"N":3}`), `JSON at N (byte 5): want int8 in a string, got number`},
		{"quoted space", faults[struct {
			N int8 `json:",string"`
		}](`{"N":"3 "}`), `JSON at N (byte 5): want int8 in a string, got "3 "`},
		{"many", faults[order](`{"items":[{"name":1},{"n":300}],"notes":{"a":"x"},"by":{"x":true,"1":2},"sure":null}`),
			`JSON at items[0].name (byte 18): want string, got number; JSON at items[0].n (byte 19): missing; ` +
				`JSON at items[1].n (byte 26): want int8 (-128 to 127), got 300; JSON at items[1].name (byte 29): missing; ` +
				`JSON at notes["a"] (byte 45): want int, got string; JSON at by[x] (byte 56): map key: want int8, got "x"; ` +
				`JSON at by[1] (byte 69): want bool, got number; JSON at sure (byte 79): want bool, got null`},
		{"extra", faults[order](`{"items":[{"name":"","n":1,"colour":{"a":1}}],"sure":true,"\u0078":1}`, strict),
			`JSON at items[0].colour (byte 27): unknown field; JSON at x (byte 58): unknown field`},
		{"wrapper unknown", faults[[]Animal](`[{"cow":1}]`), `JSON at [0] (byte 2): want one of cat, dog, flock, got "cow"`},
		{"wrapper empty", faults[Animal](`{}`), `JSON (byte 0): want an object with one of cat, dog, flock as its only member, got an empty object`},
		{"wrapper of two", faults[Animal](`{"cat":{"lives":1},"dog":2}`), `JSON (byte 0): want an object with one of cat, dog, flock as its only member, got more than one member`},
		{"wrapper fault inside", faults[Animal](`{"cat":{"lives":"x"}}`), `JSON at cat.lives (byte 16): want int, got string`},
		{"wrapper null", faults[Animal](`null`), `JSON (byte 0): want an object with one of cat, dog, flock as its only member, got null`},
		{"tag missing", faults[[]Animal](`[{"lives":1}]`, tagged), `JSON at [0].type (byte 1): missing`},
		{"tag unknown", faults[Animal](`{"lives":1,"type":"cow"}`, tagged), `JSON at type (byte 18): want one of cat, dog, flock, got "cow"`},
		{"tag kind", faults[Animal](`{"type":1}`, tagged), `JSON at type (byte 8): want one of cat, dog, flock, got number`},
		{"bare", faults[[]Animal](`[{"leader":null},{"x":1},true]`, bare), `JSON at [2] (byte 25): want one of cat, dog, flock, got bool that fits none of them`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(test.got, "; "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", ` `, `JSON (byte 1): unexpected end of input, want a value`},
		{"truncated object", `{"a":1,"b":"x"`, `JSON (byte 14): unexpected end of input, want ',' or '}'`},
		{"truncated name", `{"a`, `JSON (byte 3): unexpected end of input in a string`},
		{"truncated string", `{"b":"x\`, `JSON at b (byte 8): unexpected end of input in a string`},
		{"truncated literal", `{"a":tr`, `JSON at a (byte 7): unexpected end of input, want true`},
		{"after the colon", `{"a": `, `JSON (byte 6): unexpected end of input, want a value`},
		{"after the brace", `{`, `JSON (byte 1): unexpected end of input, want a value or '}'`},
		{"trailing comma", `{"a":1,}`, `JSON (byte 7): want a name in quotes, got '}'`},
		{"no colon", `{"a"1}`, `JSON (byte 4): want ':', got '1'`},
		{"no comma", `{"a":1 "b":2}`, `JSON (byte 7): want ',' or '}', got '"'`},
		{"after the value", `{"a":1,"b":""} x`, `JSON (byte 15): want the end of input after the value, got 'x'`},
		{"leading zero", `{"a":01}`, `JSON at a (byte 6): want no digit after a leading zero, got '1'`},
		{"minus", `{"a":-}`, `JSON at a (byte 6): want a digit, got '}'`},
		{"point", `{"x":1.}`, `JSON (byte 7): want a digit, got '}'`},
		{"escape", `{"b":"\x"}`, `JSON at b (byte 6): invalid escape, want one of \" \\ \/ \b \f \n \r \t \u`},
		{"hexadecimal", `{"b":"\u12g4"}`, `JSON at b (byte 6): invalid escape, want \u and four hexadecimal digits`},
		{"surrogate", `{"b":"\ud800"}`, `JSON at b (byte 6): half of a surrogate pair in a string`},
		{"control", "{\"b\":\"a\nb\"}", `JSON at b (byte 7): control character 0x0a in a string, want an escape`},
		{"UTF-8", "{\"b\":\"aé\xff\"}", `JSON at b (byte 9): the string is not UTF-8`},
		{"UTF-8 in what is skipped", "{\"x\":\"\xc3\"}", `JSON (byte 6): the string is not UTF-8`},
		{"byte order mark", "\ufeff{}", `JSON (byte 0): want a value, got byte 0xef`},
		{"twice", `{"a":1,"a":1}`, `JSON (byte 7): the name "a" is there twice`},
		{"twice with escapes", `{"a":1,"\u0061":1}`, `JSON (byte 7): the name "a" is there twice`},
		{"twice unknown", `{"x":1,"y":2,"\u0078":1}`, `JSON (byte 13): the name "x" is there twice`},
		{"twice in what is skipped", `{"x":{"y":1,"y":2}}`, `JSON (byte 12): the name "y" is there twice`},
		{"the fault before is forgotten", `{"a":"x",`, `JSON (byte 9): unexpected end of input, want a value after the comma`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(faults[Inner](test.text), "; "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestManyNamesTwice(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"a":1,"b":"","x":{`)
	for i := range 1000 {
		fmt.Fprintf(&b, `"name %d":1,`, i)
	}
	for _, last := range []string{"name 0", "name 10", "name 999"} {
		got := faults[Inner](b.String() + `"` + last + `":2}}`)
		if len(got) != 1 || !strings.Contains(got[0], `the name "`+last+`" is there twice`) {
			t.Errorf("%s: %s", last, got)
		}
	}
	if got := faults[Inner](b.String() + `"last":2}}`); got != nil {
		t.Errorf("different names: %s", got)
	}
}

func TestFaultsAreBounded(t *testing.T) {
	_, err := json.Codec[[]int]().Decode([]byte("[" + strings.Repeat(`"x",`, 99) + `1]`))
	list := json.Faults(err)
	if len(list) != 32 {
		t.Errorf("%d faults", len(list))
	}
	var first *format.DecodeError
	if !errors.As(err, &first) || first != list[0] || first.Path != "[0]" || first.Offset != 1 {
		t.Errorf("first %v", first)
	}
	if !errors.Is(err, list[31]) || !strings.Contains(first.Cause.Error(), "[31]") {
		t.Errorf("cause %v", first.Cause)
	}
	if json.Faults(errors.New("other")) != nil || json.Faults(nil) != nil {
		t.Error("faults of another error")
	}
}

func TestCauseIsKept(t *testing.T) {
	_, err := json.Codec[[]Weekday]().Decode([]byte(`["sun","sun"]`))
	if err == nil || !strings.Contains(fmt.Sprint(json.Faults(err)), "[1]") {
		t.Fatalf("error %v", err)
	}
	if cause := json.Faults(err)[1].Cause; cause == nil || !strings.Contains(cause.Error(), "not a day") {
		t.Errorf("cause %v", cause)
	}
}

func TestDepth(t *testing.T) {
	nest := func(open, end string, n int) string { return strings.Repeat(open, n) + strings.Repeat(end, n) }
	for _, n := range []int{1000, 1001, 1_000_000} {
		for name, got := range map[string][]string{
			"any":     faults[any](nest("[", "]", n)),
			"raw":     faults[struct{}](`{"x":` + nest("[", "]", n-1) + "}"),
			"objects": faults[any](strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n)),
		} {
			if ok := len(got) == 0; ok != (n <= 1000) {
				t.Errorf("%s %d deep: %s", name, n, got)
			}
		}
	}
}

// TestHostileSums makes a decoder without discriminator try all cases at all depths.
func TestHostileSums(t *testing.T) {
	depth := 300
	text := strings.Repeat(`{"left":{"value":1},"by":1,"right":`, depth) + `{"bad":true}` + strings.Repeat(`}`, depth)
	start := time.Now()
	got := faults[Expr](text, format.Config{Discriminator: schema.NoDiscriminator()})
	if len(got) != 1 || !strings.Contains(got[0], "too many nested alternatives") {
		t.Errorf("faults %.300s", got)
	}
	tagged := strings.Repeat(`{"left":{"type":"num","value":1},"right":`, 990) + `{}` + strings.Repeat(`,"type":"add"}`, 990)
	faults[Expr](tagged, format.Config{Discriminator: schema.FieldName("type", schema.Identity)})
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}
