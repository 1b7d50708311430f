package ascii_test

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/ascii"
)

func TestEqualFold(t *testing.T) {
	tests := []struct {
		name string
		a, b string
		want bool
	}{
		{"same", "host", "host", true},
		{"case differs", "Content-TYPE", "content-type", true},
		{"length differs", "host", "hosts", false},
		{"empty", "", "", true},
		{"at sign is not backtick", "@", "`", false},
		{"bracket is not brace", "[", "{", false},
		{"Kelvin sign is not k", "\u212a", "k", false},
		{"high bytes as they are", "\xc3\x84", "\xc3\xa4", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ascii.EqualFold(tt.a, tt.b); got != tt.want {
				t.Errorf("EqualFold(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
			}
			if got := ascii.EqualFold([]byte(tt.a), tt.b); got != tt.want {
				t.Errorf("EqualFold([]byte(%q), %q) = %v, want %v", tt.a, tt.b, got, tt.want)
			}
		})
	}
}

func TestEqualFoldEveryByte(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			x, y := []byte{byte(a)}, []byte{byte(b)}
			want := a == b || a < 128 && b < 128 && bytes.EqualFold(x, y)
			if got := ascii.EqualFold(x, y); got != want {
				t.Fatalf("EqualFold(%q, %q) = %v, want %v", x, y, got, want)
			}
		}
	}
}

func TestHasPrefixFold(t *testing.T) {
	for _, tt := range []struct {
		s, prefix string
		want      bool
	}{
		{"__host-id", "__Host-", true},
		{"__host", "__Host-", false},
		{"x", "", true},
		{"bearer", "basic", false},
	} {
		if got := ascii.HasPrefixFold(tt.s, tt.prefix); got != tt.want {
			t.Errorf("HasPrefixFold(%q, %q) = %v, want %v", tt.s, tt.prefix, got, tt.want)
		}
	}
}

func TestToLower(t *testing.T) {
	for in, want := range map[string]string{
		"":             "",
		"already":      "already",
		"X-Request-ID": "x-request-id",
		"Ä":            "Ä",
	} {
		if got := ascii.ToLower(in); got != want {
			t.Errorf("ToLower(%q) = %q, want %q", in, got, want)
		}
	}
	if got := string(ascii.AppendLower([]byte("A"), "BC")); got != "Abc" {
		t.Errorf("AppendLower = %q, want %q", got, "Abc")
	}
}

func TestTokenBytes(t *testing.T) {
	const tchar = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for c := range 256 {
		want := strings.IndexByte(tchar, byte(c)) >= 0
		if got := ascii.IsTokenByte(byte(c)); got != want {
			t.Errorf("IsTokenByte(%q) = %v, want %v", byte(c), got, want)
		}
		if got := ascii.IsToken([]byte{'a', byte(c)}); got != want {
			t.Errorf("IsToken with %q = %v, want %v", byte(c), got, want)
		}
	}
	if ascii.IsToken("") {
		t.Error("the empty string is a token")
	}
}

func TestFieldBytes(t *testing.T) {
	for c := range 256 {
		want := c == '\t' || c >= ' ' && c != 0x7f
		if got := ascii.IsFieldByte(byte(c)); got != want {
			t.Errorf("IsFieldByte(%#x) = %v, want %v", c, got, want)
		}
		if got := ascii.IsFieldValue(string([]byte{'a', byte(c), 'b'})); got != want {
			t.Errorf("IsFieldValue with %#x = %v, want %v", c, got, want)
		}
	}
	if !ascii.IsFieldValue("") {
		t.Error("the empty string is no field value")
	}
}

func TestIsPrintable(t *testing.T) {
	for c := range 256 {
		want := c >= ' ' && c < 0x7f
		if got := ascii.IsPrintable([]byte{byte(c)}); got != want {
			t.Errorf("IsPrintable(%#x) = %v, want %v", c, got, want)
		}
	}
}

func TestTrimOWS(t *testing.T) {
	for in, want := range map[string]string{
		"":             "",
		" \t ":         "",
		"a":            "a",
		"\t a b \t":    "a b",
		"\u00a0a":      "\u00a0a",
		"\r\na\v":      "\r\na\v",
		"  trailing":   "trailing",
		"leading \t\t": "leading",
	} {
		if got := ascii.TrimOWS(in); got != want {
			t.Errorf("TrimOWS(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestParseUint(t *testing.T) {
	maximum := strconv.FormatUint(math.MaxUint64, 10)
	tests := []struct {
		name, in string
		want     uint64
		ok       bool
	}{
		{"zero", "0", 0, true},
		{"leading zeros", "0042", 42, true},
		{"largest", maximum, math.MaxUint64, true},
		{"one too large", "18446744073709551616", 0, false},
		{"a digit too long", maximum + "0", 0, false},
		{"empty", "", 0, false},
		{"plus", "+1", 0, false},
		{"minus", "-1", 0, false},
		{"space", " 1", 0, false},
		{"underscore", "1_0", 0, false},
		{"hexadecimal", "0x1", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := ascii.ParseUint(tt.in)
			if got != tt.want || ok != tt.ok {
				t.Errorf("ParseUint(%q) = %d, %v, want %d, %v", tt.in, got, ok, tt.want, tt.ok)
			}
			if want := tt.ok; ascii.IsDigits(tt.in) != want && len(tt.in) < 20 {
				t.Errorf("IsDigits(%q) = %v, want %v", tt.in, !want, want)
			}
		})
	}
}

func TestHexDigits(t *testing.T) {
	for c := range 256 {
		v, err := strconv.ParseUint(string([]byte{byte(c)}), 16, 8)
		got, ok := ascii.Unhex(byte(c))
		if ok != (err == nil) || ok && uint64(got) != v {
			t.Errorf("Unhex(%q) = %d, %v", byte(c), got, ok)
		}
		if ascii.IsHex(byte(c)) != ok {
			t.Errorf("IsHex(%q) = %v, want %v", byte(c), !ok, ok)
		}
	}
	for c := range 256 {
		digits := []byte{ascii.UpperHex[c>>4], ascii.UpperHex[c&15]}
		if got, ok := ascii.UnhexPair(digits[0], digits[1]); !ok || got != byte(c) {
			t.Errorf("UnhexPair(%q) = %#x, %v", digits, got, ok)
		}
	}
	for _, bad := range []string{"g0", "0g", "%%"} {
		if _, ok := ascii.UnhexPair(bad[0], bad[1]); ok {
			t.Errorf("UnhexPair(%q) was accepted", bad)
		}
	}
}

func TestLetters(t *testing.T) {
	for c := range 256 {
		want := strings.IndexByte(ascii.Letters, byte(c)) >= 0
		if got := ascii.IsLetter(byte(c)); got != want {
			t.Errorf("IsLetter(%q) = %v, want %v", byte(c), got, want)
		}
	}
}

func TestSet(t *testing.T) {
	s := ascii.SetOf("ac").Union(ascii.Range('x', 'z'))
	for c := range 256 {
		want := strings.IndexByte("acxyz", byte(c)) >= 0
		if got := s.Has(byte(c)); got != want {
			t.Errorf("Has(%q) = %v, want %v", byte(c), got, want)
		}
	}
	if got := ascii.IndexNot(&s, "axb"); got != 2 {
		t.Errorf("IndexNot = %d, want 2", got)
	}
	if got := ascii.Range('b', 'a'); got != (ascii.Set{}) {
		t.Errorf("Range('b', 'a') = %v, want the empty set", got)
	}
}

func TestNoAllocations(t *testing.T) {
	name, value := []byte("Content-Type"), "text/html"
	got := testing.AllocsPerRun(100, func() {
		if !ascii.EqualFold(name, "content-type") || !ascii.IsToken(name) || !ascii.IsFieldValue(value) ||
			ascii.ToLower(value) != value || len(ascii.TrimOWS(value)) != len(value) {
			t.Fatal("wrong answer")
		}
	})
	if got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

func BenchmarkEqualFold(b *testing.B) {
	for b.Loop() {
		ascii.EqualFold("Content-Length", "content-length")
	}
}

func BenchmarkIsToken(b *testing.B) {
	for b.Loop() {
		ascii.IsToken("Content-Length")
	}
}
