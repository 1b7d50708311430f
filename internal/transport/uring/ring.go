//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)

package uring

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// A ring is an io_uring: a queue of requests to the kernel and a queue of what has
// become of them, both in memory that is shared with it. It is for one goroutine at a
// time, on whatever thread.
type ring struct {
	fd     int
	queues []byte // the mapped memory of the queues
	slots  []byte // and of the requests

	sqHead, sqTail, sqFlags *uint32
	sqMask                  uint32
	sqes                    []request
	tail, submitted         uint32 // requests so far, and those that the kernel has taken

	cqHead, cqTail, cqFlags *uint32
	cqMask                  uint32
	cqes                    []completion
	head                    uint32 // completions so far
}

const (
	requests    = 256
	completions = 4096
)

// A request is struct io_uring_sqe.
type request struct {
	op      uint8
	flags   uint8
	ioprio  uint16
	fd      int32
	off     uint64
	addr    uint64
	len     uint32
	opFlags uint32
	user    uint64
	group   uint16
	_       uint16
	_       uint32
	_       [2]uint64
}

// A completion is struct io_uring_cqe.
type completion struct {
	user  uint64
	res   int32
	flags uint32
}

// parameters is struct io_uring_params.
type parameters struct {
	sqEntries, cqEntries, flags, cpu, idle, features, workers uint32
	_                                                         [3]uint32
	sq                                                        struct {
		head, tail, mask, entries, flags, dropped, array, _ uint32
		_                                                   uint64
	}
	cq struct {
		head, tail, mask, entries, overflow, cqes, flags, _ uint32
		_                                                   uint64
	}
}

// From the kernel's io_uring.h. The numbers of the system calls are the same on all
// machines.
const (
	sysSetup    = 425
	sysEnter    = 426
	sysRegister = 427

	setupQueueSize = 1 << 3
	setupSubmitAll = 1 << 7

	hasOneMapping = 1 << 0
	hasNoDrop     = 1 << 1
	hasSkip       = 1 << 11

	mapSlots = 0x10000000

	enterEvents = 1 << 0

	overflowed    = 1 << 1 // in the flags of requests: completions wait inside of the kernel
	eventDisabled = 1 << 0 // in the flags of completions

	registerEvent   = 4
	registerBuffers = 22
)

// newRing returns a ring. It fails if the kernel has none, refuses it, or is too old.
func newRing() (*ring, error) {
	p := parameters{flags: setupQueueSize | setupSubmitAll, cqEntries: completions}
	fd, _, errno := syscall.Syscall(sysSetup, requests, uintptr(unsafe.Pointer(&p)), 0)
	if errno != 0 {
		return nil, refusal("io_uring_setup", errno)
	}
	r := &ring{fd: int(fd)}
	if want := uint32(hasOneMapping | hasNoDrop | hasSkip); p.features&want != want {
		r.close()
		return nil, refusal("io_uring_setup", syscall.EINVAL)
	}
	if err := r.mapQueues(&p); err != nil {
		r.close()
		return nil, fmt.Errorf("mmap: %w", err)
	}
	return r, nil
}

// refusal explains an error of the kernel.
func refusal(call string, errno syscall.Errno) error {
	why := ""
	switch errno {
	case syscall.ENOSYS:
		why = "; the kernel has no io_uring"
	case syscall.EPERM, syscall.EACCES:
		why = "; the sysctl kernel.io_uring_disabled or a seccomp filter, as containers have one, forbids io_uring"
	case syscall.EINVAL:
		why = "; the kernel is older than 5.19"
	}
	return fmt.Errorf("%s: %w%s; want AUTO, NIO or EPOLL here", call, errno, why)
}

func (r *ring) mapQueues(p *parameters) (err error) {
	const prot, flags = syscall.PROT_READ | syscall.PROT_WRITE, syscall.MAP_SHARED | syscall.MAP_POPULATE
	size := max(p.cq.cqes+p.cqEntries*uint32(unsafe.Sizeof(completion{})), p.sq.array+p.sqEntries*4)
	if r.queues, err = syscall.Mmap(r.fd, 0, int(size), prot, flags); err != nil {
		return err
	}
	if r.slots, err = syscall.Mmap(r.fd, mapSlots, int(p.sqEntries)*int(unsafe.Sizeof(request{})), prot, flags); err != nil {
		return err
	}
	at := func(offset uint32) *uint32 { return (*uint32)(unsafe.Pointer(&r.queues[offset])) }
	r.sqHead, r.sqTail, r.sqFlags, r.sqMask = at(p.sq.head), at(p.sq.tail), at(p.sq.flags), *at(p.sq.mask)
	r.cqHead, r.cqTail, r.cqFlags, r.cqMask = at(p.cq.head), at(p.cq.tail), at(p.cq.flags), *at(p.cq.mask)
	r.sqes = unsafe.Slice((*request)(unsafe.Pointer(&r.slots[0])), p.sqEntries)
	r.cqes = unsafe.Slice((*completion)(unsafe.Pointer(&r.queues[p.cq.cqes])), p.cqEntries)
	order := unsafe.Slice(at(p.sq.array), p.sqEntries)
	for i := range order {
		order[i] = uint32(i) // each request has its slot
	}
	return nil
}

// close closes the ring. Nothing may be under way.
func (r *ring) close() {
	for _, m := range [][]byte{r.queues, r.slots} {
		if m != nil {
			_ = syscall.Munmap(m) // it is ours, so this works
		}
	}
	syscall.Close(r.fd)
}

// add appends a request. If the queue is full, it is submitted first.
func (r *ring) add(q request) {
	for r.tail-atomic.LoadUint32(r.sqHead) >= uint32(len(r.sqes)) {
		r.submit()
	}
	r.sqes[r.tail&r.sqMask] = q
	r.tail++
}

// submit gives requests to the kernel. It reports whether it has taken all.
func (r *ring) submit() bool {
	for r.pending() || r.overflowed() {
		atomic.StoreUint32(r.sqTail, r.tail)
		r.done()
		var flags uintptr
		if r.overflowed() {
			flags = enterEvents // this makes them come out
		}
		n, errno := r.enter(uintptr(r.tail-r.submitted), flags)
		r.submitted += uint32(n)
		if errno != 0 && errno != syscall.EINTR || n == 0 {
			break // it has no memory, or room for completions: next time
		}
	}
	return !r.pending()
}

// pending says whether there are requests that the kernel has not taken.
func (r *ring) pending() bool { return r.tail != r.submitted }

// enter does not wait for anything, so the scheduler need not know.
func (r *ring) enter(submit, flags uintptr) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(sysEnter, uintptr(r.fd), submit, 0, flags, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

// arrived returns the number of completions that the kernel has made so far.
func (r *ring) arrived() uint32 { return atomic.LoadUint32(r.cqTail) }

// ready says whether there are completions.
func (r *ring) ready() bool { return r.arrived() != r.head || r.overflowed() }

func (r *ring) overflowed() bool { return atomic.LoadUint32(r.sqFlags)&overflowed != 0 }

// next takes out the next completion, which has to be there. The kernel may use its
// place again after done.
func (r *ring) next() completion {
	c := r.cqes[r.head&r.cqMask]
	r.head++
	return c
}

func (r *ring) done() { atomic.StoreUint32(r.cqHead, r.head) }

// register calls io_uring_register.
func (r *ring) register(what, arg, n uintptr) error {
	if _, _, errno := syscall.Syscall6(sysRegister, uintptr(r.fd), what, arg, n, 0, 0); errno != 0 {
		return refusal("io_uring_register", errno)
	}
	return nil
}

// notify has an event signalled for each completion, as long as listen says so.
func (r *ring) notify(event int) error {
	fd := int32(event)
	r.listen(false)
	return r.register(registerEvent, uintptr(unsafe.Pointer(&fd)), 1)
}

func (r *ring) listen(on bool) {
	var flags uint32
	if !on {
		flags = eventDisabled
	}
	atomic.StoreUint32(r.cqFlags, flags)
}
