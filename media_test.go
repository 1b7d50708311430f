package weft_test

import (
	"encoding/json/v2"
	"errors"
	"mime"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func mustMediaType(t testing.TB, s string) weft.MediaType {
	t.Helper()
	m, err := weft.ParseMediaType(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestParseMediaType(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "text/html", "text/html"},
		{"case", "Text/HTML; Charset=UTF-8", "text/html; charset=UTF-8"},
		{"space", " \ttext/html ;\tcharset=utf-8 ; x=y ", "text/html; charset=utf-8; x=y"},
		{"no space", "text/html;charset=utf-8;x=y", "text/html; charset=utf-8; x=y"},
		{"quoted token", `text/html; charset="utf-8"`, "text/html; charset=utf-8"},
		{"quoted text", `multipart/form-data; boundary="a b;c,d"`, `multipart/form-data; boundary="a b;c,d"`},
		{"escapes", `a/b; x="\"\\\y"`, `a/b; x="\"\\y"`},
		{"empty quotes", `a/b; x=""`, `a/b; x=""`},
		{"empty parameters", "a/b;; ;x=y;", "a/b; x=y"},
		{"range", "*/*; q=0.5", "*/*; q=0.5"},
		{"suffix", "application/problem+json", "application/problem+json"},
		{"obs-text", "a/b; x=\"\xe9\"", "a/b; x=\"\xe9\""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := weft.ParseMediaType(tt.in)
			if err != nil || m.String() != tt.want {
				t.Errorf("ParseMediaType(%q) = %q, %v, want %q", tt.in, m, err, tt.want)
			}
		})
	}
}

func TestParseMediaTypeRefuses(t *testing.T) {
	many := strings.Builder{}
	for i := range 33 {
		many.WriteString(";p" + strconv.Itoa(i) + "=x")
	}
	tests := []struct {
		name, in string
		offset   int
	}{
		{"empty", "", 0},
		{"no slash", "text", 0},
		{"no subtype", "text/", 0},
		{"no type", "/html", 0},
		{"two slashes", "a/b/c", 0},
		{"space inside", "text /html", 0},
		{"only parameters", ";a=b", 0},
		{"no equals sign", "a/b;c", 3},
		{"space before the equals sign", "a/b;c =d", 3},
		{"space after the equals sign", "a/b;c= d", 3},
		{"no value", "a/b;c=", 3},
		{"bad name", "a/b;(=d", 3},
		{"open quotes", `a/b; c="d`, 3},
		{"open escape", `a/b; c="d\`, 3},
		{"text after quotes", `a/b; c="d"e`, 10},
		{"control in quotes", "a/b; c=\"\n\"", 3},
		{"escaped control in quotes", "a/b; c=\"\\\x00\"", 3},
		{"repeated", "a/b; c=d; C=e", 8},
		{"too many", "a/b" + many.String(), 3 + 10*5 + 22*6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := weft.ParseMediaType(tt.in)
			e, ok := errors.AsType[*weft.MalformedMediaType](err)
			if !ok || e.Offset != tt.offset || !m.IsZero() {
				t.Errorf("ParseMediaType(%q) = %q, %v, want offset %d", tt.in, m, err, tt.offset)
			}
		})
	}
	_, err := weft.ParseMediaType("text")
	if want := `media type "text": offset 0: not of the form type/subtype`; err.Error() != want {
		t.Errorf("the message is %q, want %q", err, want)
	}
}

func TestMediaTypeParts(t *testing.T) {
	m := mustMediaType(t, "application/problem+json; charset=utf-8; v=1")
	if m.Type() != "application" || m.Subtype() != "problem+json" || m.Suffix() != "json" || m.Essence() != "application/problem+json" {
		t.Errorf("got %q, %q, %q, %q", m.Type(), m.Subtype(), m.Suffix(), m.Essence())
	}
	if v, ok := m.Param("CHARSET"); v != "utf-8" || !ok {
		t.Errorf("charset is %q, %v", v, ok)
	}
	if v, ok := m.Param("x"); v != "" || ok {
		t.Errorf("x is %q, %v", v, ok)
	}
	var names []string
	for name, value := range m.Params() {
		names = append(names, name+"="+value)
	}
	if got := strings.Join(names, " "); got != "charset=utf-8 v=1" {
		t.Errorf("the parameters are %q", got)
	}
	for range m.Params() {
		break
	}
	var zero weft.MediaType
	if !zero.IsZero() || zero.Type() != "" || zero.Subtype() != "" || zero.Suffix() != "" || zero.String() != "" {
		t.Errorf("the zero MediaType is %q", zero)
	}
	if got := mustMediaType(t, "text/html").Suffix(); got != "" {
		t.Errorf("text/html has the suffix %q", got)
	}
}

func TestMediaTypeWithParam(t *testing.T) {
	m := mustMediaType(t, "text/html; a=1; b=2")
	for name, got := range map[string][2]string{
		"new":          {m.WithParam("C", "x y").String(), `text/html; a=1; b=2; c="x y"`},
		"replaced":     {m.WithParam("A", "3").String(), "text/html; b=2; a=3"},
		"bad value":    {m.WithParam("a", "x\r\ny").String(), "text/html; b=2"},
		"bad name":     {m.WithParam("a b", "x").String(), "text/html; a=1; b=2"},
		"none":         {m.WithoutParams().String(), "text/html"},
		"the original": {m.String(), "text/html; a=1; b=2"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q, want %q", name, got[0], got[1])
		}
	}
}

func TestMediaTypeEqual(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"text/html", "TEXT/html", true},
		{"a/b; x=1; y=2", "a/b; y=2; x=1", true},
		{"a/b; charset=UTF-8", "a/b; charset=utf-8", true},
		{"a/b; x=A", "a/b; x=a", false},
		{"a/b; x=1", "a/b; y=1", false},
		{"a/b", "a/b; x=1", false},
		{"a/b", "a/c", false},
	} {
		if got := mustMediaType(t, tt.a).Equal(mustMediaType(t, tt.b)); got != tt.want {
			t.Errorf("%q equal to %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestMediaTypeAsText(t *testing.T) {
	var v struct{ Type weft.MediaType }
	if err := json.Unmarshal([]byte(`{"Type":"Text/HTML"}`), &v); err != nil {
		t.Fatal(err)
	}
	if b, err := json.Marshal(v); err != nil || string(b) != `{"Type":"text/html"}` {
		t.Errorf("Marshal = %s, %v", b, err)
	}
	if err := json.Unmarshal([]byte(`{"Type":"x"}`), &v); err == nil {
		t.Error("a malformed media type was accepted")
	}
}

func TestParseMediaTypeDoesNotAllocate(t *testing.T) {
	if got := testing.AllocsPerRun(100, func() { mustMediaType(t, "application/json") }); got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

func TestWellKnownMediaTypesParse(t *testing.T) {
	for _, s := range []string{
		weft.MediaJSON, weft.MediaProblemJSON, weft.MediaXML, weft.MediaForm, weft.MediaMultipart, weft.MediaOctetStream, weft.MediaText,
		weft.MediaHTML, weft.MediaCSS, weft.MediaJavaScript, weft.MediaEventStream, weft.MediaPDF, weft.MediaPNG, weft.MediaJPEG, weft.MediaSVG,
	} {
		if got := mustMediaType(t, s).String(); got != s {
			t.Errorf("%q is written %q", s, got)
		}
	}
}

// FuzzParseMediaType checks that what parses is written as something that parses to the
// same type, and that package mime agrees on it.
func FuzzParseMediaType(f *testing.F) {
	for _, s := range []string{"text/html", `a/b; c="d\"e"; f=g`, "*/*;q=0.1", "a/b;;c=d", "multipart/form-data; boundary=x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := weft.ParseMediaType(s)
		if err != nil {
			return
		}
		again, err := weft.ParseMediaType(m.String())
		if err != nil || !again.Equal(m) || again.String() != m.String() {
			t.Fatalf("%q is written %q, read %q (%v)", s, m, again, err)
		}
		essence, params, err := mime.ParseMediaType(m.String())
		if err != nil {
			return // package mime knows continuations such as a*0 and refuses empty values
		}
		if essence != m.Essence() {
			t.Fatalf("%q: %q, package mime has %q", s, m.Essence(), essence)
		}
		for name, value := range m.Params() {
			// Package mime keeps backslashes before letters and digits.
			if !strings.ContainsAny(name+s, `*\`) && params[name] != value {
				t.Fatalf("%q: %s is %q, package mime has %q", s, name, value, params[name])
			}
		}
	})
}
