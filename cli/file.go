package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxText is how long a text from a file may be that is held in memory.
const maxText = 64 << 20

// files opens the files that a command reads, and closes them in the end. It is for
// one goroutine.
type files struct {
	stdin   io.Reader
	taken   bool // somebody reads standard input
	closers []io.Closer
}

// open returns a file with its size, or -1 if that is not known. The name - is
// standard input, which can be had once.
func (f *files) open(name string) (io.Reader, int64, error) {
	if name == "-" {
		if f.taken {
			return nil, 0, errors.New("standard input is read by another option")
		}
		f.taken = true
		return f.stdin, -1, nil
	}
	if name == "" {
		return nil, 0, errors.New("want the name of a file")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	f.closers = append(f.closers, file)
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, 0, err
	case info.IsDir():
		return nil, 0, fmt.Errorf("%s is a directory", name)
	case !info.Mode().IsRegular():
		return file, -1, nil
	}
	return file, info.Size(), nil
}

// text returns a value that may be in a file: @name and - are read, all else is the
// value itself.
func (f *files) text(value string) ([]byte, error) {
	name, isFile := strings.CutPrefix(value, "@")
	if !isFile && value != "-" {
		return []byte(value), nil
	}
	r, _, err := f.open(name)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(r, maxText+1))
	if err == nil && len(b) > maxText {
		err = fmt.Errorf("larger than %d bytes", maxText)
	}
	return b, err
}

// close closes all files.
func (f *files) close() {
	for _, c := range f.closers {
		_ = c.Close() // they were only read
	}
}
