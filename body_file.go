package weft

import "io"

// How files are sent. A body that is read from a file need not pass through the
// process: the kernel can move the bytes from the page cache to the socket. Whether it
// can is known to the transport alone, which owns the socket. So a body hands its
// source over to a writer that asks for it by having the method ReadFrom, as io.Copy
// does; the transport's writer looks for a file in it.

// handOver lets w read the stream by itself. It reports false, and has done nothing,
// if w does not know how to, or if the stream is not a reader that is still whole.
func (s *stream) handOver(w io.Writer) (n int64, err error, done bool) {
	to, ok := w.(io.ReaderFrom)
	if !ok || s.reader == nil || s.opened || s.read || s.err != nil {
		return 0, nil, false
	}
	r := s.open()
	defer r.Close()
	n, err = to.ReadFrom(r)
	return n, err, true
}
