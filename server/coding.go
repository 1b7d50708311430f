package server

import "github.com/weft-go/weft"

// Decompression says whether request bodies are decompressed.
//
// When they are, a handler sees the body as it was before the client compressed it,
// and neither Content-Encoding nor Content-Length. A body in another coding than
// those below is answered with 415 and an Accept-Encoding field that names them; one
// that is damaged or not whole with 400; and one that becomes larger than
// RequestStreaming.MaximumContentLength, or more than 100 times its compressed size
// beyond the first MiB, with 413. A body may have up to three codings, one over the
// other (RFC 9110, section 8.4).
//
// A body that is held in memory is decompressed before its handler runs; a streamed
// one while the handler reads it, which then gets those faults as errors of reading.
type Decompression uint8

// The kinds of decompression.
const (
	// NoDecompression hands bodies on as they came.
	NoDecompression Decompression = iota

	// Strict decompresses gzip and deflate as RFC 9110, section 8.4.1, has it: in a
	// zlib wrapper.
	Strict

	// NonStrict also accepts deflate without the wrapper, which some clients send.
	NonStrict
)

// codings returns middleware that decompresses requests and compresses responses, or
// nil if neither is asked for. It is the same for every version of HTTP, and costs
// nothing where it is not used.
func (c Config) codings(streaming bool, maxBody int64) (weft.Middleware, error) {
	var inner, outer func(weft.Handler) weft.Handler
	if c.RequestDecompression != NoDecompression {
		inner = newDecompressor(c.RequestDecompression, streaming, maxBody).wrap
	}
	if c.ResponseCompression != nil {
		compressor, err := newCompressor(*c.ResponseCompression)
		if err != nil {
			return nil, err
		}
		outer = compressor.wrap
	}
	if inner == nil && outer == nil {
		return nil, nil
	}
	return weft.Wrap(func(h weft.Handler) weft.Handler {
		if inner != nil {
			h = inner(h)
		}
		if outer != nil {
			h = outer(h)
		}
		return h
	}), nil
}
