package middleware

import (
	"iter"
	"net/netip"
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/forward"
)

// RealIPConfig says which proxies [RealIP] believes.
type RealIPConfig struct {
	// Trusted are the addresses of the proxies in front of the server.
	// [PrivateNetworks] has the usual ones. Without any, nobody is believed.
	Trusted []netip.Prefix

	// Header is the field in which the proxies tell the client's address:
	// X-Forwarded-For, which is the default, Forwarded (RFC 7239), or a field with one
	// address, such as X-Real-Ip. Only one is looked at, because a proxy that sets one
	// passes the others on as clients made them up.
	Header string

	// TrustUnknown also believes requests without an address, which come over Unix
	// sockets.
	TrustUnknown bool
}

// RealIP returns middleware that finds the client's address behind proxies, so that
// [weft.Request.RemoteAddress] returns it to everything further in. Attach it last.
//
// The list of addresses is read from its end, where the nearest proxy has written, and
// as long as they belong to trusted proxies. The first that does not is the client. What
// stands before it was made up by the client or is not to be known. A request that does
// not come from a trusted proxy is left as it is.
func RealIP(config RealIPConfig) weft.Middleware {
	if config.Header == "" {
		config.Header = "X-Forwarded-For"
	}
	for i, p := range config.Trusted {
		if !p.IsValid() {
			panic(mistake("middleware.RealIP: the prefix at %d is not valid", i))
		}
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			peer, known := req.RemoteAddress()
			if known && config.trusts(peer) || !known && config.TrustUnknown {
				if client, ok := config.client(req.RawHeaders(config.Header)); ok {
					req = req.WithRemoteAddress(client)
				}
			}
			return next(req)
		}
	})
}

// PrivateNetworks returns the addresses that are not used on the Internet: those of the
// machine itself, of private networks (RFC 1918, RFC 4193) and of links. Proxies in the
// same data centre have one of them.
func PrivateNetworks() []netip.Prefix {
	var list []netip.Prefix
	for _, s := range [...]string{
		"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
		"::1/128", "fc00::/7", "fe80::/10",
	} {
		list = append(list, netip.MustParsePrefix(s))
	}
	return list
}

func (c *RealIPConfig) trusts(a netip.Addr) bool { return forward.Contains(c.Trusted, a) }

// maxHops bounds how many addresses are looked at.
const maxHops = 32

// client returns the address of the client from the values of the field.
func (c *RealIPConfig) client(values []string) (netip.Addr, bool) {
	var found netip.Addr
	hops := 0
	for a := range c.addresses(values) {
		if !a.IsValid() || hops == maxHops {
			break // what comes before is not to be trusted
		}
		found = a
		if hops++; !c.trusts(a) {
			break
		}
	}
	return found, found.IsValid()
}

// addresses iterates over the addresses of the field, the nearest first. One that is not
// to be known is not valid.
func (c *RealIPConfig) addresses(values []string) iter.Seq[netip.Addr] {
	if ascii.EqualFold(c.Header, "Forwarded") {
		return forwardedFor(values)
	}
	return func(yield func(netip.Addr) bool) {
		for _, value := range slices.Backward(values) {
			for rest := value; rest != ""; {
				comma := strings.LastIndexByte(rest, ',')
				if a, _ := forward.ParseNode(rest[comma+1:]); !yield(a) {
					return
				}
				rest = rest[:max(comma, 0)]
			}
		}
	}
}

// forwardedFor does so for the field Forwarded.
func forwardedFor(values []string) iter.Seq[netip.Addr] {
	return func(yield func(netip.Addr) bool) {
		for _, hop := range slices.Backward(forward.ParseForwarded(strings.Join(values, ","))) {
			if !yield(hop.Addr) {
				return
			}
		}
	}
}
