package schema_test

import (
	"strings"
	"testing"

	"github.com/weft-go/weft/schema"
)

func TestFormats(t *testing.T) {
	long := strings.Repeat("a", 63)
	tests := []struct {
		format    string
		good, bad []string
	}{
		{"email", []string{"a@b", "a.b+c@example.org", "ü@example.org", `"a b"@example.org`, "a@[127.0.0.1]", "a@[IPv6:::1]"},
			[]string{"", "a", "@b", "a@", "a b@c", "a..b@c", ".a@c", "a@b_c", "a@-b", `"a@b`, `"a\"@b`, "a@[1]", "a@[127.0.0.1", "Ann <a@b>", strings.Repeat("a", 65) + "@b"}},
		{"uuid", []string{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"},
			[]string{"", "f81d4fae7dec11d0a76500a0c91e6bf6", "g81d4fae-7dec-11d0-a765-00a0c91e6bf6", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", "f81d4fae-7dec-11d0-a765000a0c91e6bf6"}},
		{"uri", []string{"http://example.org/a?b=c#d", "urn:isbn:1", "mailto:a@b", "http://[::1]:80/", "http://a/%20"},
			[]string{"", "/a", "a b:c", "http://a/ü", "http://a/%2", "http://a/%zz", "http://a/<b>", "//a", "http://a/#b#c", "http://a:b/"}},
		{"uri-reference", []string{"", "/a/b", "?q", "#f", "a", "http://example.org", "//a"}, []string{"a b", "/%", "\\", "/ü"}},
		{"hostname", []string{"a", "example.org", "xn--a.org", "1.2", "a.", long + ".a"}, []string{"", ".", "a..b", "-a", "a-", "a_b", "ü", long + "a", strings.Repeat(long+".", 4) + "a"}},
		{"ipv4", []string{"127.0.0.1"}, []string{"", "::1", "256.0.0.1", "1.2.3", "01.2.3.4"}},
		{"ipv6", []string{"::1", "2001:db8::1", "::ffff:1.2.3.4"}, []string{"", "127.0.0.1", "::1%eth0", ":::"}},
		{"date", []string{"2024-02-29"}, []string{"", "2023-02-29", "2024-1-01", "24-01-01", "2024-01-01T00:00:00Z"}},
		{"time", []string{"15:04:05Z", "15:04:05.123456z", "23:59:60Z", "15:59:60-08:00", "00:29:60+00:30"},
			[]string{"", "15:04", "15:04:05", "25:00:00Z", "15:60:00Z", "15:04:61Z", "12:00:60Z", "15:04:05.Z", "15:04:05+1:00", "15:04:05+24:00", "15-04-05Z", "1a:00:00Z"}},
		{"date-time", []string{"2024-01-01T15:04:05Z", "2024-01-01t15:04:05.5+01:00"}, []string{"", "2024-01-01", "2024-01-01 15:04:05Z", "2024-13-01T15:04:05Z", "2024-01-01T15:04:05"}},
		{"duration", []string{"PT1H30M", "P1Y2M3D", "P3W", "PT0S"}, []string{"", "P", "PT", "P1DT", "1h", "PT1.5S", "P1S", "-PT1S"}},
		{"regex", []string{"", "^a+$"}, []string{"a("}},
		{"byte", []string{"", "aGk="}, []string{"aGk", "?", "aG\nk="}},
		{"whatever", []string{"", "anything"}, nil},
	}
	for _, tt := range tests {
		s, err := schema.Of[string]().Constrain(schema.Constraints{Format: tt.format})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range tt.good {
			if err := s.Validate(t.Context(), text); err != nil {
				t.Errorf("%s %q: got %v", tt.format, text, err)
			}
		}
		for _, text := range tt.bad {
			if err := s.Validate(t.Context(), text); err == nil {
				t.Errorf("%s %q: accepted", tt.format, text)
			}
		}
	}
}

func TestIntegerFormats(t *testing.T) {
	tests := []struct {
		s      *schema.Schema
		format string
		good   any
		bad    any
	}{
		{schema.Of[int64](), "int32", int64(-1 << 31), int64(1 << 31)},
		{schema.Of[int64](), "int64", int64(-1 << 63), nil},
		{schema.Of[uint64](), "int64", uint64(1<<63 - 1), uint64(1 << 63)},
		{schema.Of[uint32](), "int32", uint32(1<<31 - 1), uint32(1 << 31)},
		{schema.Of[int8](), "int32", int8(1), nil},
	}
	for _, tt := range tests {
		s, err := tt.s.Constrain(schema.Constraints{Format: tt.format})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(t.Context(), tt.good); err != nil {
			t.Errorf("%s %s: got %v for %v", tt.s, tt.format, err, tt.good)
		}
		if tt.bad != nil && s.Validate(t.Context(), tt.bad) == nil {
			t.Errorf("%s %s: %v was accepted", tt.s, tt.format, tt.bad)
		}
	}
}

// FuzzFormats states: no text makes a format's check panic.
func FuzzFormats(f *testing.F) {
	var all []*schema.Schema
	for _, name := range []string{"email", "uuid", "uri", "uri-reference", "hostname", "ipv4", "ipv6", "date", "date-time", "time", "duration", "regex", "byte"} {
		s, err := schema.Of[string]().Constrain(schema.Constraints{Format: name})
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, s)
		f.Add(name)
	}
	f.Add("23:59:60+00:00")
	f.Add(`"\`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range all {
			_ = s.Validate(t.Context(), text)
		}
	})
}
