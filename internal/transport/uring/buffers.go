//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)

package uring

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// buffers are what the kernel receives into. It takes one from a ring when bytes have
// arrived, so connections that wait have none. At first there are few; when they have
// not been enough, there are more.
type buffers struct {
	ring    []bufferSlot
	mapped  []byte // the ring's memory
	memory  []byte
	tail    uint16
	created int
}

const (
	bufferSize  = 1 << 10
	fewBuffers  = 64
	mostBuffers = 2048 // a power of two
)

// A bufferSlot is struct io_uring_buf. In the first one, after is the tail of the ring.
type bufferSlot struct {
	addr  uint64
	len   uint32
	id    uint16
	after uint16
}

// newBuffers registers buffers with a ring.
func newBuffers(r *ring) (*buffers, error) {
	const prot, flags = syscall.PROT_READ | syscall.PROT_WRITE, syscall.MAP_ANON | syscall.MAP_PRIVATE
	b := new(buffers)
	var err error
	if b.mapped, err = syscall.Mmap(-1, 0, mostBuffers*int(unsafe.Sizeof(bufferSlot{})), prot, flags); err == nil {
		b.memory, err = syscall.Mmap(-1, 0, mostBuffers*bufferSize, prot, flags)
	}
	if err != nil {
		b.close()
		return nil, fmt.Errorf("mmap: %w", err)
	}
	b.ring = unsafe.Slice((*bufferSlot)(unsafe.Pointer(&b.mapped[0])), mostBuffers)
	registration := struct {
		addr    uint64
		entries uint32
		group   uint16
		flags   uint16
		_       [3]uint64
	}{addr: uint64(uintptr(unsafe.Pointer(&b.mapped[0]))), entries: mostBuffers}
	if err := r.register(registerBuffers, uintptr(unsafe.Pointer(&registration)), 1); err != nil {
		b.close()
		return nil, err
	}
	b.grow()
	return b, nil
}

// close gives the memory back. The kernel must not know it any more.
func (b *buffers) close() {
	for _, m := range [][]byte{b.mapped, b.memory} {
		if m != nil {
			_ = syscall.Munmap(m) // it is ours, so this works
		}
	}
}

// grow doubles the number of buffers, up to a bound.
func (b *buffers) grow() {
	for n := min(max(2*b.created, fewBuffers), mostBuffers); b.created < n; b.created++ {
		b.put(uint16(b.created))
	}
	b.publish()
}

// bytes returns the beginning of a buffer.
func (b *buffers) bytes(id uint16, n int) []byte {
	at := int(id) * bufferSize
	return b.memory[at : at+n]
}

// put lets a buffer be used again, after publish.
func (b *buffers) put(id uint16) {
	slot := &b.ring[b.tail%mostBuffers]
	slot.addr = uint64(uintptr(unsafe.Pointer(&b.memory[int(id)*bufferSize])))
	slot.len = bufferSize
	slot.id = id
	b.tail++
}

// publish tells the kernel about the buffers that were put back. The tail is half of a
// word, of which the other half is the first slot's id.
func (b *buffers) publish() {
	word := (*uint32)(unsafe.Pointer(&b.ring[0].id))
	atomic.StoreUint32(word, uint32(b.ring[0].id)|uint32(b.tail)<<16)
}
