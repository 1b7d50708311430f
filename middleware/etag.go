package middleware

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
	"github.com/weft-go/weft/status"
)

// ETagConfig says how [ETag] behaves. The zero value is the default.
type ETagConfig struct {
	// Weak makes weak tags: those of bodies that mean the same although not every
	// byte is the same for everybody, as after compression further out.
	Weak bool

	// MaxSize is the size of a body in bytes up to which a tag is made. Zero means
	// 1 MiB; a negative value means no limit.
	MaxSize int64
}

const defaultTagSize = 1 << 20

// ETag returns middleware that gives responses an entity tag (RFC 9110, section
// 8.8.3), made from the bytes of the body, and answers conditional requests: a client
// that has the same body already gets 304 and no body. The handler runs all the same,
// so this saves the transfer and not the work.
//
// It looks at answers to GET and HEAD with status 200. A tag is made for bodies in
// memory up to a size; streams are never held up for one. A tag that the handler has
// set is honoured, for streams too, and so is Last-Modified. Responses with
// "Cache-Control: no-store" get no tag.
//
// At most one configuration may be given. For conditions on requests that change
// something see [Preconditions].
func ETag(config ...ETagConfig) weft.Middleware {
	o := option("ETag", config)
	if o.MaxSize == 0 {
		o.MaxSize = defaultTagSize
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			if err != nil || req.Method() != weft.GET && req.Method() != weft.HEAD {
				return resp, err
			}
			return o.answer(req, resp), nil
		}
	})
}

// answer tags a response and decides whether the client needs it.
func (o *ETagConfig) answer(req *weft.Request, resp weft.Response) weft.Response {
	if resp.Status() != status.OK || resp.Takeover() != nil || resp.Err() != nil {
		return resp
	}
	tag, tagged := resp.Headers().Get("ETag")
	if !tagged && o.isTaggable(req, resp) {
		b, _ := resp.Body().Bytes() // it is in memory
		tag = contentTag(sha256.Sum256(b))
		if o.Weak {
			tag = coding.WeakTag(tag)
		}
		resp = resp.AddHeader("ETag", tag)
	}
	v := Validators{ETag: tag}
	if field, ok := resp.Headers().Get("Last-Modified"); ok {
		v.LastModified, _ = weft.HeaderLastModified.Parse(field) // a malformed one is none
	}
	if v.ETag == "" && v.LastModified.IsZero() {
		return resp
	}
	switch precondition(req, v) {
	case notModified:
		return unchanged(resp)
	case preconditionFailed:
		_ = resp.Body().Close() // it is not sent
		return preconditionResponse(req)
	}
	return resp
}

// isTaggable says whether a tag can be made from the body. An empty answer to HEAD may
// be one whose handler has spared itself the work.
func (o *ETagConfig) isTaggable(req *weft.Request, resp weft.Response) bool {
	body := resp.Body()
	if body.IsStream() || body.IsEmpty() && req.Method() == weft.HEAD {
		return false
	}
	if n, _ := body.Len(); o.MaxSize >= 0 && n > o.MaxSize {
		return false
	}
	for _, field := range resp.Headers().Values("Cache-Control") {
		if coding.HasDirective(field, "no-store") {
			return false
		}
	}
	return true
}

// unchanged turns a response into 304. Fields about the body are left out (RFC 9110,
// section 15.4.5); the others, cookies among them, stay.
func unchanged(resp weft.Response) weft.Response {
	_ = resp.Body().Close() // it is not sent
	return resp.WithBody(weft.Body{}).WithStatus(status.NotModified).
		RemoveHeader("Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Disposition", "Content-Range", "Accept-Ranges")
}

// contentTag returns a strong tag made from a hash of the content. 128 bits are enough:
// those who would have to find two bodies with the same tag write both themselves.
func contentTag(hash [sha256.Size]byte) string {
	return `"` + base64.RawURLEncoding.EncodeToString(hash[:16]) + `"`
}

// entityTags iterates over the tags of a list, up to the first malformed one. The list
// cannot be split at its commas, as others can, because a tag may hold one, and
// a backslash has no meaning in it.
func entityTags(list string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for {
			list = strings.TrimLeft(list, " \t,")
			n := tagLength(list)
			if n == 0 || !yield(list[:n]) {
				return
			}
			list = strings.TrimLeft(list[n:], " \t")
			if list != "" && list[0] != ',' {
				return
			}
		}
	}
}

// tagLength returns the length of the entity tag that s begins with, or 0.
func tagLength(s string) int {
	start := 0
	if strings.HasPrefix(s, "W/") {
		start = 2
	}
	if len(s) <= start || s[start] != '"' {
		return 0
	}
	for i := start + 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i + 1
		case c <= ' ' || c == 0x7f:
			return 0
		}
	}
	return 0
}

func isWeak(tag string) bool { return strings.HasPrefix(tag, "W/") }

// sameStrong is the strong comparison of RFC 9110, section 8.8.3.2.
func sameStrong(a, b string) bool { return a == b && a != "" && !isWeak(a) }

// sameWeak is the weak one.
func sameWeak(a, b string) bool {
	return a != "" && strings.TrimPrefix(a, "W/") == strings.TrimPrefix(b, "W/")
}
