package eventstream

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// An event stream is mostly silent, and proxies cut silent connections. So a Sender
// sends a comment when nothing else has been sent for a while. It does that from a
// timer: no goroutine waits, and sending an event does not touch the timer. When it
// fires it looks at the clock, and goes back to sleep for the rest of the time if there
// was an event meanwhile.

// ErrEnded is the error of sending to a stream that has ended.
var ErrEnded = errors.New("event stream: it has ended")

// DefaultHeartbeat is how long a stream is silent at most, unless set otherwise.
const DefaultHeartbeat = 15 * time.Second

// keptBuffer is how much memory a Sender keeps between events.
const keptBuffer = 64 << 10

// A Sender sends the bytes of events to one client. Its methods may be called from
// several goroutines at once. It lives inside [Run].
type Sender struct {
	ctx       context.Context
	cancel    context.CancelCauseFunc
	heartbeat time.Duration

	mu    sync.Mutex
	w     io.Writer
	buf   []byte
	last  time.Time // when something was sent
	timer *time.Timer
	err   error // why nothing more can be sent
}

// Run calls f with a Sender that writes to w and returns f's error. The context that f
// gets ends when parent does, and when a write has failed, because the client is gone.
// It also ends with serving, when the server begins to shut down; if f then returns
// the context's error, the stream ends well, and the client comes back elsewhere. When
// nothing has been sent for the time heartbeat, a comment is sent; zero means
// [DefaultHeartbeat], and a negative time none. Once Run returns, nothing is written
// to w any more, whoever still holds the Sender.
func Run(parent, serving context.Context, w io.Writer, heartbeat time.Duration, f func(context.Context, *Sender) error) error {
	ctx, cancel := context.WithCancelCause(parent)
	if heartbeat == 0 {
		heartbeat = DefaultHeartbeat
	}
	s := &Sender{ctx: ctx, cancel: cancel, w: w, heartbeat: heartbeat, last: time.Now()}
	defer s.end()
	if heartbeat > 0 {
		s.mu.Lock()
		s.timer = time.AfterFunc(heartbeat, s.beat)
		s.mu.Unlock()
	}
	defer context.AfterFunc(serving, func() { cancel(errShutdown) })()
	err := f(ctx, s)
	if errors.Is(err, context.Canceled) && context.Cause(ctx) == errShutdown {
		return nil
	}
	return err
}

var errShutdown = errors.New("eventstream: the server is shutting down")

// Send sends what write appends, in one piece, so that it goes out at once. It fails if
// write does, in which case nothing is sent and the stream goes on, and if the client
// is gone or the stream has ended. The slice that write gets must not be kept.
func (s *Sender) Send(write func(dst []byte) ([]byte, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.alive(); err != nil {
		return err
	}
	b, err := write(s.buf[:0])
	if cap(b) <= keptBuffer {
		s.buf = b[:0]
	}
	if err != nil || len(b) == 0 {
		return err
	}
	return s.write(b)
}

// SendBytes sends bytes that were written before.
func (s *Sender) SendBytes(b []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.alive(); err != nil || len(b) == 0 {
		return err
	}
	return s.write(b)
}

// alive returns why nothing can be sent any more, or nil.
func (s *Sender) alive() error {
	if s.err == nil && s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return s.err
}

func (s *Sender) write(b []byte) error {
	if _, err := s.w.Write(b); err != nil {
		s.err = err
		s.cancel(err)
		return err
	}
	s.last = time.Now()
	return nil
}

// beat sends a comment if it is time for one, and sets the timer again.
func (s *Sender) beat() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alive() != nil {
		return
	}
	left := s.heartbeat - time.Since(s.last)
	if left <= 0 {
		if s.write([]byte(":\n\n")) != nil {
			return
		}
		left = s.heartbeat
	}
	s.timer.Reset(left)
}

// end makes sure that nothing is written any more.
func (s *Sender) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	if s.err == nil {
		s.err = ErrEnded
	}
	s.w, s.buf = nil, nil
	s.cancel(ErrEnded)
}
