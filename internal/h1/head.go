package h1

import (
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// A Field is one header field, as offsets into the head.
type Field struct {
	nameOff  uint32
	valueOff uint32
	valueLen uint32
	nameLen  uint16
}

// Form is the form of a request target (RFC 9112, section 3.2).
type Form uint8

// The four forms of a request target.
const (
	Origin    Form = iota // /path?query
	Absolute              // http://host/path?query
	Authority             // host:port, for CONNECT
	Asterisk              // *
)

// A Head is the head of one request. Its strings point into the buffer that it
// was parsed from. The zero Head is empty.
//
// Every request keeps one, so it is made of offsets rather than strings.
type Head struct {
	raw    string // the whole head; all offsets count from its start
	fields []Field

	method, path, query, host span

	// Length is the value of Content-Length, -1 if the body is chunked, and 0
	// if there is no body.
	Length int64

	// Form is the form of the target.
	Form Form

	// Major and Minor are the version's numbers: 1 and 0 or 1 (a higher minor
	// version is treated as 1). Only the preface of HTTP/2 has major 2.
	Major, Minor uint8

	// HasQuery tells "/?" from "/".
	HasQuery bool

	// Secure says that the scheme of an absolute target is https.
	Secure bool

	// Close says that the connection has to be closed after the answer.
	Close bool

	// KeepAlive says that the client asked for keep-alive by name.
	KeepAlive bool

	// Chunked says that the body is chunked.
	Chunked bool

	// HasLength says that there was a Content-Length.
	HasLength bool

	// Continue says that the client waits for 100 Continue.
	Continue bool

	// Upgrade says that the client asks to change the protocol.
	Upgrade bool
}

// A span is a part of a head.
type span struct{ start, end uint32 }

func (h *Head) text(s span) string { return h.raw[s.start:s.end] }

// Method returns the method as it was sent.
func (h *Head) Method() string { return methodName(h.text(h.method)) }

// IsHead says whether the method is HEAD.
func (h *Head) IsHead() bool { return h.text(h.method) == "HEAD" }

// Path returns the path of the target as it was sent, still percent-encoded. It is
// "/" where the target has none, and "*" for the asterisk form.
func (h *Head) Path() string {
	switch {
	case h.Form == Asterisk:
		return "*"
	case h.path.start == h.path.end:
		return "/"
	}
	return h.text(h.path)
}

// Query returns the query of the target without the question mark.
func (h *Head) Query() string { return h.text(h.query) }

// Host returns the authority the request is for: from the target if that is
// absolute, otherwise from the Host field.
func (h *Head) Host() string { return h.text(h.host) }

// Scheme returns the scheme of an absolute target, otherwise "".
func (h *Head) Scheme() string {
	switch {
	case h.Form != Absolute:
		return ""
	case h.Secure:
		return "https"
	}
	return "http"
}

// SetTarget gives a head that was not parsed its target. Scheme and host count for
// the absolute form only.
func (h *Head) SetTarget(form Form, scheme, host, path, query string) {
	h.Form, h.Secure = form, scheme == "https"
	h.raw = path + query + host
	h.path = span{0, uint32(len(path))}
	h.query = span{h.path.end, h.path.end + uint32(len(query))}
	h.host = span{h.query.end, h.query.end + uint32(len(host))}
}

// Len returns the number of fields.
func (h *Head) Len() int { return len(h.fields) }

// Field returns the name and the value of the i-th field as they were sent.
func (h *Head) Field(i int) (name, value string) {
	f := &h.fields[i]
	return h.raw[f.nameOff : f.nameOff+uint32(f.nameLen)], h.raw[f.valueOff : f.valueOff+f.valueLen]
}

// Get returns the value of the first field with that name, in any case.
func (h *Head) Get(name string) (string, bool) {
	i := h.Index(name, 0)
	if i < 0 {
		return "", false
	}
	f := &h.fields[i]
	return h.raw[f.valueOff : f.valueOff+f.valueLen], true
}

// Index returns the index of the first field from the i-th on that has the
// name, in any case, or -1.
func (h *Head) Index(name string, i int) int {
	for ; i < len(h.fields); i++ {
		f := &h.fields[i]
		if int(f.nameLen) == len(name) && ascii.EqualFold(h.raw[f.nameOff:f.nameOff+uint32(f.nameLen)], name) {
			return i
		}
	}
	return -1
}

// Clone returns a copy that shares no memory with the buffer.
func (h *Head) Clone() Head {
	c := *h
	c.raw = strings.Clone(h.raw)
	c.fields = append([]Field(nil), h.fields...)
	return c
}
