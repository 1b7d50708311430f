package weft_test

import (
	"testing"
	"time"

	"github.com/weft-go/weft"
)

func TestCookieCopies(t *testing.T) {
	at := time.Date(2026, 11, 15, 3, 42, 0, 0, time.UTC)
	plain := weft.NewCookie("id", "1")
	full := plain.WithValue("2").WithDomain("example.com").WithPath("/a").WithExpires(at).WithMaxAge(time.Hour).
		WithSecure(true).WithHTTPOnly(true).WithPartitioned(true).WithSameSite(weft.SameSiteNone)
	want := weft.Cookie{
		Name: "id", Value: "2", Domain: "example.com", Path: "/a", Expires: at, MaxAge: time.Hour,
		Secure: true, HTTPOnly: true, Partitioned: true, SameSite: weft.SameSiteNone,
	}
	if full != want {
		t.Errorf("got %+v, want %+v", full, want)
	}
	if plain != (weft.Cookie{Name: "id", Value: "1"}) {
		t.Errorf("the template became %+v", plain)
	}
}

func TestExpireCookie(t *testing.T) {
	const gone = "; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0"
	for cookie, want := range map[weft.Cookie]string{
		weft.ExpireCookie("id"):         "id=; Path=/" + gone,
		weft.ExpireCookie("__Host-id"):  "__Host-id=; Path=/" + gone + "; Secure",
		weft.ExpireCookie("__SECURE-x"): "__SECURE-x=; Path=/" + gone + "; Secure",
		weft.NewCookie("id", "x").WithPath("/a").WithDomain("h.example").WithHTTPOnly(true).Expire(): "id=; Domain=h.example; Path=/a" + gone + "; HttpOnly",
	} {
		if got, err := cookie.SetCookieString(); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
}

func TestSameSiteNames(t *testing.T) {
	for s, want := range map[weft.SameSite]string{
		weft.SameSiteDefault: "", weft.SameSiteLax: "Lax", weft.SameSiteStrict: "Strict", weft.SameSiteNone: "None", 9: "",
	} {
		if got := s.String(); got != want {
			t.Errorf("SameSite(%d).String() = %q, want %q", s, got, want)
		}
	}
}
