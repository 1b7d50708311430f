// Package pattern is the route grammar of weft and the tree that finds the
// route of a request.
//
// # Patterns
//
// A pattern describes the path of a URL, segment by segment:
//
//	/                          the empty path
//	/books/new                 literals
//	/books/{id:long}           one typed parameter
//	/users/{name}/posts/       a parameter; the slash at the end is significant
//	/articles/{id}.json        a parameter and a literal in one segment
//	/{owner}:{repo}            two of them, with a literal between
//	/files/{rest...}           everything below /files, and /files itself
//
// [Parse] reads this grammar:
//
//	pattern   = "/" [ segment { "/" segment } [ "/" ] ]
//	segment   = literal | parameter | mixed | trailing
//	literal   = 1*( character | "%" hex hex )
//	parameter = "{" name [ ":" kind ] "}"
//	mixed     = [ literal ] parameter { literal parameter } [ literal ]
//	trailing  = "{" name "..." "}"              only as the last segment
//	kind      = "string" | "int" | "long" | "uuid" | "bool"
//	name      = ( letter | "_" ) { letter | digit | "_" | "-" | "." }
//
// A literal may be written decoded (/café) or percent-encoded (/caf%C3%A9);
// both are the same pattern. The characters % / { } ? # have to be written
// percent-encoded. A literal that fills its segment is neither "." nor "..",
// because these never reach a route, and no literal holds a control character.
// Letters and digits of a name are ASCII; a name does not end in a dot and is used
// once in a pattern. A mixed segment has at least one literal, and one between
// every two parameters; a trailing parameter has its segment to itself.
//
// # Kinds
//
// What a segment of the path must look like, after percent-decoding, to match:
//
//	literal   exactly the text, case included
//	int       a decimal number of 32 bits: -2147483648 … 2147483647
//	long      a decimal number of 64 bits
//	uuid      8-4-4-4-12 hexadecimal digits with hyphens, in either case
//	bool      true or false
//	string    anything but the empty segment
//	trailing  zero or more segments, empty ones included
//
// A number is an optional minus sign and ASCII digits. Leading zeros are
// allowed, because dates are written so (/2026/05). A plus sign, a space, a digit
// separator, an exponent and a negative zero are not. Whatever is accepted here
// is accepted by strconv.ParseInt with the same number of bits, by uuid.Parse and
// by strconv.ParseBool.
//
// A segment that does not look like its kind does not match. So
// /users/{id:int} and /users/{name} live side by side.
//
// # Mixed segments
//
// A mixed segment takes a segment of the path apart from the left, after
// percent-decoding. Its first literal has to begin the segment and its last literal
// has to end it. A parameter with another one behind it takes the shortest text that
// looks like its kind and has the next literal behind it; the last parameter takes
// whatever is left. No value is empty:
//
//	{id}.json        a.json.json     id "a.json"
//	{from}...{to}    a....b          from "a", to ".b"
//	{id:uuid}-{n}    c0ffee00-0000-4000-8000-000000000000-7
//	                                 id "c0ffee00-0000-4000-8000-000000000000", n "7"
//	{a}-{b:int}      x-y-5           no match: a is "x", and "y-5" is no int
//
// There is this one way to take a segment apart, or none: as the last line shows,
// no other is tried.
//
// # Matching
//
// A [Tree] maps a method and a path to the number that the caller gave to a
// route. Where several patterns match a path, the segments are compared from the
// left, and the first difference decides: a literal wins over a mixed segment, then
// int, long, uuid, bool, string and trailing. Of two mixed segments the one with more
// bytes of literals wins. If they have as many, their parts are compared from the
// left: a literal wins over int, and so on, the end of the segment wins over a
// parameter, and of two literals the longer one wins, or else the one that comes
// first in the order of bytes. The order of [Tree.Add] has no influence.
//
// At the winning pattern the method is looked up: the method itself, then GET for
// a HEAD request, then [Any]. If the pattern does not have it, the next best
// pattern is asked, and so on. With
//
//	GET    /users/me
//	DELETE /users/{id}
//
// the request DELETE /users/me is therefore served by the second route, with id
// "me". Only if no pattern that matches the path has the method is the answer
// [MethodNotAllowed].
//
// The path is matched as it was sent, still percent-encoded, and is split at its
// slashes before it is decoded. So %2F is a character of its segment and no
// separator (RFC 3986, section 2.2). Parameters are returned as [Span] values,
// places in the path; [Unescape] decodes one. A path with a malformed escape
// matches nothing. The caller resolves dot segments before (RFC 3986, section
// 5.2.4); they are ordinary text here.
//
// # The way back
//
// [Pattern.Format] makes a path from values, and [Concat] puts one pattern below
// another. [Tree.Shadowed] reports routes which can never be reached.
package pattern
