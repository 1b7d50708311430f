package websocket

import (
	"context"
	"io"
)

// A MessageReader reads one message while it arrives, however long it is. It is for
// use by one goroutine.
type MessageReader struct {
	c       *Conn
	ctx     context.Context
	kind    opcode
	held    []byte // of the current piece; a part of the connection's buffer
	last    bool   // which is the last one
	inflate *inflateStream
	text    checker // of inflated text
	err     error   // io.EOF after the end
}

// NextReader waits for the next message and returns a reader for it. The limit for
// the length of messages does not apply; that for frames does. What is left of the
// last message, if its reader has not come to the end, is skipped.
//
// It fails as [Conn.Read] does, and so does the reader, with the same ctx. If ctx
// ends in the middle of a compressed message the connection cannot be read any more.
// Control frames that the configuration hands on are read with a reader, too.
func (c *Conn) NextReader(ctx context.Context) (Kind, *MessageReader, error) {
	if err := c.beginRead(); err != nil {
		return 0, nil, err
	}
	defer c.endRead()
	defer c.interruptible(ctx)()
	if err := c.skipStream(ctx); err != nil {
		return 0, nil, err
	}
	p, err := c.nextPiece(ctx)
	if err != nil {
		return 0, nil, err
	}
	m := &MessageReader{c: c, ctx: ctx, kind: p.op, held: p.data, last: p.ends}
	if p.compressed {
		m.inflate = c.inflater.stream((*pieces)(m))
	}
	c.stream = m
	return Kind(p.op), m, nil
}

// Read reads what has arrived of the message, at least one byte, and returns io.EOF at
// its end.
func (m *MessageReader) Read(p []byte) (int, error) {
	if m.err != nil || len(p) == 0 {
		return 0, m.err
	}
	if err := m.c.beginRead(); err != nil {
		return 0, err
	}
	defer m.c.endRead()
	if m.c.stream != m {
		m.err = io.ErrUnexpectedEOF // somebody has gone on to the next message
		return 0, m.err
	}
	defer m.c.interruptible(m.ctx)()
	return m.read(m.ctx, p)
}

// read reads from the message. The right to read has to be held.
func (m *MessageReader) read(ctx context.Context, p []byte) (n int, err error) {
	m.ctx = ctx
	if m.inflate == nil {
		n, err = (*pieces)(m).Read(p)
	} else if n, err = m.inflate.Read(p); n > 0 || err == io.EOF {
		if e := m.check(p[:n], err == io.EOF); e != nil {
			n, err = 0, e
		}
	}
	switch {
	case err == io.EOF:
		m.c.stream = nil
	case err != nil && m.inflate != nil:
		err = m.c.endReading(m.c.refuse(err)) // the window is not what it should be
	case err != nil && ctx.Err() != nil:
		return n, err // a later call may go on
	}
	m.err = err
	return n, err
}

// check checks inflated text.
func (m *MessageReader) check(p []byte, end bool) error {
	if m.kind != opText || !m.c.dec.checkText {
		return nil
	}
	if !m.text.write(p) || end && !m.text.done() {
		return invalid("a text message is not UTF-8")
	}
	return nil
}

// skipStream reads the rest of a message that somebody has not read to its end. It is
// inflated if it is compressed, since later messages may refer to it.
func (c *Conn) skipStream(ctx context.Context) error {
	if c.stream == nil {
		return nil
	}
	dropped, m := make([]byte, 1<<10), c.stream
	for c.stream != nil {
		if _, err := c.stream.read(ctx, dropped); err != nil && err != io.EOF {
			return err
		}
	}
	m.err = io.ErrUnexpectedEOF // for who still reads it
	return nil
}

// pieces reads the payload of a message as it was sent.
type pieces MessageReader

// Read returns bytes of the payload, and io.EOF at its end.
func (s *pieces) Read(p []byte) (int, error) {
	if err := s.want(); err != nil {
		return 0, err
	}
	n := copy(p, s.held)
	s.held = s.held[n:]
	return n, nil
}

// ReadByte returns the next byte of the payload, and io.EOF at its end.
func (s *pieces) ReadByte() (byte, error) {
	if err := s.want(); err != nil {
		return 0, err
	}
	b := s.held[0]
	s.held = s.held[1:]
	return b, nil
}

// want makes sure that there is a byte.
func (s *pieces) want() error {
	for len(s.held) == 0 {
		if s.last {
			return io.EOF
		}
		p, err := s.c.nextPiece(s.ctx)
		if err != nil {
			return err
		}
		if p.op.isControl() {
			continue // there is no place for it within a message
		}
		s.held, s.last = p.data, p.ends
	}
	return nil
}
