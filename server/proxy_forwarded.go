package server

import (
	"net/netip"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/forward"
)

// ProxyHeaders are the header fields with which trusted proxies tell about their
// clients, as a set: XForwardedFor|XForwardedProto, for example.
//
// A proxy passes on most fields that its client has sent. So choose only those
// that the proxy sets itself, or else clients write them.
type ProxyHeaders uint8

// The header fields. The zero value stands for XForwarded.
const (
	XForwardedFor   ProxyHeaders = 1 << iota // X-Forwarded-For: the client's address
	XForwardedProto                          // X-Forwarded-Proto: http or https
	XForwardedHost                           // X-Forwarded-Host: the host that the client has asked for
	ForwardedHeader                          // Forwarded (RFC 7239): all of these in one; it goes first

	XForwarded = XForwardedFor | XForwardedProto | XForwardedHost
)

// forwarding replaces what a request says about its peer by what trusted proxies
// say about the client.
//
// Each proxy appends what it knows to the right, so the list is read from there:
// the last entry was written by the peer of this server, and says who the peer's
// own peer was. If that one is trusted, too, the entry before was written by it,
// and so on. The first address that is not trusted is the client's; everything
// further left could have been written by the client itself.
type forwarding struct {
	trusted []netip.Prefix
	fields  ProxyHeaders
	unix    bool // the server listens on a Unix socket, whose peers are trusted
}

// middleware returns the middleware.
func (f *forwarding) middleware() weft.Middleware {
	return weft.Around(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) { return next(f.apply(req)) }
	})
}

// apply returns the request as the client has sent it to the first proxy.
func (f *forwarding) apply(req *weft.Request) *weft.Request {
	peer, known := req.RemoteAddress()
	if known && !forward.Contains(f.trusted, peer) || !known && !f.unix {
		return req
	}
	h := f.client(req)
	if h.Addr.IsValid() && h.Addr != peer || h.Unknown {
		req = req.WithRemoteAddress(h.Addr)
	}
	if h.Proto == "" && h.Host == "" || !strings.HasPrefix(req.Path(), "/") {
		return req
	}
	u := req.URL()
	switch {
	case h.Proto != "":
		u = u.WithScheme(h.Proto)
	case req.TLS() != nil:
		u = u.WithScheme("https")
	default:
		u = u.WithScheme("http")
	}
	if h.Host == "" {
		h.Host = req.Host()
	}
	return req.WithURL(u.WithPort(0).WithHost(h.Host))
}

// client returns what is known about the client.
func (f *forwarding) client(req *weft.Request) forward.Hop {
	if f.fields&ForwardedHeader != 0 {
		if values := req.Headers().Values("Forwarded"); len(values) > 0 {
			hops := forward.ParseForwarded(strings.Join(values, ","))
			for i := range hops {
				hops[i].Host = parseHost(hops[i].Host)
			}
			return f.walk(hops)
		}
	}
	return f.walk(f.xForwarded(req))
}

// walk goes from the right to the first hop whose address is not trusted.
func (f *forwarding) walk(hops []forward.Hop) forward.Hop {
	var client forward.Hop
	for i := len(hops) - 1; i >= 0; i-- {
		h := hops[i]
		if !h.Addr.IsValid() && !h.Unknown {
			// A proxy that does not tell about its client. What it says about the
			// request itself is good.
			client.Proto, client.Host = firstOf(h.Proto, client.Proto), firstOf(h.Host, client.Host)
			return client
		}
		client = h
		if h.Unknown || !forward.Contains(f.trusted, h.Addr) {
			break
		}
	}
	return client
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// xForwarded makes hops of the three fields. Proxies append to each of them, so
// entries at the same place belong together. If there are not as many, the proxy
// replaces the field, and its last entry is about the client.
func (f *forwarding) xForwarded(req *weft.Request) []forward.Hop {
	addrs := f.list(req, XForwardedFor, "X-Forwarded-For")
	protos := f.list(req, XForwardedProto, "X-Forwarded-Proto")
	hosts := f.list(req, XForwardedHost, "X-Forwarded-Host")
	hops := make([]forward.Hop, max(len(addrs), 1))
	for i := range hops {
		if i < len(addrs) {
			hops[i].Addr, hops[i].Unknown = forward.ParseNode(addrs[i])
		}
		hops[i].Proto = forward.ParseProto(entry(protos, i, len(hops)))
		hops[i].Host = parseHost(entry(hosts, i, len(hops)))
	}
	return hops
}

// list returns the entries of a field, if it is one of those to be read.
func (f *forwarding) list(req *weft.Request, field ProxyHeaders, name string) []string {
	if f.fields&field == 0 {
		return nil
	}
	values := req.Headers().Values(name)
	if len(values) == 0 {
		return nil
	}
	return strings.Split(strings.Join(values, ","), ",")
}

// entry returns the entry that belongs to hop i of n.
func entry(list []string, i, n int) string {
	switch {
	case len(list) == 0:
		return ""
	case len(list) == n:
		return ascii.TrimOWS(list[i])
	}
	return ascii.TrimOWS(list[len(list)-1])
}

// parseHost returns a host with its port as it is, or "" if it is not
// well-formed.
func parseHost(s string) string {
	u, err := weft.ParseURL("http://" + s + "/")
	if err != nil || u.Host() == "" || u.Path() != "/" || u.RawQuery() != "" || u.Fragment() != "" || strings.ContainsAny(s, "/?#@") {
		return ""
	}
	return s
}
