//go:build unix

package middleware_test

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that the process has used. On a machine that others
// use too it tells more than the clock on the wall.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
