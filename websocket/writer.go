package websocket

import (
	"context"
	"errors"

	"github.com/klauspost/compress/flate"
)

// A MessageWriter writes one message piece by piece, each of which is sent in a frame
// of its own when some have come together. It is for use by one goroutine. Other
// messages wait until it is closed; control frames do not.
type MessageWriter struct {
	c     *Conn
	ctx   context.Context
	h     header // of the next frame
	fw    *flate.Writer
	large *[bufferSize]byte
	held  []byte   // not sent yet; a part of large
	text  *checker // nil unless the text is checked
	err   error
}

// NextWriter begins a message of kind [Text] or [Binary]. It waits while another one
// is being sent. The message is complete when the writer is closed, which must not be
// forgotten: nothing else can be sent before.
func (c *Conn) NextWriter(ctx context.Context, kind Kind) (*MessageWriter, error) {
	if err := c.checkMessage(kind, nil); err != nil {
		return nil, err
	}
	if err := c.beginWrite(ctx); err != nil {
		return nil, err
	}
	w := &MessageWriter{c: c, ctx: ctx, h: header{op: opcode(kind)}}
	if kind == Text && !c.set.config.Decoder.NoUTF8Validator {
		w.text = &checker{}
	}
	w.large = buffers.Get().(*[bufferSize]byte)
	w.held = w.large[:0:min(c.maxFrame, bufferSize)]
	if c.deflater != nil {
		w.h.rsv = rsv1
		w.held = w.large[:0:min(c.maxFrame+len(flushed), bufferSize)]
		w.fw = c.deflater.begin((*frameSink)(w))
	}
	return w, nil
}

// Write adds to the message. It fails as [Conn.Write] does, and with an error if the
// message is text and p cannot be a part of it. After an error nothing more can be
// written.
func (w *MessageWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if w.text != nil && !w.text.write(p) {
		w.err = errors.New("websocket: write: the text is not UTF-8")
		return 0, w.err
	}
	if w.err = w.c.ended(w.ctx); w.err != nil {
		return 0, w.err
	}
	if w.fw == nil {
		_, w.err = (*frameSink)(w).Write(p)
	} else {
		_, w.err = w.fw.Write(p)
		w.c.deflater.wrote(p)
	}
	if w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// Close ends the message and lets others write. If the message could not be written
// whole, the connection is closed with [InternalError], since half a message cannot
// be taken back; Close then returns the first error. Closing again does nothing.
func (w *MessageWriter) Close() error {
	if w.large == nil {
		return nil
	}
	defer w.free()
	if w.err == nil && w.text != nil && !w.text.done() {
		w.err = errors.New("websocket: write: the text ends within a character")
	}
	if w.err == nil {
		w.err = w.finish()
	}
	if w.err != nil {
		w.c.sendClose(InternalError, "")
		return w.err
	}
	w.err = errors.New("websocket: write: the message has been closed")
	return nil
}

// finish sends what is held as the last frame.
func (w *MessageWriter) finish() error {
	if err := w.c.ended(w.ctx); err != nil {
		return err
	}
	if w.fw != nil {
		if err := w.fw.Flush(); err != nil {
			return err
		}
		w.held = w.held[:len(w.held)-len(flushed)]
	}
	w.h.fin = true
	return w.c.writeFrame(w.ctx, w.h, w.held)
}

func (w *MessageWriter) free() {
	if w.fw != nil {
		w.c.deflater.end(w.fw)
	}
	buffers.Put(w.large)
	w.large, w.held = nil, nil
	w.c.writing.done()
}

// frameSink takes the payload of a message and sends it in frames.
type frameSink MessageWriter

// Write sends a frame whenever the buffer is full. Of compressed data the last four
// bytes stay: they may be those that a flush ends with.
func (w *frameSink) Write(p []byte) (int, error) {
	total, keep := len(p), 0
	if w.fw != nil {
		keep = len(flushed)
	}
	for len(p) > 0 {
		if len(w.held) == cap(w.held) {
			n := len(w.held) - keep
			if err := w.c.writeFrame(w.ctx, w.h, w.held[:n]); err != nil {
				return 0, err
			}
			w.h.op, w.h.rsv = opContinuation, 0
			w.held = w.held[:copy(w.held, w.held[n:])]
		}
		n := min(len(p), cap(w.held)-len(w.held))
		w.held = append(w.held, p[:n]...)
		p = p[n:]
	}
	return total, nil
}
