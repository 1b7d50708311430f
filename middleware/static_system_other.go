//go:build !unix

package middleware

import "io/fs"

// inodeOf is not known here.
func inodeOf(fs.FileInfo) uint64 { return 0 }

// isFault cannot tell here: a file that cannot be opened is not there.
func isFault(error) bool { return false }
