package middleware

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// RequestIDConfig says how [RequestID] works. Its zero value is the default.
type RequestIDConfig struct {
	// Header is the name of the field that carries the id. Empty means X-Request-Id.
	Header string

	// NoAccept gives every request an id of its own, whatever the client sent. The
	// default is to accept a client's id that is well-formed. Ids of clients are good
	// for following a request through several servers, and prove nothing.
	NoAccept bool

	// Generate makes an id. It is called from many goroutines. Nil means 16 random
	// bytes in hexadecimal.
	Generate func() string
}

// RequestID returns middleware that gives each request an id. It is in the response's
// header, in the request's context (see [RequestIDOf]) and in logs: in those of
// [RequestLogging] further in, of [Logger] and of [NewLogHandler].
//
// A client's id is accepted if it has at most 128 characters, and only letters, digits
// and -_.~:+/=@ in it, so that it cannot forge lines of a log.
func RequestID(config ...RequestIDConfig) weft.Middleware {
	c := option("RequestID", config)
	if c.Header == "" {
		c.Header = "X-Request-Id"
	}
	if !ascii.IsToken(c.Header) {
		panic(mistake("middleware.RequestID: %q is not the name of a header field", c.Header))
	}
	contexts := new(requestIDContexts)
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			ctx := contexts.next()
			ctx.Context, ctx.plain.Context = req.Context(), req.Context()
			c.choose(req, ctx)
			resp, err := next(req.WithContext(ctx))
			if err != nil {
				return resp, failWith(err, weft.NewHeaders(c.Header, ctx.id))
			}
			return resp.WithHeader(c.Header, ctx.id), nil
		}
	})
}

// RequestIDOf returns the id that [RequestID] gave the request with this context, or
// false if there is none.
func RequestIDOf(ctx context.Context) (string, bool) {
	if c, ok := ctx.(*requestIDContext); ok {
		return c.id, true
	}
	id, ok := ctx.Value(requestIDKey{}).(string)
	return id, ok
}

// choose decides on the id. The context comes with a random one.
func (c *RequestIDConfig) choose(req *weft.Request, ctx *requestIDContext) {
	if !c.NoAccept {
		if id, ok := req.RawHeader(c.Header); ok && isRequestID(id) {
			ctx.id = id
			return
		}
	}
	if c.Generate != nil {
		ctx.id = c.Generate()
	}
}

const maxRequestID = 128

// isRequestID says whether a client's id may be used.
func isRequestID(id string) bool {
	if id == "" || len(id) > maxRequestID {
		return false
	}
	for i := range len(id) {
		if !isRequestIDByte(id[i]) {
			return false
		}
	}
	return true
}

func isRequestIDByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	switch c {
	case '-', '_', '.', '~', ':', '+', '/', '=', '@':
		return true
	}
	return false
}

// requestIDKey is the key of the id in a context, a string.
type requestIDKey struct{}

// A requestIDContext adds the id to a context.
type requestIDContext struct {
	context.Context
	id    string
	plain plainContext // the same without the id, for the log of requests
}

func (c *requestIDContext) Value(key any) any {
	if key == (requestIDKey{}) {
		return c.id
	}
	return c.Context.Value(key)
}

// AfterFunc lets package context derive a context without a goroutine.
func (c *requestIDContext) AfterFunc(f func()) (stop func() bool) {
	return afterFunc(c.Context, f)
}

// afterFunc calls f on a goroutine of its own when the context ends, by the context's
// own means if it has any.
func afterFunc(ctx context.Context, f func()) (stop func() bool) {
	if a, ok := ctx.(interface{ AfterFunc(func()) func() bool }); ok {
		return a.AfterFunc(f)
	}
	return context.AfterFunc(ctx, f)
}

// requestIDContexts hands out contexts with random ids. It makes several at a time, as a
// slab does; their ids are parts of one text. They have to be different, not secret, so
// the generator of the runtime is good enough.
type requestIDContexts struct {
	pieces sync.Pool // of *[]requestIDContext, what is left of a piece
}

const requestIDLength = 32

func (r *requestIDContexts) next() *requestIDContext {
	piece, _ := r.pieces.Get().(*[]requestIDContext)
	if piece == nil {
		piece = newRequestIDPiece()
	}
	ctx := &(*piece)[0]
	if *piece = (*piece)[1:]; len(*piece) > 0 {
		r.pieces.Put(piece)
	}
	return ctx
}

func newRequestIDPiece() *[]requestIDContext {
	var ids strings.Builder
	ids.Grow(slabSize * requestIDLength)
	var digits [16]byte
	for ids.Len() < slabSize*requestIDLength {
		n := rand.Uint64()
		binary.LittleEndian.PutUint64(digits[:8], hexDigits(uint32(n)))
		binary.LittleEndian.PutUint64(digits[8:], hexDigits(uint32(n>>32)))
		ids.Write(digits[:])
	}
	text := ids.String()
	piece := make([]requestIDContext, slabSize)
	for i := range piece {
		piece[i].id = text[i*requestIDLength : (i+1)*requestIDLength]
	}
	return &piece
}

// hexDigits returns the eight hexadecimal digits of a number, a byte each, the lowest
// one first.
func hexDigits(n uint32) uint64 {
	const each = 0x0101010101010101
	x := uint64(n) // spread out: a half byte to each byte
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
	letters := (x + 6*each) >> 4 & each // 1 where the digit is above 9
	return x + '0'*each + letters*('a'-'9'-1)
}
