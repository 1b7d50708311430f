// Package reserve lets a server's garbage lie until collecting it pays.
//
// Go begins a collection when the heap has doubled, but at 4 MiB at the latest for a
// small one. A server whose live data is small makes 4 MiB of garbage in a few
// milliseconds: it would collect a hundred times a second, and each time all stacks are
// looked at, shrunk, and grown again by the next requests. [Hold] puts a block of memory
// into the heap that is never touched, so that it takes address space and no memory, but
// counts when the heap's size is doubled:
//
//	defer reserve.Hold(32 << 20)()
//
// The price is memory: up to as much garbage as the block is large stays resident while
// there is work. When there is none for ten seconds, it is collected and given back to
// the system.
//
// The block is there for the whole process and is made once. Nothing is held where the
// program says itself how it wants to be collected, by GOGC, and no more than an eighth
// of GOMEMLIMIT.
package reserve
