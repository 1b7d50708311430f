package nethttp

import (
	"errors"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/weft-go/weft"
)

// run runs the handler and ends the answer, whatever the handler does.
func (w *writer) run(h http.Handler) {
	returned := false
	defer func() {
		v := recover()
		if v == nil && !returned {
			v = errGoexit
		}
		w.finish(v)
	}()
	h.ServeHTTP(w, w.req)
	returned = true
}

// errGoexit is the panic that a handler is said to have had which ended its
// goroutine.
var errGoexit = errors.New("nethttp: the handler called runtime.Goexit")

// finish ends the answer of a handler that has returned, or has panicked with v.
func (w *writer) finish(v any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = true
	close(w.returned)
	switch {
	case w.hijacked:
		w.report(v)
	case w.pipe != nil:
		w.finishStream(v)
	case v == http.ErrAbortHandler:
		w.answer <- answer{resp: w.cut()}
	case v != nil:
		w.answer <- answer{err: &weft.PanicError{Value: v, Stack: debug.Stack()}}
	default:
		if w.head == nil {
			w.fix(http.StatusOK)
		}
		w.answer <- answer{resp: w.response(nil)}
	}
}

// finishStream sends what is left. A body that breaks off cuts the connection,
// so that the client does not take the part for the whole.
func (w *writer) finishStream(v any) {
	if v != nil {
		w.report(v)
		w.pipe.end(http.ErrAbortHandler)
		return
	}
	if len(w.buf) > 0 {
		_ = w.send() // the client is gone; nobody is left to tell
	}
	w.pipe.end(nil)
}

// cut returns a response that ends the connection without an answer. On HTTP/2,
// where many requests share one, it ends the request's stream.
func (w *writer) cut() weft.Response {
	if w.req.ProtoMajor == 1 {
		return weft.Hijack(func(conn net.Conn, _ io.Reader) { conn.Close() })
	}
	return weft.OK().WithBody(weft.BodyReader(brokenBody{}, -1))
}

// A brokenBody is a body that breaks off at once.
type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, http.ErrAbortHandler }

// report logs a panic that came too late for an answer.
func (w *writer) report(v any) {
	if v == nil || v == http.ErrAbortHandler {
		return
	}
	err := &weft.PanicError{Value: v, Stack: debug.Stack()}
	w.log.WarnContext(w.req.Context(), "weft: handler of net/http failed after its answer had begun",
		"method", w.req.Method, "path", w.req.URL.Path, "error", err.Error(), "stack", string(err.Stack))
}

// complain logs a misuse of the writer, with the place it came from.
func (w *writer) complain(problem string) {
	w.log.WarnContext(w.req.Context(), "weft: handler of net/http: "+problem,
		"method", w.req.Method, "path", w.req.URL.Path, "from", caller())
}

// caller returns the nearest caller outside of this package and net/http.
func caller() string {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		inside := strings.HasPrefix(f.Function, "github.com/weft-go/weft/nethttp.") || strings.HasPrefix(f.Function, "net/http.")
		if !inside || !more {
			return f.Function
		}
	}
}
