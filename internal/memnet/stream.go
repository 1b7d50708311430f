package memnet

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// A connection is two streams, one for each direction. A stream is a bounded
// buffer between one reading and one writing end, and everything about it is
// decided under one lock: whoever changes something wakes all who wait, and
// those look again.
//
// The order in which a call looks at things is what makes it behave like a
// socket:
//
//	read:   own end closed, deadline passed, connection reset, bytes there, writer gone (io.EOF), else wait
//	write:  own end closed, deadline passed, connection reset, reader gone (EPIPE), room there, else wait
//
// So a deadline in the past beats bytes that could be read, and bytes that were
// sent beat the end of the stream.

const (
	errBrokenPipe = syscall.EPIPE
	errReset      = syscall.ECONNRESET
)

// stream is one direction of a connection.
type stream struct {
	mu      sync.Mutex
	changed sync.Cond
	buf     bytes.Buffer
	size    int
	reader  end
	writer  end
	// writing is held by one write from its first byte to its last. It is not a
	// mutex, because a goroutine that waits for a mutex would keep a synctest
	// bubble from becoming idle.
	writing bool
	aborted bool
}

// end is the state of one side of a stream.
type end struct {
	// closed is nil while the end is open, and afterwards what its calls
	// return.
	closed error
	// expired is set while the end's deadline lies in the past.
	expired bool
	timer   *time.Timer
}

func newStream(size int) *stream {
	s := &stream{size: size}
	s.changed.L = &s.mu
	return s
}

// fault returns why no call on the end can go on, or nil.
func (s *stream) fault(e *end) error {
	switch {
	case e.closed != nil:
		return e.closed
	case e.expired:
		return os.ErrDeadlineExceeded
	case s.aborted:
		return errReset
	}
	return nil
}

func (s *stream) read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if err := s.fault(&s.reader); err != nil {
			return 0, err
		}
		switch {
		case len(p) == 0:
			return 0, nil
		case s.buf.Len() > 0:
			n, _ := s.buf.Read(p)
			s.changed.Broadcast()
			return n, nil
		case s.writer.closed != nil:
			return 0, io.EOF
		}
		s.changed.Wait()
	}
}

func (s *stream) write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.writing {
		if err := s.writeFault(); err != nil {
			return 0, err
		}
		s.changed.Wait()
	}
	s.writing = true
	defer func() {
		s.writing = false
		s.changed.Broadcast()
	}()
	return s.writeAll(p)
}

// writeAll is called with the lock and with writing held.
func (s *stream) writeAll(p []byte) (sent int, err error) {
	for {
		if err := s.writeFault(); err != nil {
			return sent, err
		}
		n := min(len(p)-sent, s.size-s.buf.Len())
		s.buf.Write(p[sent : sent+n])
		if sent += n; sent == len(p) {
			return sent, nil
		}
		s.changed.Broadcast()
		s.changed.Wait()
	}
}

func (s *stream) writeFault() error {
	if err := s.fault(&s.writer); err != nil {
		return err
	}
	if s.reader.closed != nil {
		return errBrokenPipe
	}
	return nil
}

// closeReader reports whether the end was open. Bytes that nobody can read any
// more are dropped.
func (s *stream) closeReader() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reader.closed != nil {
		return false
	}
	s.reader.close(net.ErrClosed)
	s.buf = bytes.Buffer{}
	s.changed.Broadcast()
	return true
}

// closeWriter makes later writes return reason. A half-closed end can still be
// closed, but not the other way round.
func (s *stream) closeWriter(reason error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if errors.Is(s.writer.closed, net.ErrClosed) {
		return net.ErrClosed
	}
	s.writer.close(reason)
	s.changed.Broadcast()
	return nil
}

// reset loses the bytes on their way and makes calls on an end that is still
// open fail.
func (s *stream) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.aborted = true
	s.buf = bytes.Buffer{}
	s.changed.Broadcast()
}

func (s *stream) setDeadline(e *end, t time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if errors.Is(e.closed, net.ErrClosed) {
		return net.ErrClosed
	}
	e.stopTimer()
	e.expired = false
	if t.IsZero() {
		return nil
	}
	if wait := time.Until(t); wait > 0 {
		e.startTimer(s, wait)
		return nil
	}
	e.expired = true
	s.changed.Broadcast()
	return nil
}

// startTimer lets the end expire after wait, unless the deadline is changed
// first. A timer that was stopped too late finds another one in its place and
// does nothing.
func (e *end) startTimer(s *stream, wait time.Duration) {
	var timer *time.Timer
	timer = time.AfterFunc(wait, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if e.timer == timer {
			e.expired = true
			s.changed.Broadcast()
		}
	})
	e.timer = timer
}

func (e *end) stopTimer() {
	if e.timer != nil {
		e.timer.Stop()
		e.timer = nil
	}
}

func (e *end) close(reason error) {
	e.closed = reason
	e.stopTimer()
}
