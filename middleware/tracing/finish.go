package tracing

import (
	"context"
	"io"
	"sync"

	"github.com/weft-go/weft"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// finish ends the span, at once or with the response's stream.
func finish(req *weft.Request, span trace.Span, resp weft.Response, err error) (weft.Response, error) {
	failure := err
	if failure == nil {
		failure = resp.Err()
	}
	if failure != nil {
		answer := weft.ErrorResponse(req, failure)
		end(span, answer.Status(), failure)
		return resp, err
	}
	body := resp.Body()
	if !body.IsStream() {
		end(span, resp.Status(), nil)
		return resp, nil
	}
	once := sync.OnceFunc(func() { span.End() })
	describe(span, resp.Status(), nil)
	if length, known := body.Len(); known {
		return resp.WithBody(weft.BodyReader(&reader{body: body, end: once}, length, body.MediaType())), nil
	}
	// A body that nobody asks for, as after HEAD, ends with its request.
	stop := context.AfterFunc(req.Context(), once)
	return resp.WithBody(weft.BodyFunc(func(w io.Writer) error {
		defer once()
		defer stop()
		defer body.Close()
		_, err := body.WriteTo(w)
		if err != nil {
			span.RecordError(err)
		}
		return err
	}, body.MediaType())), nil
}

func end(span trace.Span, code weft.Status, err error) {
	describe(span, code, err)
	span.End()
}

func describe(span trace.Span, code weft.Status, err error) {
	span.SetAttributes(attribute.Int("http.response.status_code", int(code)))
	if code.IsServerError() {
		span.SetStatus(codes.Error, "")
		if err != nil {
			span.RecordError(err)
		}
	}
}

// A reader ends a span when it is closed.
type reader struct {
	body weft.Body
	r    io.ReadCloser
	end  func()
}

func (r *reader) Read(p []byte) (int, error) {
	if r.r == nil {
		r.r = r.body.AsStream()
	}
	return r.r.Read(p)
}

// Close closes the body and ends the span.
func (r *reader) Close() error {
	defer r.end()
	if r.r != nil {
		return r.r.Close()
	}
	return r.body.Close()
}
