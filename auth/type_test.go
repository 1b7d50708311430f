package auth_test

import (
	"context"
	"encoding/json/v2"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/status"
)

func TestTypeNone(t *testing.T) {
	if !auth.None().IsNone() || !(auth.Type{}).IsNone() || !auth.None().Or(auth.None()).IsNone() {
		t.Error("None is not none")
	}
	if auth.Basic().IsNone() || auth.None().Or(auth.Basic()).IsNone() || auth.Basic().Or(auth.None()).IsNone() {
		t.Error("a requirement is none")
	}
	if got := auth.None().Challenges(weft.Get("/")); got != nil {
		t.Errorf("challenges %q", got)
	}
}

func TestTypeOrLeavesItsOperandsAlone(t *testing.T) {
	base := auth.Basic().Or(auth.Bearer())
	a, b := base.Or(auth.Basic("a")), base.Or(auth.Basic("b"))
	if got := a.Schemes()[2].Realm + b.Schemes()[2].Realm; got != "ab" || len(base.Schemes()) != 2 {
		t.Errorf("got %q, %v", got, base.Schemes())
	}
}

func TestTypeSchemes(t *testing.T) {
	key := codec.Query[string]("key")
	got := auth.Basic("b").Or(auth.Bearer(), auth.Digest("d"), auth.Custom("k", key)).Schemes()
	want := []auth.Scheme{
		{Kind: auth.KindBasic, Name: "Basic", Realm: "b"},
		{Kind: auth.KindBearer, Name: "Bearer", Realm: "restricted"},
		{Kind: auth.KindDigest, Name: "Digest", Realm: "d"},
		{Kind: auth.KindCustom, Name: "k"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		tree := got[i].Tree
		got[i].Tree = codec.Tree{}
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("got %v; want %v", got[i], want[i])
		}
		if custom := got[i].Kind == auth.KindCustom; custom != (len(tree.Parts()) == 1) {
			t.Errorf("%v has parts %v", got[i].Kind, tree.Parts())
		}
	}
}

func TestTypeChallenges(t *testing.T) {
	token := weft.Get("/").AddHeader("Authorization", "bearer abc")
	tests := []struct {
		name string
		of   auth.Type
		req  *weft.Request
		want string
	}{
		{"basic", auth.Basic("shop"), nil, `Basic realm="shop", charset="UTF-8"`},
		{"basic default", auth.Basic(), nil, `Basic realm="restricted", charset="UTF-8"`},
		{"basic quoted", auth.Basic(`a "b" \c`), nil, `Basic realm="a \"b\" \\c", charset="UTF-8"`},
		{"bearer", auth.Bearer("api"), weft.Get("/"), `Bearer realm="api"`},
		{"bearer refused", auth.Bearer("api"), token, `Bearer realm="api", error="invalid_token"`},
		{"custom", auth.Custom("k", codec.Query[string]("key")), nil, ``},
		{"union", auth.Basic("a").Or(auth.Bearer("b")), nil, `Basic realm="a", charset="UTF-8" | Bearer realm="b"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(test.of.Challenges(test.req), " | "); got != test.want {
				t.Errorf("got %s; want %s", got, test.want)
			}
		})
	}
}

func TestMistakesPanicWithTheirPlace(t *testing.T) {
	tests := []struct {
		name string
		make func()
		want string
	}{
		{"two realms", func() { auth.Basic("a", "b") }, "want one realm, got 2"},
		{"line break", func() { auth.Bearer("a\r\nSet-Cookie: b") }, "a control character cannot be sent"},
		{"digest realm", func() { auth.Digest("a\x00") }, "a control character cannot be sent"},
		{"digest options", func() { auth.Digest("a", auth.DigestOptions{}, auth.DigestOptions{}) }, "want one set of options, got 2"},
		{"algorithm", func() { auth.Digest("a", auth.DigestOptions{Algorithms: []auth.Algorithm{"SHA-1"}}) }, `algorithm "SHA-1" is not known`},
		{"custom name", func() { auth.Custom("", codec.Query[string]("key")) }, "the name is empty"},
		{"custom zero codec", func() { auth.Custom("k", codec.Codec[string]{}) }, "the codec reads nothing"},
		{"custom body", func() { auth.Custom("k", codec.Body[string]()) }, "credentials cannot be in the body"},
		{"provide", func() { auth.Provide[string](nil) }, "the function is nil"},
		{"passwords", func() { auth.ProvidePasswords[string](nil) }, "the function is nil"},
		{"providing", func() { auth.CustomAuthProviding[string](nil) }, "the function is nil"},
		{"with context", func() { auth.WithContext[string](nil) }, "the function is nil"},
		{"require", func() { auth.Require(auth.Basic(), status.Forbidden, status.NotFound) }, "want one status, got 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				got := fmt.Sprint(recover())
				if !strings.HasPrefix(got, "auth/type_test.go:") || !strings.Contains(got, test.want) {
					t.Errorf("got %q; want %q", got, test.want)
				}
			}()
			test.make()
		})
	}
}

func TestCredentialsDoNotPrintSecrets(t *testing.T) {
	digest := digestCredentials(t, "hunter2")
	all := []auth.Credentials{
		auth.NewBasicCredentials("ada", "hunter2"),
		auth.NewBearerCredentials("hunter2"),
		auth.CustomCredentials{Name: "key", Value: "hunter2"},
		digest,
	}
	for _, c := range all {
		texts := []string{
			fmt.Sprintf("%v %+v %#v %s %q %x %d", c, c, c, c, c, c, c),
			fmt.Sprintf("%v %+v", struct{ C auth.Credentials }{c}, []auth.Credentials{c}),
			slog.AnyValue(c).Resolve().String(),
		}
		if b, err := json.Marshal(c); err == nil {
			texts = append(texts, string(b))
		}
		for _, text := range texts {
			if strings.Contains(text, "hunter2") || strings.Contains(text, "68756e74657232") || strings.Contains(text, "response") {
				t.Errorf("%T prints as %s", c, text)
			}
		}
	}
}

// digestCredentials returns credentials as a verifier gets them.
func digestCredentials(t *testing.T, password string) (c auth.DigestCredentials) {
	t.Helper()
	of := auth.Digest("realm")
	answer, err := auth.DigestResponse(of.Challenges(nil)[0], "GET", "/", "ada", password)
	if err != nil {
		t.Fatal(err)
	}
	routes := guarded(of, auth.Provide(func(_ context.Context, got auth.Credentials) (string, error) {
		c = got.(auth.DigestCredentials)
		return "", auth.ErrRejected
	}))
	routes.Serve(weft.Get("/").AddHeader("Authorization", answer))
	if c.User != "ada" {
		t.Fatal("the verifier was not called")
	}
	return c
}
