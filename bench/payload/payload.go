// Package payload holds what the servers of the comparison answer, so that each
// of them sends the same bytes:
//
//	GET  /                                      Hello
//	GET  /json                                  JSON
//	POST /echo                                  the length of the body, in decimal
//	GET  /users/{id}/posts?limit=…&offset=…     AppendPosts
//	GET  /api/resource…/{id}/parts/{part}?limit=…   AppendPart, on Routes routes
//	GET  /catalogue                             NewCatalogue, encoded for each request
//	POST /orders                                Order.Total
//	POST /shops/{shop}/orders?limit=…&express=… Order.Receipt
//
// The texts are sent as [Text], the JSON as [ApplicationJSON].
package payload

import (
	"fmt"
	"strings"
)

// Hello is the body of GET /.
const Hello = "Hello, World!"

// The media types of the answers.
const (
	Text            = "text/plain; charset=utf-8"
	ApplicationJSON = "application/json"
)

// JSONSize is the length of the document that [JSON] returns.
const JSONSize = 1024

// JSON returns the body of GET /json: a valid document of [JSONSize] bytes. It
// holds no dollar sign, apostrophe or backslash, so it can stand in an nginx
// configuration between apostrophes. Each call returns a new slice.
func JSON() []byte {
	var b strings.Builder
	b.WriteString(`{"items":[`)
	for i := range 12 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"item %d","price":%d.50,"tags":["warp","weft"]}`, 1000+i, i, 10+i)
	}
	b.WriteString(`],"note":"`)
	const end = `"}`
	b.WriteString(strings.Repeat("x", JSONSize-b.Len()-len(end)))
	b.WriteString(end)
	return []byte(b.String())
}

// AppendPosts appends the body of GET /users/{id}/posts to dst and returns the
// extended slice. It takes strings or byte slices, whichever a server has at
// hand, so that no candidate pays for a conversion.
func AppendPosts[S ~string | ~[]byte](dst []byte, id, limit, offset S) []byte {
	dst = append(dst, "user "...)
	dst = append(dst, id...)
	dst = append(dst, " limit "...)
	dst = append(dst, limit...)
	dst = append(dst, " offset "...)
	return append(dst, offset...)
}
