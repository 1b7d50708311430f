package weft_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestSealedCookieHidesItsValue(t *testing.T) {
	g := newSealer(t, key1)
	c := weft.NewCookie("id", "attack at dawn")
	a, b := g.close(c), g.close(c)
	if a.Value == b.Value {
		t.Error("the same value is sealed twice in the same way")
	}
	raw, err := base64.RawURLEncoding.DecodeString(a.Value)
	if err != nil || strings.Contains(string(raw), "attack") {
		t.Errorf("the sealed value is %q, %v", raw, err)
	}
}
