package nethttp

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/weft-go/weft"
)

// response returns the head and what is known of the body: a stream from the
// handler, or, with no pipe, everything that was collected.
func (w *writer) response(p *pipe) weft.Response {
	resp := weft.NewResponse(w.head.status).SetHeaders(w.head.fields())
	if !w.head.status.AllowsBody() {
		return resp
	}
	media := w.sniff()
	length := w.head.length
	trailers := w.trailers()
	switch {
	case w.req.Method == http.MethodHead && (p != nil || len(w.buf) == 0):
		return resp.WithBody(weft.BodyReader(http.NoBody, length, media))
	case p != nil:
		return resp.WithBody(weft.BodyReader(p.PipeReader, length, media)).WithTrailersFunc(w.lateTrailers)
	case length >= 0 && length != w.written:
		// Less than was promised: sending it cuts the connection.
		return resp.WithBody(weft.BodyReader(bytes.NewReader(w.buf), length, media))
	case trailers.Len() > 0:
		// Only a body of unknown length has a place for trailers behind it.
		return resp.WithBody(weft.BodyReader(bytes.NewReader(w.buf), -1, media)).WithTrailers(trailers)
	}
	return resp.WithBody(weft.BodyBytes(w.buf, media))
}

// fields returns the header fields, but for those that the server writes by
// itself and trailers.
func (h *head) fields() weft.Headers {
	var pairs []string
	for _, name := range sortedNames(h.header) {
		if name == "Content-Length" || name == "Transfer-Encoding" || strings.HasPrefix(name, http.TrailerPrefix) {
			continue
		}
		for _, value := range h.header[name] {
			pairs = append(pairs, name, value)
		}
	}
	return weft.NewHeaders(pairs...)
}

// sniff guesses a media type from the first bytes, as net/http does, unless the
// handler has said something about it.
func (w *writer) sniff() string {
	_, typed := w.head.header["Content-Type"]
	if typed || len(w.buf) == 0 || w.head.header.Get("Content-Encoding") != "" {
		return ""
	}
	return http.DetectContentType(w.buf)
}

// lateTrailers returns the trailer fields of a stream. They are not known before
// the handler has returned.
func (w *writer) lateTrailers() weft.Headers {
	select {
	case <-w.returned:
		return w.trailers()
	default:
		return weft.Headers{}
	}
}

// trailers returns the trailer fields: those whose names were announced in
// Trailer, and those with http.TrailerPrefix before their name.
func (w *writer) trailers() weft.Headers {
	var pairs []string
	for _, list := range w.head.header["Trailer"] {
		for name := range strings.SplitSeq(list, ",") {
			name = http.CanonicalHeaderKey(strings.TrimSpace(name))
			for _, value := range w.header[name] {
				pairs = append(pairs, name, value)
			}
		}
	}
	for _, key := range sortedNames(w.header) {
		if name, ok := strings.CutPrefix(key, http.TrailerPrefix); ok {
			for _, value := range w.header[key] {
				pairs = append(pairs, name, value)
			}
		}
	}
	return weft.NewHeaders(pairs...)
}
