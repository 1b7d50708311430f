package server

import "io"

// A ResponseCompressionConfig says which responses are compressed, and how. The zero
// value compresses bodies from 1024 bytes on with gzip or deflate.
//
// A response is compressed if the client's Accept-Encoding (RFC 9110, section 12.5.3)
// allows one of the codings, and not if
//
//   - it has a Content-Encoding already, or Cache-Control: no-transform;
//   - its media type is compressed by itself: most images, audio, video, archives;
//   - its body is known to be shorter than ContentThreshold;
//   - its status is 204, 206 or 304, or it hands the connection over;
//   - it is a download: a stream of known length and no better type than
//     application/octet-stream. Its length, and continuing where it broke off, are
//     worth more;
//   - it carries a digest of its bytes, such as Content-Digest.
//
// A body in memory is compressed in memory, and sent as it is if that does not make it
// shorter. A stream is compressed while it is sent. Each piece that a handler yields
// goes out at once, and all pieces share one window, so an event stream compresses
// better the longer it lasts. An open stream holds about a MiB for it.
//
// Responses that could have been compressed carry Vary: Accept-Encoding. A compressed
// one has a weak ETag in place of a strong one, and no Accept-Ranges. HEAD has the
// fields of GET. A client that refuses identity gets 406 to GET and HEAD if it accepts
// no other coding either.
//
// Compression tells an observer of the length whether a guess at one part of a body
// resembles another part (the BREACH attack on HTTPS). A response that has both a
// secret and text chosen by others should say Cache-Control: no-transform.
type ResponseCompressionConfig struct {
	// ContentThreshold is the smallest body worth compressing, in bytes. Zero means
	// 1024; one means every body.
	ContentThreshold int

	// Options are the codings in the order of preference, which decides between those
	// that a client likes equally. Empty means gzip and deflate. At most 8 are
	// possible.
	Options []CompressionOption

	// Codings are codings beside gzip and deflate that Options may name by their type,
	// as they do when they come from a configuration file. See package compress.
	Codings []Coding
}

// DefaultResponseCompression returns the defaults written out: gzip at level 6, then
// deflate at level 6, for bodies of 1024 bytes and more.
func DefaultResponseCompression() ResponseCompressionConfig {
	return ResponseCompressionConfig{
		ContentThreshold: defaultThreshold,
		Options:          []CompressionOption{Gzip(0), Deflate(0)},
	}
}

// A CompressionOption is one coding with its settings. In each of them zero means the
// coding's default.
type CompressionOption struct {
	// Type is the name of the coding: gzip, deflate, or one of Codings in
	// [ResponseCompressionConfig]. It is not needed if Coding is set.
	Type string

	// Level is how much time is given to making the result small. For gzip and deflate
	// it is from 1 to 9, and 6 by default. Streams use at least 7, since the encoder
	// forgets its window over small pieces below that.
	Level int

	// Bits is the size of the window as a power of two. For gzip and deflate it is from
	// 9 to 15. Every client has room for 15, and the encoder uses that in any case.
	Bits int

	// Mem is the memory level of zlib, from 1 to 9, for gzip and deflate. The encoder
	// has no such setting: the value is checked and has no effect. Other codings accept
	// 0 only.
	Mem int

	// Coding is the coding itself. Nil means the one that Type names.
	Coding Coding
}

// Gzip returns the option for the coding gzip at a level from 1 to 9. Level 0 is the
// default, 6.
func Gzip(level int) CompressionOption { return CompressionOption{Type: "gzip", Level: level} }

// Deflate returns the option for the coding deflate at a level from 1 to 9. Level 0 is
// the default, 6.
func Deflate(level int) CompressionOption { return CompressionOption{Type: "deflate", Level: level} }

// A Coding is a content coding that responses can be sent in. Package compress has
// those that are not in the standard library. Codings may be used from several
// goroutines at once.
type Coding interface {
	// Name returns the coding's name in Accept-Encoding and Content-Encoding, in lower
	// case.
	Name() string

	// NewEncoder returns an encoder with the settings of an option. It fails if one of
	// them is out of range. A server asks once at its start, to tell the user.
	NewEncoder(option CompressionOption) (Encoder, error)
}

// An Encoder compresses a stream. The writers of compress/gzip, compress/zlib and most
// other libraries have these methods. It is used by one goroutine at a time, and used
// again for other streams.
type Encoder interface {
	// Write compresses p. The encoder may keep some of it back.
	io.Writer

	// Flush writes everything that was kept back, so that a client can read it. The
	// stream goes on.
	Flush() error

	// Close ends the stream.
	Close() error

	// Reset starts a new stream into w, whatever state the last one was in. It must not
	// write yet.
	Reset(w io.Writer)
}
