// Package ascii answers the questions that HTTP asks about bytes: is this a
// token, is this a field value, are these two names the same without regard to
// case.
//
// HTTP is written in ASCII. The functions of strings and unicode would also give
// an answer, but they know about Unicode, and a name such as "ſet-cookie" (with a
// long s) must not be taken for "set-cookie". Everything here works byte by byte,
// looks bytes up in constant tables and allocates nothing; the exceptions say so.
//
// Most functions are generic over [Text], so that a parser can ask about the
// bytes of its buffer and a handler about the strings it was given, in the same
// words:
//
//	ascii.IsToken("Content-Type")         // true
//	ascii.IsToken([]byte("Content Type")) // false
//	ascii.EqualFold(name, "host")         // name may be a string or a []byte
//
// All functions are safe for concurrent use.
package ascii

// Text is what the functions of this package read: a string, a byte slice or a
// named type of either.
type Text interface {
	~string | ~[]byte
}
