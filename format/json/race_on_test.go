//go:build race

package json_test

// raceEnabled says that allocations are counted wrongly: pools drop what they are
// given at random under the race detector.
const raceEnabled = true
