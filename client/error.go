package client

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/weft-go/weft"
)

// An Error is the error of a call that got no answer, or whose answer broke off. It
// tells secrets of neither side: not the credentials, and nothing of the query, in
// which there may be some.
type Error struct {
	// Method is the method of the request.
	Method weft.Method

	// URL is where the request was sent, without its query.
	URL string

	// Attempt is the number of the attempt that failed, from 1. It is 0 if nothing was
	// sent.
	Attempt int

	// Cause is what went wrong: an error of the network, [*TimedOut],
	// [*TooManyRedirects], [*weft.BodyTooLarge], the error of the context, or the one
	// that a streamed request body ended with.
	Cause error
}

// Error returns method, URL, attempt and cause.
func (e *Error) Error() string {
	s := string(e.Method) + " " + e.URL
	if e.Attempt > 1 {
		s += fmt.Sprintf(": attempt %d", e.Attempt)
	}
	return s + ": " + e.Cause.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Timeout reports whether time ran out, be it the client's or that of the context.
func (e *Error) Timeout() bool {
	if errors.Is(e.Cause, context.DeadlineExceeded) {
		return true
	}
	t, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](e.Cause)
	return ok && t.Timeout()
}

// TimedOut is the error of a server that kept the client waiting for longer than
// Config.Timeout. It is also a context.DeadlineExceeded for errors.Is.
type TimedOut struct {
	// After is the time that the server had.
	After time.Duration
}

// Error names the time.
func (e *TimedOut) Error() string {
	return "no answer, or no more of it, within " + e.After.String()
}

// Is reports whether target is context.DeadlineExceeded.
func (e *TimedOut) Is(target error) bool { return target == context.DeadlineExceeded }

// Timeout returns true.
func (e *TimedOut) Timeout() bool { return true }

// TooManyRedirects is the error of an answer that redirects once more than
// Config.Redirects allows.
type TooManyRedirects struct {
	// Limit is the number of redirects that were followed.
	Limit int
}

// Error names the limit.
func (e *TooManyRedirects) Error() string {
	return fmt.Sprintf("more than %d redirects", e.Limit)
}

// ended returns why a context has ended: its cause, and in any case an error that is
// the context's own for errors.Is.
func ended(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if _, ok := errors.AsType[*TimedOut](cause); ok || errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// withoutUser returns a text that should be a URL without the user information that
// may stand before its host. As the text may be malformed, everything between the
// scheme and the last @ is taken for that.
func withoutUser(s string) string {
	at := strings.LastIndexByte(s, '@')
	if at < 0 {
		return s
	}
	start := 0
	if i := strings.IndexAny(s, ":/?#@"); strings.HasPrefix(s[i:], "://") {
		start = i + len("://")
	}
	return s[:start] + "[secret]" + s[at:]
}

// withoutUserError is withoutUser for the error of [weft.ParseURL], which quotes what
// it was given.
func withoutUserError(err error) error {
	m, ok := errors.AsType[*weft.MalformedURL](err)
	if !ok || !strings.Contains(m.Input, "@") {
		return err
	}
	return &weft.MalformedURL{Input: withoutUser(m.Input), Reason: m.Reason}
}
