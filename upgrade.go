package weft

import (
	"io"
	"net"

	"github.com/weft-go/weft/status"
)

// upgrade is a change of protocol: what takes the connection over.
type upgrade struct {
	protocol string
	takeover func(net.Conn, io.Reader)
}

// Upgrade returns the response 101 Switching Protocols. Once it has been sent,
// the server hands the connection to f and is done with it: f reads from r,
// which begins with the bytes that had already arrived, and writes to conn, which
// is closed when f returns. The request's context ends with f.
//
// Protocols built on it, such as WebSockets, have packages of their own.
func Upgrade(protocol string, f func(conn net.Conn, r io.Reader)) Response {
	r := Response{status: status.SwitchingProtocols}
	r.headers = NewHeaders("Upgrade", protocol)
	return r.with(func(x *extra) { x.upgrade = &upgrade{protocol, f} })
}

// Hijack hands the connection to f without an answer: what the client gets is f's
// affair from the first byte. It is there for code that was written for
// http.Hijacker; [Upgrade] is what new code wants.
func Hijack(f func(conn net.Conn, r io.Reader)) Response {
	return Response{}.with(func(x *extra) { x.upgrade = &upgrade{takeover: f} })
}

// Takeover returns the function that takes the connection over, or nil. It is
// for transports.
func (r Response) Takeover() func(net.Conn, io.Reader) {
	if r.extra == nil || r.extra.upgrade == nil {
		return nil
	}
	return r.extra.upgrade.takeover
}
