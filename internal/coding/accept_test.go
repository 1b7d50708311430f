package coding_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/coding"
)

func TestChoose(t *testing.T) {
	offers := []string{"zstd", "br", "gzip", "deflate"}
	tests := []struct {
		name   string
		fields []string
		want   string
		plain  bool
	}{
		{"no field", nil, "", true},
		{"empty field", []string{""}, "", true},
		{"one coding", []string{"gzip"}, "gzip", true},
		{"browser", []string{"gzip, deflate, br, zstd"}, "zstd", true},
		{"order of the client does not count", []string{"deflate, gzip"}, "gzip", true},
		{"weights", []string{"gzip;q=0.8, br;q=0.9"}, "br", true},
		{"equal weights", []string{"deflate;q=0.5, gzip;q=0.5"}, "gzip", true},
		{"weight 0", []string{"gzip;q=0, deflate"}, "deflate", true},
		{"weight 0.000", []string{"gzip;q=0.000"}, "", true},
		{"lowest weight", []string{"gzip;q=0.001"}, "gzip", true},
		{"unknown coding", []string{"compress, sdch"}, "", true},
		{"star", []string{"*"}, "zstd", true},
		{"star for the unlisted", []string{"zstd;q=0, br;q=0.1, *;q=0.5"}, "gzip", true},
		{"star with weight 0", []string{"gzip, *;q=0"}, "gzip", false},
		{"star with weight 0 alone", []string{"*;q=0"}, "", false},
		{"star with weight 0 and identity", []string{"identity;q=0.1, *;q=0"}, "", true},
		{"identity", []string{"identity"}, "", true},
		{"identity preferred", []string{"identity, gzip;q=0.5"}, "", true},
		{"identity over the star", []string{"identity;q=0.6, *;q=0.5"}, "", true},
		{"identity as good", []string{"identity, gzip"}, "gzip", true},
		{"identity refused", []string{"identity;q=0, gzip"}, "gzip", false},
		{"identity refused, nothing else", []string{"identity;q=0"}, "", false},
		{"identity refused, star", []string{"identity;q=0, *"}, "zstd", false},
		{"old name", []string{"x-gzip"}, "gzip", true},
		{"any case", []string{"GZip;Q=0.5"}, "gzip", true},
		{"space", []string{" \tgzip ; q=0.5 , br ; q=0.4"}, "gzip", true},
		{"space inside the weight", []string{"gzip;q =0.5"}, "", true},
		{"several fields", []string{"gzip;q=0.5", "br"}, "br", true},
		{"the first counts", []string{"gzip;q=0, gzip"}, "", true},
		{"empty elements", []string{",, gzip,,"}, "gzip", true},
		{"malformed weight", []string{"gzip;q=1.5, deflate;q=0.3"}, "deflate", true},
		{"weight without a value", []string{"gzip;q="}, "", true},
		{"negative weight", []string{"gzip;q=-1"}, "", true},
		{"four decimals", []string{"gzip;q=0.1234"}, "", true},
		{"other parameter", []string{"gzip;level=9, deflate"}, "deflate", true},
		{"no token", []string{"g zip, deflate"}, "deflate", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			index, plain := coding.Choose(test.fields, offers)
			got := ""
			if index >= 0 {
				got = offers[index]
			}
			if got != test.want || plain != test.plain {
				t.Errorf("Choose(%q): %q, plain %v; want %q, plain %v", test.fields, got, plain, test.want, test.plain)
			}
		})
	}
}

func TestChooseWithoutOffers(t *testing.T) {
	if index, plain := coding.Choose([]string{"gzip, identity;q=0"}, nil); index != -1 || plain {
		t.Errorf("index %d, plain %v; want -1, false", index, plain)
	}
}

func TestChooseAllocatesNothing(t *testing.T) {
	fields, offers := []string{"gzip;q=0.8, deflate, br;q=0.7, *;q=0.1"}, []string{"br", "gzip"}
	if n := testing.AllocsPerRun(100, func() { coding.Choose(fields, offers) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// referenceWeight finds the weight of a coding the slow way: the first well-formed
// element with the name, or else the first star.
func referenceWeight(fields []string, name string) (weight float64, listed bool) {
	star, starred := 0.0, false
	for element := range strings.SplitSeq(strings.Join(fields, ","), ",") {
		parts := strings.SplitN(element, ";", 2)
		have := strings.ToLower(strings.Trim(parts[0], " \t"))
		w := 1.0
		if len(parts) == 2 {
			param := strings.ToLower(strings.Trim(parts[1], " \t"))
			value, ok := strings.CutPrefix(param, "q=")
			i := slices.Index(referenceWeights, value)
			if !ok || i < 0 {
				continue
			}
			w = float64(i%1001) / 1000
		}
		if have == "x-gzip" {
			have = "gzip"
		}
		if have == name {
			return w, true
		}
		if have == "*" && !starred {
			star, starred = w, true
		}
	}
	return star, starred
}

// referenceWeights are all weights there are: from 0.000 to 1.000 in every way to
// write them, such that the index modulo 1001 is the value in thousandths.
var referenceWeights = func() []string {
	var all []string
	for digits := range 5 {
		for i := range 1001 {
			s := string([]byte{'0' + byte(i/1000), '.', '0' + byte(i/100%10), '0' + byte(i/10%10), '0' + byte(i%10)})
			short := s[:[]int{5, 4, 3, 2, 1}[digits]]
			if strings.Trim(s[len(short):], "0.") != "" {
				short = "-" // cannot be written with so few digits
			}
			all = append(all, short)
		}
	}
	return all
}()

// FuzzChoose compares the choice with the reference, and checks what holds for all
// inputs: an offer that is chosen is accepted, and no other one is liked better.
func FuzzChoose(f *testing.F) {
	for _, s := range []string{"gzip", "br;q=0.5, gzip", "*;q=0", "identity;q=0, *", "gzip;q=1.000", "x-gzip;q=0.1,,*", "gzip;q=2"} {
		f.Add(s, "")
		f.Add("deflate;q=0.3", s)
	}
	offers := []string{"br", "gzip", "deflate"}
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.ContainsAny(a+b, `"`) {
			t.Skip("the reference knows no quotes")
		}
		fields := []string{a, b}
		index, plain := coding.Choose(fields, offers)
		best := 0.0
		for i, offer := range offers {
			w, _ := referenceWeight(fields, offer)
			best = max(best, w)
			if i == index && w == 0 {
				t.Fatalf("%q: %s was chosen but is not accepted", fields, offer)
			}
		}
		identity, listed := referenceWeight(fields, "identity")
		if refused := listed && identity == 0; plain == refused {
			t.Fatalf("%q: plain %v", fields, plain)
		}
		if index < 0 {
			if best > 0 && identity <= best {
				t.Fatalf("%q: nothing was chosen", fields)
			}
			return
		}
		if w, _ := referenceWeight(fields, offers[index]); w < best {
			t.Fatalf("%q: %s has weight %v, another has %v", fields, offers[index], w, best)
		}
	})
}

func BenchmarkChoose(b *testing.B) {
	fields, offers := []string{"gzip, deflate, br, zstd"}, []string{"zstd", "br", "gzip", "deflate"}
	b.ReportAllocs()
	for b.Loop() {
		coding.Choose(fields, offers)
	}
}
