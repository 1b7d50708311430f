//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import "github.com/weft-go/weft"

// OnLoops returns the number of connections that loops serve.
func (t *Transport) OnLoops() int { return int(t.count.Load()) }

// Guests returns the number of connections that nio serves.
func (t *Transport) Guests() int { return t.nio.Connections() }

// Blocks says whether the route of a request is known to block.
func (t *Transport) Blocks(x *weft.Exchange) bool { return t.blocking.Known(x) }

// Holder returns who runs the first loop.
func (t *Transport) Holder() *Runner { return t.dog.loops[0].holds.Load() }

// CloseIdle closes idle connections.
func (t *Transport) CloseIdle() { t.tell((*Runner).drain) }
