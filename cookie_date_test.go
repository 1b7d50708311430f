package weft_test

import (
	"testing"
	"time"

	"github.com/weft-go/weft"
)

func TestCookieDates(t *testing.T) {
	at := time.Date(1994, 11, 6, 8, 49, 37, 0, time.UTC)
	for _, in := range []string{
		"Sun, 06 Nov 1994 08:49:37 GMT",
		"Sunday, 06-Nov-94 08:49:37 GMT",
		"Sun Nov  6 08:49:37 1994",
		"6 november 1994 8:49:37",
		"1994 6 Nov 08:49:37",
		"08:49:37 06 Nov 94",
		"Sun, 06-Nov-1994 08:49:37+0100",
	} {
		c, err := weft.ParseSetCookie("a=b; Expires=" + in)
		if err != nil || !c.Expires.Equal(at) {
			t.Errorf("%q is read as %v, %v", in, c.Expires, err)
		}
	}
	for month := time.January; month <= time.December; month++ {
		c, _ := weft.ParseSetCookie("a=b; Expires=1 " + month.String() + " 2026 00:00:00")
		if c.Expires.Month() != month {
			t.Errorf("%v is read as %v", month, c.Expires)
		}
	}
	for in, year := range map[string]int{"69": 2069, "70": 1970, "00": 2000, "99": 1999, "2026": 2026, "1601": 1601} {
		c, _ := weft.ParseSetCookie("a=b; Expires=1 Jan " + in + " 00:00:00")
		if c.Expires.Year() != year {
			t.Errorf("the year %q is read as %v", in, c.Expires)
		}
	}
}

func TestCookieDatesRefused(t *testing.T) {
	for _, in := range []string{
		"", "06 Nov 1994", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37",
		"31 Feb 2026 00:00:00", "0 Jan 2026 00:00:00", "1 Jan 2026 24:00:00", "1 Jan 2026 00:60:00", "1 Jan 2026 00:00:60",
		"1 Jan 1600 00:00:00", "1 Jan 20260 00:00:00", "1 Xyz 2026 00:00:00", "1 anf 2026 00:00:00", "1 ja 2026 00:00:00", "1 Jan 2026 0:0", "1 Jan 2026 111:00:00",
	} {
		c, err := weft.ParseSetCookie("a=b; Expires=" + in)
		if err != nil || !c.Expires.IsZero() {
			t.Errorf("%q is read as %v, %v", in, c.Expires, err)
		}
	}
}
