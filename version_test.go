package weft_test

import (
	"errors"
	"testing"

	"github.com/weft-go/weft"
)

func TestVersionOrderAndNames(t *testing.T) {
	ordered := []struct {
		version      weft.Version
		name         string
		major, minor int
	}{
		{weft.HTTP10, "HTTP/1.0", 1, 0},
		{weft.HTTP11, "HTTP/1.1", 1, 1},
		{weft.HTTP2, "HTTP/2", 2, 0},
	}
	for i, a := range ordered {
		if got := a.version.String(); got != a.name {
			t.Errorf("String() = %q, want %q", got, a.name)
		}
		if a.version.Major() != a.major || a.version.Minor() != a.minor {
			t.Errorf("%s is %d.%d, want %d.%d", a.name, a.version.Major(), a.version.Minor(), a.major, a.minor)
		}
		if got, err := weft.ParseVersion(a.name); err != nil || got != a.version {
			t.Errorf("ParseVersion(%q) = %v, %v", a.name, got, err)
		}
		for j, b := range ordered {
			if got := a.version.AtLeast(b.version); got != (i >= j) {
				t.Errorf("%s.AtLeast(%s) = %v", a.name, b.name, got)
			}
		}
	}
}

func TestVersionDefault(t *testing.T) {
	var zero weft.Version
	if zero != weft.DefaultVersion || weft.DefaultVersion != weft.HTTP11 {
		t.Errorf("the zero version is %v and the default %v, want HTTP/1.1", zero, weft.DefaultVersion)
	}
	if got := weft.Version(9).String(); got != "Version(9)" {
		t.Errorf("String() = %q", got)
	}
}

func TestParseVersionRefuses(t *testing.T) {
	for _, in := range []string{"", "HTTP/1.2", "http/1.1", "HTTP/3", "HTTP/1.1 ", "1.1"} {
		_, err := weft.ParseVersion(in)
		if _, ok := errors.AsType[*weft.MalformedVersion](err); !ok {
			t.Errorf("ParseVersion(%q) gave %v, want a *MalformedVersion", in, err)
		}
	}
	_, err := weft.ParseVersion("HTTP/3")
	if want := `version "HTTP/3": want HTTP/1.0, HTTP/1.1 or HTTP/2`; err.Error() != want {
		t.Errorf("the message is %q, want %q", err, want)
	}
	if got, err := weft.ParseVersion("HTTP/2.0"); err != nil || got != weft.HTTP2 {
		t.Errorf("ParseVersion(HTTP/2.0) = %v, %v", got, err)
	}
}
