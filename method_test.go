package weft_test

import (
	"errors"
	"testing"

	"github.com/weft-go/weft"
)

var predefinedMethods = []weft.Method{
	weft.GET, weft.POST, weft.PUT, weft.DELETE, weft.PATCH, weft.TRACE, weft.OPTIONS, weft.HEAD, weft.CONNECT,
}

func TestParseMethodAccepts(t *testing.T) {
	for _, m := range append([]weft.Method{"PROPFIND", "get", "x-!#$%&'*+.^_`|~9", "**"}, predefinedMethods...) {
		got, err := weft.ParseMethod(m.String())
		if err != nil || got != m {
			t.Errorf("ParseMethod(%q) = %q, %v", m, got, err)
		}
	}
}

func TestParseMethodRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"":       `method "": not a token`,
		"GE T":   `method "GE T": not a token`,
		"GET\r":  `method "GET\r": not a token`,
		"MÉTHOD": `method "MÉTHOD": not a token`,
		"*":      `method "*": reserved, it stands for any method`,
	} {
		m, err := weft.ParseMethod(in)
		malformed, ok := errors.AsType[*weft.MalformedMethod](err)
		if !ok || malformed.Method != in || err.Error() != want || m != "" {
			t.Errorf("ParseMethod(%q) = %q, %v, want %s", in, m, err, want)
		}
	}
}

func TestMethodProperties(t *testing.T) {
	safe := map[weft.Method]bool{weft.GET: true, weft.HEAD: true, weft.OPTIONS: true, weft.TRACE: true}
	idempotent := map[weft.Method]bool{weft.PUT: true, weft.DELETE: true}
	for _, m := range append([]weft.Method{"PROPFIND", weft.ANY}, predefinedMethods...) {
		if got := m.IsSafe(); got != safe[m] {
			t.Errorf("%s.IsSafe() = %v", m, got)
		}
		if got := m.IsIdempotent(); got != (safe[m] || idempotent[m]) {
			t.Errorf("%s.IsIdempotent() = %v", m, got)
		}
	}
}

func TestMethodMatches(t *testing.T) {
	for _, m := range append([]weft.Method{"PROPFIND"}, predefinedMethods...) {
		if !weft.ANY.Matches(m) {
			t.Errorf("ANY does not match %s", m)
		}
		if !m.Matches(m) {
			t.Errorf("%s does not match itself", m)
		}
		if m.Matches(weft.ANY) {
			t.Errorf("%s matches ANY", m)
		}
	}
	if weft.GET.Matches(weft.HEAD) || weft.GET.Matches("get") {
		t.Error("GET matches another method")
	}
}
