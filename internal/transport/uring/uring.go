//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)

package uring

import (
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/epoll"
)

// New returns a transport with a number of loops on io_uring, or as many as GOMAXPROCS
// says if that is 0, and starts them. It runs until Shutdown or Close. It fails if the
// kernel refuses what it needs.
func New(set *transport.Settings, loops int) (*epoll.Transport, error) {
	return epoll.NewOn(epoll.Kernel{Name: "uring", Open: open, Listen: listen}, set, loops)
}
