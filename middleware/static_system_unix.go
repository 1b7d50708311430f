//go:build unix

package middleware

import (
	"errors"
	"io/fs"
	"syscall"
)

// inodeOf returns the number of a file in its file system, or 0 if that is not known.
func inodeOf(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Ino) //nolint:unconvert // not every system has 64 bits for it
	}
	return 0
}

// isFault says whether a file could not be opened because something is wrong with the
// machine, rather than because there is no such file for the client.
func isFault(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) ||
		errors.Is(err, syscall.EIO) || errors.Is(err, syscall.ENOMEM)
}
