package middleware

import (
	"io"

	"github.com/weft-go/weft"
)

// BodyLimit returns middleware that refuses request bodies of more than limit bytes with
// 413. It is for routes that want less than the server allows, and for servers that
// stream bodies. A body whose length is not known beforehand is refused while it is
// read: reading fails with an error that stands for 413. BodyLimit panics if the limit
// is negative.
func BodyLimit(limit int64) weft.Middleware {
	if limit < 0 {
		panic(mistake("middleware.BodyLimit: the limit is %d, want at least 0", limit))
	}
	tooLarge := &weft.BodyTooLarge{Limit: limit, Setting: "middleware.BodyLimit"}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			body := req.Body()
			n, known := body.Len()
			switch {
			case known && n > limit:
				return weft.ProblemOf(tooLarge).Response(req), nil
			case known:
				return next(req)
			}
			r := &boundedBody{ReadCloser: body.AsStream(), left: limit, tooLarge: tooLarge}
			return next(req.WithBody(weft.BodyReader(r, -1, body.MediaType())))
		}
	})
}

// A boundedBody fails when more is read than is allowed.
type boundedBody struct {
	io.ReadCloser
	left     int64
	tooLarge *weft.BodyTooLarge
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, weft.ProblemOf(b.tooLarge)
	}
	return n, err
}
