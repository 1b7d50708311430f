package middleware

import (
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/status"
)

// A client that has a copy of something asks for it on a condition: only if it is
// another one now. A client that is about to change something does so on the opposite
// condition: only if nobody else has changed it meanwhile. RFC 9110, section 13.2.2,
// fixes the order in which the fields are looked at, and what each of them leads to:
//
//	If-Match             no tag of the list is the current one       → 412
//	If-Unmodified-Since  changed since (only without If-Match)       → 412
//	If-None-Match        a tag of the list is the current one        → 304, or 412 for other methods than GET and HEAD
//	If-Modified-Since    not changed since (only without             → 304
//	                     If-None-Match, only for GET and HEAD)
//
// Tags that are to protect a change are compared strictly: weak ones, which promise the
// same meaning but not the same bytes, never match. Tags that are to save a transfer
// are compared without regard to that difference.

// Validators are what the current state of a resource is recognised by.
type Validators struct {
	// ETag is the entity tag with its quotes, and W/ before it if it is weak. Empty
	// means that there is none.
	ETag string

	// LastModified is when the resource was changed last. The zero time means that
	// this is not known.
	LastModified time.Time

	// Absent says that there is nothing yet at the URL, so that "If-None-Match: *"
	// lets a client create it, and no more.
	Absent bool
}

// Preconditions evaluates the conditional fields of a request (RFC 9110, section 13)
// against the current state of what it is about. It reports false if the request is to
// be carried out. Otherwise it returns the answer: 304 with the validators, or 412.
//
// Handlers that change something call it first, so that two clients do not undo each
// other's work:
//
//	func putBook(req *weft.Request) (weft.Response, error) {
//		book := store.Get(req.Param("id"))
//		if resp, done := middleware.Preconditions(req, middleware.Validators{ETag: book.ETag()}); done {
//			return resp, nil
//		}
//		…
//	}
//
// For GET and HEAD there is the middleware [ETag].
func Preconditions(req *weft.Request, v Validators) (weft.Response, bool) {
	switch precondition(req, v) {
	case notModified:
		return weft.NotModified().SetHeaders(v.fields()), true
	case preconditionFailed:
		return preconditionResponse(req), true
	}
	return weft.Response{}, false
}

// fields returns the validators as header fields.
func (v Validators) fields() weft.Headers {
	var h weft.Headers
	if v.ETag != "" {
		h = h.Add("ETag", v.ETag)
	}
	if !v.LastModified.IsZero() {
		h = h.Add("Last-Modified", weft.HeaderLastModified.Format(v.LastModified))
	}
	return h
}

func preconditionResponse(req *weft.Request) weft.Response {
	p := weft.Problem{Status: status.PreconditionFailed, Detail: "what is at this path is not what the request expects"}
	return p.Response(req)
}

// A conditionVerdict is what the conditional fields of a request lead to.
type conditionVerdict uint8

const (
	proceed conditionVerdict = iota
	notModified
	preconditionFailed
)

// precondition looks at the fields in their order.
func precondition(req *weft.Request, v Validators) conditionVerdict {
	if fields := req.RawHeaders("If-Match"); fields != nil {
		if !v.matchAny(fields, sameStrong) {
			return preconditionFailed
		}
	} else if since, ok := req.Header(weft.HeaderIfUnmodifiedSince); ok && v.changedAfter(since) {
		return preconditionFailed
	}
	isRead := req.Method() == weft.GET || req.Method() == weft.HEAD
	if fields := req.RawHeaders("If-None-Match"); fields != nil {
		switch {
		case !v.matchAny(fields, sameWeak):
			return proceed
		case isRead:
			return notModified
		}
		return preconditionFailed
	}
	if !isRead || v.LastModified.IsZero() || v.Absent {
		return proceed
	}
	if since, ok := req.Header(weft.HeaderIfModifiedSince); ok && !v.changedAfter(since) {
		return notModified
	}
	return proceed
}

// changedAfter compares in whole seconds, because the fields have no finer ones.
func (v Validators) changedAfter(t time.Time) bool {
	return !v.LastModified.IsZero() && v.LastModified.Truncate(time.Second).After(t)
}

// matchAny says whether a list of tags has the current one, or is "*" and there is
// something.
func (v Validators) matchAny(fields []string, same func(a, b string) bool) bool {
	if v.Absent {
		return false
	}
	for _, field := range fields {
		if ascii.TrimOWS(field) == "*" {
			return true
		}
		for tag := range entityTags(field) {
			if v.ETag != "" && same(tag, v.ETag) {
				return true
			}
		}
	}
	return false
}

// rangeApplies says whether an If-Range field, if there is one, lets a Range field
// apply: whether the client's part is of what is sent now, byte for byte (RFC 9110,
// section 13.1.5).
func rangeApplies(req *weft.Request, v Validators) bool {
	field, ok := req.RawHeader("If-Range")
	if !ok {
		return true
	}
	if n := tagLength(field); n > 0 {
		return n == len(field) && sameStrong(field, v.ETag)
	}
	t, err := weft.HeaderLastModified.Parse(field)
	// A date is as good as a strong tag only if it is exactly the one that was sent,
	// and only if it was not fresh then; the tag tells whether it is.
	return err == nil && !v.LastModified.IsZero() && v.LastModified.Truncate(time.Second).Equal(t) && !isWeak(v.ETag)
}
