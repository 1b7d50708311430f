package pattern_test

import (
	"strconv"
	"testing"
	"uuid"

	"github.com/weft-go/weft/internal/pattern"
)

func TestKinds(t *testing.T) {
	tests := []struct {
		kind   string
		accept []string
		refuse []string
	}{
		{"int",
			[]string{"0", "7", "-7", "007", "-007", "05", "2147483647", "-2147483648", "00000000000000000000002147483647"},
			[]string{"", "-", "+7", "--7", "-0", "-000", "2147483648", "-2147483649", "99999999999999999999", "1e3", "0x1", "1_0", " 1", "1 ", "7.0", "٣", "a", ":", "/"}},
		{"long",
			[]string{"0", "-1", "2147483648", "9223372036854775807", "-9223372036854775808", "009223372036854775807"},
			[]string{"", "-", "-0", "+1", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "92233720368547758070", "1L"}},
		{"uuid",
			[]string{"c0ffee00-0000-4000-8000-0123456789ab", "C0FFEE00-0000-4000-8000-0123456789AB", "00000000-0000-0000-0000-000000000000"},
			[]string{"", "c0ffee00000040008000000000000000", "{c0ffee00-0000-4000-8000-000000000000}", "urn:uuid:c0ffee00-0000-4000-8000-000000000000",
				"g0ffee00-0000-4000-8000-000000000000", "c0ffee00-0000-4000-80000-00000000000", "c0ffee00-0000-4000-8000-00000000000", "c0ffee00-0000-4000-8000-0000000000000"}},
		{"bool",
			[]string{"true", "false"},
			[]string{"", "True", "TRUE", "t", "1", "0", "yes", "falsey"}},
		{"string",
			[]string{"a", "...", " ", "é", "a/b", "%", "\x00", "\xff"},
			[]string{""}},
	}
	for _, tt := range tests {
		t.Run(tt.kind, func(t *testing.T) {
			var tree pattern.Tree
			if err := tree.Add("GET", mustParse("/x/{v:"+tt.kind+"}"), 0); err != nil {
				t.Fatal(err)
			}
			for _, v := range tt.accept {
				if got := tree.Match("GET", "/x/"+escapeAll(v), new(pattern.Match)); got != pattern.Found {
					t.Errorf("%q: %v", v, got)
				}
				if !parses(tt.kind, v) {
					t.Errorf("%q is accepted, but the standard library does not parse it", v)
				}
			}
			for _, v := range tt.refuse {
				if got := tree.Match("GET", "/x/"+escapeAll(v), new(pattern.Match)); got != pattern.NotFound {
					t.Errorf("%q: %v", v, got)
				}
			}
		})
	}
}

// parses checks the promise that a codec can parse whatever matches.
func parses(kind, v string) bool {
	var err error
	switch kind {
	case "int":
		_, err = strconv.ParseInt(v, 10, 32)
	case "long":
		_, err = strconv.ParseInt(v, 10, 64)
	case "uuid":
		_, err = uuid.Parse(v)
	case "bool":
		_, err = strconv.ParseBool(v)
	}
	return err == nil
}

// escapeAll percent-encodes every byte.
func escapeAll(s string) string {
	const hex = "0123456789abcdef"
	var out []byte
	for _, c := range []byte(s) {
		out = append(out, '%', hex[c>>4], hex[c&15])
	}
	return string(out)
}

func TestKindString(t *testing.T) {
	want := []string{"literal", "int", "long", "uuid", "bool", "string", "trailing", "unknown kind"}
	for i, w := range want {
		if got := pattern.Kind(i).String(); got != w {
			t.Errorf("Kind(%d) is %q, want %q", i, got, w)
		}
	}
}

func TestUnescape(t *testing.T) {
	tests := []struct {
		in, want string
		ok       bool
	}{
		{"", "", true},
		{"plain+text", "plain+text", true},
		{"%41", "A", true},
		{"a%2Fb%2fc", "a/b/c", true},
		{"%25%32%35", "%25", true},
		{"%C3%A9%ff", "é\xff", true},
		{"%00", "\x00", true},
		{"%", "", false},
		{"%4", "", false},
		{"a%4", "", false},
		{"%4g", "", false},
		{"%g4", "", false},
		{"%%41", "", false},
		{"%41%", "", false},
	}
	for _, tt := range tests {
		if got, ok := pattern.Unescape(tt.in); got != tt.want || ok != tt.ok {
			t.Errorf("Unescape(%q) = %q, %v; want %q, %v", tt.in, got, ok, tt.want, tt.ok)
		}
	}
	if n := testing.AllocsPerRun(100, func() { pattern.Unescape("no-escape-in-this-long-text-of-a-segment") }); n != 0 {
		t.Errorf("%v allocations without an escape", n)
	}
}
