package transport

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/status"
)

// drainLimit is how much of a body that a handler left unread is read after the
// response, to keep the connection. Beyond it, closing is cheaper.
const drainLimit = 256 << 10

// RunStreamed serves the request whose body has not arrived yet. The body is
// read from src when the handler asks for it, so a slow handler slows the
// client down. It is called outside of the event loop, after Run has returned
// Stream, and returns what to do next: Read, Close or Takeover.
func (m *Machine) RunStreamed(sink Sink, src io.Reader) Action {
	head := m.x.Head()
	r := &bodyReader{m: m, src: src, sink: sink}
	r.waiting = head.Continue && m.set.AcceptContinue && m.start == m.end
	m.reader = r
	m.x.SetBody(weft.BodyReader(r, head.Length, ""))
	if head.Chunked {
		m.x.SetTrailers(r.section)
	}
	sink.Handling()
	action := m.answer(sink)
	m.reader = nil
	if action == Takeover {
		return action
	}
	if err := m.flush(sink); err != nil || action == Close || !r.drain() {
		r.shut()
		return Close
	}
	m.state = readingHead
	return Read
}

// A bodyReader reads a request body while it arrives. Reading it after the
// response has been sent fails, rather than stealing bytes from the next
// request.
type bodyReader struct {
	m    *Machine
	src  io.Reader
	sink Sink

	mu      sync.Mutex
	total   int64
	trailer string // the fields after the body, once it has ended
	err     error

	broken atomic.Bool // the rest of the body cannot be read

	ask     sync.Mutex // guards waiting, and sending 100 Continue
	waiting bool       // the client waits for 100 Continue
	unasked bool       // it still did when the answer began
}

var errBodyOver = errors.New("body: read after the response was sent")

// Read reads from what has arrived with the head first, then from the
// connection.
func (r *bodyReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.err == nil && len(p) > 0 {
		n, err := r.step(p)
		if r.err = err; err != nil && err != io.EOF {
			r.broken.Store(true)
		}
		if n > 0 {
			return n, nil
		}
	}
	return 0, r.err
}

// section returns the fields after the body, if they are there.
func (r *bodyReader) section() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.trailer
}

// step reads at most once. It may return 0 and no error, when the bytes were
// framing.
func (r *bodyReader) step(p []byte) (int, error) {
	m := r.m
	if m.body.Done() {
		r.trailer = m.body.Trailer()
		return 0, io.EOF
	}
	if m.start == m.end {
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	data, n, err := m.body.Next(m.chunk[m.start:min(m.end, m.start+len(p))])
	if err != nil {
		return 0, weft.ProblemOf(&weft.MalformedBody{Want: "a well-formed body", Cause: err})
	}
	m.start += n
	r.total += int64(len(data))
	if m.tooLarge(r.total) {
		return 0, weft.ProblemOf(m.bodyTooLarge())
	}
	return copy(p, data), nil
}

// fill reads from the connection into the part of the chunk that held the bytes
// before: they have been copied to the handler.
func (r *bodyReader) fill() error {
	m := r.m
	if err := r.proceed(); err != nil {
		return err
	}
	m.rewind()
	n, err := r.src.Read(m.Space())
	m.Filled(n)
	if n > 0 {
		return nil
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &weft.Problem{Status: status.RequestTimeout, Detail: "the request took too long to arrive", Cause: err}
	}
	return weft.ProblemOf(&weft.MalformedBody{Want: "a whole body", Cause: err})
}

// proceed tells a client that waits for it to send the body.
func (r *bodyReader) proceed() error {
	r.ask.Lock()
	defer r.ask.Unlock()
	if !r.waiting {
		return nil
	}
	r.waiting = false
	return r.sink.Send(h1.AppendContinue(nil))
}

// answering says that the answer begins, so that 100 Continue is not sent any
// more: it would stand in the middle. It reports whether the client still waits.
func (r *bodyReader) answering() bool {
	r.ask.Lock()
	defer r.ask.Unlock()
	r.unasked, r.waiting = r.waiting, false
	return r.unasked
}

// drain reads what the handler has left of the body. It reports whether the
// connection can go on.
func (r *bodyReader) drain() bool {
	if r.unasked {
		return false // nobody knows whether the client still sends the body
	}
	buf := make([]byte, 4<<10)
	for left := drainLimit; left > 0; {
		n, err := r.Read(buf)
		left -= n
		if err != nil {
			r.shut()
			return err == io.EOF
		}
	}
	return false
}

// shut ends reading for good.
func (r *bodyReader) shut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = errBodyOver
}

// Close tells that the rest of the body is not wanted.
func (r *bodyReader) Close() error { return nil }
