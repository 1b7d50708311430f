package client

import (
	"log/slog"
	"net/http"

	"github.com/weft-go/weft"
)

// follow sends the request, and goes where answers redirect it.
func (k *call) follow() (*http.Response, error) {
	limit := k.client.config.Redirects
	for hops := 0; ; hops++ {
		resp, err := k.persist()
		if err != nil {
			return nil, err
		}
		next, ok := k.redirect(resp)
		if !ok {
			return resp, nil
		}
		discard(resp)
		if hops == limit {
			return nil, &TooManyRedirects{limit}
		}
		k.moveTo(next, resp.StatusCode)
	}
}

// redirect returns where an answer sends the client (RFC 9110 section 15.4). It is
// false if the client should not go there by itself, or cannot.
func (k *call) redirect(resp *http.Response) (weft.URL, bool) {
	if k.client.config.Redirects == 0 || !k.redirectable(resp.StatusCode) {
		return weft.URL{}, false
	}
	location := resp.Header.Get("Location")
	ref, err := weft.ParseURL(location)
	if err != nil || location == "" {
		return weft.URL{}, false
	}
	here := k.request.URL()
	next := here.Resolve(ref)
	switch next.Scheme() {
	case "https":
	case "http":
		if here.Scheme() == "https" {
			return weft.URL{}, false // what was private would not be any more
		}
	default:
		return weft.URL{}, false
	}
	return next, true
}

// redirectable says whether a status is a redirect that the request may follow. With
// 301 and 302 it is not clear what becomes of a method that is not safe, and 303
// answers it; only 307 and 308 ask for the same request again.
func (k *call) redirectable(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
		m := k.request.Method()
		return (m == weft.GET || m == weft.HEAD) && k.body.replayable()
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return k.body.replayable()
	}
	return false
}

// moveTo makes next the target of the request. Another origin gets nothing that was
// meant for this one, and once the call has left the base, it does not come back to it
// with what is for the base: who sent it there may be a stranger.
func (k *call) moveTo(next weft.URL, status int) {
	here := k.request.URL()
	k.client.config.Logger.LogAttrs(k.ctx, slog.LevelDebug, "client: following a redirect",
		slog.String("method", string(k.request.Method())), slog.String("url", k.place()), slog.Int("status_code", status))
	k.request = k.request.WithURL(next)
	if !sameOrigin(here, next) {
		k.request = k.request.RemoveHeaders("Authorization", "Proxy-Authorization", "Cookie", "Host")
	}
	k.away = k.away || !sameOrigin(k.client.base, next)
}

// sameOrigin says whether two absolute URLs have the same scheme, host and port (RFC
// 9110 section 4.3.1).
func sameOrigin(a, b weft.URL) bool {
	return a.Scheme() == b.Scheme() && a.Host() == b.Host() && a.Port() == b.Port()
}
