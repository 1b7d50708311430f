package transport

import (
	"io"
	"os"
	"slices"
	"sync"
)

// A FileSink is a sink that may be able to send a part of a file without bringing its
// bytes into the process.
type FileSink interface {
	Sink

	// SendFile sends head and then length bytes of f, beginning at offset. A file that
	// turns out to be shorter fails with io.ErrUnexpectedEOF. If the sink cannot do
	// this for the connection at hand, it sends nothing and reports false.
	SendFile(head []byte, f *os.File, offset, length int64) (done bool, err error)
}

// ReadFrom sends everything that r has. A part of a file goes out by the shortest way
// the connection has. What knows how to write itself, as readers around others do, is
// asked to, so that the file in it is found. Anything else is copied piece by piece,
// each sent as soon as it is there.
func (w *streamWriter) ReadFrom(r io.Reader) (int64, error) {
	if f, offset, length, ok := fileOf(r, w.left); ok && w.known && !w.chunked {
		if n, err, done := w.sendFile(f, offset, length); done {
			return n, err
		}
		return w.copyFrom(r)
	}
	if to, ok := r.(io.WriterTo); ok {
		return to.WriteTo(w)
	}
	return w.copyFrom(r)
}

// sendFile sends a part of a file. It reports false, and has sent nothing, if that has
// to be done in another way.
func (w *streamWriter) sendFile(f *os.File, offset, length int64) (n int64, err error, done bool) {
	switch {
	case length > w.left:
		return 0, errBodyLength, true
	case length <= inlineBody && len(w.m.out) < flushAt:
		n, err := w.inlineFile(f, offset, int(length))
		return n, err, true
	}
	sink, ok := w.sink.(FileSink)
	if !ok {
		return 0, nil, false
	}
	if done, err = sink.SendFile(w.m.out, f, offset, length); !done {
		return 0, nil, false
	}
	w.m.out = w.m.out[:0]
	if err != nil {
		return 0, err, true
	}
	w.left -= length
	return length, nil, true
}

// fileOf returns the part of a file that a reader stands for: a file from where it is
// now, as long as the body that was announced, or a section of a file.
func fileOf(r io.Reader, announced int64) (f *os.File, offset, length int64, ok bool) {
	switch r := r.(type) {
	case *os.File:
		at, err := r.Seek(0, io.SeekCurrent)
		return r, at, announced, err == nil // a pipe has no place
	case interface {
		io.Seeker
		Outer() (io.ReaderAt, int64, int64)
	}: // *io.SectionReader, and what has one in it
		under, start, n := r.Outer()
		f, ok := under.(*os.File)
		at, err := r.Seek(0, io.SeekCurrent)
		return f, start + at, n - at, ok && err == nil
	}
	return nil, 0, 0, false
}

// inlineFile reads a small part of a file behind the head, so that both go out together
// with everything else of this batch.
func (w *streamWriter) inlineFile(f *os.File, offset int64, n int) (int64, error) {
	m := w.m
	at := len(m.out)
	m.out = slices.Grow(m.out, n)
	got, err := f.ReadAt(m.out[at:at+n], offset)
	m.out = m.out[:at+got]
	w.left -= int64(got)
	if got == n {
		return int64(n), nil
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return int64(got), err
}

const copyPiece = 32 << 10

var copyBuffers = sync.Pool{New: func() any { return new([copyPiece]byte) }}

// copyFrom sends what r has through memory.
func (w *streamWriter) copyFrom(r io.Reader) (sent int64, err error) {
	buf := copyBuffers.Get().(*[copyPiece]byte)
	defer copyBuffers.Put(buf)
	for {
		n, err := r.Read(buf[:])
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return sent, err
			}
			sent += int64(n)
		}
		if err == io.EOF {
			return sent, nil
		}
		if err != nil {
			return sent, err
		}
	}
}
