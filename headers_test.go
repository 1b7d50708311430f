package weft_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestHeadersOperations(t *testing.T) {
	h := weft.NewHeaders("A", "1", "B", "2", "a", "3", "C", "4", "D", "5")
	tests := []struct {
		name string
		got  weft.Headers
		want string
	}{
		{"Add", h.Add("b", "6"), " A=1 B=2 a=3 C=4 D=5 b=6"},
		{"AddAll", h.AddAll(weft.NewHeaders("E", "6", "A", "7")), " A=1 B=2 a=3 C=4 D=5 E=6 A=7"},
		{"AddAll of none", h.AddAll(weft.Headers{}), " A=1 B=2 a=3 C=4 D=5"},
		{"AddAll to none", weft.Headers{}.AddAll(h), " A=1 B=2 a=3 C=4 D=5"},
		{"Set replaces the first in its place", h.Set("a", "9"), " a=9 B=2 C=4 D=5"},
		{"Set adds", h.Set("E", "9"), " A=1 B=2 a=3 C=4 D=5 E=9"},
		{"SetDefault where there is one", h.SetDefault("b", "9"), " A=1 B=2 a=3 C=4 D=5"},
		{"SetDefault where there is none", h.SetDefault("E", "9"), " A=1 B=2 a=3 C=4 D=5 E=9"},
		{"Remove", h.Remove("a", "d"), " B=2 C=4"},
		{"Remove of none", h.Remove("e"), " A=1 B=2 a=3 C=4 D=5"},
		{"Remove of nothing", h.Remove(), " A=1 B=2 a=3 C=4 D=5"},
		{"unchanged", h, " A=1 B=2 a=3 C=4 D=5"},
	}
	for _, tt := range tests {
		if got := headersText(tt.got); got != tt.want || tt.got.Err() != nil {
			t.Errorf("%s: got%s, want%s (%v)", tt.name, got, tt.want, tt.got.Err())
		}
	}
}

func TestHeadersReading(t *testing.T) {
	h := weft.NewHeaders("Accept", "a", "ACCEPT", "b", "X", "")
	if v, ok := h.Get("accept"); v != "a" || !ok {
		t.Errorf("Get: %q %v", v, ok)
	}
	if v, ok := h.Get("x"); v != "" || !ok {
		t.Errorf("Get of an empty one: %q %v", v, ok)
	}
	if _, ok := h.Get("Accep"); ok || h.Has("Accept-") || !h.Has("aCCEPT") {
		t.Error("names are compared wrongly")
	}
	if v := h.Values("Accept"); !slices.Equal(v, []string{"a", "b"}) || h.Values("y") != nil {
		t.Errorf("Values: %q", v)
	}
	n := 0
	for range h.All() {
		n++
		break
	}
	if n != 1 || h.Len() != 3 {
		t.Errorf("%d, %d", n, h.Len())
	}
	var zero weft.Headers
	if zero.Len() != 0 || zero.Has("a") || zero.Err() != nil || headersText(zero.Remove("a")) != "" {
		t.Error("the zero value is not empty")
	}
	if weft.NewHeaders() != zero {
		t.Error("no pairs are not the zero value")
	}
}

// TestHeadersAreShared shows that two lists that grow from the same one do not
// see each other, which is where slices go wrong.
func TestHeadersAreShared(t *testing.T) {
	for n := range 10 {
		base := weft.Headers{}
		for i := range n {
			base = base.Add(fmt.Sprint("X-", i), "0")
		}
		a, b := base.Add("X-A", "a"), base.Add("X-B", "b")
		if a.Has("X-B") || b.Has("X-A") || base.Len() != n || a.Len() != n+1 || b.Len() != n+1 {
			t.Errorf("with %d fields:%s and%s", n, headersText(a), headersText(b))
		}
	}
}

func TestHeadersRefuse(t *testing.T) {
	tests := []struct {
		name, value string
		ok          bool
	}{
		{"X-A", "plain", true},
		{"X-A", "", true},
		{"X-A", "tab\there", true},
		{"X-A", "caf\xc3\xa9 \xff", true},
		{"!#$%&'*+-.^_`|~09azAZ", "x", true},
		{"X-A", "a\rb", false},
		{"X-A", "a\nb", false},
		{"X-A", "a\x00b", false},
		{"X-A", "a\x1fb", false},
		{"X-A", "a\x7fb", false},
		{"", "x", false},
		{"X A", "x", false},
		{"X:A", "x", false},
		{"X\r\nA", "x", false},
		{"é", "x", false},
	}
	for _, tt := range tests {
		for how, h := range map[string]weft.Headers{
			"NewHeaders": weft.NewHeaders("K", "1", tt.name, tt.value),
			"Add":        weft.NewHeaders("K", "1").Add(tt.name, tt.value),
			"Set":        weft.NewHeaders("K", "1").Set(tt.name, tt.value),
			"AddAll":     weft.NewHeaders("K", "1").AddAll(weft.NewHeaders(tt.name, tt.value)),
			"SetDefault": weft.NewHeaders("K", "1").SetDefault(tt.name, tt.value),
		} {
			if (h.Err() == nil) != tt.ok || h.Has(tt.name) != tt.ok || !h.Has("K") {
				t.Errorf("%s(%q, %q): error %v, kept%s", how, tt.name, tt.value, h.Err(), headersText(h))
			}
			if e, ok := errors.AsType[*weft.InvalidHeader](h.Err()); ok != !tt.ok || ok && e.Name != tt.name {
				t.Errorf("%s(%q, %q): error %v", how, tt.name, tt.value, h.Err())
			}
			// An error is not forgotten on the way.
			if later := h.Add("L", "2").Remove("K").Set("M", "3"); (later.Err() == nil) != tt.ok {
				t.Errorf("%s(%q, %q): later the error is %v", how, tt.name, tt.value, later.Err())
			}
		}
	}
}

func TestNewHeadersPanics(t *testing.T) {
	defer func() {
		if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "odd number") {
			t.Errorf("an odd number of strings panicked with %v", v)
		}
	}()
	weft.NewHeaders("A")
}

// FuzzHeaders checks that whatever is kept can be written to a connection without
// beginning another line.
func FuzzHeaders(f *testing.F) {
	f.Add("X-A", "b")
	f.Add("X-A", "a\r\nX-B: c")
	f.Add("X-A: b\r\nX-C", "d")
	f.Fuzz(func(t *testing.T, name, value string) {
		h := weft.NewHeaders(name, value)
		if (h.Len() == 1) == (h.Err() != nil) {
			t.Errorf("%d fields with the error %v", h.Len(), h.Err())
		}
		for name, value := range h.All() {
			if name == "" || strings.ContainsAny(name, "\r\n\x00 :") || strings.ContainsAny(value, "\r\n\x00") {
				t.Errorf("kept %q: %q", name, value)
			}
		}
	})
}
