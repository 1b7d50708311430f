package weft_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
)

// The signer and the sealer make the same promises; guard is what they have in common.
type guard struct {
	close func(weft.Cookie) weft.Cookie
	open  func(weft.Cookie) (weft.Cookie, error)
}

type newGuard func(t *testing.T, keys ...weft.Secret) guard

func newSigner(t *testing.T, keys ...weft.Secret) guard {
	t.Helper()
	s, err := weft.NewCookieSigner(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return guard{s.Sign, s.Verify}
}

func newSealer(t *testing.T, keys ...weft.Secret) guard {
	t.Helper()
	s, err := weft.NewCookieSealer(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return guard{s.Seal, s.Open}
}

var (
	key1 = weft.NewSecret(strings.Repeat("1", 32))
	key2 = weft.NewSecret(strings.Repeat("2", 32))
)

func forBothGuards(t *testing.T, test func(t *testing.T, build newGuard)) {
	t.Run("signer", func(t *testing.T) { test(t, newSigner) })
	t.Run("sealer", func(t *testing.T) { test(t, newSealer) })
}

func TestCookieGuardRoundTrip(t *testing.T) {
	forBothGuards(t, func(t *testing.T, build newGuard) {
		g := build(t, key1)
		for _, value := range []string{"", "hello", "ünïcode; \r\n\x00", strings.Repeat("x", 2000), "a.b.c"} {
			closed := g.close(weft.NewCookie("id", value).WithPath("/"))
			if _, err := closed.SetCookieString(); err != nil {
				t.Errorf("%q cannot be sent: %v", value, err)
			}
			got, err := g.open(weft.NewCookie("id", closed.Value))
			if err != nil || got.Value != value || closed.Path != "/" {
				t.Errorf("%q came back as %q, %v", value, got.Value, err)
			}
		}
	})
}

func TestCookieGuardRefusesForgeries(t *testing.T) {
	forBothGuards(t, func(t *testing.T, build newGuard) {
		g := build(t, key1)
		good := g.close(weft.NewCookie("role", "user").WithMaxAge(time.Hour))
		forged := []weft.Cookie{
			weft.NewCookie("admin", good.Value),
			weft.NewCookie("rol", good.Value),
			weft.NewCookie("role", ""),
			weft.NewCookie("role", "."),
			weft.NewCookie("role", ".."),
			weft.NewCookie("role", "user"),
			weft.NewCookie("role", good.Value+"A"),
			weft.NewCookie("role", good.Value+"."),
			weft.NewCookie("role", "9"+good.Value),
			weft.NewCookie("role", good.Value[1:]),
			build(t, key2).close(weft.NewCookie("role", "user")),
		}
		for i := range good.Value {
			changed := []byte(good.Value)
			changed[i] ^= 1
			forged = append(forged, weft.NewCookie("role", string(changed)))
		}
		for _, c := range forged {
			got, err := g.open(c)
			if e, ok := errors.AsType[*weft.ForgedCookie](err); !ok || e.Name != c.Name || got != (weft.Cookie{}) {
				t.Errorf("%+v opened as %+v, %v", c, got, err)
			}
		}
	})
}

func TestCookieGuardsDoNotMix(t *testing.T) {
	signer, sealer := newSigner(t, key1), newSealer(t, key1)
	if _, err := signer.open(sealer.close(weft.NewCookie("a", "b"))); err == nil {
		t.Error("the signer opened a sealed cookie")
	}
	if _, err := sealer.open(signer.close(weft.NewCookie("a", "b"))); err == nil {
		t.Error("the sealer opened a signed cookie")
	}
}

func TestCookieGuardKeyRotation(t *testing.T) {
	forBothGuards(t, func(t *testing.T, build newGuard) {
		old := build(t, key1).close(weft.NewCookie("id", "x"))
		both := build(t, key2, key1)
		if got, err := both.open(old); err != nil || got.Value != "x" {
			t.Errorf("the old key is not accepted: %v", err)
		}
		renewed := both.close(weft.NewCookie("id", "y"))
		if got, err := build(t, key2).open(renewed); err != nil || got.Value != "y" {
			t.Errorf("the new key was not used: %v", err)
		}
		if _, err := build(t, key2).open(old); err == nil {
			t.Error("a removed key is accepted")
		}
	})
}

func TestCookieGuardExpiry(t *testing.T) {
	forBothGuards(t, func(t *testing.T, build newGuard) {
		synctest.Test(t, func(t *testing.T) {
			g := build(t, key1)
			start := time.Now()
			cookies := map[string]weft.Cookie{
				"MaxAge":  g.close(weft.NewCookie("id", "x").WithMaxAge(time.Minute)),
				"Expires": g.close(weft.NewCookie("id", "x").WithExpires(start.Add(time.Minute))),
				"both":    g.close(weft.NewCookie("id", "x").WithExpires(start.Add(time.Hour)).WithMaxAge(time.Minute)),
			}
			lasting := g.close(weft.NewCookie("id", "x"))
			time.Sleep(59 * time.Second)
			for name, c := range cookies {
				if _, err := g.open(c); err != nil {
					t.Errorf("%s: after 59 seconds: %v", name, err)
				}
			}
			time.Sleep(time.Second)
			for name, c := range cookies {
				_, err := g.open(c)
				if e, ok := errors.AsType[*weft.ExpiredCookie](err); !ok || !e.At.Equal(start.Add(time.Minute)) || e.Name != "id" {
					t.Errorf("%s: after a minute: %v", name, err)
				}
			}
			time.Sleep(1000 * time.Hour)
			if _, err := g.open(lasting); err != nil {
				t.Errorf("without an expiry: %v", err)
			}
		})
	})
}

func TestCookieGuardLeavesExpiringCookies(t *testing.T) {
	forBothGuards(t, func(t *testing.T, build newGuard) {
		c := weft.ExpireCookie("id")
		if got := build(t, key1).close(c); got != c {
			t.Errorf("got %+v, want %+v", got, c)
		}
	})
}

func TestCookieGuardKeysAreChecked(t *testing.T) {
	short := weft.NewSecret("too short")
	for want, keys := range map[string][]weft.Secret{
		"no key":                              nil,
		"key 1 has 9 bytes, want at least 32": {short},
		"key 2 has 9 bytes, want at least 32": {key1, short},
	} {
		if _, err := weft.NewCookieSigner(keys...); err == nil || err.Error() != "cookie signer: "+want {
			t.Errorf("NewCookieSigner gave %v, want %s", err, want)
		}
		if _, err := weft.NewCookieSealer(keys...); err == nil || err.Error() != "cookie sealer: "+want {
			t.Errorf("NewCookieSealer gave %v, want %s", err, want)
		}
	}
}

func TestSignedCookieFormat(t *testing.T) {
	c := newSigner(t, key1).close(weft.NewCookie("id", "hello").WithExpires(time.Unix(1794714120, 0)))
	if want := "1794714120.aGVsbG8."; !strings.HasPrefix(c.Value, want) || len(c.Value) != len(want)+43 {
		t.Errorf("the value is %q", c.Value)
	}
}

func TestCookieErrorMessages(t *testing.T) {
	for want, err := range map[string]error{
		`cookie "id": not signed or sealed with a known key`: &weft.ForgedCookie{Name: "id"},
		`cookie "id": expired at 2026-11-15T03:42:00Z`:       &weft.ExpiredCookie{Name: "id", At: time.Unix(1794714120, 0)},
	} {
		if err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}
