package server

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"

	"github.com/weft-go/weft/internal/forward"
)

// A ProxyProtocol says from whom a server accepts the PROXY protocol, with which
// a load balancer that only passes bytes on tells who its client is. Versions 1
// (text) and 2 (binary) are known. The header stands before everything else on a
// connection, also before TLS.
//
// Whoever may send a header may claim any address. So name the load balancers
// alone, and make sure that they send the header themselves: one that does not
// would pass on what its clients write.
type ProxyProtocol struct {
	// From are the addresses of load balancers. Peers on a Unix socket, who have
	// no address, count as such: its file mode says who they may be. From others
	// a header is never accepted.
	From []netip.Prefix

	// Optional also serves connections without a header, from everywhere, as
	// what they are. The default is to close them.
	Optional bool

	// Timeout bounds the time until the header has arrived. Zero means
	// Config.HeaderTimeout.
	Timeout time.Duration
}

// maxProxyHeader bounds the header. Load balancers send some hundred bytes at
// most.
const maxProxyHeader = 4 << 10

// errNoHeader is the error of a connection that has to begin with a header and
// does not.
var errNoHeader = errors.New("proxy protocol: there is no header")

// begin reads the header of a connection, and returns the connection as one of
// the client that the header names.
func (p *ProxyProtocol) begin(c net.Conn) (net.Conn, error) {
	if !p.trusts(c.RemoteAddr()) {
		if p.Optional {
			return c, nil
		}
		return nil, fmt.Errorf("proxy protocol: %v may not send a header", c.RemoteAddr())
	}
	if p.Timeout > 0 {
		if err := c.SetReadDeadline(time.Now().Add(p.Timeout)); err != nil {
			return nil, err
		}
	}
	c, got, err := peek(c, make([]byte, maxProxyHeader), func(b []byte) bool {
		_, n, err := parseProxyHeader(b)
		return n > 0 || err != nil
	})
	if err != nil {
		return nil, err
	}
	h, n, err := parseProxyHeader(got)
	switch {
	case err == errNoHeader && p.Optional:
		return c, nil
	case err != nil:
		return nil, err
	case n == 0:
		return nil, fmt.Errorf("proxy protocol: the header is longer than %d bytes", maxProxyHeader)
	}
	if err := discard(c, n); err != nil {
		return nil, err
	}
	return h.apply(c), nil
}

// trusts says whether a peer may send a header.
func (p *ProxyProtocol) trusts(peer net.Addr) bool {
	switch a := peer.(type) {
	case *net.TCPAddr:
		return forward.Contains(p.From, a.AddrPort().Addr())
	case *net.UnixAddr:
		return true
	}
	return false
}

// apply returns the connection as the header describes it.
func (h proxyHeader) apply(c net.Conn) net.Conn {
	switch h.kind {
	case proxyTCP:
		return &proxyConn{c, net.TCPAddrFromAddrPort(h.source), net.TCPAddrFromAddrPort(h.destination)}
	case proxyUnix:
		return &proxyConn{c, &net.UnixAddr{Net: "unix"}, &net.UnixAddr{Net: "unix"}}
	}
	return c // the load balancer speaks for itself, to see whether the server is alive
}

// A proxyConn is a connection of another client than its peer.
type proxyConn struct {
	net.Conn
	remote, local net.Addr
}

// RemoteAddr returns the client's address.
func (c *proxyConn) RemoteAddr() net.Addr { return c.remote }

// LocalAddr returns the address that the client has connected to.
func (c *proxyConn) LocalAddr() net.Addr { return c.local }

// NetConn returns the connection below, which has the same bytes.
func (c *proxyConn) NetConn() net.Conn { return c.Conn }

// CloseWrite closes the sending side, if the connection can.
func (c *proxyConn) CloseWrite() error { return closeWrite(c.Conn) }
