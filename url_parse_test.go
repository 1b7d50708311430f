package weft_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestParseURLAccepts(t *testing.T) {
	for _, s := range []string{
		"", "/", "*", "/a", "a", "a/b:c", "?q", "#f", "/a?", "/a?b=c&d#e",
		"http://example.com", "http://example.com/", "https://example.com:8443/a/b?c=d#e",
		"http://127.0.0.1:80/", "http://[2001:db8::1]:8080/a", "//host/a", "//host",
		"mailto:ann@example.com", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		"/caf%C3%A9", "/café", "/{id}", `/a"b`, "/a|b^c`d\\e", "/a?q={\"x\":[1]}", "/a//b/../c",
		"/.//host/a", "./a:b", "http://h?q", "http://h#f", "http://xn--caf-dma.example/", "http://a_b.c~d/",
		"/a?b=%E2%82%AC;c=d", "http://h/a@b", "http://%41b.example/",
	} {
		u, err := weft.ParseURL(s)
		if err != nil {
			t.Errorf("ParseURL(%q): %v", s, err)
			continue
		}
		if got := u.String(); got != s {
			t.Errorf("ParseURL(%q).String() = %q", s, got)
		}
	}
}

func TestParseURLNormalises(t *testing.T) {
	for in, want := range map[string]string{
		"HTTP://EXAMPLE.com/A": "http://example.com/A",
		"http://h:/a":          "http://h/a",
		"http://h:0080/":       "http://h:80/",
		"http://[2001:DB8::1]": "http://[2001:db8::1]",
		"file:///etc/hosts":    "file:/etc/hosts",
		"/a#":                  "/a",
	} {
		if got := mustParseURL(t, in).String(); got != want {
			t.Errorf("ParseURL(%q).String() = %q, want %q", in, got, want)
		}
	}
}

func TestParseURLRefuses(t *testing.T) {
	const (
		control = "a control character or a space"
		escape  = "a percent sign without two hexadecimal digits"
		port    = "a port that is not a number from 1 to 65535"
		bracket = "a bracket without an IPv6 address"
		host    = "a character that may not stand in a host"
	)
	tests := []struct {
		name, in string
		offset   int
		reason   string
	}{
		{"space", "/a b", 2, control},
		{"line feed", "/a\nb", 2, control},
		{"carriage return in query", "/a?b=\r", 5, control},
		{"NUL", "\x00", 0, control},
		{"DEL in fragment", "/a#\x7f", 3, control},
		{"lonely percent", "/100%", 4, escape},
		{"half an escape", "/a%2", 2, escape},
		{"bad escape in query", "/?q=%zz", 4, escape},
		{"bad escape in fragment", "/#%g0", 2, escape},
		{"port word", "http://h:x/", 7, port},
		{"port zero", "http://h:0/", 7, port},
		{"port too large", "http://h:65536", 7, port},
		{"port signed", "http://h:+80", 7, port},
		{"port without host", "//:80/", 2, "no host"},
		{"three slashes", "///evil.example", 2, "no host"},
		{"two slashes", "//", 2, "no host"},
		{"no host", "http:///a", 5, "no host"},
		{"no authority", "http:a", 5, "no host"},
		{"user information", "http://user:pass@h/", 7, "user information before the host"},
		{"backslash in host", `http://evil.example\@h/`, 7, "user information before the host"},
		{"backslash host", `http://evil.example\h/`, 7, host},
		{"host beyond ASCII", "http://café/", 7, host},
		{"unclosed bracket", "http://[::1/", 7, bracket},
		{"IPv4 in brackets", "http://[1.2.3.4]/", 7, bracket},
		{"zone", "http://[fe80::1%25eth0]/", 7, bracket},
		{"text after bracket", "http://[::1]x/", 7, bracket},
		{"no scheme", "1a:b", 2, "a colon after what is no scheme"},
		{"colon first", ":a", 0, "a colon after what is no scheme"},
		{"too many parameters", "/?" + strings.Repeat("a&", 1001), 2, "more than 1000 parameters"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u, err := weft.ParseURL(tt.in)
			e, ok := errors.AsType[*weft.MalformedURL](err)
			if !ok {
				t.Fatalf("ParseURL(%q) = %v, %v, want a *MalformedURL", tt.in, u, err)
			}
			if e.Offset != tt.offset || e.Reason != tt.reason || e.Input != tt.in || u != (weft.URL{}) {
				t.Errorf("got offset %d, %q, want offset %d, %q", e.Offset, e.Reason, tt.offset, tt.reason)
			}
		})
	}
	_, err := weft.ParseURL("http://h:x/")
	if want := `url "http://h:x/": offset 7: ` + port; err.Error() != want {
		t.Errorf("the message is %q, want %q", err, want)
	}
}

func TestParseURLDoesNotAllocate(t *testing.T) {
	got := testing.AllocsPerRun(100, func() {
		if _, err := weft.ParseURL("https://example.com:8443/books/1?lang=en&page=2#top"); err != nil {
			t.Fatal(err)
		}
	})
	if got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

// FuzzParseURL checks that what parses is written as something that parses to the
// same URL, that net/url reads the same parts, and that no operation makes a URL
// that cannot be read again.
func FuzzParseURL(f *testing.F) {
	for _, s := range []string{"", "/a?b#c", "http://h:80/", "//h", "./a:b", "/.//a", "mailto:x", "http://[::1]:8/%2e", "a%20:b"} {
		f.Add(s, "")
	}
	f.Fuzz(func(t *testing.T, s, part string) {
		u, err := weft.ParseURL(s)
		if err != nil {
			if e, ok := errors.AsType[*weft.MalformedURL](err); !ok || e.Offset < 0 || e.Offset > len(s) {
				t.Fatalf("ParseURL(%q) gave %v", s, err)
			}
			return
		}
		readsAgain(t, u)
		compareWithNetURL(t, s, u)
		for _, v := range []weft.URL{
			u.WithPath(part), u.AddPath(part), u.WithFragment(part), u.AddQueryParam(part, part),
			u.WithHost(part), u.WithScheme(part), u.Normalize(), u.Relative(), u.DropLeadingSlash(), u.DropTrailingSlash(),
			u.AddTrailingSlash(), u.AddLeadingSlash(), u.Absolute("http", "h", 1), u.Resolve(mustParseURL(t, "../x")),
		} {
			readsAgain(t, v)
		}
	})
}

func readsAgain(t *testing.T, u weft.URL) {
	t.Helper()
	if strings.HasPrefix(u.Scheme(), "http") && u.Host() == "" || u.QueryParams().Len() > weft.MaxQueryParams {
		return
	}
	again, err := weft.ParseURL(u.String())
	if err != nil {
		t.Fatalf("%#v is written %q: %v", u, u.String(), err)
	}
	if again != u {
		t.Fatalf("%#v is written %q, read %#v", u, u.String(), again)
	}
}

func compareWithNetURL(t *testing.T, s string, u weft.URL) {
	t.Helper()
	other, err := url.Parse(s)
	if err != nil || other.Opaque != "" {
		return
	}
	if u.Scheme() != other.Scheme || u.Host() != strings.ToLower(other.Hostname()) && !strings.Contains(u.Host(), "%") {
		t.Fatalf("%q: got %q %q, net/url has %q %q", s, u.Scheme(), u.Host(), other.Scheme, other.Host)
	}
	if got := u.DecodedPath(); got != other.Path && !strings.HasPrefix(other.Path, "/.//") && !strings.HasPrefix(other.Path, "./") {
		t.Fatalf("%q: the path is %q, net/url has %q", s, got, other.Path)
	}
	if u.RawQuery() != other.RawQuery || u.Fragment() != other.Fragment {
		t.Fatalf("%q: got %q %q, net/url has %q %q", s, u.RawQuery(), u.Fragment(), other.RawQuery, other.Fragment)
	}
}

func BenchmarkParseURL(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = weft.ParseURL("https://example.com:8443/books/1?lang=en&page=2#top")
	}
}
