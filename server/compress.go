package server

import (
	"io"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/coding"
	"github.com/weft-go/weft/status"
)

const defaultThreshold = 1024

// A compressor compresses responses. For each one there are three questions: may it be
// changed at all, is it worth the time, and what does the client accept? A response
// that may not be changed is left alone. One that is not worth it is still compressed
// for a client that refuses anything else.
type compressor struct {
	threshold int64
	coders    []*coding.Coder
	names     []string       // of the coders
	fields    []weft.Headers // what each coder adds to a response without fields
}

func newCompressor(c ResponseCompressionConfig) (*compressor, error) {
	coders, err := c.coders()
	if err != nil {
		return nil, err
	}
	z := &compressor{threshold: int64(or(c.ContentThreshold, defaultThreshold)), coders: coders}
	for _, coder := range coders {
		z.names = append(z.names, coder.Name())
		z.fields = append(z.fields, weft.NewHeaders("Content-Encoding", coder.Name(), "Vary", "Accept-Encoding"))
	}
	return z, nil
}

// wrap returns a handler whose responses are compressed. The answer to an error that
// the client caused is made here, so that it is compressed too; other errors are left
// to the routes, which log them.
func (z *compressor) wrap(next weft.Handler) weft.Handler {
	return func(req *weft.Request) (weft.Response, error) {
		resp, err := next(req)
		if err != nil {
			answer := weft.ErrorResponse(req, err)
			if answer.Status().IsServerError() {
				return resp, err
			}
			_ = resp.Body().Close() // it is not sent
			resp = answer
		}
		return z.response(req, resp), nil
	}
}

// response returns the response as the client gets it.
func (z *compressor) response(req *weft.Request, resp weft.Response) weft.Response {
	if resp.Status() == status.NotModified {
		return revalidated(req, resp)
	}
	if !isChangeable(resp) {
		return resp
	}
	i, plain := coding.Choose(req.RawHeaders("Accept-Encoding"), z.names)
	worth := z.isWorthIt(resp)
	switch {
	case i >= 0 && (worth || !plain):
		return z.encode(req, resp, i, plain)
	case !plain && isRefusable(req, resp):
		return z.refuse(req, resp)
	case worth:
		return resp.UpdateHeaders(addVary)
	}
	return resp
}

// isChangeable says whether a response may be compressed.
func isChangeable(resp weft.Response) bool {
	s := resp.Status()
	if resp.Body().IsEmpty() || !s.AllowsBody() || s == status.PartialContent || resp.Takeover() != nil || resp.Err() != nil {
		return false
	}
	for name, value := range resp.Headers().All() {
		if isFixing(name) || ascii.EqualFold(name, "Cache-Control") && coding.HasDirective(value, "no-transform") {
			return false
		}
	}
	return true
}

// isFixing names the fields that speak about the very bytes of a body: their coding,
// their place in a larger whole, their checksum.
func isFixing(name string) bool {
	switch len(name) {
	case len("Content-Encoding"):
		return ascii.EqualFold(name, "Content-Encoding")
	case len("Content-Range"):
		return ascii.EqualFold(name, "Content-Range")
	case len("Content-Digest"):
		return ascii.EqualFold(name, "Content-Digest")
	case len("Repr-Digest"):
		return ascii.EqualFold(name, "Repr-Digest") || ascii.EqualFold(name, "Content-MD5")
	case len("Digest"):
		return ascii.EqualFold(name, "Digest")
	}
	return false
}

// isWorthIt says whether compressing is likely to gain something.
func (z *compressor) isWorthIt(resp weft.Response) bool {
	body := resp.Body()
	length, known := body.Len()
	if known && length < z.threshold {
		return false
	}
	media, _ := resp.Header("Content-Type")
	isDownload := known && body.IsStream() && isUnspecific(media)
	return !isDownload && !coding.IsCompressed(media)
}

// isUnspecific says whether a media type tells nothing about a body.
func isUnspecific(media string) bool {
	essence, _, _ := strings.Cut(media, ";")
	essence = ascii.TrimOWS(essence)
	return essence == "" || ascii.EqualFold(essence, "application/octet-stream")
}

// isRefusable says whether a client that accepts nothing we have gets 406 in place of
// the response. It is too late for that when the request has changed something, and
// an error is better told in any form.
func isRefusable(req *weft.Request, resp weft.Response) bool {
	return (req.Method() == weft.GET || req.Method() == weft.HEAD) && resp.Status().IsSuccess()
}

func (z *compressor) refuse(req *weft.Request, resp weft.Response) weft.Response {
	_ = resp.Body().Close() // it is not sent
	p := weft.Problem{
		Status:  status.NotAcceptable,
		Detail:  "Accept-Encoding refuses identity and names none of " + strings.Join(z.names, ", "),
		Headers: varyOnly,
	}
	return p.Response(req)
}

// encode returns the response in the coding of the i-th coder. plain says whether it
// may stay as it is if that is shorter.
func (z *compressor) encode(req *weft.Request, resp weft.Response, i int, plain bool) weft.Response {
	body := resp.Body()
	if body.IsStream() {
		coded := encodeStream(z.coders[i], body, req.Method() == weft.HEAD)
		return resp.WithBody(coded).UpdateHeaders(z.codedFields(i))
	}
	b, _ := body.Bytes() // it is in memory
	limit := len(b) - 1
	if !plain {
		limit = -1
	}
	coded, ok := z.coders[i].Bytes(b, limit)
	if !ok {
		return resp.UpdateHeaders(addVary)
	}
	return resp.WithBody(weft.BodyBytes(coded, body.MediaType())).UpdateHeaders(z.codedFields(i))
}

// encodeStream returns a body that compresses another one while it is sent. A reader
// with a known length is a file or the like: nobody waits for its pieces, and larger
// ones are better. The body of an answer to HEAD is never sent.
func encodeStream(coder *coding.Coder, body weft.Body, head bool) weft.Body {
	if head {
		_ = body.Close() // it is not sent
		return weft.BodyFunc(func(io.Writer) error { return nil }, body.MediaType())
	}
	length, known := body.Len()
	return weft.BodyFunc(func(dst io.Writer) error {
		defer func() { _ = body.Close() }() // what matters was said by WriteTo
		w := coder.Stream(dst, !known)
		defer w.Release()
		n, err := body.WriteTo(w)
		if err != nil {
			return err
		}
		if known && n != length {
			return io.ErrUnexpectedEOF // the end of the coding would say that this is the whole
		}
		return w.Close()
	}, body.MediaType())
}
