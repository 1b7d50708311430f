package nethttp

import (
	"context"
	"io"
)

// A pipe leads from the handler's goroutine to whoever sends the response. A
// write returns when its bytes have been taken. It fails once the reader is
// closed, which is what a server does with a body that it cannot send to the
// end; and when the request's context ends, so that a response which middleware
// has dropped does not hold its handler for ever.
type pipe struct {
	*io.PipeReader
	*io.PipeWriter
	unwatch func() bool
}

func newPipe() *pipe {
	r, w := io.Pipe()
	return &pipe{PipeReader: r, PipeWriter: w}
}

// watch begins to look at the context.
func (p *pipe) watch(ctx context.Context) {
	p.unwatch = context.AfterFunc(ctx, func() { p.PipeReader.CloseWithError(context.Cause(ctx)) })
}

// end closes the pipe from the handler's side: with nil at the end of the body,
// with an error if the body breaks off.
func (p *pipe) end(err error) {
	if p.unwatch != nil {
		p.unwatch()
	}
	p.PipeWriter.CloseWithError(err)
}
