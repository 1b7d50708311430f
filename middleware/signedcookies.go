package middleware

import (
	"slices"

	"github.com/weft-go/weft"
)

// SignedCookies returns middleware that signs the cookies of these names when they are
// set, and verifies them when they come back: handlers set and read plain values. A
// cookie that was changed, that has no signature or whose time is over is taken out of
// the request, as if the client had not sent it. Anyone can read a signed cookie; see
// [weft.CookieSealer] for secrets.
//
// Without names it is for all cookies but that of flash messages, which are signed
// anyway. It panics if the signer is nil.
func SignedCookies(signer *weft.CookieSigner, names ...string) weft.Middleware {
	if signer == nil {
		panic(mistake("middleware.SignedCookies: the signer is nil"))
	}
	s := &cookieGuard{signer, names}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(s.verify(req))
			if err != nil || !resp.Headers().Has("Set-Cookie") {
				return resp, err
			}
			headers, err := s.sign(resp.Headers())
			if err != nil {
				_ = resp.Body().Close() // it is not sent
				return weft.Response{}, err
			}
			return resp.SetHeaders(headers), nil
		}
	})
}

type cookieGuard struct {
	signer *weft.CookieSigner
	names  []string
}

func (s *cookieGuard) concerns(name string) bool {
	if len(s.names) == 0 {
		return name != weft.FlashCookie
	}
	return slices.Contains(s.names, name)
}

// verify returns the request with the plain values of its signed cookies.
func (s *cookieGuard) verify(req *weft.Request) *weft.Request {
	if _, ok := req.RawHeader("Cookie"); !ok {
		return req
	}
	var kept []weft.Cookie
	changed := false
	for _, c := range req.Cookies() {
		if s.concerns(c.Name) {
			changed = true
			plain, err := s.signer.Verify(c)
			if err == nil {
				_, err = weft.CookieString(plain)
			}
			if err != nil {
				continue
			}
			c = plain
		}
		kept = append(kept, c)
	}
	if !changed {
		return req
	}
	req = req.RemoveHeader("Cookie")
	if text, err := weft.CookieString(kept...); err == nil && len(kept) > 0 {
		req = req.AddHeader("Cookie", text)
	}
	return req
}

// sign returns the fields with the cookies signed that are set by them. It fails if a
// cookie is too long once it is signed.
func (s *cookieGuard) sign(h weft.Headers) (weft.Headers, error) {
	out := h.Remove("Set-Cookie")
	for _, value := range h.Values("Set-Cookie") {
		if c, err := weft.ParseSetCookie(value); err == nil && s.concerns(c.Name) {
			signed, err := s.signer.Sign(c).SetCookieString()
			if err != nil {
				return h, err
			}
			value = signed
		}
		out = out.Add("Set-Cookie", value)
	}
	return out, nil
}
