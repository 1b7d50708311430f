package cli_test

import (
	"encoding/json/jsontext"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/weft-go/weft/cli"
	"github.com/weft-go/weft/schema"
)

// FuzzKebab: a name is made of words without capitals or separators, and stays the
// same when it is made again.
func FuzzKebab(f *testing.F) {
	for _, seed := range []string{"maxPrice", "X-Trace", "HTTPServer", "a..b", "--", "filter[name]", "é", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := cli.Kebab(name)
		if strings.ContainsAny(got, " \t\n=.[]ABCDEFGHIJKLMNOPQRSTUVWXYZ") || strings.HasPrefix(got, "-") || strings.HasSuffix(got, "-") || strings.Contains(got, "--") {
			t.Errorf("%q gives %q", name, got)
		}
		if again := cli.Kebab(got); again != got {
			t.Errorf("%q gives %q, then %q", name, got, again)
		}
	})
}

// FuzzFieldJSON: whatever text is given for a field, it is refused or becomes valid
// JSON of the right kind.
func FuzzFieldJSON(f *testing.F) {
	for _, seed := range []string{"1", "-0", "007", "1e3", "true", "a=1", `"`, "\xff", "PT1H", "null", "{}", "NaN"} {
		f.Add(seed)
	}
	kinds := map[string]*schema.Schema{
		"0":   schema.Of[int](),
		"0.":  schema.Of[float64](),
		"t":   schema.Of[bool](),
		`"`:   schema.Of[string](),
		`"t`:  schema.Of[time.Time](),
		"[":   schema.Of[[]uint8](),
		"[s":  schema.Of[[]string](),
		"{":   schema.Of[map[string]int](),
		"any": schema.Of[any](),
	}
	f.Fuzz(func(t *testing.T, text string) {
		for want, s := range kinds {
			v, err := cli.FieldJSON(s, text)
			if err != nil {
				continue
			}
			if !v.IsValid() {
				t.Errorf("%s: %q gives %q, which is no JSON", s, text, v)
			}
			if kind := v.Kind(); want[0] == '0' && kind != '0' || want[0] == 't' && kind != 't' && kind != 'f' || want == `"` && kind != '"' {
				t.Errorf("%s: %q gives %q", s, text, v)
			}
			if want == `"` && utf8.ValidString(text) {
				if back, err := jsontext.AppendUnquote(nil, v); err != nil || string(back) != text {
					t.Errorf("%q comes back as %q, %v", text, back, err)
				}
			}
		}
	})
}

// FuzzHarmless: no control character is left, and harmless text is left alone.
func FuzzHarmless(f *testing.F) {
	f.Add([]byte("a\x1b[2Jb\n"))
	f.Add([]byte("naïve\u009b"))
	dangerous := regexp.MustCompile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u0080-\u009f]")
	f.Fuzz(func(t *testing.T, data []byte) {
		got := cli.Harmless(data)
		if dangerous.Match(got) || !utf8.Valid(got) {
			t.Errorf("%q gives %q", data, got)
		}
		if utf8.Valid(data) && !dangerous.Match(data) && string(got) != string(data) {
			t.Errorf("%q gives %q", data, got)
		}
	})
}

// FuzzShellQuote: taking the quotes away as a shell does gives the word back.
func FuzzShellQuote(f *testing.F) {
	for _, seed := range []string{"", "a b", "it's", "$HOME", "plain"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if got := unquote(cli.ShellQuote(word)); got != word {
			t.Errorf("%q comes back as %q", word, got)
		}
	})
}

// unquote reads a word in single quotes as a shell does.
func unquote(s string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'':
			quoted = !quoted
		case s[i] == '\\' && !quoted:
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// TestExtensionMedia knows files by their names.
func TestExtensionMedia(t *testing.T) {
	for extension, want := range map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".md": "text/markdown", ".csv": "text/csv", ".xyz": "", "": ""} {
		if got := cli.ExtensionMedia(extension); got != want {
			t.Errorf("%s: got %q, want %q", extension, got, want)
		}
	}
}
