// Package transport is what all transports of the server share: the machine
// that turns a connection's bytes into requests and responses into bytes, and
// the settings it works by.
//
// A transport owns sockets and goroutines; the [Machine] owns HTTP/1.1. The
// transport reads into [Machine.Space], says how much it got with
// [Machine.Filled], and calls [Machine.Run], which parses and answers whatever
// is complete and tells what to do next:
//
//	for {
//		n, err := conn.Read(m.Space())
//		…
//		m.Filled(n)
//		switch m.Run(sink) {
//		case transport.Read:     // needs more bytes
//		case transport.Close:    // done with the connection
//		case transport.Stream:   // the next request has a body to be streamed
//		case transport.Takeover: // the connection is no longer HTTP
//		}
//	}
//
// A machine belongs to a connection only while bytes of a request are there, so
// an idle connection holds none. Machines come from a pool; what they have
// handed to handlers does not: requests, their field tables and the bytes they
// point into are cut from larger pieces of memory that are never written twice,
// and the garbage collector takes the pieces when nobody looks at them any more.
package transport
