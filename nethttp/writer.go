package nethttp

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"

	"github.com/weft-go/weft"
)

// The answer of an http.Handler comes into being write by write, while a
// weft.Response is a value that is there at once. The writer stands between the
// two. It collects what the handler writes, and gives the response away at the
// first of these:
//
//	the handler returns       a response in memory, the usual case
//	more than 32 KiB          a response whose body is a pipe from the handler
//	Flush                     the same
//	Hijack                    a response that hands the connection over
//	a panic                   an error
//
// From then on the handler goes on behind the response's back. What it writes
// is still collected until there is enough, or until it says Flush, and then
// goes through the pipe, which holds the handler up until it has been sent.

// maxCollected is how much is collected before it is sent.
const maxCollected = 32 << 10

// A writer is the http.ResponseWriter of one request. Its methods may be called
// from several goroutines, as handlers with a flushing goroutine do; Header is
// as unprotected as it is in net/http.
type writer struct {
	req    *http.Request
	log    *slog.Logger
	header http.Header

	answer   chan answer   // has room for the one answer
	returned chan struct{} // closed when the handler has returned

	mu       sync.Mutex
	head     *head  // nil before WriteHeader
	buf      []byte // written, but not sent
	written  int64
	pipe     *pipe // nil before streaming
	hijacked bool
	done     bool // the handler has returned
}

// An answer is what the weft handler returns.
type answer struct {
	resp weft.Response
	err  error
}

// A head is what was fixed by WriteHeader.
type head struct {
	status weft.Status
	header http.Header
	length int64 // as the handler declared it, or -1
}

// errDone is the error of writing too late.
var errDone = errors.New("nethttp: write after the handler has returned")

func newWriter(r *http.Request, log *slog.Logger) *writer {
	return &writer{req: r, log: log, header: http.Header{}, answer: make(chan answer, 1), returned: make(chan struct{})}
}

// Header returns the header fields, to be changed before WriteHeader. What is
// changed later has no effect, but for trailers.
func (w *writer) Header() http.Header { return w.header }

// WriteHeader fixes status and header fields. Informational codes are ignored,
// and so are calls after the first one, with a line in the log. A code that is
// not from 100 to 999 panics, as it does in net/http.
func (w *writer) WriteHeader(code int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case code < 100 || code > 999:
		panic("nethttp: status code " + strconv.Itoa(code) + " is not from 100 to 999")
	case w.hijacked:
		w.complain("WriteHeader after Hijack")
	case w.done:
		w.complain("WriteHeader after the handler has returned")
	case w.head != nil:
		w.complain("superfluous WriteHeader")
	case code >= 200:
		w.fix(code)
	}
}

// fix takes a copy of the header fields.
func (w *writer) fix(code int) {
	w.head = &head{status: weft.Status(code), header: w.header.Clone(), length: -1}
	if v := w.header.Get("Content-Length"); v != "" {
		if n, err := strconv.ParseInt(v, 10, 64); err == nil && n >= 0 {
			w.head.length = n
		}
	}
}

// Write writes a part of the body.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.begin(len(p)); err != nil {
		return 0, err
	}
	for n := 0; ; {
		m := min(len(p)-n, maxCollected-len(w.buf))
		w.buf = append(w.buf, p[n:n+m]...)
		if n += m; n == len(p) {
			return n, nil
		}
		if err := w.send(); err != nil {
			return n - m, err
		}
	}
}

// WriteString is like Write.
func (w *writer) WriteString(s string) (int, error) { return w.Write([]byte(s)) } //nolint:gocritic // it is WriteString

// begin says whether n more bytes may be written.
func (w *writer) begin(n int) error {
	switch {
	case w.hijacked:
		return http.ErrHijacked
	case w.done:
		return errDone
	case w.head == nil:
		w.fix(http.StatusOK)
	}
	if !w.head.status.AllowsBody() && n > 0 {
		return http.ErrBodyNotAllowed
	}
	if w.head.length >= 0 && w.written+int64(n) > w.head.length {
		return http.ErrContentLength
	}
	w.written += int64(n)
	return nil
}

// ReadFrom writes everything that can be read from src.
func (w *writer) ReadFrom(src io.Reader) (int64, error) {
	buf := copyBuffers.Get().(*[maxCollected]byte)
	defer copyBuffers.Put(buf)
	// The wrappers hide methods that would lead back here.
	return io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{src}, buf[:])
}

var copyBuffers = sync.Pool{New: func() any { return new([maxCollected]byte) }}

// Flush sends what was written so far.
func (w *writer) Flush() { _ = w.FlushError() }

// FlushError is Flush for http.ResponseController.
func (w *writer) FlushError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.begin(0); err != nil {
		return err
	}
	return w.send()
}

// EnableFullDuplex is for http.ResponseController. A handler may always read the
// request while it writes the response.
func (w *writer) EnableFullDuplex() error { return nil }

// send sends what was collected, and the head before it the first time.
func (w *writer) send() error {
	if w.pipe == nil {
		w.pipe = newPipe()
		w.answer <- answer{resp: w.response(w.pipe)}
		if !w.isBodiless() {
			w.pipe.watch(w.req.Context())
		}
	}
	p := w.buf
	w.buf = w.buf[:0]
	if w.isBodiless() {
		return nil
	}
	_, err := w.pipe.Write(p)
	return err
}

// isBodiless says whether nobody is going to read the body.
func (w *writer) isBodiless() bool {
	return w.req.Method == http.MethodHead || !w.head.status.AllowsBody()
}
