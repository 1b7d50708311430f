package auth_test

import (
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
)

func TestApply(t *testing.T) {
	req := weft.Get("/").AddHeader("Authorization", "Old abc")
	tests := []struct {
		name string
		c    auth.Credentials
		want string
	}{
		{"basic", auth.NewBasicCredentials("Aladdin", "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}, // RFC 7617 section 2
		{"bearer", auth.NewBearerCredentials("mF_9.B5f-4.1JqM"), "Bearer mF_9.B5f-4.1JqM"},
		{"colon", auth.NewBasicCredentials("a:b", "c"), ""},
		{"custom", auth.CustomCredentials{Name: "k", Value: "v"}, "Old abc"},
		{"nil", nil, "Old abc"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := strings.Join(auth.Apply(req, test.c).RawHeaders("Authorization"), " | ")
			if got != test.want {
				t.Errorf("got %q; want %q", got, test.want)
			}
		})
	}
	if got, _ := req.RawHeader("Authorization"); got != "Old abc" {
		t.Error("the request has changed")
	}
}

func TestApplyRefusesInjection(t *testing.T) {
	req := auth.Apply(weft.Get("/"), auth.NewBearerCredentials("a\r\nX: y"))
	if req.Headers().Err() == nil {
		t.Error("a line break was accepted")
	}
}

func TestTypeApply(t *testing.T) {
	of := auth.Basic().Or(
		auth.Custom("q", codec.Query[string]("key")),
		auth.Custom("h", codec.Header[string]("X-Key")),
		auth.Custom("p", codec.Path[string]("key")),
		auth.Digest("d"))
	tests := []struct {
		name string
		of   auth.Type
		c    auth.Credentials
		want string // URL, X-Key, Authorization; or the error
	}{
		{"none", auth.None(), nil, "/?a=b  "},
		{"basic", of, auth.NewBasicCredentials("u", "p"), "/?a=b  Basic dTpw"},
		{"query", of, auth.CustomCredentials{Name: "q", Value: "1"}, "/?a=b&key=1  "},
		{"header", of, auth.CustomCredentials{Name: "h", Value: "2"}, "/?a=b 2 "},
		{"path", of, auth.CustomCredentials{Name: "p", Value: "3"}, `auth: credentials "p": path parameter "key" cannot be added to a request`},
		{"unknown name", of, auth.CustomCredentials{Name: "x", Value: "3"}, "auth: Custom credentials: the endpoint does not accept them"},
		{"wrong type", of, auth.CustomCredentials{Name: "q", Value: 3}, `auth: credentials "q": want string, got int`},
		{"colon", of, auth.NewBasicCredentials("u:v", "p"), `auth: user name "u:v": Basic does not allow a colon`},
		{"bearer", of, auth.NewBearerCredentials("t"), "auth: Bearer credentials: the endpoint does not accept them"},
		{"digest", of, auth.DigestCredentials{}, "auth: Digest credentials answer a challenge and cannot be applied"},
		{"nil", of, nil, "auth: no credentials: the endpoint does not accept them"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req, err := test.of.Apply(weft.Get("/?a=b"), test.c)
			var got string
			if err != nil {
				got = err.Error()
			} else {
				key, _ := req.RawHeader("X-Key")
				field, _ := req.RawHeader("Authorization")
				got = req.URL().String() + " " + key + " " + field
			}
			if got != test.want {
				t.Errorf("got %q; want %q", got, test.want)
			}
		})
	}
}
