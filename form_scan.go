package weft

import (
	"bytes"
	"io"
)

// A partScanner cuts a stream of multipart data at its delimiters without ever holding
// more than its buffer. A delimiter is a line break, two hyphens and the boundary,
// followed by a line break, by white space, or by the two hyphens that end the data.
// Everything else, the boundary with other text behind it included, is data.
//
// The buffer always holds, from start to end:
//
//	| ready: data of the part | perhaps the beginning of a delimiter, or not read yet |
//
// scan moves bytes from right to left of the bar. If the buffer ends in what could become
// a delimiter, those bytes have to wait for what follows. Each byte is looked at once,
// except for the few that wait.
//
// The first delimiter of the data has no line break before it. The scanner begins with a
// line break of its own in the buffer, and with the text before the first delimiter, the
// preamble, as data that nobody reads.
type partScanner struct {
	r          io.Reader
	delimiter  []byte // "\r\n--boundary"
	buf        []byte
	start, end int
	ready      int   // how many bytes from start on are data
	atEnd      bool  // whether a delimiter follows the data
	eof        bool  // whether the reader is at its end
	offset     int64 // how many bytes of the stream lie before start
}

const crlf = "\r\n"

func newPartScanner(r io.Reader, boundary string, size int) *partScanner {
	s := &partScanner{
		r:         r,
		delimiter: []byte(crlf + "--" + boundary),
		buf:       make([]byte, size),
		offset:    -int64(len(crlf)),
	}
	s.end = copy(s.buf, crlf)
	return s
}

// Read reads the data of the current part and returns io.EOF at its end.
func (s *partScanner) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if s.ready == 0 {
		if s.atEnd {
			return 0, io.EOF
		}
		if err := s.scan(); err != nil {
			return 0, err
		}
		if s.ready == 0 {
			return 0, io.EOF
		}
	}
	n := copy(p, s.buf[s.start:s.start+s.ready])
	s.ready -= n
	s.consume(n)
	return n, nil
}

// scan looks for the delimiter, until some data is ready or the delimiter follows at once.
func (s *partScanner) scan() error {
	from := 0 // everything before is known to be no delimiter
	for {
		window := s.buf[s.start:s.end]
		i := bytes.Index(window[from:], s.delimiter)
		if i < 0 {
			// The last bytes may be the beginning of a delimiter.
			s.ready = max(len(window)-len(s.delimiter)+1, 0)
		} else {
			s.ready = from + i
			switch s.follows(window[from+i+len(s.delimiter):]) {
			case isDelimiter:
				s.atEnd = true
				return nil
			case isData:
				from += i + 1
				continue
			}
		}
		if s.ready > 0 {
			return nil
		}
		if s.eof {
			return s.cutOff()
		}
		if err := s.fill(); err != nil {
			return err
		}
	}
}

type delimiterKind uint8

const (
	isDelimiter delimiterKind = iota
	isData                    // the boundary is only the beginning of something longer
	isUndecided               // more bytes are needed
)

// follows decides by what follows the boundary whether it is a delimiter.
func (s *partScanner) follows(next []byte) delimiterKind {
	switch {
	case len(next) > 0 && (next[0] == ' ' || next[0] == '\t'):
		return isDelimiter
	case bytes.HasPrefix(next, []byte(crlf)), bytes.HasPrefix(next, []byte("--")):
		return isDelimiter
	case len(next) >= 2:
		return isData
	case s.eof:
		return isData
	}
	return isUndecided
}

// skip drops the rest of the part's data, up to its delimiter.
func (s *partScanner) skip() error {
	for {
		s.consume(s.ready)
		s.ready = 0
		if s.atEnd {
			return nil
		}
		if err := s.scan(); err != nil {
			return err
		}
	}
}

// next skips to the next part and past its delimiter. It returns io.EOF if the delimiter
// was the closing one.
func (s *partScanner) next() error {
	if err := s.skip(); err != nil {
		return err
	}
	s.consume(len(s.delimiter))
	s.atEnd = false
	if string(s.buf[s.start:min(s.start+2, s.end)]) == "--" {
		return io.EOF
	}
	padding, err := s.line(len(s.buf))
	if err == errLongLine || err == nil && len(bytes.Trim(padding, " \t")) > 0 {
		err = s.malformed("text after the boundary")
	}
	return err
}

// begin begins the data of a part, after the empty line that ends its header. The line
// break of that line may also be the one that a delimiter begins with: then the part has
// no data at all (RFC 2046 section 5.1.1).
func (s *partScanner) begin() error {
	// The line was just read, so its line break still lies before start.
	s.consume(-len(crlf))
	for {
		window := s.buf[s.start:s.end]
		if n := min(len(window), len(s.delimiter)); !bytes.Equal(window[:n], s.delimiter[:n]) {
			break
		}
		kind := isUndecided
		if len(window) >= len(s.delimiter) {
			kind = s.follows(window[len(s.delimiter):])
		}
		if kind == isDelimiter {
			s.atEnd = true
			return nil
		}
		if kind == isData || s.eof {
			break
		}
		if err := s.fill(); err != nil {
			return err
		}
	}
	s.consume(len(crlf))
	return nil
}

// line reads a line of at most limit bytes and returns it without its line break. It is
// valid until the next call.
func (s *partScanner) line(limit int) ([]byte, error) {
	limit = min(limit, len(s.buf))
	for {
		window := s.buf[s.start:s.end]
		if i := bytes.Index(window[:min(limit, len(window))], []byte(crlf)); i >= 0 {
			s.consume(i + len(crlf))
			return window[:i], nil
		}
		switch {
		case len(window) >= limit:
			return nil, errLongLine
		case s.eof:
			return nil, s.cutOff()
		}
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
}

func (s *partScanner) consume(n int) {
	s.start += n
	s.offset += int64(n)
}

// maxEmptyReads is how often a reader may return nothing before it is given up.
const maxEmptyReads = 100

// fill reads more bytes into the buffer, which must not be full of bytes that wait. At
// the end of the reader it sets eof.
func (s *partScanner) fill() error {
	if s.start > 0 {
		s.end = copy(s.buf, s.buf[s.start:s.end])
		s.start = 0
	}
	for range maxEmptyReads {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		if err == io.EOF {
			s.eof = true
			return nil
		}
		if n > 0 || err != nil {
			return err
		}
	}
	return io.ErrNoProgress
}

func (s *partScanner) malformed(reason string) error {
	return &MalformedForm{Offset: max(s.offset, 0), Reason: reason}
}

func (s *partScanner) cutOff() error {
	return &MalformedForm{
		Offset: s.offset + int64(s.end-s.start),
		Reason: "ends before the closing boundary",
		Cause:  io.ErrUnexpectedEOF,
	}
}
