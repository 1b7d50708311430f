package coding

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"sync"
)

// A stage undoes one coding.
type stage struct {
	scheme Scheme
	source *source
	in     io.Reader
	bound  Bound

	input   *bufio.Reader // in, from the first Read to the release
	decoder io.Reader     // of compress/gzip, compress/zlib or compress/flate
	pool    *sync.Pool    // where the decoder goes back to
	out     int64
}

// Read reads decompressed bytes.
func (s *stage) Read(p []byte) (int, error) {
	if s.decoder == nil {
		if err := s.open(); err != nil {
			return 0, s.explain(err)
		}
	}
	n, err := s.decoder.Read(p)
	s.out += int64(n)
	if e := s.bound.check(s.source.n, s.out); e != nil {
		return 0, e
	}
	if err == io.EOF { // a wrapped one is a fault of the source, not an end
		err = s.end()
	}
	return n, s.explain(err)
}

// open looks at the first bytes and gets a decoder. It returns io.EOF if there are
// none.
func (s *stage) open() error {
	s.input = inputs.Get().(*bufio.Reader)
	s.input.Reset(s.in)
	head, err := s.input.Peek(2)
	if len(head) == 0 {
		return err
	}
	if err = s.openScheme(head); errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // there was a beginning
	}
	return err
}

func (s *stage) openScheme(head []byte) error {
	switch {
	case s.scheme == Gzip:
		return s.openGzip()
	case s.scheme == ZlibOrRaw && !isZlib(head):
		return s.openRaw()
	}
	return s.openZlib()
}

// isZlib says whether bytes begin with a header of RFC 1950: the method is deflate,
// the window is at most 32 KiB, and both bytes together are a multiple of 31. Raw
// deflate never begins like that: with these lowest bits it would be a stored block,
// whose other bits in that byte are zero.
func isZlib(head []byte) bool {
	return len(head) == 2 && head[0]&0x0f == 8 && head[0]>>4 <= 7 && (int(head[0])<<8|int(head[1]))%31 == 0
}

func (s *stage) openGzip() error {
	s.pool = &gzipReaders
	if z, ok := s.pool.Get().(*gzip.Reader); ok {
		s.decoder = z
		return z.Reset(s.input)
	}
	z, err := gzip.NewReader(s.input)
	if err == nil {
		s.decoder = z
	}
	return err
}

func (s *stage) openZlib() error {
	s.pool = &zlibReaders
	if z, ok := s.pool.Get().(io.Reader); ok {
		s.decoder = z
		return z.(zlib.Resetter).Reset(s.input, nil)
	}
	z, err := zlib.NewReader(s.input)
	if err == nil {
		s.decoder = z
	}
	return err
}

func (s *stage) openRaw() error {
	s.pool = &flateReaders
	z, ok := s.pool.Get().(io.Reader)
	if !ok {
		z = flate.NewReader(s.input)
	}
	s.decoder = z
	return z.(flate.Resetter).Reset(s.input, nil)
}

// end is called when the decoder has found the end of its data. Nothing may follow.
func (s *stage) end() error {
	if _, err := s.input.ReadByte(); err != nil {
		return err // io.EOF as a rule
	}
	return errTrailing
}

var errTrailing = errors.New("there are bytes after the end of the compressed data")

// explain returns an error with its true reason: what went wrong while reading comes
// first, then what an earlier stage has found, then the data.
func (s *stage) explain(err error) error {
	if err == nil || err == io.EOF { // see Read
		return err
	}
	if s.source.err != nil {
		return s.source.err
	}
	if _, ok := errors.AsType[*TooLarge](err); ok {
		return err
	}
	if _, ok := errors.AsType[*Corrupt](err); ok {
		return err
	}
	return &Corrupt{s.scheme, err}
}

// release gives decoder and buffer back. The buffer forgets what it read from; the
// decoder is told when it is used again.
func (s *stage) release() {
	if s.decoder != nil {
		s.pool.Put(s.decoder)
		s.decoder = nil
	}
	if s.input != nil {
		s.input.Reset(nil)
		inputs.Put(s.input)
		s.input = nil
	}
}

var (
	gzipReaders, zlibReaders, flateReaders sync.Pool

	inputs = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 4<<10) }}
)
