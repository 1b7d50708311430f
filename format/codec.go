package format

import (
	"io"
	"iter"
)

// A Codec turns values of A into the bytes of one format and back.
//
// Codecs are immutable and safe for concurrent use. Making one compiles the
// type's schema into a plan, so make it once and keep it.
type Codec[A any] interface {
	// Format tells which format the codec speaks.
	Format() Format

	// Append encodes v at the end of dst and returns the longer slice. When it
	// fails, the returned slice is dst as it was, with what was already
	// appended cut off.
	Append(dst []byte, v A) ([]byte, error)

	// Encode returns v as bytes. It fails with an [*EncodeError] when the
	// format cannot express the value, as JSON cannot express NaN.
	Encode(v A) ([]byte, error)

	// Decode reads one value that takes up all of b. It fails with a
	// [*DecodeError] that says where. The value never shares memory with b.
	Decode(b []byte) (A, error)

	// StreamEncoder returns an encoder which writes value after value to w. It
	// is for use by one goroutine.
	StreamEncoder(w io.Writer) StreamEncoder[A]

	// StreamDecoder reads value after value from r until it ends. The first
	// error is the last element. Reading is done by the loop itself: breaking
	// out of it leaves the rest of r unread, but for what was buffered.
	StreamDecoder(r io.Reader) iter.Seq2[A, error]
}

// A StreamEncoder writes the values of one stream.
type StreamEncoder[A any] interface {
	// Encode writes the next value, whole, with one call to Write.
	Encode(v A) error

	// Close ends the stream; it does not close the writer below.
	Close() error
}

// Format names a body format.
type Format struct {
	// Name is the format's name as people write it, for example "JSON".
	Name string

	// MediaType is the media type sent with encoded bodies.
	MediaType string

	// Aliases are other media types that are accepted for it.
	Aliases []string
}
