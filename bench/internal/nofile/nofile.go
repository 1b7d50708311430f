// Package nofile raises the limit on open files, for programs that hold many
// connections and start servers that do the same.
package nofile

import (
	"fmt"
	"syscall"
)

// Raise sets the soft limit on open files to want at least, raising the hard
// limit too where the process may. It fails when fewer than want are allowed.
//
// Go raises the soft limit by itself but hides that from child processes;
// calling Raise passes it on to them.
func Raise(want uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("limit on open files: %w", err)
	}
	if limit.Max < want {
		raised := syscall.Rlimit{Cur: want, Max: want}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &raised); err == nil {
			return nil
		}
		return fmt.Errorf("limit on open files: want %d, the hard limit is %d (ulimit -Hn)", want, limit.Max)
	}
	limit.Cur = limit.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("limit on open files: set %d: %w", limit.Cur, err)
	}
	return nil
}
