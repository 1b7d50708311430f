package schema

import (
	"encoding/base64"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// format is a format that is checked.
type format struct {
	wants string
	ok    func(string) bool
}

// formats are those that are checked on strings. Any other format is documentation.
var formats = map[string]*format{
	"email":         {"an email address", isEmail},
	"uuid":          {"a UUID", isUUID},
	"uri":           {"an absolute URI", isURI},
	"uri-reference": {"a URI or a relative reference", isURIReference},
	"hostname":      {"a host name", isHostname},
	"ipv4":          {"an IPv4 address", isIPv4},
	"ipv6":          {"an IPv6 address", isIPv6},
	"date":          {"a date such as 2006-01-02", isDate},
	"date-time":     {"a time such as 2006-01-02T15:04:05Z", isDateTime},
	"time":          {"a time of day such as 15:04:05Z", isTime},
	"duration":      {"a duration such as PT1H30M", isISODuration},
	"regex":         {"a regular expression", isRegex},
	"byte":          {"base64 text", isBase64},
}

func formatFor(s *Schema) *format {
	if s.kind != KindString && s.kind != KindText {
		return nil
	}
	return formats[s.constraints.Format]
}

// isEmail checks for a mailbox as RFC 5321 section 4.1.2 has it, with UTF-8 allowed
// in the local part (RFC 6531).
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 {
		return false
	}
	local, domain := s[:at], s[at+1:]
	if literal, ok := strings.CutPrefix(domain, "["); ok {
		literal, ok = strings.CutSuffix(literal, "]")
		v6, isV6 := strings.CutPrefix(literal, "IPv6:")
		if !ok || (isV6 && !isIPv6(v6)) || (!isV6 && !isIPv4(literal)) {
			return false
		}
	} else if !isHostname(domain) {
		return false
	}
	if len(local) > 1 && local[0] == '"' && local[len(local)-1] == '"' {
		return isQuotedLocal(local[1 : len(local)-1])
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || strings.ContainsFunc(atom, func(r rune) bool { return !isAtext(r) }) {
			return false
		}
	}
	return true
}

func isAtext(r rune) bool {
	return r >= 0x80 || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
		strings.ContainsRune("!#$%&'*+-/=?^_`{|}~", r)
}

func isQuotedLocal(s string) bool {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
			if i == len(s) {
				return false
			}
		case s[i] == '"', s[i] < ' ', s[i] == 0x7f:
			return false
		}
	}
	return true
}

// isUUID accepts the form of RFC 9562 section 4, with hyphens, in either case.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		hyphen := i == 8 || i == 13 || i == 18 || i == 23
		if hyphen != (s[i] == '-') || (!hyphen && !isHex(s[i])) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func isURI(s string) bool {
	u, ok := parseURI(s)
	return ok && u.Scheme != ""
}

func isURIReference(s string) bool {
	_, ok := parseURI(s)
	return ok
}

// parseURI is stricter than net/url: only the characters of RFC 3986 section 2, and
// no percent sign without its two digits.
func parseURI(s string) (*url.URL, bool) {
	for i := range len(s) {
		c := s[i]
		switch {
		case c <= ' ', c >= 0x7f, strings.IndexByte("\"<>\\^`{|}", c) >= 0:
			return nil, false
		case c == '%' && (i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2])):
			return nil, false
		}
	}
	if strings.Count(s, "#") > 1 {
		return nil, false
	}
	u, err := url.Parse(s)
	return u, err == nil
}

// isHostname checks RFC 1123 section 2.1: labels of up to 63 letters, digits and
// hyphens, 253 in all.
func isHostname(s string) bool {
	s = strings.TrimSuffix(s, ".")
	if s == "" || len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := range len(label) {
			c := label[i] | 0x20
			if (c < 'a' || c > 'z') && (label[i] < '0' || label[i] > '9') && label[i] != '-' {
				return false
			}
		}
	}
	return true
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

func isRegex(s string) bool {
	_, err := regexp.Compile(s)
	return err == nil
}

func isBase64(s string) bool {
	_, err := base64.StdEncoding.DecodeString(s)
	return err == nil && !strings.ContainsAny(s, "\r\n")
}

// isDate checks full-date of RFC 3339 section 5.6.
func isDate(s string) bool {
	if len(s) != 10 {
		return false
	}
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// isDateTime checks date-time of RFC 3339 section 5.6.
func isDateTime(s string) bool {
	return len(s) > 11 && (s[10] == 'T' || s[10] == 't') && isDate(s[:10]) && isTime(s[11:])
}

// isTime checks full-time of RFC 3339 section 5.6. A leap second is accepted where
// it can occur: at the end of a day in UTC.
func isTime(s string) bool {
	if len(s) < 9 || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, ok1 := twoDigits(s[0:2], 23)
	minute, ok2 := twoDigits(s[3:5], 59)
	second, ok3 := twoDigits(s[6:8], 60)
	rest, ok4 := skipFraction(s[8:])
	offset, ok5 := offsetMinutes(rest)
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 {
		return false
	}
	const day = 24 * 60
	return second < 60 || (hour*60+minute-offset+day)%day == day-1
}

func twoDigits(s string, limit int) (int, bool) {
	if len(s) != 2 || s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9' {
		return 0, false
	}
	n := int(s[0]-'0')*10 + int(s[1]-'0')
	return n, n <= limit
}

func skipFraction(s string) (string, bool) {
	rest, ok := strings.CutPrefix(s, ".")
	if !ok {
		return s, true
	}
	trimmed := strings.TrimLeft(rest, "0123456789")
	return trimmed, len(trimmed) < len(rest)
}

// offsetMinutes reads Z or +01:30.
func offsetMinutes(s string) (int, bool) {
	if s == "Z" || s == "z" {
		return 0, true
	}
	if len(s) != 6 || s[3] != ':' || (s[0] != '+' && s[0] != '-') {
		return 0, false
	}
	hours, ok1 := twoDigits(s[1:3], 23)
	minutes, ok2 := twoDigits(s[4:6], 59)
	n := hours*60 + minutes
	if s[0] == '-' {
		n = -n
	}
	return n, ok1 && ok2
}

var isoDuration = regexp.MustCompile(`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?)$`)

// isISODuration checks the durations of RFC 3339, appendix A.
func isISODuration(s string) bool {
	return isoDuration.MatchString(s) && s != "P" && !strings.HasSuffix(s, "T")
}
