package weft_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
)

// wantHeader checks that a text is read as a value, which is written as canonical.
func wantHeader[T any](key weft.HeaderKey[T], text, value, canonical string) func(*testing.T) {
	return func(t *testing.T) {
		v, err := key.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(v); got != value {
			t.Errorf("%s: %q is %s, want %s", key.Name(), text, got, value)
		}
		if got := key.Format(v); got != canonical {
			t.Errorf("%s: %s is written as %q, want %q", key.Name(), value, got, canonical)
		}
	}
}

// wantHeaderError checks that a text is refused.
func wantHeaderError[T any](key weft.HeaderKey[T], text string) func(*testing.T) {
	return func(t *testing.T) {
		_, err := key.Parse(text)
		e, ok := errors.AsType[*weft.MalformedHeader](err)
		if !ok || e.Name != key.Name() || e.Value != text || !errors.Is(err, e.Cause) || !strings.HasPrefix(err.Error(), `header "`+key.Name()+`": `) {
			t.Errorf("%s: %q: %v", key.Name(), text, err)
		}
	}
}

func TestHeaderKeys(t *testing.T) {
	const date = "Sun, 15 Nov 2026 04:00:00 GMT"
	const dateValue = "2026-11-15 04:00:00 +0000 UTC"
	for name, test := range map[string]func(*testing.T){
		"Accept":              wantHeader(weft.HeaderAccept, "text/html;q=0.5", "text/html;q=0.5", "text/html;q=0.5"),
		"Age":                 wantHeader(weft.HeaderAge, "90", "1m30s", "90"),
		"Authorization":       wantHeader(weft.HeaderAuthorization, "Bearer  abc", "Bearer ***", "Bearer abc"),
		"Content-Length":      wantHeader(weft.HeaderContentLength, "42", "42", "42"),
		"Content-Type":        wantHeader(weft.HeaderContentType, "Text/HTML;Charset=utf-8", "text/html; charset=utf-8", "text/html; charset=utf-8"),
		"Date":                wantHeader(weft.HeaderDate, date, dateValue, date),
		"Expires":             wantHeader(weft.HeaderExpires, date, dateValue, date),
		"Host":                wantHeader(weft.HeaderHost, "a:81", "a:81", "a:81"),
		"If-Modified-Since":   wantHeader(weft.HeaderIfModifiedSince, date, dateValue, date),
		"If-Unmodified-Since": wantHeader(weft.HeaderIfUnmodifiedSince, date, dateValue, date),
		"Last-Modified":       wantHeader(weft.HeaderLastModified, date, dateValue, date),
		"Location":            wantHeader(weft.HeaderLocation, "/a?b", "/a?b", "/a?b"),
		"Origin":              wantHeader(weft.HeaderOrigin, "https://a.example", "https://a.example", "https://a.example"),
		"Referer":             wantHeader(weft.HeaderReferer, "https://A.example/x", "https://a.example/x", "https://a.example/x"),
		"Retry-After":         wantHeader(weft.HeaderRetryAfter, "120", "2m0s", "120"),
		"User-Agent":          wantHeader(weft.HeaderUserAgent, "x/1", "x/1", "x/1"),

		"an old date":                  wantHeader(weft.HeaderDate, "Sunday, 15-Nov-26 04:00:00 GMT", dateValue, date),
		"an age that is none":          wantHeaderError(weft.HeaderAge, "old"),
		"a negative age":               wantHeaderError(weft.HeaderAge, "-1"),
		"a date that is none":          wantHeaderError(weft.HeaderDate, "tomorrow"),
		"a length that is none":        wantHeaderError(weft.HeaderContentLength, "4x"),
		"a media type that is none":    wantHeaderError(weft.HeaderContentType, "text"),
		"a location that is none":      wantHeaderError(weft.HeaderLocation, "/%zz"),
		"credentials without a scheme": wantHeaderError(weft.HeaderAuthorization, " x"),
	} {
		t.Run(name, test)
	}
}

func TestHeaderKeysOfOnesOwn(t *testing.T) {
	limit := weft.HeaderOf[uint8]("X-Limit")
	t.Run("HeaderOf", wantHeader(limit, "255", "255", "255"))
	t.Run("HeaderOf refuses", wantHeaderError(limit, "256"))
	days := weft.NewHeaderKey("X-Days",
		func(s string) (time.Duration, error) {
			n, err := strconv.Atoi(s)
			return time.Duration(n) * 24 * time.Hour, err
		},
		func(d time.Duration) string { return strconv.Itoa(int(d.Hours() / 24)) })
	t.Run("NewHeaderKey", wantHeader(days, "2", "48h0m0s", "2"))
	t.Run("NewHeaderKey refuses", wantHeaderError(days, "two"))
	if r := weft.Get("/").AddHeader("x-days", "3"); days.Name() != "X-Days" {
		t.Error(days.Name())
	} else if d, ok := r.Header(days); d != 72*time.Hour || !ok {
		t.Errorf("%v %v", d, ok)
	}
	defer func() {
		if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "X-Bad") {
			t.Errorf("a type without a text form panicked with %v", v)
		}
	}()
	weft.HeaderOf[chan int]("X-Bad")
}

func TestCredentials(t *testing.T) {
	basic := weft.BasicCredentials("ada", "pass:word")
	user, password, ok := basic.Basic()
	if user != "ada" || password != "pass:word" || !ok || basic.Scheme() != "Basic" || basic.String() != "Basic YWRhOnBhc3M6d29yZA==" {
		t.Errorf("%q %q %v %q", user, password, ok, basic.String())
	}
	if _, ok := basic.Bearer(); ok {
		t.Error("Basic is Bearer")
	}
	bearer := weft.BearerCredentials("token")
	if token, ok := bearer.Bearer(); token != "token" || !ok || bearer.Value() != "token" {
		t.Errorf("%q %v", token, ok)
	}
	if _, _, ok := bearer.Basic(); ok {
		t.Error("Bearer is Basic")
	}
	for _, s := range []string{"Basic", "Basic !!", "Basic YWRh", "basic YWRhOg=="} {
		c, err := weft.ParseCredentials(s)
		_, _, ok := c.Basic()
		if err != nil || ok != (s == "basic YWRhOg==") {
			t.Errorf("%q: %v, %v", s, ok, err)
		}
	}
	if c, err := weft.ParseCredentials("Negotiate"); err != nil || c.String() != "Negotiate" {
		t.Errorf("a scheme alone: %v", err)
	}
	if _, ok := (weft.Credentials{}).Bearer(); ok {
		t.Error("the zero value is Bearer")
	}
}

// TestCredentialsPrint shows that a secret does not get into a log by accident.
func TestCredentialsPrint(t *testing.T) {
	c := weft.BearerCredentials("secret")
	for _, s := range []string{fmt.Sprint(c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), fmt.Sprintf("%s", c), fmt.Sprint(struct{ C weft.Credentials }{c})} {
		if strings.Contains(s, "secret") || !strings.Contains(s, "Bearer ***") {
			t.Errorf("printed as %s", s)
		}
	}
}
