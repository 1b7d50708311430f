package codec

// A Pair is the value of two codecs that both apply.
type Pair[A, B any] struct {
	// First is the value of the first codec.
	First A

	// Second is the value of the second.
	Second B
}

// Both returns a codec of two values that sit in one message, such as a body and a
// header field. Faults of both are reported.
func Both[A, B any](a Codec[A], b Codec[B]) Codec[Pair[A, B]] {
	return Codec[Pair[A, B]]{
		tree:    join(a.tree, b.tree),
		present: anyPresent(a.present, b.present),
		decode: func(s *Source) (p Pair[A, B]) {
			p.First = a.decode(s)
			p.Second = b.decode(s)
			return p
		},
		encode: func(t *Target, p Pair[A, B]) {
			a.encode(t, p.First)
			b.encode(t, p.Second)
		},
	}
}

// Before returns a codec that applies both and keeps the value of the second: for a
// first one that has nothing to tell.
//
//	codec.Before(codec.HeaderValue("X-Version", "2"), codec.Body[Book]())
func Before[T any](a Codec[None], b Codec[T]) Codec[T] {
	return Codec[T]{
		tree:    join(a.tree, b.tree),
		present: b.present,
		decode: func(s *Source) T {
			a.decode(s)
			return b.decode(s)
		},
		encode: func(t *Target, v T) {
			a.encode(t, None{})
			b.encode(t, v)
		},
	}
}

// anyPresent combines what says whether values are present. A value that is always
// there does not count beside one that may be missing.
func anyPresent(a, b func(*Source) bool) func(*Source) bool {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func(s *Source) bool { return a(s) || b(s) }
}
