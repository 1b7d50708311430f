package codec

// An EitherOf is one of two values. Make one with [Left] or [Right]; the zero value
// is the left one with its zero value.
type EitherOf[A, B any] struct {
	left  A
	right B
	isB   bool
}

// Left returns the first of two alternatives.
func Left[A, B any](v A) EitherOf[A, B] { return EitherOf[A, B]{left: v} }

// Right returns the second of two alternatives.
func Right[A, B any](v B) EitherOf[A, B] { return EitherOf[A, B]{right: v, isB: true} }

// Left returns the first alternative, and false if it is the other one.
func (e EitherOf[A, B]) Left() (A, bool) { return e.left, !e.isB }

// Right returns the second alternative, and false if it is the other one.
func (e EitherOf[A, B]) Right() (B, bool) { return e.right, e.isB }

// IsRight says whether it is the second alternative.
func (e EitherOf[A, B]) IsRight() bool { return e.isB }

// Value returns whichever it is.
func (e EitherOf[A, B]) Value() any {
	if e.isB {
		return e.right
	}
	return e.left
}

// Either returns a codec of two alternatives. Decoding takes the first that fits: of
// a response the status decides, then both are tried in their order. If neither
// fits, the faults of both are reported. An alternative that reads the body as a
// stream should be the last.
func Either[A, B any](a Codec[A], b Codec[B]) Codec[EitherOf[A, B]] {
	alternatives := []alternative[EitherOf[A, B]]{
		{a.tree, func(s *Source) EitherOf[A, B] { return Left[A, B](a.decode(s)) }},
		{b.tree, func(s *Source) EitherOf[A, B] { return Right[A](b.decode(s)) }},
	}
	return Codec[EitherOf[A, B]]{
		tree:    Tree{Op: OpEither, Children: []Tree{a.tree, b.tree}},
		present: anyPresent(a.present, b.present),
		decode:  func(s *Source) EitherOf[A, B] { return decodeFirst(s, alternatives) },
		encode: func(t *Target, e EitherOf[A, B]) {
			if e.isB {
				b.encode(t, e.right)
			} else {
				a.encode(t, e.left)
			}
		},
	}
}
