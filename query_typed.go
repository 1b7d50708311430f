package weft

import (
	"errors"
	"reflect"
	"strings"
	"sync"

	"github.com/weft-go/weft/internal/text"
)

// A typed query parameter is read in two steps: find its values, then decode them.
// What the second step does depends on the type alone, so it is decided once for
// each type and kept as a queryPlan:
//
//	Query[int]      exactly one value
//	Query[*int]     one value or none, which gives nil
//	Query[[]int]    one value or more
//
// For the first step there are two ways. QueryParams have all parameters decoded. A
// request has only the raw query; most handlers want one or two parameters of it, so
// queryLookup scans for one name and decodes nothing else.

// queryPlan decodes the values of one parameter as a T.
type queryPlan[T any] struct {
	scalar   *text.Codec[T] // nil if T is a slice
	optional bool           // whether a missing scalar is no error
	list     func(name string, values []string) (T, error)
}

// queryPlans remembers the plan of each type that was asked for. Plans are
// immutable.
var queryPlans sync.Map // of reflect.Type to *queryPlan[T]

func queryPlanFor[T any]() (*queryPlan[T], error) {
	t := reflect.TypeFor[T]()
	if p, ok := queryPlans.Load(t); ok {
		return p.(*queryPlan[T]), nil
	}
	plan, err := newQueryPlan[T](t)
	if err != nil {
		return nil, err
	}
	shared, _ := queryPlans.LoadOrStore(t, plan)
	return shared.(*queryPlan[T]), nil
}

func newQueryPlan[T any](t reflect.Type) (*queryPlan[T], error) {
	// A slice that decodes itself, such as net.IP, is a scalar.
	codec, err := text.For[T]()
	if err == nil {
		return &queryPlan[T]{scalar: codec, optional: t.Kind() == reflect.Pointer}, nil
	}
	if t.Kind() != reflect.Slice {
		return nil, err
	}
	elem, err := text.ForType(t.Elem())
	if err != nil {
		return nil, err
	}
	return &queryPlan[T]{list: func(name string, values []string) (T, error) {
		slice := reflect.MakeSlice(t, len(values), len(values))
		for i, value := range values {
			if err := elem.Decode(slice.Index(i), value); err != nil {
				var zero T
				return zero, malformedQueryParam(name, value, elem.Want(), err)
			}
		}
		return slice.Interface().(T), nil
	}}, nil
}

// one decodes the first of count values.
func (p *queryPlan[T]) one(name, value string, count int) (T, error) {
	var zero T
	switch {
	case count == 0 && p.optional:
		return zero, nil
	case count == 0:
		return zero, &MissingQueryParams{Names: []string{name}}
	case count > 1:
		return zero, &InvalidQueryParamCount{Name: name, Want: 1, Got: count}
	}
	v, err := p.scalar.Decode(value)
	if err != nil {
		return zero, malformedQueryParam(name, value, p.scalar.Want(), err)
	}
	return v, nil
}

// all decodes a list of values.
func (p *queryPlan[T]) all(name string, values []string) (T, error) {
	if len(values) == 0 {
		var zero T
		return zero, &MissingQueryParams{Names: []string{name}}
	}
	return p.list(name, values)
}

// malformedQueryParam prefers the description in the cause, which has the range of a
// number that left it.
func malformedQueryParam(name, value, want string, err error) error {
	if e, ok := errors.AsType[*text.Error](err); ok {
		want = e.Want
	}
	return &MalformedQueryParam{Name: name, Value: value, Want: want, Cause: err}
}

// Query returns a parameter as a T. T may be
//
//   - a type with a text form: a string, a bool, a number, [time.Time],
//     [time.Duration], a UUID, an IP address, a type with UnmarshalText. There must
//     be exactly one value.
//   - a pointer to such a type. It is nil if there is no value.
//   - a slice of such types. There must be one value or more.
//
// It fails with [*MissingQueryParams], [*InvalidQueryParamCount] or
// [*MalformedQueryParam], and with another error if T is none of these types.
func (q QueryParams) Query[T any](name string) (T, error) {
	plan, err := queryPlanFor[T]()
	if err != nil {
		var zero T
		return zero, err
	}
	if plan.scalar == nil {
		return plan.all(name, q.All(name))
	}
	first, count := "", 0
	for _, p := range q.pairs {
		if p.name == name {
			if count++; count == 1 {
				first = p.value
			}
		}
	}
	return plan.one(name, first, count)
}

// QueryOrElse returns a parameter as a T, as [QueryParams.Query] does, and def if
// that fails: if the parameter is missing or does not decode.
func (q QueryParams) QueryOrElse[T any](name string, def T) T {
	if v, err := q.Query[T](name); err == nil && q.Has(name) {
		return v
	}
	return def
}

// queryFrom is [QueryParams.Query] on a raw query.
func queryFrom[T any](raw, name string) (T, error) {
	var zero T
	plan, err := queryPlanFor[T]()
	if err != nil {
		return zero, err
	}
	if plan.scalar == nil {
		values, err := queryLookupAll(raw, name)
		if err != nil {
			return zero, err
		}
		return plan.all(name, values)
	}
	value, count, err := queryLookup(raw, name)
	if err != nil {
		return zero, err
	}
	return plan.one(name, value, count)
}

// queryLookup returns the first value of a parameter in a raw query and how many
// values it has. Only pairs of that name are decoded, so faults elsewhere in the
// query are not seen, and nothing is allocated unless the value has escapes. The
// error is a [*MalformedQueryParam] for a malformed escape in one of the values.
func queryLookup(raw, name string) (value string, n int, err error) {
	for pair := range queryMatches(raw, name) {
		decoded, bad := unescape(pair, true)
		if bad >= 0 {
			return "", 0, badQueryEscape(name, pair, bad)
		}
		if n++; n == 1 {
			value = decoded
		}
	}
	return value, n, nil
}

// queryLookupAll returns all values of a parameter in a raw query.
func queryLookupAll(raw, name string) ([]string, error) {
	var values []string
	for pair := range queryMatches(raw, name) {
		decoded, bad := unescape(pair, true)
		if bad >= 0 {
			return nil, badQueryEscape(name, pair, bad)
		}
		values = append(values, decoded)
	}
	return values, nil
}

// queryMatches iterates over the raw values of a parameter, of which there are at
// most [MaxQueryParams].
func queryMatches(raw, name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for n := 0; raw != "" && n < MaxQueryParams; {
			var pair string
			pair, raw, _ = strings.Cut(raw, "&")
			key, value, _ := strings.Cut(pair, "=")
			if pair == "" || !queryNameIs(key, name) {
				continue
			}
			if n++; !yield(value) {
				return
			}
		}
	}
}

// queryNameIs reports whether key decodes to name.
func queryNameIs(key, name string) bool {
	for i := range len(name) {
		if key == "" {
			return false
		}
		c, width := unescapeByte(key, true)
		if width == 0 || c != name[i] {
			return false
		}
		key = key[width:]
	}
	return key == ""
}

func badQueryEscape(name, raw string, offset int) error {
	return &MalformedQueryParam{
		Name:  name,
		Value: raw,
		Want:  "well-formed escapes",
		Cause: &MalformedQuery{Offset: offset, Reason: badPercent},
	}
}
