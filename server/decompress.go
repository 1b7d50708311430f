package server

import (
	"bytes"
	"errors"
	"io"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
	"github.com/weft-go/weft/status"
)

// What a compressed body may grow to, beside the limit for all bodies. Text is
// compressed to a tenth or a twentieth as a rule; more than a hundredth is a trap.
const (
	maxExpansion  = 100
	freeExpansion = 1 << 20
)

// How much memory is taken at once for a decompressed body. It grows with what comes.
const (
	usualExpansion = 6
	largestGuess   = 64 << 10
)

// maxBodySetting is the name of the limit for bodies.
const maxBodySetting = "request-streaming.maximum-content-length"

// A decompressor decompresses request bodies.
type decompressor struct {
	lenient   bool
	streaming bool
	bound     coding.Bound
}

func newDecompressor(d Decompression, streaming bool, maxBody int64) *decompressor {
	return &decompressor{
		lenient:   d == NonStrict,
		streaming: streaming,
		bound:     coding.Bound{Size: maxBody, Ratio: maxExpansion, Free: freeExpansion},
	}
}

// wrap returns a handler that gets its bodies decompressed.
func (d *decompressor) wrap(next weft.Handler) weft.Handler {
	return func(req *weft.Request) (weft.Response, error) {
		if !req.Body().IsEmpty() {
			if _, coded := req.RawHeader("Content-Encoding"); coded {
				decoded, err := d.request(req)
				if err != nil {
					return weft.Response{}, err
				}
				req = decoded
			}
		}
		return next(req)
	}
}

// request returns the request with its body decompressed.
func (d *decompressor) request(req *weft.Request) (*weft.Request, error) {
	codings, err := coding.ParseCodings(req.RawHeaders("Content-Encoding"), d.lenient)
	if err != nil {
		return nil, &weft.Problem{
			Status:  status.UnsupportedMediaType,
			Detail:  "Content-Encoding: " + err.Error(),
			Headers: weft.NewHeaders("Accept-Encoding", "gzip, deflate"),
		}
	}
	if len(codings) == 0 {
		return req.RemoveHeaders("Content-Encoding"), nil
	}
	body, err := d.body(req.Body(), codings)
	if err != nil {
		return nil, err
	}
	return req.RemoveHeaders("Content-Encoding", "Content-Length").WithBody(body), nil
}

// body returns the body decompressed, or being decompressed while it is read.
func (d *decompressor) body(body weft.Body, codings []coding.Scheme) (weft.Body, error) {
	r := &decodedReader{coding.NewReader(body.AsStream(), codings, d.bound)}
	if d.streaming {
		return weft.BodyReader(r, -1, body.MediaType()), nil
	}
	defer func() { _ = r.Close() }() // it reads from memory
	n, _ := body.Len()               // a body that is not streamed is in memory
	var buf bytes.Buffer
	buf.Grow(int(min(usualExpansion*n, largestGuess)) + bytes.MinRead)
	_, err := buf.ReadFrom(r)
	return weft.BodyBytes(buf.Bytes(), body.MediaType()), err
}

// A decodedReader is a body being decompressed, with its errors in the terms of the
// framework.
type decodedReader struct {
	*coding.Reader
}

// Read reads decompressed bytes.
func (r *decodedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == nil || err == io.EOF { // a wrapped one is a fault of the source, not an end
		return n, err
	}
	if e, ok := errors.AsType[*coding.Corrupt](err); ok {
		return n, &weft.MalformedBody{Want: "a body in " + e.Scheme.String(), Cause: e.Cause}
	}
	if e, ok := errors.AsType[*coding.TooLarge](err); ok {
		return n, tooLarge(e)
	}
	return n, err
}

// tooLarge is the error for the client: 413 with the limit that was exceeded.
func tooLarge(e *coding.TooLarge) error {
	if e.Ratio > 0 {
		return &weft.Problem{Status: status.ContentTooLarge, Detail: "body: " + e.Error(), Cause: e}
	}
	return &weft.BodyTooLarge{Limit: e.Size, Setting: maxBodySetting}
}
