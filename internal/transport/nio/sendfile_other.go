//go:build !linux || !(amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package nio

import (
	"io"
	"net"
	"os"
)

// filePiece is how much of a file is sent before the wait for the client begins anew.
const filePiece = 1 << 20

// SendFile sends head and a part of a file the way package net knows for the system:
// with sendfile(2), TransmitFile or by copying. It does so for sockets without TLS.
func (k *conn) SendFile(head []byte, f *os.File, offset, length int64) (bool, error) {
	tc, ok := k.nc.(*net.TCPConn)
	if !ok {
		return false, nil
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return false, nil
	}
	if err := k.Send(head); err != nil {
		return true, err
	}
	for length > 0 {
		k.enter(sending)
		n, err := tc.ReadFrom(&io.LimitedReader{R: f, N: min(length, filePiece)})
		if err == nil && n == 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return true, k.sent(err)
		}
		length -= n
	}
	return true, k.sent(nil)
}
