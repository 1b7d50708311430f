//go:build !race

package reserve

const raceEnabled = false
