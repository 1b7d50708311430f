package coding

import (
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
)

// An Encoder compresses a stream. The writers of compress/gzip and compress/zlib are
// encoders, and so are those of most other libraries. It is for one goroutine at a
// time.
type Encoder interface {
	// Write compresses p. The encoder may keep some of it back.
	io.Writer

	// Flush writes everything that was kept back, so that a client can undo it. The
	// stream goes on with the same window.
	Flush() error

	// Close ends the stream.
	Close() error

	// Reset starts a new stream into w, whatever state the last one was in.
	Reset(w io.Writer)
}

// The levels of gzip and deflate.
const (
	MinLevel     = 1 // the fastest
	MaxLevel     = 9 // the smallest
	DefaultLevel = 6

	// FlushedLevel is the lowest level for streams that are flushed after each piece.
	// Below it the encoders of the standard library do not compress a piece of less
	// than 128 bytes, and forget their window over it: a stream of small events would
	// become longer rather than shorter.
	FlushedLevel = 7
)

// NewGzip returns an encoder for the coding gzip (RFC 1952). It fails if the level
// is not from [MinLevel] to [MaxLevel].
func NewGzip(level int) (Encoder, error) {
	if err := checkLevel(level); err != nil {
		return nil, err
	}
	return gzip.NewWriterLevel(io.Discard, level)
}

// NewDeflate returns an encoder for the coding deflate, which is zlib (RFC 1950)
// and not what its name says (RFC 9110, section 8.4.1.2). It fails if the level is
// not from [MinLevel] to [MaxLevel].
func NewDeflate(level int) (Encoder, error) {
	if err := checkLevel(level); err != nil {
		return nil, err
	}
	return zlib.NewWriterLevel(io.Discard, level)
}

func checkLevel(level int) error {
	if level < MinLevel || level > MaxLevel {
		return fmt.Errorf("level: want %d to %d, got %d", MinLevel, MaxLevel, level)
	}
	return nil
}
