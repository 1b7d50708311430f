//go:build race

package server_test

// raceEnabled says that the race detector is on. It allocates by itself.
const raceEnabled = true
