package middleware

import (
	"math"

	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/coding"
)

// A client that has a part of a file, or wants only a part of it, asks for ranges of
// bytes (RFC 9110, section 14):
//
//	Range: bytes=0-499          the first 500 bytes
//	Range: bytes=500-           everything from byte 500 on
//	Range: bytes=-200           the last 200 bytes
//	Range: bytes=0-0, -1        the first and the last byte, in two parts
//
// A range that begins behind the end of the file cannot be satisfied. If there are
// others it is left out; if there are none the answer is 416 and tells the length.
//
// A range is a wish, and a server may always send the whole file instead. That is what
// happens to a field that is malformed or in another unit, and to one that would make
// the server send more than the file: ranges that overlap, or more than [maxRanges].
// So no field, however long, makes an answer much larger than the file itself.

// maxRanges is how many ranges one answer may have. Readers of PDF files, which ask
// for the most, ask for fewer at once.
const maxRanges = 16

// A byteRange is a part of a file.
type byteRange struct {
	start, length int64
}

// rangeVerdict is what is to be done about a Range field.
type rangeVerdict uint8

const (
	rangeIgnored       rangeVerdict = iota // send the whole
	rangeSatisfiable                       // send the ranges
	rangeUnsatisfiable                     // say that there is no such range
)

// parseRange reads the value of a Range field for a file of the given size. Ranges
// come in the order of the field; each lies inside of the file and has at least one
// byte, no two overlap, and there are at most maxRanges.
func parseRange(field string, size int64) ([]byteRange, rangeVerdict) {
	const unit = "bytes="
	if size == 0 || !ascii.HasPrefixFold(field, unit) { // an empty file has no ranges
		return nil, rangeIgnored
	}
	var ranges []byteRange
	count := 0
	for spec := range coding.Elements(field[len(unit):]) {
		if count++; count > maxRanges {
			return nil, rangeIgnored
		}
		r, wellFormed := parseRangeSpec(spec, size)
		if !wellFormed {
			return nil, rangeIgnored
		}
		if r.length > 0 {
			ranges = append(ranges, r)
		}
	}
	switch {
	case count == 0 || overlap(ranges):
		return nil, rangeIgnored
	case len(ranges) == 0:
		return nil, rangeUnsatisfiable
	}
	return ranges, rangeSatisfiable
}

// parseRangeSpec reads one range. Its length is 0 if it cannot be satisfied.
func parseRangeSpec(spec string, size int64) (r byteRange, wellFormed bool) {
	first, rest, ok := parsePosition(spec)
	if rest == "" || rest[0] != '-' {
		return byteRange{}, false
	}
	last, rest, hasLast := parsePosition(rest[1:])
	switch {
	case rest != "" || !ok && !hasLast || ok && hasLast && last < first:
		return byteRange{}, false
	case !ok: // the last so many bytes
		n := min(last, size)
		return byteRange{size - n, n}, true
	case first >= size:
		return byteRange{}, true
	case !hasLast || last >= size:
		last = size - 1
	}
	return byteRange{first, last - first + 1}, true
}

// parsePosition reads the digits at the start of s. A number too large for any file
// counts as the largest there is, because the grammar sets no limit.
func parsePosition(s string) (n int64, rest string, ok bool) {
	i := 0
	for ; i < len(s) && ascii.IsDigit(s[i]); i++ {
		if d := int64(s[i] - '0'); n > (math.MaxInt64-d)/10 {
			n = math.MaxInt64
		} else {
			n = n*10 + d
		}
	}
	return n, s[i:], i > 0
}

// overlap says whether two ranges have a byte in common. There are few of them.
func overlap(ranges []byteRange) bool {
	for i, a := range ranges {
		for _, b := range ranges[:i] {
			if a.start < b.start+b.length && b.start < a.start+a.length {
				return true
			}
		}
	}
	return false
}
