//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import "sync/atomic"

// A table finds connections by descriptor. Descriptors are small numbers that are used
// again, so the table is a list of pages, each made when it is first needed. Reading it
// takes no lock; the loops do so for every event.
type table struct {
	pages [maxDescriptors / pageSize]atomic.Pointer[page]
	limit atomic.Int32 // pages before this one have been made
}

const (
	pageSize       = 1 << 10
	maxDescriptors = 1 << 22
)

type page [pageSize]atomic.Pointer[Conn]

// get returns the connection with a descriptor, or nil.
func (t *table) get(fd int) *Conn {
	p := t.pages[fd/pageSize].Load()
	if p == nil {
		return nil
	}
	return p[fd%pageSize].Load()
}

// put adds a connection. Only one goroutine may do so at a time.
func (t *table) put(c *Conn) {
	n := int(c.fd) / pageSize
	p := t.pages[n].Load()
	if p == nil {
		p = new(page)
		t.pages[n].Store(p)
		t.limit.Store(max(t.limit.Load(), int32(n)+1))
	}
	p[int(c.fd)%pageSize].Store(c)
}

// remove forgets a connection. It has to be called before its descriptor is closed. It
// reports whether it was there.
func (t *table) remove(c *Conn) bool {
	p := t.pages[int(c.fd)/pageSize].Load()
	return p[int(c.fd)%pageSize].CompareAndSwap(c, nil)
}

// all iterates over the connections. Some that come or go meanwhile may be missed.
func (t *table) all(yield func(*Conn) bool) {
	for i := range t.limit.Load() {
		p := t.pages[i].Load()
		if p == nil {
			continue
		}
		for j := range p {
			if c := p[j].Load(); c != nil && !yield(c) {
				return
			}
		}
	}
}
