package server

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
)

// codedFields returns what makes the header fields of a response those of its form in
// the coding of the i-th coder.
func (z *compressor) codedFields(i int) func(weft.Headers) weft.Headers {
	return func(h weft.Headers) weft.Headers {
		if h.Len() == 0 {
			return z.fields[i] // shared by all responses: headers never change
		}
		// The length is another one now, and ranges would be ranges of other bytes.
		h = h.Remove("Content-Length", "Accept-Ranges").Add("Content-Encoding", z.names[i])
		return addVary(weaken(h))
	}
}

// varyOnly is for responses without other fields.
var varyOnly = weft.NewHeaders("Vary", "Accept-Encoding")

// addVary adds Accept-Encoding to Vary.
func addVary(h weft.Headers) weft.Headers {
	if h.Len() == 0 {
		return varyOnly
	}
	value, changed := coding.AddVary(h.Values("Vary"))
	if !changed {
		return h
	}
	return h.Set("Vary", value)
}

// weaken makes a strong entity tag weak.
func weaken(h weft.Headers) weft.Headers {
	tag, ok := h.Get("ETag")
	if weak := coding.WeakTag(tag); ok && weak != tag {
		return h.Set("ETag", weak)
	}
	return h
}

// revalidated returns a 304 with the validator that the client has. A handler knows a
// strong tag, but the client got a weak one along with a compressed body, and a cache
// looks for the very tag of the answer among what it has stored (RFC 9111, section
// 4.3.4). Other answers with 304 need no Vary: they leave the stored one as it is.
func revalidated(req *weft.Request, resp weft.Response) weft.Response {
	tag, ok := resp.Headers().Get("ETag")
	weak := coding.WeakTag(tag)
	if !ok || weak == tag {
		return resp
	}
	for _, field := range req.RawHeaders("If-None-Match") {
		if coding.HasElement(field, weak) {
			return resp.UpdateHeaders(func(h weft.Headers) weft.Headers { return addVary(weaken(h)) })
		}
	}
	return resp
}
