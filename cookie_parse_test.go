package weft_test

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

func TestParseCookies(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"none", "", nil},
		{"one", "a=b", []string{"a=b"}},
		{"several", "a=b; c=d;e=f", []string{"a=b", "c=d", "e=f"}},
		{"repeated", "a=b; a=c", []string{"a=b", "a=c"}},
		{"quoted", `a="b c"; d="`, []string{"a=b c", `d="`}},
		{"equals in the value", "a=b=c==", []string{"a=b=c=="}},
		{"empty value", "a=", []string{"a="}},
		{"no name", "=b; a=c", []string{"a=c"}},
		{"no equals sign", "b; a=c;;", []string{"a=c"}},
		{"bad name", "a b=c; d=e; é=f", []string{"d=e"}},
		{"control in the value", "a=b\x00; c=d\x7f; e=f", []string{"e=f"}},
		{"lenient values", `a=b, c\d; e=é`, []string{`a=b, c\d`, "e=é"}},
		{"space around", " \ta = b\t; c=d ", []string{"a=b", "c=d"}},
		{"other space is not trimmed", "\u00a0__Host-a=b; \u2003__Host-a=c", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range weft.ParseCookies(tt.in) {
				got = append(got, c.Name+"="+c.Value)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("ParseCookies(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
	if got := len(weft.ParseCookies(strings.Repeat("a=b;", 5000))); got != 1000 {
		t.Errorf("%d cookies, want 1000", got)
	}
	for name := range weft.EachCookie("a=1; b=2") {
		if name != "a" {
			t.Errorf("the first name is %q", name)
		}
		break
	}
}

func TestEachCookieDoesNotAllocate(t *testing.T) {
	got := testing.AllocsPerRun(100, func() {
		for name, value := range weft.EachCookie(`a=b; session="x y"; c=d`) {
			if name == "session" && value != "x y" {
				t.Fatal(value)
			}
		}
	})
	if got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

func TestParseSetCookie(t *testing.T) {
	at := time.Date(1994, 11, 6, 8, 49, 37, 0, time.UTC)
	tests := []struct {
		name, in string
		want     weft.Cookie
	}{
		{"plain", "a=b", weft.Cookie{Name: "a", Value: "b"}},
		{"quotes stay", `a="b c"`, weft.Cookie{Name: "a", Value: `"b c"`}},
		{"everything", "a=b; domain=.Example.COM; PATH=/x; Expires=Sun, 06 Nov 1994 08:49:37 GMT; max-age=5; secure; HTTPOnly; samesite=STRICT; Partitioned",
			weft.Cookie{Name: "a", Value: "b", Domain: "example.com", Path: "/x", Expires: at, MaxAge: 5 * time.Second, Secure: true, HTTPOnly: true, SameSite: weft.SameSiteStrict, Partitioned: true}},
		{"unknown attributes", "a=b; Priority=High; ; =x", weft.Cookie{Name: "a", Value: "b"}},
		{"the last one counts", "a=b; Path=/x; Path=/y; Max-Age=1; Max-Age=2", weft.Cookie{Name: "a", Value: "b", Path: "/y", MaxAge: 2 * time.Second}},
		{"bad path", "a=b; Path=/x; Path=y", weft.Cookie{Name: "a", Value: "b"}},
		{"bad Max-Age", "a=b; Max-Age=1x; Max-Age=; Max-Age=+5", weft.Cookie{Name: "a", Value: "b"}},
		{"Max-Age zero", "a=b; Max-Age=0", weft.Cookie{Name: "a", Value: "b", MaxAge: -1}},
		{"Max-Age negative", "a=b; Max-Age=-99999999999999999999", weft.Cookie{Name: "a", Value: "b", MaxAge: -1}},
		{"Max-Age huge", "a=b; Max-Age=99999999999999999999", weft.Cookie{Name: "a", Value: "b", MaxAge: time.Duration(math.MaxInt64).Truncate(time.Second)}},
		{"bad Expires", "a=b; Expires=tomorrow", weft.Cookie{Name: "a", Value: "b"}},
		{"unknown SameSite", "a=b; SameSite=Lax; SameSite=x", weft.Cookie{Name: "a", Value: "b"}},
		{"empty domain", "a=b; Domain=h; Domain=", weft.Cookie{Name: "a", Value: "b", Domain: "h"}},
		{"long attribute", "a=b; Path=/" + strings.Repeat("x", 1024), weft.Cookie{Name: "a", Value: "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := weft.ParseSetCookie(tt.in)
			if err != nil || got != tt.want {
				t.Errorf("got %+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
}

func TestParseSetCookieRefuses(t *testing.T) {
	for in, part := range map[string]string{
		"":                               "value",
		"a":                              "value",
		"; a=b":                          "value",
		"=b":                             "name",
		"a b=c":                          "name",
		"a=b\x00":                        "value",
		"a=b; Path=/\x01":                "value",
		"a=" + strings.Repeat("x", 4096): "value",
	} {
		got, err := weft.ParseSetCookie(in)
		if e, ok := errors.AsType[*weft.MalformedCookie](err); !ok || e.Part != part || got != (weft.Cookie{}) {
			t.Errorf("ParseSetCookie(%q) = %+v, %v, want a fault in %s", in, got, err, part)
		}
	}
}

func FuzzParseCookies(f *testing.F) {
	for _, s := range []string{"", "a=b; c=d", `a="b"; =;;x`, "a=b=c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		cookies := weft.ParseCookies(s)
		for _, c := range cookies {
			if !ascii.IsToken(c.Name) || !ascii.IsFieldValue(c.Value) || strings.Contains(c.Value, ";") {
				t.Fatalf("ParseCookies(%q) gave %+v", s, c)
			}
		}
		// What a client sends is read as it was, unless quotes or space are removed.
		written, err := weft.CookieString(cookies...)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		again := weft.ParseCookies(written)
		for i, c := range cookies {
			if plain := strings.Trim(c.Value, " \t\"") == c.Value; plain && again[i] != c {
				t.Fatalf("%q is written %q, read %+v", s, written, again)
			}
		}
		if !ascii.IsFieldValue(s) {
			return
		}
		// net/http accepts no cookie that is skipped here, except a word alone, which
		// it takes for a name without a value.
		for _, other := range (&http.Request{Header: http.Header{"Cookie": {s}}}).Cookies() {
			if other.Value != "" && !slices.ContainsFunc(cookies, func(c weft.Cookie) bool { return c.Name == other.Name }) && len(cookies) < 1000 {
				t.Fatalf("%q: net/http has %q", s, other.Name)
			}
		}
	})
}

func FuzzParseSetCookie(f *testing.F) {
	for _, s := range []string{"a=b", "a=b; Path=/; Secure; Max-Age=5", "a=b; Expires=Sunday, 06-Nov-94 08:49:37 GMT; SameSite=None", "__Host-a=b; Path=/; Secure; Domain=x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := weft.ParseSetCookie(s)
		if err != nil {
			return
		}
		written, err := c.SetCookieString()
		if err != nil {
			return // more is read than may be written
		}
		again, err := weft.ParseSetCookie(written)
		if c.MaxAge < 0 {
			c.MaxAge = -1
		}
		if err != nil || again != c {
			t.Fatalf("%q is %+v, written %q, read %+v (%v)", s, c, written, again, err)
		}
	})
}
