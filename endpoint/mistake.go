package endpoint

import "github.com/weft-go/weft"

// What the compiler says about a chain is all that its author sees. These types make
// it say what is missing: they stand where nothing can be given, under a name that
// tells why.

// An OutputIsMissing stands for the function of a description that has no output yet:
// end it with Out, OutEmpty or another output first, then implement it.
type OutputIsMissing struct{ _ func() }

// A NinthInput stands for an input more than a description can have: take several
// inputs together in a struct, with codec.Struct or codec.QueryStruct.
type NinthInput struct{ _ func() }

// Unfinished panics: the description has no output.
func (t Draft) Unfinished() weft.Route {
	t.d.fail("Implement: there is no output; end the description with Out, OutEmpty or another one")
	return weft.Route{}
}

// Full panics: the description has as many inputs as it can have.
func (t Draft) Full() Draft {
	t.d.fail("there are eight inputs already; take several together in a struct (codec.Struct)")
	return t
}
