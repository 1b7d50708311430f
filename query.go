package weft

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// QueryParams are the parameters of a query: names, each with a list of values. A
// name may repeat, and the order in which the parameters were given is kept. The
// zero QueryParams are empty.
//
// QueryParams are an immutable value: every operation returns a changed copy, so
// they may be shared between goroutines. Names and values are decoded.
type QueryParams struct {
	pairs []queryPair
}

type queryPair struct{ name, value string }

// MaxQueryParams is how many parameters a query may have when it is parsed.
const MaxQueryParams = 1000

const (
	tooManyParams = "more than 1000 parameters"
	badPercent    = "a percent sign without two hexadecimal digits"
)

// ParseQuery decodes a query, without its question mark, by the rules of
// application/x-www-form-urlencoded: parameters are separated by "&" alone, a plus
// sign is a space, and a name without "=" has the empty value. Empty parameters, as
// in "a=1&&b=2", are skipped.
//
// It fails with a [*MalformedQuery] if an escape is malformed or if there are more
// than [MaxQueryParams] parameters. Those before the fault are returned with the
// error.
func ParseQuery(s string) (QueryParams, error) {
	if s == "" {
		return QueryParams{}, nil
	}
	pairs := make([]queryPair, 0, min(strings.Count(s, "&")+1, MaxQueryParams))
	for rest := s; rest != ""; {
		var pair string
		start := len(s) - len(rest)
		pair, rest, _ = strings.Cut(rest, "&")
		if pair == "" {
			continue
		}
		if len(pairs) == MaxQueryParams {
			return QueryParams{pairs}, &MalformedQuery{Offset: start, Reason: tooManyParams}
		}
		name, value, _ := strings.Cut(pair, "=")
		var p queryPair
		var bad int
		if p.name, bad = unescape(name, true); bad >= 0 {
			return QueryParams{pairs}, &MalformedQuery{Offset: start + bad, Reason: badPercent}
		}
		if p.value, bad = unescape(value, true); bad >= 0 {
			return QueryParams{pairs}, &MalformedQuery{Offset: start + len(name) + 1 + bad, Reason: badPercent}
		}
		pairs = append(pairs, p)
	}
	return QueryParams{pairs}, nil
}

// QueryParamsOf returns the parameters with the given names and values, which
// alternate. It panics if the last name has no value, since that is a mistake in
// the program's text.
func QueryParamsOf(pairs ...string) QueryParams {
	if len(pairs)%2 != 0 {
		panic("weft: QueryParamsOf: the name " + quoted(pairs[len(pairs)-1]) + " has no value")
	}
	q := QueryParams{make([]queryPair, 0, len(pairs)/2)}
	for i := 0; i < len(pairs); i += 2 {
		q.pairs = append(q.pairs, queryPair{pairs[i], pairs[i+1]})
	}
	return q
}

// Get returns the first value of a parameter; ok is false if there is none.
func (q QueryParams) Get(name string) (value string, ok bool) {
	for _, p := range q.pairs {
		if p.name == name {
			return p.value, true
		}
	}
	return "", false
}

// All returns the values of a parameter in their order, and nil if there are none.
// The slice belongs to the caller.
func (q QueryParams) All(name string) []string {
	var values []string
	for _, p := range q.pairs {
		if p.name == name {
			values = append(values, p.value)
		}
	}
	return values
}

// Has reports whether a parameter has a value, be it the empty one.
func (q QueryParams) Has(name string) bool {
	_, ok := q.Get(name)
	return ok
}

// Len returns how many values there are, over all parameters.
func (q QueryParams) Len() int { return len(q.pairs) }

// Names returns the names of the parameters, each once, in the order in which they
// first occur.
func (q QueryParams) Names() []string {
	names := make([]string, 0, len(q.pairs))
	for name := range q.Each() {
		names = append(names, name)
	}
	return names
}

// Each iterates over the parameters: each name once, in the order in which the names
// first occur, with all its values. The slices belong to the caller.
func (q QueryParams) Each() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		// Grouping first keeps a thousand parameters from taking a million steps.
		values := q.grouped()
		for _, p := range q.pairs {
			v, ok := values[p.name]
			if !ok {
				continue
			}
			delete(values, p.name)
			if !yield(p.name, v) {
				return
			}
		}
	}
}

func (q QueryParams) grouped() map[string][]string {
	values := make(map[string][]string, len(q.pairs))
	for _, p := range q.pairs {
		values[p.name] = append(values[p.name], p.value)
	}
	return values
}

// Add returns a copy with more values for a parameter, at the end.
func (q QueryParams) Add(name string, values ...string) QueryParams {
	pairs := slices.Grow(slices.Clip(q.pairs), len(values))
	for _, value := range values {
		pairs = append(pairs, queryPair{name, value})
	}
	return QueryParams{pairs}
}

// AddAll returns a copy with the parameters of other at the end.
func (q QueryParams) AddAll(other QueryParams) QueryParams {
	return QueryParams{slices.Concat(q.pairs, other.pairs)}
}

// Set returns a copy in which a parameter has these values and no others. They stand
// where the parameter stood first, or at the end. Without values the parameter is
// removed.
func (q QueryParams) Set(name string, values ...string) QueryParams {
	pairs := make([]queryPair, 0, len(q.pairs)+len(values))
	set := func() {
		for _, value := range values {
			pairs = append(pairs, queryPair{name, value})
		}
		values = nil
	}
	for _, p := range q.pairs {
		if p.name == name {
			set()
		} else {
			pairs = append(pairs, p)
		}
	}
	set()
	return QueryParams{pairs}
}

// Remove returns a copy without the values of a parameter.
func (q QueryParams) Remove(name string) QueryParams { return q.RemoveAll(name) }

// RemoveAll returns a copy without the values of these parameters.
func (q QueryParams) RemoveAll(names ...string) QueryParams {
	pairs := make([]queryPair, 0, len(q.pairs))
	for _, p := range q.pairs {
		if !slices.Contains(names, p.name) {
			pairs = append(pairs, p)
		}
	}
	return QueryParams{pairs}
}

// Equal reports whether both have the same names with the same lists of values. The
// order of the names does not count; that of the values of one name does.
func (q QueryParams) Equal(other QueryParams) bool {
	return len(q.pairs) == len(other.pairs) && maps.EqualFunc(q.grouped(), other.grouped(), slices.Equal)
}

// Encode returns the query as it stands in a URL, without the question mark: the
// parameters in their order, with a plus sign for each space. [ParseQuery] gives
// equal parameters back.
func (q QueryParams) Encode() string {
	if len(q.pairs) == 0 {
		return ""
	}
	return string(q.append(nil))
}

// String returns what [QueryParams.Encode] does.
func (q QueryParams) String() string { return q.Encode() }

func (q QueryParams) append(dst []byte) []byte {
	for i, p := range q.pairs {
		if i > 0 {
			dst = append(dst, '&')
		}
		dst = appendFormEscaped(dst, p.name)
		dst = append(dst, '=')
		dst = appendFormEscaped(dst, p.value)
	}
	return dst
}

// appendFormEscaped appends s in the dialect of queries and forms.
func appendFormEscaped(dst []byte, s string) []byte {
	for s != "" {
		var word string
		word, rest, space := strings.Cut(s, " ")
		dst = appendEscaped(dst, word, &formBytes)
		if space {
			dst = append(dst, '+')
		}
		s = rest
	}
	return dst
}

// MalformedQuery says why and where a query does not decode.
type MalformedQuery struct {
	Offset int    // The index of the byte where the fault is.
	Reason string // What the fault is.
}

// Error returns a message such as `query: offset 4: a percent sign without two
// hexadecimal digits`.
func (e *MalformedQuery) Error() string {
	return "query: offset " + strconv.Itoa(e.Offset) + ": " + e.Reason
}
