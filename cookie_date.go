package weft

import (
	"strings"
	"time"

	"github.com/weft-go/weft/internal/ascii"
)

// Servers write the Expires attribute in more ways than any list of layouts would
// cover. RFC 6265bis section 5.1.1 therefore tells clients to cut the text into
// words and to take for each part of the date the first word that looks like it:
//
//	Sunday, 06-Nov-94 08:49:37 GMT
//
// has the words Sunday, 06, Nov, 94, 08:49:37 and GMT. The time is the word with two
// colons, the day the first word that begins with one or two digits, the month the
// first word that begins like a month, the year the first one that begins with two
// to four digits. Words are looked at in this order, and each serves once.

// parseCookieDate reads the date of an Expires attribute.
func parseCookieDate(s string) (time.Time, bool) {
	var d cookieDate
	for word := range strings.FieldsFuncSeq(s, isCookieDateDelimiter) {
		d.take(word)
	}
	return d.time()
}

// cookieDate is what was found of a date. Each part is found if its flag is set.
type cookieDate struct {
	hour, minute, second, day, month, year int
	hasTime, hasDay, hasMonth, hasYear     bool
}

func (d *cookieDate) take(word string) {
	switch {
	case !d.hasTime && d.takeTime(word):
	case !d.hasDay && leadingDigits(word, 1, 2, &d.day):
		d.hasDay = true
	case !d.hasMonth && d.takeMonth(word):
	case !d.hasYear && leadingDigits(word, 2, 4, &d.year):
		d.hasYear = true
	}
}

func (d *cookieDate) takeTime(word string) bool {
	hour, rest, found := strings.Cut(word, ":")
	minute, second, found2 := strings.Cut(rest, ":")
	if !found || !found2 || len(hour) > 2 || len(minute) > 2 || !ascii.IsDigits(hour) || !ascii.IsDigits(minute) {
		return false
	}
	d.hasTime = leadingDigits(hour, 1, 2, &d.hour) && leadingDigits(minute, 1, 2, &d.minute) && leadingDigits(second, 1, 2, &d.second)
	return d.hasTime
}

const monthNames = "janfebmaraprmayjunjulaugsepoctnovdec"

func (d *cookieDate) takeMonth(word string) bool {
	if len(word) < 3 {
		return false
	}
	if i := strings.Index(monthNames, ascii.ToLower(word[:3])); i >= 0 && i%3 == 0 {
		d.month, d.hasMonth = i/3+1, true
	}
	return d.hasMonth
}

// time returns the date if all its parts were found and it exists.
func (d *cookieDate) time() (time.Time, bool) {
	if !d.hasTime || !d.hasDay || !d.hasMonth || !d.hasYear {
		return time.Time{}, false
	}
	year := d.year
	switch {
	case 70 <= year && year <= 99:
		year += 1900
	case year <= 69:
		year += 2000
	}
	if d.hour > 23 || d.minute > 59 || d.second > 59 || year < 1601 {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(d.month), d.day, d.hour, d.minute, d.second, 0, time.UTC)
	// A day that the month does not have would have moved into the next one.
	return t, d.day >= 1 && t.Day() == d.day
}

// leadingDigits reads the digits at the start of a word. There must be from low to
// high of them, and whatever follows must not be a digit.
func leadingDigits(word string, low, high int, n *int) bool {
	end, value := 0, 0
	for end < len(word) && ascii.IsDigit(word[end]) {
		if end == high {
			return false
		}
		value = value*10 + int(word[end]-'0')
		end++
	}
	if end < low {
		return false
	}
	*n = value
	return true
}

// isCookieDateDelimiter reports whether r separates the words of a date: all that is
// visible and neither a letter, a digit nor a colon.
func isCookieDateDelimiter(r rune) bool {
	switch {
	case r == '\t', ' ' <= r && r <= '/', ';' <= r && r <= '@', '[' <= r && r <= '`', '{' <= r && r <= '~':
		return true
	}
	return false
}
