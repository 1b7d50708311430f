package codec

// Transform returns a codec of another type: to makes the value of what c decodes,
// from makes what c encodes of the value. They have to be inverse to each other.
//
//	type Celsius float64
//	celsius := codec.Transform(codec.Query[float64]("temperature"),
//		func(f float64) Celsius { return Celsius(f) },
//		func(c Celsius) float64 { return float64(c) })
func Transform[T, U any](c Codec[T], to func(T) U, from func(U) T) Codec[U] {
	return Codec[U]{
		tree:    c.tree,
		present: c.present,
		decode: func(s *Source) (u U) {
			m := s.mark()
			if v := c.decode(s); s.cleanSince(m) {
				u = to(v)
			}
			return u
		},
		encode: func(t *Target, u U) { c.encode(t, from(u)) },
	}
}

// TransformOrFail is like [Transform] for functions that may fail. An error of to is
// a fault of the message, at the place and with the name of c, and its text is
// shown to the sender. An error of from is one of [Target.Err].
func TransformOrFail[T, U any](c Codec[T], to func(T) (U, error), from func(U) (T, error)) Codec[U] {
	in, name := InBody, ""
	if parts := c.tree.Parts(); len(parts) > 0 {
		in, name = parts[0].In, parts[0].Name
	}
	return Codec[U]{
		tree:    c.tree,
		present: c.present,
		decode: func(s *Source) (u U) {
			m := s.mark()
			v := c.decode(s)
			if !s.cleanSince(m) {
				return u
			}
			u, err := to(v)
			if err != nil {
				s.Invalid(in, name, err.Error())
			}
			return u
		},
		encode: func(t *Target, u U) {
			v, err := from(u)
			if err != nil {
				t.Fail(&EncodeError{In: in, Name: name, Cause: err})
				return
			}
			c.encode(t, v)
		},
	}
}

// Optional returns a codec of a pointer, which is nil if the message has no such
// value, and then is not written either. A body is missing if it is empty. Of a
// codec of several parts, one that is there is enough for the others to be missed.
func Optional[T any](c Codec[T]) Codec[*T] {
	for _, p := range c.tree.Parts() {
		if p.In == InPath {
			mistake("%s: a path parameter is always there", place(p))
		}
	}
	return Codec[*T]{
		tree:    c.tree.mapParts(func(p *PartInfo) { p.Required = false }),
		present: c.present,
		decode: func(s *Source) *T {
			if !c.Present(s) {
				return nil
			}
			v := c.decode(s)
			return &v
		},
		encode: func(t *Target, v *T) {
			if v != nil {
				c.encode(t, *v)
			}
		},
	}
}
