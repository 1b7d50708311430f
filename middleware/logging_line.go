package middleware

import (
	"encoding/binary"
	"io"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft"
)

// A logLine holds handlers with the attributes that all requests of one method and
// pattern share. Handlers of log/slog format such attributes once.
type logLine struct {
	method, pattern string

	mu       sync.Mutex // held by writers
	prefixed atomic.Pointer[[]logPrefix]
}

// A logPrefix is a handler with attributes. It belongs to a logger, because the logger
// of a process may be replaced.
type logPrefix struct {
	logger   *slog.Logger
	status   weft.Status
	bodiless bool
	handler  slog.Handler
}

// maxPrefixes bounds what a line keeps. A route has few statuses, so more than that
// come from loggers that were replaced.
const maxPrefixes = 32

func newLogLine(method, pattern string) *logLine { return &logLine{method: method, pattern: pattern} }

// handler returns the logger's handler with method, pattern and status, and with the
// size of the request if there was no body.
func (l *logLine) handler(logger *slog.Logger, code weft.Status, bodiless bool) slog.Handler {
	list := l.prefixed.Load()
	if list != nil {
		for i := range *list {
			if p := &(*list)[i]; p.logger == logger && p.status == code && p.bodiless == bodiless {
				return p.handler
			}
		}
	}
	var attrs []slog.Attr
	if l.method != otherMethod { // which is told by each record
		attrs = append(attrs, slog.String("method", l.method))
	}
	attrs = append(attrs, slog.String("pattern", l.pattern), slog.Int("status_code", int(code)))
	if bodiless {
		attrs = append(attrs, slog.Int64("request_size", 0))
	}
	fresh := logPrefix{logger, code, bodiless, logger.Handler().WithAttrs(attrs)}
	l.mu.Lock()
	defer l.mu.Unlock()
	var kept []logPrefix
	if list = l.prefixed.Load(); list != nil && len(*list) < maxPrefixes {
		kept = append(kept, *list...)
	}
	kept = append(kept, fresh)
	l.prefixed.Store(&kept)
	return fresh.handler
}

// addressTexts remembers the texts of addresses: a client sends many requests, and its
// address is the same in all of them. Each address has one place, and the last one that
// came has it.
type addressTexts [1 << 8]atomic.Pointer[addressText]

type addressText struct {
	addr netip.Addr
	text string
}

func (t *addressTexts) text(a netip.Addr) string {
	b := a.As16()
	mixed := (binary.LittleEndian.Uint64(b[:8]) ^ binary.LittleEndian.Uint64(b[8:])) * 0x9e3779b97f4a7c15
	place := &t[mixed>>56]
	if known := place.Load(); known != nil && known.addr == a {
		return known.text
	}
	fresh := &addressText{a, a.String()}
	place.Store(fresh)
	return fresh.text
}

// A bodyCount counts what is read of a request body whose size is not known.
type bodyCount struct {
	io.ReadCloser
	n atomic.Int64
}

// countBody returns the request, with its body counted if its size is not known.
func countBody(req *weft.Request) (*weft.Request, *bodyCount) {
	if !req.Body().IsStream() {
		return req, nil
	}
	if _, known := req.Body().Len(); known {
		return req, nil
	}
	c := &bodyCount{ReadCloser: req.Body().AsStream()}
	return req.WithBody(weft.BodyReader(c, -1, req.Body().MediaType())), c
}

// size returns the size of a request's body, as far as it is known now.
func (c *bodyCount) size(req *weft.Request) int64 {
	if c != nil {
		return c.n.Load()
	}
	n, _ := req.Body().Len()
	return n
}

func (c *bodyCount) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}
