//go:build !linux || !(amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package nio

import "net"

// rawConn is empty where connections are served with Read and Write.
type rawConn struct{}

func (r *rawConn) init(net.Conn) {}

func (k *conn) serveRaw() bool { return false }

// ended is never asked for: Read notices the end of a stream by itself.
func (k *conn) ended() bool { return false }

// hungUp is not known here; writing to such a client fails.
func (k *conn) hungUp() bool { return false }

// shutdown has nothing to add to the deadline.
func (k *conn) shutdown() {}
