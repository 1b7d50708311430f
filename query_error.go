package weft

import (
	"strconv"
	"strings"
)

// MissingQueryParams says that query parameters that are needed were not given.
type MissingQueryParams struct {
	Names []string // The names of the parameters.
}

// Error returns a message such as `query "limit": missing`.
func (e *MissingQueryParams) Error() string {
	names := make([]string, len(e.Names))
	for i, name := range e.Names {
		names[i] = quoted(name)
	}
	return "query " + strings.Join(names, ", ") + ": missing"
}

// MalformedQueryParam says that the value of a query parameter does not decode as
// the type that is wanted.
type MalformedQueryParam struct {
	Name  string // The name of the parameter.
	Value string // The value that was given, decoded as far as possible.
	Want  string // What was wanted, such as "int".
	Cause error  // Why the value does not decode.
}

// Error returns a message such as `query "limit": want int, got "ten"`.
func (e *MalformedQueryParam) Error() string {
	return "query " + quoted(e.Name) + ": want " + e.Want + ", got " + quoted(e.Value)
}

// Unwrap returns the cause.
func (e *MalformedQueryParam) Unwrap() error { return e.Cause }

// InvalidQueryParamCount says that a query parameter has another number of values
// than is wanted.
type InvalidQueryParamCount struct {
	Name string // The name of the parameter.
	Want int    // How many values were wanted.
	Got  int    // How many values were given.
}

// Error returns a message such as `query "limit": want 1 value, got 3`.
func (e *InvalidQueryParamCount) Error() string {
	plural := "s"
	if e.Want == 1 {
		plural = ""
	}
	return "query " + quoted(e.Name) + ": want " + strconv.Itoa(e.Want) + " value" + plural + ", got " + strconv.Itoa(e.Got)
}
