// Package buffer finds memory for a value whose size is known only when it is encoded.
// There are two ways, and a format takes the one that its measurements favour: to encode
// into a [Scratch], which is used again, and copy; or to remember the [Size] of the last
// value and set that much aside.
package buffer

import (
	"sync"
	"sync/atomic"
)

// MaxKept is the size up to which memory is kept for the next value.
const MaxKept = 64 << 10

var spare = sync.Pool{New: func() any { return new(Scratch) }}

// A Scratch is memory to encode into. It is for use by one goroutine.
type Scratch struct{ b []byte }

// Get returns a scratch. Each one ends with a call of [Scratch.Finish].
func Get() *Scratch { return spare.Get().(*Scratch) }

// Empty returns the memory as an empty slice.
func (s *Scratch) Empty() []byte { return s.b[:0] }

// Finish gives the scratch back and returns what was encoded into it, in memory of its
// own, or the error of encoding.
func (s *Scratch) Finish(b []byte, err error) ([]byte, error) {
	switch {
	case err != nil:
		b = nil
	case cap(b) <= MaxKept:
		s.b = b
		b = append(make([]byte, 0, len(b)), b...)
	}
	spare.Put(s)
	return b, err
}

// A Size remembers how large the last value was. It is safe for concurrent use.
type Size struct{ last atomic.Int64 }

// Hint returns a good size for a new buffer: that of the last value and a little.
func (s *Size) Hint() int {
	n := s.last.Load()
	return int(n + n/8 + 16)
}

// Note remembers the size of a value, but not that of a very large one.
func (s *Size) Note(n int) {
	if n = min(n, MaxKept); int64(n) != s.last.Load() {
		s.last.Store(int64(n))
	}
}
