//go:build !race

package json_test

// raceEnabled says whether the race detector is on.
const raceEnabled = false
