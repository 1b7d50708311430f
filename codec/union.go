package codec

import (
	"fmt"
	"reflect"

	"github.com/weft-go/weft"
)

// A Case is one of the types of a [Union]. Make one with [CaseOf].
type Case[R any] struct {
	tree   Tree
	typ    reflect.Type
	decode func(*Source) R
	encode func(*Target, R) bool // false if the value is of another case
}

// CaseOf returns a case of the sealed interface R: the type C, with its codec, and
// the status that its responses have. A status of 0 leaves the codec as it is. It
// panics, naming the place in the program, if C does not implement R.
func CaseOf[R, C any](c Codec[C], status weft.Status) Case[R] {
	checkCase(reflect.TypeFor[R](), reflect.TypeFor[C]())
	if status != 0 {
		c = WithStatus(c, status)
	}
	return Case[R]{
		tree:   c.tree,
		typ:    reflect.TypeFor[C](),
		decode: func(s *Source) R { return any(c.decode(s)).(R) },
		encode: func(t *Target, v R) bool {
			typed, ok := any(v).(C)
			if ok {
				c.encode(t, typed)
			}
			return ok
		},
	}
}

func checkCase(r, c reflect.Type) {
	switch {
	case r.Kind() != reflect.Interface:
		mistake("union %v: want an interface", r)
	case c.Kind() == reflect.Interface:
		mistake("union %v: case %v: want a type, got an interface", r, c)
	case !c.Implements(r):
		mistake("union %v: case %v does not implement it", r, c)
	}
}

// Union returns a codec of a sealed interface. Encoding goes by the type of the
// value; decoding takes the cases with the status of the response, or all of them
// for a request, and of these the first that fits. It panics if there are no cases
// or one type has two.
//
//	codec.Union[Animal](
//		codec.CaseOf[Animal](codec.Body[Cat](), status.OK),
//		codec.CaseOf[Animal](codec.Body[Dog](), status.Created))
func Union[R any](cases ...Case[R]) Codec[R] {
	if len(cases) == 0 {
		mistake("union %v: want at least one case", reflect.TypeFor[R]())
	}
	tree := Tree{Op: OpEither}
	seen := map[reflect.Type]bool{}
	var alternatives []alternative[R]
	for _, c := range cases {
		if seen[c.typ] {
			mistake("union %v: there are two cases %v", reflect.TypeFor[R](), c.typ)
		}
		seen[c.typ] = true
		tree.Children = append(tree.Children, c.tree)
		alternatives = append(alternatives, alternative[R]{c.tree, c.decode})
	}
	return Codec[R]{
		tree:   tree,
		decode: func(s *Source) R { return decodeFirst(s, alternatives) },
		encode: func(t *Target, v R) { encodeCase(t, cases, v) },
	}
}

func encodeCase[R any](t *Target, cases []Case[R], v R) {
	for _, c := range cases {
		if c.encode(t, v) {
			return
		}
	}
	t.Fail(&EncodeError{In: InBody, Cause: fmt.Errorf("%T is none of the cases of %v", v, reflect.TypeFor[R]())})
}
