package websocket

import (
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
)

// socketState says who uses the connection's socket.
type socketState struct {
	socket  bool        // it is one, and nothing is around it
	mu      sync.Mutex  // for changes of what follows
	looping atomic.Bool // the body of a loop runs inside of RawConn.Read
	aside   atomic.Bool // there is a second descriptor, which is read from
	closed  atomic.Bool
	second  io.Closer
	fd      uintptr // valid during a loop, whose RawConn.Read keeps it open; 0 before the first byte
}

// isSocket says whether loops can run inside of RawConn.Read.
func (c *Conn) isSocket() bool { return c.state.socket && !c.state.aside.Load() }

// errCut is the error of reads from a connection that this side has closed.
func errCut() error { return &CloseError{Code: AbnormalClosure, Err: net.ErrClosed} }

// enterLoop notes that a loop begins. It returns false if the connection is closed.
func (c *Conn) enterLoop() bool {
	c.state.mu.Lock()
	defer c.state.mu.Unlock()
	c.state.looping.Store(!c.state.closed.Load())
	return c.state.looping.Load()
}

// inLoop notes the descriptor that a loop reads from.
func (c *Conn) inLoop(fd uintptr) {
	c.state.mu.Lock()
	defer c.state.mu.Unlock()
	c.state.fd = fd
}

// sendNow sends as much of p as the network takes without a wait. During a loop this
// needs no more than the system call. The lock for frames has to be held.
func (c *Conn) sendNow(p []byte) (int, syscall.Errno) {
	if !c.state.socket {
		return 0, 0
	}
	c.state.mu.Lock()
	if fd := c.state.fd; fd != 0 {
		n, errno := send(fd, p)
		c.state.mu.Unlock()
		return n, errno
	}
	c.state.mu.Unlock()
	if c.out == nil {
		c.out = newSink(c.nc)
	}
	return c.out.send(p)
}

// leaveLoop closes the connection, if somebody wanted that during the loop.
func (c *Conn) leaveLoop() {
	c.state.mu.Lock()
	defer c.state.mu.Unlock()
	c.state.looping.Store(false)
	c.state.fd = 0
	if c.state.closed.Load() {
		c.closeDescriptors()
	}
}

// closeSocket closes the connection. Closing a descriptor waits for those who use it,
// and in the body of a loop that is the caller. So during a loop the socket is made
// useless to both sides, and the end of the loop closes it.
func (c *Conn) closeSocket() error {
	c.state.mu.Lock()
	defer c.state.mu.Unlock()
	c.state.closed.Store(true)
	if !c.state.looping.Load() {
		return c.closeDescriptors()
	}
	shutdown(c.nc)
	return c.nc.SetDeadline(longAgo)
}

func (c *Conn) closeDescriptors() error {
	if c.state.second != nil {
		c.state.second.Close()
	}
	return c.nc.Close()
}

// stepAside lets those who read in the body of a loop wait on a second descriptor: the
// first one is locked until the loop is left. That happens as soon as the body is done
// with its message, and all goes on with calls to Read. The turn to read has to be
// held.
func (c *Conn) stepAside() error {
	if !c.state.looping.Load() || c.state.aside.Load() {
		return nil
	}
	second, err := c.in.duplicate(c.nc)
	if err != nil {
		return fmt.Errorf("websocket: read: %w", err)
	}
	c.state.mu.Lock()
	defer c.state.mu.Unlock()
	c.state.second = second
	c.state.aside.Store(true)
	return nil
}
