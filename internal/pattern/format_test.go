package pattern_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

func TestFormat(t *testing.T) {
	tests := []struct {
		pattern string
		values  []string
		want    string
	}{
		{"/", nil, "/"},
		{"/a/b/", nil, "/a/b/"},
		{"/a b/é/%25%2F", nil, "/a%20b/%C3%A9/%25%2F"},
		{"/{a}", []string{"x"}, "/x"},
		{"/{a}/", []string{"x"}, "/x/"},
		{"/{a}", []string{"a/b c?d#e%f"}, "/a%2Fb%20c%3Fd%23e%25f"},
		{"/{a}", []string{"-._~!$&()*+,;=:@"}, "/-._~!$&()*+,;=:@"},
		{"/{a}", []string{`'"<\>` + "\x00\xff"}, "/%27%22%3C%5C%3E%00%FF"},
		{"/{a}/{b}", []string{"...", "%2e"}, "/.../%252e"},
		{"/{a:int}/{b:long}/{c:bool}", []string{"-7", "9999999999", "true"}, "/-7/9999999999/true"},
		{"/{a:int}", []string{"007"}, "/007"},
		{"/{a:uuid}", []string{"C0FFEE00-0000-4000-8000-000000000000"}, "/C0FFEE00-0000-4000-8000-000000000000"},
		{"/f/{r...}", []string{""}, "/f"},
		{"/f/{r...}", []string{"a/b c/"}, "/f/a/b%20c/"},
		{"/f/{r...}", []string{"/a//b"}, "/f//a//b"},
		{"/{r...}", []string{""}, "/"},
		{"/{r...}", []string{"a/b"}, "/a/b"},
	}
	for _, tt := range tests {
		got, err := mustParse(tt.pattern).Format(tt.values...)
		if err != nil || got != tt.want {
			t.Errorf("%s with %q = %q, %v; want %q", tt.pattern, tt.values, got, err, tt.want)
		}
	}
}

func TestFormatRefuses(t *testing.T) {
	tests := []struct{ name, pattern, value, msg string }{
		{"empty", "/{a}", "", "want string, got an empty value"},
		{"dot", "/{a}", ".", "dot segment"},
		{"dot dot", "/{a}/b", "..", "dot segment"},
		{"no int", "/{a:int}", "ten", `want int, got "ten"`},
		{"int too big", "/{a:int}", "2147483648", "want int"},
		{"no long", "/{a:long}", "", "want long, got an empty value"},
		{"no uuid", "/{a:uuid}", "x", "want uuid"},
		{"no bool", "/{a:bool}", "yes", "want bool"},
		{"dots in trailing", "/f/{a...}", "x/../y", `contains the dot segment ".."`},
		{"dot trailing", "/f/{a...}", ".", `contains the dot segment "."`},
		{"two slashes at the beginning", "/{a...}", "/evil.example", "begins with two slashes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := mustParse(tt.pattern).Format(tt.value)
			bad, ok := errors.AsType[*pattern.ValueError](err)
			if !ok {
				t.Fatalf("Format = %q, %v; want a ValueError", got, err)
			}
			if bad.Pattern != tt.pattern || bad.Param.Name != "a" || bad.Value != tt.value || !strings.Contains(err.Error(), tt.msg) {
				t.Errorf("got %+v; want %q", bad, tt.msg)
			}
		})
	}
}

func TestFormatCountsValues(t *testing.T) {
	for _, values := range [][]string{nil, {"1"}, {"1", "2", "3"}} {
		if got, err := mustParse("/{a}/{b}").Format(values...); err == nil || !strings.Contains(err.Error(), "want 2 values") {
			t.Errorf("Format(%q) = %q, %v", values, got, err)
		}
	}
}
