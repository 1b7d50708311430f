//go:build !linux || !(amd64 || arm64 || riscv64 || loong64 || ppc64le)

package uring

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/epoll"
)

// New fails: this system has no io_uring.
func New(*transport.Settings, int) (*epoll.Transport, error) {
	return nil, fmt.Errorf("io_uring is a part of Linux on 64-bit machines, and this is %s/%s: %w", runtime.GOOS, runtime.GOARCH, errors.ErrUnsupported)
}
