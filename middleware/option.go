package middleware

import "fmt"

// option returns the one configuration that was given, or the zero one. Several are a
// mistake of the program.
func option[T any](name string, given []T) T {
	var zero T
	switch len(given) {
	case 0:
		return zero
	case 1:
		return given[0]
	}
	panic(mistake("middleware.%s: want one configuration, got %d", name, len(given)))
}

// mistake returns the message of a panic at start-up with the place in the program that
// has to be changed.
func mistake(format string, args ...any) string {
	return callSite() + ": " + fmt.Sprintf(format, args...)
}
