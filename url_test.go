package weft_test

import (
	"encoding/json/v2"
	"testing"

	"github.com/weft-go/weft"
)

func TestURLParts(t *testing.T) {
	u := mustParseURL(t, "HTTPS://Example.COM:8443/a%20b?x=1&x=2#frag%20ment")
	if u.Kind() != weft.Absolute || !u.IsAbsolute() || u.Kind().String() != "absolute" {
		t.Errorf("Kind() = %v", u.Kind())
	}
	for part, got := range map[string][2]string{
		"scheme":    {u.Scheme(), "https"},
		"host":      {u.Host(), "example.com"},
		"host port": {u.HostPort(), "example.com:8443"},
		"path":      {u.Path(), "/a%20b"},
		"raw query": {u.RawQuery(), "x=1&x=2"},
		"fragment":  {u.Fragment(), "frag ment"},
		"string":    {u.String(), "https://example.com:8443/a%20b?x=1&x=2#frag%20ment"},
		"relative":  {u.Relative().String(), "/a%20b?x=1&x=2#frag%20ment"},
	} {
		if got[0] != got[1] {
			t.Errorf("the %s is %q, want %q", part, got[0], got[1])
		}
	}
	if u.Port() != 8443 {
		t.Errorf("Port() = %d", u.Port())
	}
	if u.Relative().Kind() != weft.Relative || weft.Relative.String() != "relative" {
		t.Error("Relative() is not relative")
	}
}

func TestURLZeroValue(t *testing.T) {
	var u weft.URL
	if u.String() != "" || u.Kind() != weft.Relative || !u.IsEmpty() || u.Port() != 0 || u.QueryParams().Len() != 0 {
		t.Errorf("the zero URL is %+v", u)
	}
	if parsed := mustParseURL(t, ""); parsed != u {
		t.Errorf("the empty string parses as %+v", parsed)
	}
}

func TestURLPort(t *testing.T) {
	for in, want := range map[string]int{
		"http://h":       80,
		"https://h":      443,
		"ws://h":         80,
		"wss://h":        443,
		"http://h:8080":  8080,
		"http://h:":      80,
		"ftp://h":        0,
		"/a":             0,
		"https://[::1]:": 443,
	} {
		if got := mustParseURL(t, in).Port(); got != want {
			t.Errorf("the port of %q is %d, want %d", in, got, want)
		}
	}
	u := mustParseURL(t, "http://h:8080/")
	for port, want := range map[int]string{0: "http://h/", 9090: "http://h:9090/", 65536: "http://h/", -1: "http://h/"} {
		if got := u.WithPort(port).String(); got != want {
			t.Errorf("WithPort(%d) = %q, want %q", port, got, want)
		}
	}
}

func TestURLHostPort(t *testing.T) {
	for in, want := range map[string]string{
		"/a":               "",
		"http://h/":        "h",
		"http://h:80/":     "h:80",
		"http://[::1]/":    "[::1]",
		"http://[::1]:80/": "[::1]:80",
	} {
		if got := mustParseURL(t, in).HostPort(); got != want {
			t.Errorf("the host and port of %q are %q, want %q", in, got, want)
		}
	}
}

func TestURLWithHost(t *testing.T) {
	tests := []struct{ name, url, host, want string }{
		{"name", "http://h/a", "Example.com", "http://example.com/a"},
		{"keeps the port", "http://h:81/a", "x", "http://x:81/a"},
		{"with a port", "http://h/a", "x:82", "http://x:82/a"},
		{"IPv6", "http://h/a", "::1", "http://[::1]/a"},
		{"IPv6 in brackets", "http://h/a", "[::1]", "http://[::1]/a"},
		{"IPv6 with a port", "http://h/a", "[::1]:83", "http://[::1]:83/a"},
		{"none", "http://h:81/a", "", "http:/a"},
		{"before a relative path", "a", "x", "//x/a"},
		{"injection", "http://h/a", "x\r\ny", "http://x%0d%0ay/a"},
		{"slash", "http://h/a", "x/y", "http://x%2fy/a"},
		{"user information", "http://h/a", "u@x", "http://u%40x/a"},
		{"bad port", "http://h/a", "x:y", "http://x%3ay/a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mustParseURL(t, tt.url).WithHost(tt.host).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestURLWithScheme(t *testing.T) {
	u := mustParseURL(t, "//h/a")
	for scheme, want := range map[string]string{
		"HTTPS":       "https://h/a",
		"git+ssh":     "git+ssh://h/a",
		"":            "//h/a",
		"1x":          "//h/a",
		"javascript:": "//h/a",
	} {
		if got := u.WithScheme(scheme).String(); got != want {
			t.Errorf("WithScheme(%q) = %q, want %q", scheme, got, want)
		}
	}
}

func TestURLAbsolute(t *testing.T) {
	u := mustParseURL(t, "a?q=1#f")
	if got := u.Absolute("https", "h", 0).String(); got != "https://h/a?q=1#f" {
		t.Errorf("got %q", got)
	}
	if got := u.Absolute("http", "h", 8080).String(); got != "http://h:8080/a?q=1#f" {
		t.Errorf("got %q", got)
	}
}

func TestURLWithFragment(t *testing.T) {
	u := mustParseURL(t, "/a")
	for fragment, want := range map[string]string{
		"top":    "/a#top",
		"":       "/a",
		"a b%#?": "/a#a%20b%25%23?",
	} {
		with := u.WithFragment(fragment)
		if got := with.String(); got != want {
			t.Errorf("WithFragment(%q) = %q, want %q", fragment, got, want)
		}
		if got := with.Fragment(); got != fragment {
			t.Errorf("Fragment() = %q, want %q", got, fragment)
		}
	}
}

func TestURLEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"http://H/a", "http://h/a", true},
		{"http://h:80/a", "http://h/a", true},
		{"https://h:80/a", "https://h/a", false},
		{"http://h", "http://h/", true},
		{"/a?", "/a", false},
		{"/a?x=1", "/a?x=2", false},
		{"", "/", false},
		{"/a#f", "/a", false},
	}
	for _, tt := range tests {
		if got := mustParseURL(t, tt.a).Equal(mustParseURL(t, tt.b)); got != tt.want {
			t.Errorf("%q equal to %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestURLQueryOperations(t *testing.T) {
	u := mustParseURL(t, "/a?x=1&y=2&x=3#f")
	double := func(q weft.QueryParams) weft.QueryParams { return q.AddAll(q) } //nolint:gocritic // q is no method value, it is the argument
	for name, got := range map[string][2]string{
		"WithQueryParams":   {u.WithQueryParams(weft.QueryParamsOf("q", "a b")).String(), "/a?q=a+b#f"},
		"without any":       {u.WithQueryParams(weft.QueryParams{}).String(), "/a#f"},
		"AddQueryParam":     {u.AddQueryParam("z", "é").String(), "/a?x=1&y=2&x=3&z=%C3%A9#f"},
		"AddQueryParams":    {u.AddQueryParams(weft.QueryParamsOf("y", "4")).String(), "/a?x=1&y=2&x=3&y=4#f"},
		"RemoveQueryParam":  {u.RemoveQueryParam("x").String(), "/a?y=2#f"},
		"RemoveQueryParams": {u.RemoveQueryParams("x", "y").String(), "/a#f"},
		"UpdateQueryParams": {u.RemoveQueryParam("x").UpdateQueryParams(double).String(), "/a?y=2&y=2#f"},
		"unchanged":         {u.String(), "/a?x=1&y=2&x=3#f"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q, want %q", name, got[0], got[1])
		}
	}
}

func TestURLAsText(t *testing.T) {
	in := struct{ Home weft.URL }{mustParseURL(t, "https://h/a?b=c")}
	b, err := json.Marshal(in)
	if err != nil || string(b) != `{"Home":"https://h/a?b=c"}` {
		t.Fatalf("Marshal = %s, %v", b, err)
	}
	var out struct{ Home weft.URL }
	if err := json.Unmarshal(b, &out); err != nil || out != in {
		t.Errorf("Unmarshal = %v, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"Home":"http://"}`), &out); err == nil {
		t.Error("a malformed URL was accepted")
	}
}
