package weft

import "sync/atomic"

// Flash returns a flash message that the response before has left:
//
//	notice, ok := req.Flash(weft.FlashGet[string]("notice"))
//
// It returns false if there is none, or if it is not a T. A request that reads
// one uses up all of them: its response makes the client forget them.
func (r *Request) Flash[T any](reader FlashReader[T]) (T, bool) {
	var zero T
	c, ok := r.Cookie(FlashCookie)
	if !ok {
		return zero, false
	}
	origin := r
	if r.own != nil && r.own.origin != nil {
		origin = r.own.origin
	}
	atomic.StoreUint32(&origin.flashRead, 1)
	f, err := OpenFlash(r.runtime().signer(), c)
	if err != nil {
		return zero, false // forged, or from another key
	}
	return reader.From(f)
}

// WithFlash returns the response with messages for the client's next request. They
// travel in a signed cookie.
func (r Response) WithFlash(messages ...FlashMessage) Response {
	return r.with(func(x *extra) {
		x.flash = append(append([]FlashMessage(nil), x.flash...), messages...)
	})
}

func (r *Request) flashWasRead() bool { return atomic.LoadUint32(&r.flashRead) != 0 }

// passFlash adds the cookie that carries flash messages on, or takes it back.
func (r *Request) passFlash(resp Response) Response {
	if resp.extra != nil && len(resp.extra.flash) > 0 {
		f, err := NewFlash(resp.extra.flash...)
		if err != nil {
			return resp.fail(err)
		}
		c, err := f.Cookie(r.runtime().signer())
		if err != nil {
			return resp.fail(err)
		}
		return resp.WithCookie(c)
	}
	if r.flashWasRead() {
		return resp.WithCookie(ClearFlash())
	}
	return resp
}
