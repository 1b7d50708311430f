package websocket

import (
	"bytes"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// messageEnd is put after a compressed message: what its flush ended with, and an empty
// last block, so that the inflater sees a whole DEFLATE stream and stops.
var messageEnd = [9]byte{0x00, 0x00, 0xff, 0xff, 0x01, 0x00, 0x00, 0xff, 0xff}

// An inflater inflates the messages of one connection, one after the other. Like a
// deflater it keeps the window and borrows the rest.
type inflater struct {
	takeover bool
	size     int // of the window
	window   []byte
}

var decompressors = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// borrow returns a decompressor that reads from r, with a window.
func borrow(r flate.Reader, window []byte) io.ReadCloser {
	fr := decompressors.Get().(io.ReadCloser)
	restart(fr, r, window)
	return fr
}

func restart(fr io.ReadCloser, r flate.Reader, window []byte) {
	_ = fr.(flate.Resetter).Reset(r, window) // never fails
}

// giveBack takes a decompressor back, without what it has read from.
func giveBack(fr io.ReadCloser) {
	restart(fr, bytes.NewReader(nil), nil)
	decompressors.Put(fr)
}

// read notes text that has been inflated.
func (f *inflater) read(p []byte) {
	if f.takeover {
		f.window = slide(f.window, p, f.size)
	}
}

// message inflates a whole message. It fails if the text is longer than limit. The
// bytes after data may be overwritten.
func (f *inflater) message(data []byte, limit int64) ([]byte, error) {
	r := bytes.NewReader(append(data, messageEnd[:]...))
	fr := borrow(r, f.window)
	defer giveBack(fr)
	out := make([]byte, 0, min(limit+1, int64(max(512, 3*len(data)))))
	for {
		if len(out) == cap(out) {
			out = append(out, 0)[:len(out)]
		}
		n, err := fr.Read(out[len(out):cap(out)])
		out = out[:len(out)+n]
		switch {
		case int64(len(out)) > limit:
			return nil, tooBig("a message", int64(len(out)), limit)
		case err == io.EOF && (r.Len() == 0 || r.Len() == len(messageEnd)):
			f.read(out)
			return out, nil
		case err == io.EOF:
			// The sender has ended its stream within the message (RFC 7692, section
			// 7.2.3.4). What follows is another one.
			restart(fr, r, slide(bytes.Clone(f.window), out, f.size))
		case err != nil:
			return nil, invalid("a compressed message cannot be inflated: " + err.Error())
		}
	}
}

// An inflateStream inflates a message while it arrives.
type inflateStream struct {
	f   *inflater
	src *endedReader
	fr  io.ReadCloser // nil once the message has ended
	own []byte        // the window, if the inflater keeps none
}

// stream returns a reader of the message that r has the compressed bytes of.
func (f *inflater) stream(r flate.Reader) *inflateStream {
	src := &endedReader{r: r}
	return &inflateStream{f: f, src: src, fr: borrow(src, f.window)}
}

// Read returns text. It returns io.EOF at the end of the message.
func (s *inflateStream) Read(p []byte) (int, error) {
	for s.fr != nil {
		n, err := s.fr.Read(p)
		s.f.read(p[:n])
		if !s.f.takeover {
			s.own = slide(s.own, p[:n], s.f.size)
		}
		if err == io.EOF {
			err = s.restart()
		} else if err != nil {
			s.stop()
			if s.src.err != nil {
				return n, s.src.err // not the message is broken but the connection
			}
			return n, invalid("a compressed message cannot be inflated: " + err.Error())
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.EOF
}

// restart goes on after the end of a stream, if the message has not ended with it.
func (s *inflateStream) restart() error {
	if s.src.done() {
		s.stop()
		return s.src.err
	}
	window := s.own
	if s.f.takeover {
		window = s.f.window
	}
	restart(s.fr, s.src, window)
	return nil
}

func (s *inflateStream) stop() {
	giveBack(s.fr)
	s.fr = nil
}

// An endedReader reads a message and then its ending.
type endedReader struct {
	r    flate.Reader
	over bool // r has ended
	next int  // of the ending
	err  error
}

// ReadByte returns the next byte.
func (e *endedReader) ReadByte() (byte, error) {
	if !e.over {
		c, err := e.r.ReadByte()
		if err != io.EOF {
			e.err = err
			return c, err
		}
		e.over = true
	}
	if e.next == len(messageEnd) {
		return 0, io.EOF
	}
	e.next++
	return messageEnd[e.next-1], nil
}

// Read reads what is left of the message, or of its ending. The decompressor calls
// it for stored blocks, whose length it knows.
func (e *endedReader) Read(p []byte) (int, error) {
	if !e.over {
		n, err := e.r.Read(p)
		if n > 0 || err != io.EOF {
			if err != io.EOF {
				e.err = err
			}
			return n, e.err
		}
		e.over = true
	}
	if e.next == len(messageEnd) {
		return 0, io.EOF
	}
	n := copy(p, messageEnd[e.next:])
	e.next += n
	return n, nil
}

// done says whether nothing but the ending is left.
func (e *endedReader) done() bool {
	if !e.over {
		c, err := e.r.ReadByte()
		if err == nil {
			e.r = &pushedBack{e.r, c, true}
			return false
		}
		if err != io.EOF {
			e.err = err
			return true
		}
		e.over = true
	}
	return e.next == 0 || e.next == len(messageEnd)
}

// pushedBack is a reader with a byte that has been looked at.
type pushedBack struct {
	flate.Reader
	c    byte
	have bool
}

// ReadByte returns that byte first.
func (p *pushedBack) ReadByte() (byte, error) {
	if p.have {
		p.have = false
		return p.c, nil
	}
	return p.Reader.ReadByte()
}

// Read returns that byte first.
func (p *pushedBack) Read(b []byte) (int, error) {
	if p.have && len(b) > 0 {
		p.have = false
		b[0] = p.c
		return 1, nil
	}
	return p.Reader.Read(b)
}
