// Package h1 turns bytes into HTTP/1.1 messages and messages into bytes.
//
// It is pure: it sees no socket, starts no goroutine and keeps no clock but the
// one it is given. A transport feeds it what it received and sends what it
// appended.
//
// # Reading
//
// A [Parser] reads the head of one request from a buffer that may grow between
// calls, and says how many bytes the head took:
//
//	n, err := parser.Parse(buf, &limits, &head)
//	switch {
//	case err != nil: // a *Error: answer with err.Status and close
//	case n == 0:     // incomplete: call again with the same bytes and more
//	default:         // head is complete, buf[n:] is the body or the next request
//	}
//
// The outcome depends on the bytes alone, never on how they were cut into
// pieces. The [Head] keeps offsets into the buffer, so a half-read head may be
// copied to a larger buffer without being read again, and its accessors return
// strings which point into the buffer: the bytes of a complete head must never
// be overwritten.
//
// A [Body] then takes the body's framing (a length, or chunks) away:
//
//	data, n, err := body.Next(buf)
//
// # Strictness
//
// The rules are those of RFC 9112, read strictly wherever two readers of the
// same bytes could disagree, because that disagreement is what request
// smuggling is made of: bare CR or LF, folded fields, space before a colon,
// repeated or empty Host, a Content-Length that is not a plain number, any
// Transfer-Encoding but a single "chunked", and a length beside a
// Transfer-Encoding are refused.
//
// # Writing
//
// [AppendStatus], [AppendField] and their friends append a response to a buffer. Values are
// checked where responses are built, so that writing is copying.
package h1
