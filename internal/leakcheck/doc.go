// Package leakcheck fails tests that leave goroutines behind.
//
// A goroutine that outlives its test holds memory and sockets, and in a server
// it is a leak that grows with traffic. A package whose code starts goroutines
// checks all its tests at once:
//
//	func TestMain(m *testing.M) { leakcheck.Main(m) }
//
// or one test by itself, which says more precisely who is to blame:
//
//	func TestShutdown(t *testing.T) {
//		leakcheck.Check(t)
//		…
//	}
//
// Goroutines need a moment to end after they have been told to, so the check
// looks again until none is left or two seconds have passed. Goroutines of the
// runtime and of package testing do not count.
//
// A test inside a testing/synctest bubble needs no Check: a bubble whose
// goroutines do not end fails by itself.
package leakcheck
