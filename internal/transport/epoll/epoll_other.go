//go:build !linux || !(amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"

	"github.com/weft-go/weft/internal/transport"
)

// A Transport exists on Linux only.
type Transport struct{}

// New fails: this system has no epoll.
func New(*transport.Settings, int) (*Transport, error) {
	return nil, fmt.Errorf("epoll is a part of Linux on 64-bit machines, and this is %s/%s: %w", runtime.GOOS, runtime.GOARCH, errors.ErrUnsupported)
}

// Serve fails.
func (*Transport) Serve(net.Listener) error { return errors.ErrUnsupported }

// Shutdown does nothing.
func (*Transport) Shutdown(context.Context) error { return nil }

// Close does nothing.
func (*Transport) Close() error { return nil }

// Connections returns 0.
func (*Transport) Connections() int { return 0 }
