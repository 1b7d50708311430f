package websocket

import (
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// A browser lets any page open a WebSocket to any server, with the cookies of that
// server. What keeps a stranger's page from speaking in its visitor's name is the
// Origin field, which browsers set and scripts cannot change (RFC 6455, section
// 10.2). Programs that are not browsers leave it out.

// checkOrigin says whether the page that opens the socket may do so.
func (o *Options) checkOrigin(req *weft.Request) bool {
	if o.CheckOrigin != nil {
		return o.CheckOrigin(req)
	}
	origins := req.RawHeaders("Origin")
	if len(origins) == 0 {
		return true
	}
	if len(origins) > 1 {
		return false
	}
	for _, allowed := range o.Origins {
		if allowed == "*" || ascii.EqualFold(allowed, origins[0]) {
			return true
		}
	}
	return sameHost(origins[0], req)
}

// sameHost says whether an origin such as https://example.com:8443 has the host and
// the port of the request. The scheme is not compared: behind a proxy that ends TLS
// it is not known.
func sameHost(origin string, req *weft.Request) bool {
	scheme, host, ok := strings.Cut(origin, "://")
	if !ok || host == "" {
		return false // "null", for example: a sandboxed frame or a file
	}
	own, ok := req.RawHeader("Host")
	return ok && ascii.EqualFold(withPort(host, scheme), withPort(own, scheme))
}

// withPort returns the host with the port that the scheme stands for, if it has none.
func withPort(host, scheme string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && i > strings.LastIndexByte(host, ']') {
		return host
	}
	if ascii.EqualFold(scheme, "https") {
		return host + ":443"
	}
	return host + ":80"
}
