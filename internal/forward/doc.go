// Package forward is about what is forwarded: header fields that travel from a request
// that a server received to the requests that its handler sends, and what proxies say
// about the requests that they pass on.
//
// Middleware and clients do not know each other, and this package is where they meet:
// the middleware forwardHeaders puts fields into the context of a request with [With],
// and a client that is told to forward takes them out again with [From].
//
//	ctx = forward.With(ctx, []forward.Field{{Name: "X-Request-Id", Value: "7f3a"}})
//	…
//	for _, f := range forward.From(ctx) {
//		// add f to the outgoing request
//	}
//
// Fields are plain pairs of strings, so that the package needs nothing above it.
//
// In the other direction, proxies tell who their client was. [ParseForwarded] reads the
// field Forwarded (RFC 7239) and [ParseNode] an entry of X-Forwarded-For, for the server
// and the middleware that look behind proxies.
package forward
