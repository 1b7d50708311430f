package weft_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestParseTarget(t *testing.T) {
	tests := []struct {
		name   string
		method weft.Method
		target string
		host   string
		port   int
		path   string
		query  string
	}{
		{"origin", weft.GET, "/a?b=c", "", 0, "/a", "b=c"},
		{"origin with two slashes", weft.GET, "//evil.example/a", "", 0, "//evil.example/a", ""},
		{"origin with a colon", weft.GET, "/a:b", "", 0, "/a:b", ""},
		{"absolute", weft.GET, "http://h:81/a?b", "h", 81, "/a", "b"},
		{"absolute without a path", weft.OPTIONS, "http://h", "h", 80, "", ""},
		{"authority", weft.CONNECT, "h:443", "h", 443, "", ""},
		{"authority IPv6", weft.CONNECT, "[::1]:443", "::1", 443, "", ""},
		{"asterisk", weft.OPTIONS, "*", "", 0, "*", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u, err := weft.ParseTarget(tt.method, tt.target)
			if err != nil {
				t.Fatal(err)
			}
			if u.Host() != tt.host || u.Port() != tt.port || u.Path() != tt.path || u.RawQuery() != tt.query {
				t.Errorf("got host %q, port %d, path %q, query %q", u.Host(), u.Port(), u.Path(), u.RawQuery())
			}
		})
	}
}

func TestParseTargetRefuses(t *testing.T) {
	for _, tt := range []struct {
		method weft.Method
		target string
	}{
		{weft.GET, ""},
		{weft.GET, "*"},
		{weft.GET, "a"},
		{weft.GET, "h:443"},
		{weft.GET, "/a#f"},
		{weft.GET, "/a b"},
		{weft.GET, "/a%"},
		{weft.GET, "/?" + strings.Repeat("a&", 1001)},
		{weft.GET, "mailto:x"},
		{weft.GET, "?a"},
		{weft.CONNECT, "h"},
		{weft.CONNECT, ":443"},
		{weft.CONNECT, "/a"},
		{weft.CONNECT, "http://h/"},
	} {
		u, err := weft.ParseTarget(tt.method, tt.target)
		if _, ok := errors.AsType[*weft.MalformedURL](err); !ok {
			t.Errorf("ParseTarget(%s, %q) = %v, %v, want a *MalformedURL", tt.method, tt.target, u, err)
		}
	}
}

func TestURLFromTargetNeverFails(t *testing.T) {
	tests := []struct {
		name, scheme, host, path, query string
		hasQuery                        bool
		want                            string
	}{
		{"origin", "", "", "/a", "b=c", true, "/a?b=c"},
		{"empty query", "", "", "/a", "", true, "/a?"},
		{"absolute", "http", "h:81", "/a", "", false, "http://h:81/a"},
		{"two slashes", "", "", "//evil.example/a", "", false, "/.//evil.example/a"},
		{"braces stay", "", "", "/{a}", "q={b}", true, "/{a}?q={b}"},
		{"bad escapes", "", "", "/100%", "q=50%", true, "/100%25?q=50%25"},
		{"bad host", "http", "a b", "/", "", false, "http://a%20b/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := weft.URLFromTarget(tt.scheme, tt.host, tt.path, tt.query, tt.hasQuery)
			if got := u.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			readsAgain(t, u)
		})
	}
	many := weft.URLFromTarget("", "", "/", strings.Repeat("a=1&", 1500), true)
	if got := many.QueryParams().Len(); got != weft.MaxQueryParams {
		t.Errorf("%d parameters, want %d", got, weft.MaxQueryParams)
	}
}
