package weft_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
)

func TestSetCookieString(t *testing.T) {
	at := time.Date(2026, 11, 15, 4, 42, 0, 5, time.FixedZone("CET", 3600))
	tests := []struct {
		name   string
		cookie weft.Cookie
		want   string
	}{
		{"plain", weft.NewCookie("a", "b"), "a=b"},
		{"empty value", weft.NewCookie("a", ""), "a="},
		{"every value byte", weft.NewCookie("a", "!#$%&'()*+-./09:<=>?@AZ[]^_`az{|}~"), "a=!#$%&'()*+-./09:<=>?@AZ[]^_`az{|}~"},
		{"all attributes", weft.Cookie{
			Name: "a", Value: "b", Domain: ".example.com", Path: "/x y", Expires: at, MaxAge: 90 * time.Second,
			Secure: true, HTTPOnly: true, Partitioned: true, SameSite: weft.SameSiteNone,
		}, "a=b; Domain=example.com; Path=/x y; Expires=Sun, 15 Nov 2026 03:42:00 GMT; Max-Age=90; Secure; HttpOnly; SameSite=None; Partitioned"},
		{"part of a second", weft.NewCookie("a", "b").WithMaxAge(time.Millisecond), "a=b; Max-Age=1"},
		{"forgotten", weft.NewCookie("a", "b").WithMaxAge(-time.Hour), "a=b; Max-Age=0"},
		{"lax", weft.NewCookie("a", "b").WithSameSite(weft.SameSiteLax), "a=b; SameSite=Lax"},
		{"strict", weft.NewCookie("a", "b").WithSameSite(weft.SameSiteStrict), "a=b; SameSite=Strict"},
		{"secure prefix", weft.NewCookie("__Secure-a", "b").WithSecure(true), "__Secure-a=b; Secure"},
		{"host prefix", weft.NewCookie("__Host-a", "b").WithSecure(true).WithPath("/"), "__Host-a=b; Path=/; Secure"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.cookie.SetCookieString()
			if err != nil || got != tt.want {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
			if tt.cookie.String() != tt.want {
				t.Errorf("String() = %q", tt.cookie.String())
			}
		})
	}
}

func TestSetCookieStringRefuses(t *testing.T) {
	ok := weft.NewCookie("a", "b")
	tests := []struct {
		name   string
		cookie weft.Cookie
		part   string
	}{
		{"no name", weft.NewCookie("", "b"), "name"},
		{"name with a space", weft.NewCookie("a b", "c"), "name"},
		{"name with a line break", weft.NewCookie("a\r\nX", "c"), "name"},
		{"name with an equals sign", weft.NewCookie("a=b", "c"), "name"},
		{"value with a semicolon", ok.WithValue("x; Domain=evil"), "value"},
		{"value with a line break", ok.WithValue("x\r\nSet-Cookie: y"), "value"},
		{"value with a space", ok.WithValue("x y"), "value"},
		{"value with a comma", ok.WithValue("x,y"), "value"},
		{"value with quotes", ok.WithValue(`"x"`), "value"},
		{"value with a backslash", ok.WithValue(`x\y`), "value"},
		{"value beyond ASCII", ok.WithValue("é"), "value"},
		{"value too long", ok.WithValue(strings.Repeat("x", 4096)), "value"},
		{"path with a semicolon", ok.WithPath("/;x"), "Path"},
		{"path with a line break", ok.WithPath("/\n"), "Path"},
		{"path beyond ASCII", ok.WithPath("/é"), "Path"},
		{"path without a slash", ok.WithPath("x"), "Path"},
		{"path with a space at its end", ok.WithPath("/x "), "Path"},
		{"path too long", ok.WithPath("/" + strings.Repeat("x", 1024)), "Path"},
		{"domain with a port", ok.WithDomain("h:80"), "Domain"},
		{"domain that is an address", ok.WithDomain("127.0.0.1"), "Domain"},
		{"domain with an empty label", ok.WithDomain("a..b"), "Domain"},
		{"domain of a dot", ok.WithDomain("."), "Domain"},
		{"domain with a hyphen first", ok.WithDomain("-a.example"), "Domain"},
		{"domain with a semicolon", ok.WithDomain("a;b"), "Domain"},
		{"expires too early", ok.WithExpires(time.Date(1600, 12, 31, 0, 0, 0, 0, time.UTC)), "Expires"},
		{"expires too late", ok.WithExpires(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)), "Expires"},
		{"unknown SameSite", ok.WithSameSite(9), "SameSite"},
		{"SameSite=None without Secure", ok.WithSameSite(weft.SameSiteNone), "SameSite"},
		{"partitioned without Secure", ok.WithPartitioned(true), "Partitioned"},
		{"secure prefix without Secure", weft.NewCookie("__Secure-a", "b"), "name"},
		{"secure prefix in another case", weft.NewCookie("__sEcUrE-a", "b"), "name"},
		{"host prefix without Secure", weft.NewCookie("__Host-a", "b").WithPath("/"), "name"},
		{"host prefix without path", weft.NewCookie("__Host-a", "b").WithSecure(true), "name"},
		{"host prefix with a domain", weft.NewCookie("__host-a", "b").WithSecure(true).WithPath("/").WithDomain("h.example"), "name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.cookie.SetCookieString()
			e, ok := errors.AsType[*weft.MalformedCookie](err)
			if !ok || got != "" || e.Part != tt.part || e.Name != tt.cookie.Name {
				t.Errorf("got %q, %v, want a fault in %s", got, err, tt.part)
			}
			if tt.cookie.String() != err.Error() {
				t.Errorf("String() = %q", tt.cookie.String())
			}
		})
	}
	_, err := ok.WithValue("ab;c").SetCookieString()
	if want := `cookie "a": value: ';' at 2 is not allowed`; err.Error() != want {
		t.Errorf("the message is %q, want %q", err, want)
	}
}

func TestCookieString(t *testing.T) {
	got, err := weft.CookieString(weft.NewCookie("a", "b"), weft.NewCookie("c", `"x, y"`))
	if want := `a=b; c="x, y"`; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, c := range []weft.Cookie{weft.NewCookie("", "b"), weft.NewCookie("a", "b;c"), weft.NewCookie("a", "b\r\n")} {
		if got, err := weft.CookieString(c); err == nil {
			t.Errorf("%+v gave %q", c, got)
		}
	}
}
