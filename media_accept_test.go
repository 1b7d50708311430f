package weft_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func TestParseAccept(t *testing.T) {
	for in, want := range map[string][]string{
		"":                              nil,
		"text/html":                     {"text/html 1000"},
		"text/html, */*;q=0.1":          {"text/html 1000", "*/* 100"},
		" text/* ; q=0.333 ,, a/b;q=0 ": {"text/* 333", "a/b 0"},
		"a/b;level=1;q=0.5;ext=2":       {"a/b; level=1 500"},
		`a/b;x="1,2";q=1.000,c/d`:       {`a/b; x="1,2" 1000`, "c/d 1000"},
		"json, */html, a/b;q=2, c/d":    {"c/d 1000"},
		`a/b;x="\",", c/d`:              {`a/b; x="\"," 1000`, "c/d 1000"},
	} {
		var got []string
		for _, r := range weft.ParseAccept(in) {
			got = append(got, fmt.Sprint(r.MediaType, r.Weight))
		}
		if !slices.Equal(got, want) {
			t.Errorf("ParseAccept(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNegotiate(t *testing.T) {
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
	tests := []struct {
		name, accept string
		offers       string
		want         string
	}{
		{"empty accepts the first", "", "application/json text/html", "application/json"},
		{"anything accepts the first", "*/*", "application/json text/html", "application/json"},
		{"exact", "text/html", "application/json text/html", "text/html"},
		{"case", "Text/HTML", "application/json text/html", "text/html"},
		{"subtypes", "text/*", "application/json text/html", "text/html"},
		{"weights", "application/json;q=0.5, text/html;q=0.9", "application/json text/html", "text/html"},
		{"equal weights: the server's order", "text/html, application/json", "application/json text/html", "application/json"},
		{"the most specific range decides", "text/*;q=0.9, text/html;q=0.1, */*;q=0.5", "text/html text/plain application/json", "text/plain"},
		{"order of the ranges does not count", "*/*;q=0.5, text/html;q=0.1", "text/html image/png", "image/png"},
		{"browser", browser, "application/json text/html", "text/html"},
		{"browser without HTML", browser, "application/json image/png", "application/json"},
		{"none", "image/png", "application/json text/html", ""},
		{"excluded", "text/html;q=0, */*", "text/html application/json", "application/json"},
		{"all excluded", "*/*;q=0", "text/html", ""},
		{"offer with parameters", "text/html", "text/html;charset=utf-8", "text/html;charset=utf-8"},
		{"charset is ignored", "application/json; charset=utf-8", "application/json", "application/json"},
		{"range with a parameter", "text/html;level=1", "text/html text/html;level=1", "text/html;level=1"},
		{"parameter that no offer has", "text/html;level=2", "text/html;level=1", ""},
		{"RFC 9110 level 1", "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5",
			"text/plain;format=fixed text/html image/jpeg text/plain;format=flowed", "text/plain;format=flowed"},
		{"quoted parameter", `text/html;level="1"`, "text/html;level=1", "text/html;level=1"},
		{"malformed element", "json;;=, text/html", "application/json text/html", "text/html"},
		{"nothing readable", "json", "application/json text/html", "application/json"},
		{"malformed weight", "text/html;q=x, application/json;q=0.1", "text/html application/json", "application/json"},
		{"a star in another place", "*/html", "text/html", "text/html"},
		{"weight that is too high", "text/html;q=1.001, application/json;q=0.1", "text/html application/json", "application/json"},
		{"weight that is too long", "text/html;q=0.1234, application/json;q=0.1", "text/html application/json", "application/json"},
		{"suffix is no match", "application/json", "application/problem+json", ""},
		{"no offers", "*/*", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := weft.Negotiate(tt.accept, strings.Fields(tt.offers)...)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("Negotiate(%q, %s) = %q, %v, want %q", tt.accept, tt.offers, got, ok, tt.want)
			}
		})
	}
}

func TestNegotiateDoesNotAllocate(t *testing.T) {
	got := testing.AllocsPerRun(100, func() {
		offer, ok := weft.Negotiate("text/html,application/xml;q=0.9,*/*;q=0.8", "application/json", "text/html; charset=utf-8")
		if offer != "text/html; charset=utf-8" || !ok {
			t.Fatal(offer)
		}
	})
	if got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

// FuzzNegotiate checks that the winner is an offer that would be accepted alone, and that
// there is a winner if there is such an offer.
func FuzzNegotiate(f *testing.F) {
	for _, s := range []string{"", "text/html", "text/*;q=0.5, */*;q=0.1", "a/b;q=x", `a/b;c="d,e"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		offers := []string{"text/html", "application/json;v=1"}
		winner, ok := weft.Negotiate(accept, offers...)
		acceptable := slices.DeleteFunc(offers, func(offer string) bool {
			_, alone := weft.Negotiate(accept, offer)
			return !alone
		})
		if ok != slices.Contains(acceptable, winner) || ok != (len(acceptable) > 0) {
			t.Fatalf("Negotiate(%q) = %q, %v; acceptable alone: %q", accept, winner, ok, acceptable)
		}
		for _, r := range weft.ParseAccept(accept) {
			if r.Weight < 0 || r.Weight > 1000 {
				t.Fatalf("ParseAccept(%q) has the weight %d", accept, r.Weight)
			}
		}
	})
}

func BenchmarkNegotiate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		weft.Negotiate("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json", "text/html")
	}
}
