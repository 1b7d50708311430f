package nethttp

import (
	"log/slog"
	"net/http"

	"github.com/weft-go/weft"
)

// Handler returns a handler of net/http as one of ours. The handler may be used
// for many requests at once, if h may.
//
// A panic of h becomes a [*weft.PanicError]; one with http.ErrAbortHandler cuts
// the connection. The error is that of [Request] if the request cannot be
// expressed for net/http. A nil handler is a mistake in the program's text, so
// Handler itself panics.
func Handler(h http.Handler) weft.Handler {
	if h == nil {
		panic("nethttp.Handler: the handler is nil")
	}
	server := &http.Server{Handler: h}
	return func(req *weft.Request) (weft.Response, error) {
		r, err := Request(req)
		if err != nil {
			return weft.Response{}, err
		}
		return serve(h, r.WithContext(&callContext{Context: req.Context(), server: server}), req.Logger())
	}
}

// serve runs a handler on a goroutine of its own, and returns when the head of
// its answer is known and the body is either complete or too long to wait for.
func serve(h http.Handler, r *http.Request, log *slog.Logger) (weft.Response, error) {
	w := newWriter(r, log)
	go w.run(h)
	a := <-w.answer
	return a.resp, a.err
}
