//go:build race

package reserve

// The race detector keeps a record of every byte of the heap, touched or not.
const raceEnabled = true
