//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

// A Kernel is a way for loops to learn from the kernel what their sockets have. This
// package has one, which [New] uses, and package uring another.
type Kernel struct {
	// Name is what errors begin with.
	Name string

	// Open returns the driver of a loop.
	Open func(*Loop) (Driver, error)

	// Listen returns what accepts connections from a descriptor, which belongs to it
	// from then on.
	Listen func(t *Transport, fd int) Acceptor
}

// A Driver does for one loop what is different from kernel interface to kernel
// interface. Add and Wake may be called by anyone, the others only by who has the loop.
type Driver interface {
	// Add has the driver look after a connection.
	Add(c *Conn) error

	// Remove ends that. The socket is still open.
	Remove(c *Conn)

	// Again has the connection looked at again, although nothing has arrived.
	Again(c *Conn)

	// Serve serves the connections that have bytes to read, until the runner has lost
	// the loop.
	Serve(r *Runner)

	// Wait waits until there is something to serve, or until Wake.
	Wait()

	// Wake ends Wait, and has the runner answer its mail.
	Wake()

	// Flush does what was put off and needs the sockets, before some are closed.
	Flush()

	// Quiet says whether everything is sent that was to be sent to an idle connection.
	Quiet(c *Conn) bool

	// Close ends the driver. It has no connections any more.
	Close()
}

// An Acceptor accepts connections.
type Acceptor interface {
	// Accept gives connections to the transport until the acceptor is closed, and then
	// returns nil.
	Accept() error

	// Close ends Accept, without waiting for it.
	Close() error
}
