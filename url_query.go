package weft

import "strings"

// QueryParams returns the query parameters. They are decoded at each call; keep the
// result if you need it more than once.
func (u URL) QueryParams() QueryParams {
	// The query of a URL is known to decode.
	q, _ := ParseQuery(u.query)
	return q
}

// RawQuery returns the query as it is written, with its escapes and without the
// question mark.
func (u URL) RawQuery() string { return u.query }

// WithQueryParams returns a copy with these query parameters and no others.
func (u URL) WithQueryParams(q QueryParams) URL {
	u.query, u.hasQuery = q.Encode(), q.Len() > 0
	return u
}

// UpdateQueryParams returns a copy with the query parameters that f makes of the
// present ones.
func (u URL) UpdateQueryParams(f func(QueryParams) QueryParams) URL {
	return u.WithQueryParams(f(u.QueryParams()))
}

// AddQueryParam returns a copy with one more value for a query parameter.
func (u URL) AddQueryParam(name, value string) URL {
	return u.UpdateQueryParams(func(q QueryParams) QueryParams { return q.Add(name, value) })
}

// AddQueryParams returns a copy with more query parameters.
func (u URL) AddQueryParams(more QueryParams) URL {
	return u.UpdateQueryParams(func(q QueryParams) QueryParams { return q.AddAll(more) })
}

// RemoveQueryParam returns a copy without the values of a query parameter.
func (u URL) RemoveQueryParam(name string) URL { return u.RemoveQueryParams(name) }

// RemoveQueryParams returns a copy without the values of these query parameters.
func (u URL) RemoveQueryParams(names ...string) URL {
	return u.UpdateQueryParams(func(q QueryParams) QueryParams { return q.RemoveAll(names...) })
}

// checkQuery returns why a query with well-formed escapes does not decode, or "".
func checkQuery(raw string) string {
	// Most queries are too short to have too many parameters.
	if len(raw) < MaxQueryParams || strings.Count(raw, "&") < MaxQueryParams {
		return ""
	}
	if _, err := ParseQuery(raw); err != nil {
		return tooManyParams
	}
	return ""
}
