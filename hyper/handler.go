package hyper

import "github.com/weft-go/weft"

// Event returns a handler whose answer is one patch: text/html, application/json or
// text/javascript. An error is answered as that of any other handler is.
func Event(f func(req *weft.Request) (Patch, error)) weft.Handler {
	return func(req *weft.Request) (weft.Response, error) {
		p, err := f(req)
		if err != nil {
			return weft.Response{}, err
		}
		return p.Response(req)
	}
}

// Events returns a handler whose answer is a stream of patches, text/event-stream. The
// function runs once the head of the response has been sent, and the stream ends when it
// returns. The context of its request is that of the stream: it ends when the browser
// goes away.
func Events(f func(req *weft.Request, page *Stream) error, options ...StreamOptions) weft.Handler {
	return func(req *weft.Request) (weft.Response, error) {
		return Response(req, func(page *Stream) error { return f(req.WithContext(page.ctx), page) }, options...), nil
	}
}

// IsRequest says whether a request was made by the client, rather than by the browser
// for a page of its own. A handler that serves both may use it to answer with a whole
// page.
func IsRequest(req *weft.Request) bool {
	v, _ := req.RawHeader("hyper-request")
	return v == "true"
}
