// Package json compares weft's JSON with that of encoding/json/v2 on generated
// values: what the one writes, the other reads as the same value. There is nothing
// here but tests.
package json
