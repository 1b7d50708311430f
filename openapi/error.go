package openapi

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// An Error is something that is wrong with a document.
type Error struct {
	// Place is where it stands.
	Place Place

	// Problem is the fact: `want a string, got an object`.
	Problem string
}

// Error returns the place and the problem.
func (e *Error) Error() string {
	if place := e.Place.String(); place != "" {
		return place + ": " + e.Problem
	}
	return e.Problem
}

// Errors returns all that is wrong with a document from the error of [FromJSON],
// [FromYAML], [Load] and [Document.Resolve].
func Errors(err error) []*Error {
	if one, ok := errors.AsType[*Error](err); ok && one == err {
		return []*Error{one}
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var all []*Error
	for _, e := range joined.Unwrap() {
		all = append(all, Errors(e)...)
	}
	return all
}

// maxErrors is how many errors are reported for a document.
const maxErrors = 50

// faults collects what is wrong.
type faults struct {
	list []*Error
	more int
}

func (f *faults) add(v *Value, format string, args ...any) {
	f.addAt(v.Place(), format, args...)
}

func (f *faults) addAt(p Place, format string, args ...any) {
	if len(f.list) == maxErrors {
		f.more++
		return
	}
	f.list = append(f.list, &Error{p, fmt.Sprintf(format, args...)})
}

// err returns the faults as one error, in the order of their places.
func (f *faults) err() error {
	if len(f.list) == 0 {
		return nil
	}
	slices.SortStableFunc(f.list, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Place.File, b.Place.File), a.Place.Line-b.Place.Line, a.Place.Column-b.Place.Column)
	})
	var all []error
	for _, e := range f.list {
		all = append(all, e)
	}
	if f.more > 0 {
		all = append(all, fmt.Errorf("and %d more", f.more))
	}
	return errors.Join(all...)
}
