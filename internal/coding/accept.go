package coding

import (
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// A client lists the codings it can undo, and how much it likes each of them (RFC
// 9110, section 12.5.3):
//
//	Accept-Encoding: gzip;q=0.8, br, *;q=0.1
//
// "*" stands for every coding that is not listed, and "identity" for no coding at
// all. Three things are worth knowing:
//
//   - identity need not be listed. It is acceptable unless it is listed with
//     weight 0, or not listed while "*" has weight 0.
//   - An unlisted identity is liked less than anything listed: a client that names
//     codings wants them. A listed one competes by its weight.
//   - A client without the field would take any coding, but most of those that
//     leave it out cannot undo one. They get none.
//
// Everything here works on the text of the field and allocates nothing.

// MaxOffers is the largest number of codings that [Choose] chooses from.
const MaxOffers = 8

// unlisted is the weight of a coding that a field does not mention.
const unlisted = -1

// Choose returns the index of the offer that the client likes best, or -1 if it
// prefers none, or accepts none of them. Between offers that it likes equally the
// first one wins, so offers stand in the order of the server's preference. plain
// says whether the client accepts a response without a coding.
//
// The fields are the values of all Accept-Encoding fields of a request. Malformed
// elements are skipped, and of repeated ones the first counts. Offers are in lower
// case; those beyond [MaxOffers] are not considered.
func Choose(fields, offers []string) (index int, plain bool) {
	offers = offers[:min(len(offers), MaxOffers)]
	p := parsePreferences(fields, offers)
	index, highest := -1, 0
	for i := range offers {
		if weight := p.offer(i); weight > highest {
			index, highest = i, weight
		}
	}
	if p.identity > highest {
		index = -1
	}
	return index, p.identity > 0 || p.identity == unlisted && p.star != 0
}

// preferences are what Accept-Encoding says about a list of offers: weights in
// thousandths.
type preferences struct {
	offers         [MaxOffers]int
	identity, star int
}

func parsePreferences(fields, offers []string) preferences {
	p := preferences{identity: unlisted, star: unlisted}
	for i := range p.offers {
		p.offers[i] = unlisted
	}
	for _, field := range fields {
		for element := range Elements(field) {
			name, weight, ok := parseElement(element)
			if !ok {
				continue
			}
			if slot := p.slot(name, offers); slot != nil && *slot == unlisted {
				*slot = weight
			}
		}
	}
	return p
}

// slot returns the place for the weight of a coding, or nil if the coding is not
// offered.
func (p *preferences) slot(name string, offers []string) *int {
	if name == "*" {
		return &p.star
	}
	if ascii.EqualFold(name, "identity") {
		return &p.identity
	}
	if ascii.EqualFold(name, "x-gzip") {
		name = "gzip" // an old name for the same (RFC 9110, section 8.4.1.3)
	}
	for i, offer := range offers {
		if ascii.EqualFold(offer, name) {
			return &p.offers[i]
		}
	}
	return nil
}

// offer returns the weight of an offer; those that are not listed have the one of
// the star.
func (p *preferences) offer(i int) int {
	if p.offers[i] == unlisted {
		return p.star
	}
	return p.offers[i]
}

// parseElement reads a coding and its weight in thousandths, which is 1000 if it is
// not there.
func parseElement(element string) (name string, weight int, ok bool) {
	name, params, weighted := strings.Cut(element, ";")
	name = ascii.TrimOWS(name)
	if !ascii.IsToken(name) {
		return "", 0, false
	}
	if !weighted {
		return name, 1000, true
	}
	params = ascii.TrimOWS(params)
	if !ascii.HasPrefixFold(params, "q=") {
		return "", 0, false
	}
	weight, ok = parseWeight(params[len("q="):])
	return name, weight, ok
}

// parseWeight reads a weight in thousandths (RFC 9110, section 12.4.2): 0 or 1 with
// at most three decimals, and not more than 1.
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
