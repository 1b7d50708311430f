package auth_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-go/weft/auth"
)

func TestParseChallenges(t *testing.T) {
	type c = auth.Challenge
	type p = []auth.Param
	tests := []struct {
		name, value string
		want        []c
	}{
		{"empty", "", nil},
		{"empty elements", " , ,\t", nil},
		{"scheme alone", "Negotiate", []c{{Scheme: "Negotiate"}}},
		{"scheme and spaces", "Negotiate  ", []c{{Scheme: "Negotiate"}}},
		{"token68", "Negotiate oYGzMIGw", []c{{Scheme: "Negotiate", Token: "oYGzMIGw"}}},
		{"token68 padded", "Negotiate abc==", []c{{Scheme: "Negotiate", Token: "abc=="}}},
		{"token68 then scheme", "Negotiate abc= , Basic", []c{{Scheme: "Negotiate", Token: "abc="}, {Scheme: "Basic"}}},
		{"quoted", `Basic realm="a b"`, []c{{Scheme: "Basic", Params: p{{Name: "realm", Value: "a b"}}}}},
		{"bare", `Basic realm=ab`, []c{{Scheme: "Basic", Params: p{{Name: "realm", Value: "ab", Bare: true}}}}},
		{"white space", "Basic realm \t= \"a\" \t, x=y", []c{{Scheme: "Basic", Params: p{{Name: "realm", Value: "a"}, {Name: "x", Value: "y", Bare: true}}}}},
		{"escapes", `Basic realm="\"\\\a"`, []c{{Scheme: "Basic", Params: p{{Name: "realm", Value: `"\a`}}}}},
		{"comma in quotes", `Basic realm="a, Digest b=c"`, []c{{Scheme: "Basic", Params: p{{Name: "realm", Value: "a, Digest b=c"}}}}},
		{"empty value", `Basic realm=""`, []c{{Scheme: "Basic", Params: p{{Name: "realm"}}}}},
		{"empty parameters", `Basic ,,realm="a",,`, []c{{Scheme: "Basic", Params: p{{Name: "realm", Value: "a"}}}}},
		{"several", `Basic realm="a", charset="UTF-8", Digest realm="b", qop="auth", Negotiate`, []c{
			{Scheme: "Basic", Params: p{{Name: "realm", Value: "a"}, {Name: "charset", Value: "UTF-8"}}},
			{Scheme: "Digest", Params: p{{Name: "realm", Value: "b"}, {Name: "qop", Value: "auth"}}},
			{Scheme: "Negotiate"},
		}},
		{"without a space", `Basic, Digest`, []c{{Scheme: "Basic"}, {Scheme: "Digest"}}},
		// RFC 9110 section 11.6.1 has this example.
		{"of the RFC", `Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\""`, []c{
			{Scheme: "Basic", Params: p{{Name: "realm", Value: "simple"}}},
			{Scheme: "Newauth", Params: p{{Name: "realm", Value: "apps"}, {Name: "type", Value: "1", Bare: true}, {Name: "title", Value: `Login to "apps"`}}},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := auth.ParseChallenges(test.value)
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v; want %+v", got, err, test.want)
			}
		})
	}
}

func TestParseChallengesMalformed(t *testing.T) {
	tests := []struct {
		name, value string
		offset      int
		problem     string
	}{
		{"no scheme", `="a"`, 0, "want a scheme"},
		{"control", "Basic\x00", 5, "want a comma or the end"},
		{"two tokens", "Basic a b", 6, "want a comma or the end"},
		{"no value", "Basic a=b, realm= , x=y", 18, "want a value"},
		{"open quote", `Basic realm="a`, 14, "want a closing quote"},
		{"open escape", `Basic realm="a\`, 15, "want a closing quote"},
		{"control in quotes", "Basic realm=\"a\nb\"", 14, "want no control characters"},
		{"escaped control", "Basic realm=\"a\\\nb\"", 15, "want no control characters"},
		{"after a value", `Basic realm="a" b`, 16, "want a comma or the end"},
		{"twice", `Basic realm="a", Realm="b"`, 26, "want parameters with different names"},
		{"many parameters", "A " + numbered(40, "p"), 199, "too many parameters"},
		{"many challenges", strings.Repeat("A,", 40), 64, "too many challenges"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := auth.ParseChallenges(test.value)
			bad, ok := errors.AsType[*auth.MalformedChallenge](err)
			if !ok || bad.Problem != test.problem {
				t.Fatalf("got %v; want %q", err, test.problem)
			}
			if bad.Offset != test.offset {
				t.Errorf("offset %d; want %d", bad.Offset, test.offset)
			}
		})
	}
}

// numbered returns n parameters with different names.
func numbered(n int, name string) string {
	var list []string
	for i := range n {
		list = append(list, name+string(rune('A'+i/26))+string(rune('a'+i%26))+"=1")
	}
	return strings.Join(list, ",")
}

// FuzzParseChallenges states: no panic; the bounds hold; what is parsed can be
// written, and parsing that gives the same again.
func FuzzParseChallenges(f *testing.F) {
	for _, seed := range []string{
		"", "Basic", "Basic realm=\"a\\\"b\", charset=UTF-8", "Negotiate abc==, Digest a=b,c=\"d\"", "A b= c",
		"Digest username*=UTF-8''J%C3%A4s, nc=00000001", ",,A ,,b=\"\",,", "A \t b", "A b=c d", "\"",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		challenges, err := auth.ParseChallenges(value)
		if err != nil {
			if bad, ok := errors.AsType[*auth.MalformedChallenge](err); !ok || bad.Offset > len(value) {
				t.Fatalf("%#v", err)
			}
			return
		}
		var written []string
		for _, c := range challenges {
			if c.Scheme == "" || c.Token != "" && c.Params != nil || len(c.Params) > 32 {
				t.Fatalf("%+v", c)
			}
			written = append(written, c.String())
		}
		again, err := auth.ParseChallenges(strings.Join(written, ", "))
		if err != nil || !reflect.DeepEqual(again, challenges) {
			t.Fatalf("%q was written as %q, which gives %+v, %v", value, written, again, err)
		}
	})
}
