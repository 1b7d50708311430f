package weft

import (
	"net/http"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// Trailers returns the fields that the client has sent after the body (RFC 9110,
// section 6.5). They are there once the body has been read to its end; before that,
// and if the client has sent none, there are no fields. They are never among those
// of [Request.Headers], since a client that could add to these after the fact could
// get round whoever has looked at them.
func (r *Request) Trailers() Headers {
	if r.own == nil || r.own.trailers == nil {
		return Headers{}
	}
	return r.own.trailers()
}

// parseTrailers reads the section that follows the last chunk of a body. Whoever has
// read it from the connection has checked its form.
func parseTrailers(section string) Headers {
	l := newHeaderList(strings.Count(section, "\n"))
	for line := range strings.SplitSeq(section, "\r\n") {
		if name, value, ok := strings.Cut(line, ":"); ok {
			l.add(name, ascii.TrimOWS(value))
		}
	}
	return Headers{l}
}

// trailersFromHTTP copies the fields that net/http has read so far.
func trailersFromHTTP(req *http.Request) Headers {
	l := newHeaderList(len(req.Trailer))
	for name, values := range req.Trailer {
		for _, v := range values {
			l.add(name, v)
		}
	}
	return Headers{l}
}
