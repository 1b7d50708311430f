package client

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/weft-go/weft"
)

// A payload is the body of a request: bytes that can be sent any number of times, or
// a stream that can be sent once.
type payload struct {
	data   []byte
	length int64 // -1 if it is not known
	stream *sending
}

func newPayload(b weft.Body, dog *watchdog) payload {
	length, known := b.Len()
	if !known {
		length = -1
	}
	if b.IsStream() {
		return payload{length: length, stream: &sending{body: b, dog: dog}}
	}
	data, _ := b.Bytes() // it is in memory
	return payload{data: data, length: length}
}

// replayable says whether the body can be sent more than once.
func (p *payload) replayable() bool { return p.stream == nil }

// failure returns why the program could not go on producing the body, or nil.
func (p *payload) failure() error {
	if p.stream == nil {
		return nil
	}
	p.stream.mu.Lock()
	defer p.stream.mu.Unlock()
	return p.stream.failure
}

// attach gives the body to a request.
func (p *payload) attach(req *http.Request) {
	req.ContentLength = p.length
	switch {
	case p.stream != nil && p.length == 0:
		p.close()
		req.Body = http.NoBody // any other body without a length is sent in chunks
	case p.stream != nil:
		p.stream.open()
		req.Body = p.stream
	case p.length > 0:
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(p.data)), nil }
		req.Body, _ = req.GetBody()
	}
}

// close ends a stream, whether it was attached or not.
func (p *payload) close() {
	if p.stream != nil {
		_ = p.stream.Close() // it says nothing about the call
	}
}

// A sending is a stream that is being sent. The transport reads it on one goroutine and
// may close it on another in the middle of a read, which not every stream bears:
// iterators do not. So a close waits for the read to return.
type sending struct {
	body weft.Body
	dog  *watchdog // suspended while the program produces

	mu      sync.Mutex
	src     io.ReadCloser
	reading bool
	closed  bool
	failure error
}

var errSendingClosed = errors.New("body: the connection has closed it")

func (s *sending) open() { s.src = s.body.AsStream() }

// Read reads from the program.
func (s *sending) Read(p []byte) (int, error) {
	if !s.enter() {
		return 0, errSendingClosed
	}
	s.dog.suspend()
	n, err := s.src.Read(p)
	s.dog.resume()
	s.leave(err)
	return n, err
}

func (s *sending) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reading = !s.closed
	return s.reading
}

func (s *sending) leave(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reading = false
	if s.closed {
		_ = s.src.Close()
		return
	}
	if err != nil && err != io.EOF { // a wrapped one is a fault of the source, not an end
		s.failure = err
	}
}

// Close tells the program that no more is wanted.
func (s *sending) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	if s.src == nil {
		return s.body.Close()
	}
	// A pipe can be closed at any time, and its reader should not wait for a writer
	// that has nothing to say.
	if _, pipe := s.src.(*io.PipeReader); pipe || !s.reading {
		return s.src.Close()
	}
	return nil
}
