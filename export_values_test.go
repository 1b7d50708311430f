package weft

// What the tests of the value types see beside the exported names.
var (
	CleanPath     = cleanPath
	QueryLookup   = queryLookup
	URLFromTarget = urlFromTarget
)

// QueryFrom makes queryFrom visible.
func QueryFrom[T any](raw, name string) (T, error) { return queryFrom[T](raw, name) }
