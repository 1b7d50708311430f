package weft_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

type notice struct {
	Level string
	Text  string
}

func flashSigner(t *testing.T, key weft.Secret) *weft.CookieSigner {
	t.Helper()
	s, err := weft.NewCookieSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustFlash(t *testing.T, messages ...weft.FlashMessage) weft.Flash {
	t.Helper()
	f, err := weft.NewFlash(messages...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFlashRoundTrip(t *testing.T) {
	signer := flashSigner(t, key1)
	sent := mustFlash(t,
		weft.FlashSet("notice", notice{"info", "saved; ünïcode"}),
		weft.FlashSet("count", 3),
		weft.FlashSet("a \"key\"", []string{"x"}),
		weft.FlashSet("count", 4),
	)
	cookie, err := sent.Cookie(signer)
	if err != nil {
		t.Fatal(err)
	}
	written, err := cookie.SetCookieString()
	if err != nil || !strings.HasPrefix(written, "weft-flash=") || !strings.HasSuffix(written, "; Path=/; HttpOnly; SameSite=Lax") {
		t.Fatalf("the cookie is %q, %v", written, err)
	}
	got, err := weft.OpenFlash(signer, weft.NewCookie(weft.FlashCookie, cookie.Value))
	if err != nil {
		t.Fatal(err)
	}
	if keys := got.Keys(); !slices.Equal(keys, []string{"notice", "count", `a "key"`}) || got.Len() != 3 {
		t.Errorf("the keys are %q", keys)
	}
	if n, ok := weft.FlashGet[notice]("notice").From(got); !ok || n != (notice{"info", "saved; ünïcode"}) {
		t.Errorf("notice is %+v, %v", n, ok)
	}
	if n, ok := weft.FlashGet[int]("count").From(got); !ok || n != 4 {
		t.Errorf("count is %d, %v", n, ok)
	}
	if s, ok := weft.FlashGet[[]string](`a "key"`).From(got); !ok || !slices.Equal(s, []string{"x"}) {
		t.Errorf("the list is %q, %v", s, ok)
	}
}

func TestFlashGetMissesAndMismatches(t *testing.T) {
	f := mustFlash(t, weft.FlashSet("count", 3))
	if v, ok := weft.FlashGet[int]("other").From(f); ok || v != 0 {
		t.Errorf("a missing message gave %d", v)
	}
	if v, ok := weft.FlashGet[string]("count").From(f); ok || v != "" {
		t.Errorf("a message of another type gave %q", v)
	}
	if v, ok := weft.FlashGet[int]("count").From(weft.Flash{}); ok || v != 0 {
		t.Errorf("the empty Flash gave %d", v)
	}
	if got := weft.FlashGet[int]("count").Key(); got != "count" {
		t.Errorf("Key() = %q", got)
	}
}

func TestFlashWith(t *testing.T) {
	base := mustFlash(t, weft.FlashSet("a", 1))
	more, err := base.With(weft.FlashSet("a", 2), weft.FlashSet("b", 3))
	if err != nil || more.Len() != 2 {
		t.Fatalf("With gave %v, %v", more.Keys(), err)
	}
	if v, _ := weft.FlashGet[int]("a").From(base); v != 1 || base.Len() != 1 {
		t.Errorf("the original changed: %d", v)
	}
}

func TestFlashThatCannotBeSent(t *testing.T) {
	if _, err := weft.NewFlash(weft.FlashSet("f", func() {})); err == nil || !strings.HasPrefix(err.Error(), `flash "f": `) {
		t.Errorf("a function gave %v", err)
	}
	_, err := mustFlash(t, weft.FlashSet("long", strings.Repeat("x", 4000))).Cookie(flashSigner(t, key1))
	if _, ok := errors.AsType[*weft.MalformedCookie](err); !ok {
		t.Errorf("a long message gave %v", err)
	}
}

func TestOpenFlashRefuses(t *testing.T) {
	signer := flashSigner(t, key1)
	good, _ := mustFlash(t, weft.FlashSet("a", 1)).Cookie(signer)
	forged := map[string]weft.Cookie{
		"another name":  weft.NewCookie("other", good.Value),
		"another key":   flashSigner(t, key2).Sign(weft.NewCookie(weft.FlashCookie, "{}")),
		"plain":         weft.NewCookie(weft.FlashCookie, `{"a":1}`),
		"no object":     signer.Sign(weft.NewCookie(weft.FlashCookie, `[1]`)),
		"cut off":       signer.Sign(weft.NewCookie(weft.FlashCookie, `{"a":1`)),
		"no value":      signer.Sign(weft.NewCookie(weft.FlashCookie, `{"a"}`)),
		"no JSON":       signer.Sign(weft.NewCookie(weft.FlashCookie, ``)),
		"repeated keys": signer.Sign(weft.NewCookie(weft.FlashCookie, `{"a":1,"a":2}`)),
	}
	for name, c := range forged {
		f, err := weft.OpenFlash(signer, c)
		if _, ok := errors.AsType[*weft.ForgedCookie](err); !ok || f.Len() != 0 {
			t.Errorf("%s: got %v, %v", name, f.Keys(), err)
		}
	}
}

func TestClearFlash(t *testing.T) {
	const want = "weft-flash=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly; SameSite=Lax"
	empty, err := weft.Flash{}.Cookie(flashSigner(t, key1))
	for _, c := range []weft.Cookie{weft.ClearFlash(), empty} {
		if got := c.String(); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
}
