package middleware

import "sync"

// slabSize is how many values are allocated at a time.
const slabSize = 16

// A slab hands out zero values that are never used twice. They are allocated several
// at a time, so that one costs a part of an allocation; the garbage collector takes a
// piece back when nobody has any of its values any more. It is safe for concurrent
// use, and its zero value is ready.
type slab[T any] struct {
	pieces sync.Pool // of *[]T, what is left of a piece
}

// next returns a zero T.
func (s *slab[T]) next() *T {
	piece, _ := s.pieces.Get().(*[]T)
	if piece == nil {
		fresh := make([]T, slabSize)
		piece = &fresh
	}
	v := &(*piece)[0]
	if *piece = (*piece)[1:]; len(*piece) > 0 {
		s.pieces.Put(piece)
	}
	return v
}
