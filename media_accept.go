package weft

import (
	"slices"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// A client says in its Accept field which media types it can use and how much it likes
// them (RFC 9110 section 12.5.1):
//
//	text/html, application/json;q=0.9, text/*;q=0.5, */*;q=0.1
//
// For each type that the server can offer, the most specific range that fits decides:
// text/html has 1 here, text/plain 0.5 and image/png 0.1. The offer with the highest
// weight wins. Between equals the server chooses: the offer that it names first wins.
//
// Negotiation runs for every response that can have several forms, so it works on the
// text of the field and allocates nothing.

// A MediaRange is an element of an Accept field: a media type, of which the subtype or
// both parts may be "*", and a weight.
type MediaRange struct {
	MediaType

	// Weight says how much the type is liked, in thousandths: 1000 is best, and 0
	// means that it is not acceptable.
	Weight int
}

// ParseAccept reads the value of an Accept field. The ranges come in the order of the
// field. Malformed elements are left out, because a client that gets one wrong should
// still get an answer.
func ParseAccept(accept string) []MediaRange {
	var ranges []MediaRange
	for element := range acceptElements(accept) {
		m, err := ParseMediaType(element)
		if err != nil {
			continue
		}
		r := MediaRange{MediaType: m, Weight: 1000}
		// Whatever follows the weight was reserved for extensions and is ignored.
		if i := slices.IndexFunc(m.params, isWeight); i >= 0 {
			weight, ok := parseWeight(m.params[i].value)
			if !ok {
				continue
			}
			r.Weight, r.params = weight, m.params[:i:i]
		}
		if acceptRange(r.essence).kind() != noRange {
			ranges = append(ranges, r)
		}
	}
	return ranges
}

func isWeight(p mediaParam) bool { return p.name == "q" }

// Negotiate returns the offer that the client likes best, as it was given, and false if
// it accepts none of them. Offers are media types, in the order of the server's own
// preference; their parameters are ignored unless the client asks for some.
//
// An empty field accepts everything, and so does one without a well-formed element. A
// charset in the field is ignored, since text is always sent as UTF-8.
func Negotiate(accept string, offers ...string) (offer string, ok bool) {
	if len(offers) == 0 {
		return "", false
	}
	if accept == offers[0] { // what most clients of an API send
		return offers[0], true
	}
	best := 0
	for _, candidate := range offers {
		weight, readable := acceptWeight(accept, candidate)
		if !readable {
			return offers[0], true
		}
		if weight > best {
			best, offer = weight, candidate
		}
	}
	return offer, best > 0
}

// acceptWeight returns the weight of an offer; readable is false if the field has no
// well-formed element.
func acceptWeight(accept, offer string) (weight int, readable bool) {
	essence, offerParams := cutEssence(offer)
	best := 0
	for element := range acceptElements(accept) {
		name, params := cutEssence(element)
		r := acceptRange(name)
		q, count, ok := rangeParams(params, offerParams)
		kind := r.kind()
		if !ok || kind == noRange {
			continue
		}
		readable = true
		if count < 0 || !r.matches(essence) {
			continue
		}
		// Among ranges of a kind, each parameter makes one more specific.
		if specific := int(kind)<<8 + count; specific > best {
			best, weight = specific, q
		}
	}
	return weight, readable
}

// acceptElements iterates over the elements of a list field, without surrounding space.
// Commas inside quotes do not separate (RFC 9110 section 5.6.1).
func acceptElements(list string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for list != "" {
			end := elementLength(list)
			element := ascii.TrimOWS(list[:end])
			list = list[min(end+1, len(list)):]
			if element != "" && !yield(element) {
				return
			}
		}
	}
}

func elementLength(list string) int {
	inQuotes := false
	for i := 0; i < len(list); i++ {
		switch {
		case list[i] == '"':
			inQuotes = !inQuotes
		case list[i] == '\\' && inQuotes:
			i++
		case list[i] == ',' && !inQuotes:
			return i
		}
	}
	return len(list)
}

// cutEssence separates a media type from its parameters, which keep their semicolon.
func cutEssence(s string) (essence, params string) {
	if i := strings.IndexByte(s, ';'); i >= 0 {
		return ascii.TrimOWS(s[:i]), s[i:]
	}
	return ascii.TrimOWS(s), ""
}

// acceptRange is a range without its parameters.
type acceptRange string

// rangeKind says how specific a range is.
type rangeKind int

const (
	noRange  rangeKind = iota // malformed
	anyType                   // */*
	subtypes                  // text/*
	oneType                   // text/html
)

func (r acceptRange) kind() rangeKind {
	major, minor, found := strings.Cut(string(r), "/")
	switch {
	case !found || !ascii.IsToken(major) || !ascii.IsToken(minor):
		return noRange
	case major == "*" && minor == "*":
		return anyType
	case major == "*":
		return noRange
	case minor == "*":
		return subtypes
	}
	return oneType
}

// matches reports whether a media type without parameters is in a well-formed range.
func (r acceptRange) matches(essence string) bool {
	if r == "*/*" {
		return true
	}
	if prefix, found := strings.CutSuffix(string(r), "*"); found && strings.HasSuffix(prefix, "/") {
		return ascii.HasPrefixFold(essence, prefix)
	}
	return ascii.EqualFold(string(r), essence)
}

// rangeParams reads the parameters of a range up to its weight. The count is how many
// of them the offer has, or -1 if it lacks one.
func rangeParams(params, offerParams string) (weight, count int, ok bool) {
	weight = 1000
	for params != "" {
		name, value, rest, ok := cutParam(params)
		if !ok {
			return 0, 0, false
		}
		params = rest
		switch {
		case name == "", ascii.EqualFold(name, "charset"):
		case ascii.EqualFold(name, "q"):
			weight, ok = parseWeight(value)
			return weight, count, ok
		case count < 0:
		case hasParam(offerParams, name, value):
			count++
		default:
			count = -1
		}
	}
	return weight, count, true
}

// hasParam reports whether an offer has a parameter with this value.
func hasParam(params, name, value string) bool {
	for params != "" {
		n, v, rest, ok := cutParam(params)
		if !ok {
			return false
		}
		if ascii.EqualFold(n, name) {
			return v == value || unquoteString(v) == unquoteString(value)
		}
		params = rest
	}
	return false
}

// parseWeight reads a weight in thousandths (RFC 9110 section 12.4.2): 0 or 1 with at
// most three decimals, and not more than 1.
func parseWeight(s string) (int, bool) {
	if s == "" || len(s) > len("0.000") || s[0] != '0' && s[0] != '1' || len(s) > 1 && s[1] != '.' {
		return 0, false
	}
	weight, unit := 1000*int(s[0]-'0'), 100
	for i := 2; i < len(s); i++ {
		if !ascii.IsDigit(s[i]) {
			return 0, false
		}
		weight += unit * int(s[i]-'0')
		unit /= 10
	}
	return weight, weight <= 1000
}
