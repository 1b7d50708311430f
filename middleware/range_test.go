package middleware_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-go/weft/middleware"
)

func TestParseRange(t *testing.T) {
	const size = 1000
	type ranges = [][2]int64
	for _, test := range []struct {
		name, field string
		want        ranges
		verdict     string
	}{
		{"first bytes", "bytes=0-499", ranges{{0, 500}}, "satisfiable"},
		{"one byte", "bytes=0-0", ranges{{0, 1}}, "satisfiable"},
		{"last byte", "bytes=999-999", ranges{{999, 1}}, "satisfiable"},
		{"open end", "bytes=500-", ranges{{500, 500}}, "satisfiable"},
		{"whole", "bytes=0-", ranges{{0, 1000}}, "satisfiable"},
		{"beyond the end", "bytes=900-5000", ranges{{900, 100}}, "satisfiable"},
		{"suffix", "bytes=-200", ranges{{800, 200}}, "satisfiable"},
		{"suffix longer than the file", "bytes=-5000", ranges{{0, 1000}}, "satisfiable"},
		{"two", "bytes=0-0,-1", ranges{{0, 1}, {999, 1}}, "satisfiable"},
		{"order kept", "bytes=500-599, 0-9", ranges{{500, 100}, {0, 10}}, "satisfiable"},
		{"adjacent", "bytes=0-9,10-19", ranges{{0, 10}, {10, 10}}, "satisfiable"},
		{"empty elements", "bytes= ,0-1,, 5-6 ,", ranges{{0, 2}, {5, 2}}, "satisfiable"},
		{"unit in upper case", "BYTES=0-1", ranges{{0, 2}}, "satisfiable"},
		{"leading zeros", "bytes=0000-0001", ranges{{0, 2}}, "satisfiable"},
		{"one of two behind the end", "bytes=2000-,5-6", ranges{{5, 2}}, "satisfiable"},
		{"number beyond 64 bits", "bytes=5-99999999999999999999999", ranges{{5, 995}}, "satisfiable"},
		{"largest number", "bytes=-9223372036854775807", ranges{{0, 1000}}, "satisfiable"},

		{"behind the end", "bytes=1000-", nil, "unsatisfiable"},
		{"far behind the end", "bytes=99999999999999999999999-", nil, "unsatisfiable"},
		{"empty suffix", "bytes=-0", nil, "unsatisfiable"},
		{"all behind the end", "bytes=1000-1001,2000-", nil, "unsatisfiable"},

		{"no unit", "0-1", nil, "ignored"},
		{"other unit", "pages=1-2", nil, "ignored"},
		{"nothing", "bytes=", nil, "ignored"},
		{"only commas", "bytes=,,,", nil, "ignored"},
		{"lonely hyphen", "bytes=-", nil, "ignored"},
		{"backwards", "bytes=5-2", nil, "ignored"},
		{"negative", "bytes=--5", nil, "ignored"},
		{"signed", "bytes=+0-5", nil, "ignored"},
		{"hexadecimal", "bytes=0x0-0x5", nil, "ignored"},
		{"space inside", "bytes=0 - 5", nil, "ignored"},
		{"three numbers", "bytes=0-5-9", nil, "ignored"},
		{"letters", "bytes=a-b", nil, "ignored"},
		{"good and bad", "bytes=0-1,x", nil, "ignored"},
		{"space before the sign", "bytes =0-1", nil, "ignored"},
		{"overlapping", "bytes=0-10,10-20", nil, "ignored"},
		{"the same twice", "bytes=0-,0-", nil, "ignored"},
		{"inside another", "bytes=0-999,5-6", nil, "ignored"},
		{"too many", "bytes=" + strings.Repeat("0-0,", middleware.MaxRanges) + "5-5", nil, "ignored"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, verdict := middleware.ParseRange(test.field, size)
			if verdict != test.verdict || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%q: got %v %s, want %v %s", test.field, got, verdict, test.want, test.verdict)
			}
		})
	}
}

func TestParseRangeOfEmptyFile(t *testing.T) {
	for _, field := range []string{"bytes=0-", "bytes=-5", "bytes=0-0"} {
		if got, verdict := middleware.ParseRange(field, 0); verdict != "ignored" || got != nil {
			t.Errorf("%q: got %v %s, want it ignored", field, got, verdict)
		}
	}
}

// The ranges lie inside of the file, do not overlap, are few, and so are never larger
// than the file together.
func FuzzParseRange(f *testing.F) {
	f.Add("bytes=0-499", int64(1000))
	f.Add("bytes=-1,0-0,5-", int64(10))
	f.Add("bytes=0-18446744073709551616", int64(math.MaxInt64))
	f.Add("bytes=9223372036854775806-9223372036854775807", int64(math.MaxInt64))
	f.Fuzz(func(t *testing.T, field string, size int64) {
		if size < 0 {
			return
		}
		ranges, verdict := middleware.ParseRange(field, size)
		if (verdict == "satisfiable") != (len(ranges) > 0) || len(ranges) > middleware.MaxRanges {
			t.Fatalf("%q of %d: %v %s", field, size, ranges, verdict)
		}
		left := size
		for i, r := range ranges {
			if r[0] < 0 || r[1] <= 0 || r[0] > size-r[1] {
				t.Fatalf("%q of %d: range %v is not inside", field, size, r)
			}
			if left -= r[1]; left < 0 {
				t.Fatalf("%q of %d: more than the file: %v", field, size, ranges)
			}
			for _, o := range ranges[:i] {
				if r[0] < o[0]+o[1] && o[0] < r[0]+r[1] {
					t.Fatalf("%q of %d: %v and %v overlap", field, size, r, o)
				}
			}
		}
	})
}
