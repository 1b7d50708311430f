package codec_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
)

func TestTypedHeaders(t *testing.T) {
	day := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	same(t, "/", codec.HeaderKey(weft.HeaderIfModifiedSince), day)
	sameAnswer(t, codec.HeaderKey(weft.HeaderLastModified), day)
	same(t, "/", codec.Authorization(), weft.BearerCredentials("abc"))
	same(t, "/", codec.BearerAuth(), "abc")
	same(t, "/", codec.BasicAuth(), codec.Login{User: "ada", Password: "p:w"})
	same(t, "/", codec.HeaderValue("X-Version", "2"), codec.None{})
	if got := fmt.Sprintf("%v %+v %s", codec.Login{"ada", "secret"}, codec.Login{"ada", "secret"}, codec.Login{"ada", "secret"}); got != "ada:*** ada:*** ada:***" {
		t.Errorf("a login prints as %s", got)
	}
}

func TestTypedHeaderFaults(t *testing.T) {
	for _, tt := range []struct {
		name, header, value, want string
		decode                    func(*codec.Source)
	}{
		{"date", "If-Modified-Since", "x", "header If-Modified-Since: ", in(codec.HeaderKey(weft.HeaderIfModifiedSince))},
		{"bearer", "Authorization", "Basic abc", "header Authorization: want the scheme Bearer and a token", in(codec.BearerAuth())},
		{"basic", "Authorization", "Bearer abc", "header Authorization: want the scheme Basic, a user name and a password", in(codec.BasicAuth())},
	} {
		s := codec.FromRequest(weft.Get("/").AddHeader(tt.header, tt.value))
		tt.decode(&s)
		if got := faults(s.Err()); len(got) < len(tt.want) || got[:len(tt.want)] != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestContentType(t *testing.T) {
	c := codec.ContentType("application/json")
	for media, want := range map[string]int{"application/json": 200, "Application/Json; charset=utf-8": 200, "text/plain": 415, "": 415} {
		s := codec.FromRequest(weft.Post("/", weft.BodyString("{}", media)))
		if c.Decode(&s); statusOf(s.Err()) != want {
			t.Errorf("%q: %v", media, s.Err())
		}
	}
	target := codec.ToRequest(format.Config{})
	if c.Encode(&target, codec.None{}); !target.Headers().Has("Content-Type") {
		t.Error("it is not written")
	}
}

func TestSetCookie(t *testing.T) {
	c := codec.SetCookie("session")
	cookie := weft.NewCookie("session", "abc").WithPath("/").WithHTTPOnly(true)
	sameAnswer(t, c, cookie)
	same(t, "/", c, weft.NewCookie("session", "abc"))
	s := codec.FromRequest(weft.Get("/"))
	if c.Decode(&s); faults(s.Err()) != "cookie session: missing" {
		t.Errorf("got %v", s.Err())
	}
}
