package client

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"github.com/weft-go/weft/internal/ascii"
)

// persist sends the request to its present target, and again if there is hope.
func (k *call) persist() (*http.Response, error) {
	for {
		k.attempt++
		k.sent = false
		resp, err := k.authorize()
		wait, again := k.pause(resp, err)
		if !again {
			return resp, err
		}
		k.report(resp, err, wait)
		if resp != nil {
			discard(resp)
		}
		select {
		case <-time.After(wait):
		case <-k.ctx.Done():
			return nil, ended(k.ctx)
		}
	}
}

// pause returns how long to wait before the next attempt, or false if there should be
// none: because the request must not be repeated, because it would not help, or because
// the time does not suffice.
func (k *call) pause(resp *http.Response, err error) (time.Duration, bool) {
	if k.attempt >= k.attempts || !k.repeatable() || k.ctx.Err() != nil {
		return 0, false
	}
	backoff := k.client.config.Backoff
	wait := backoff.pause(k.attempt)
	switch {
	case err != nil:
		if !k.sent || hopeless(err) {
			return 0, false
		}
	case !isTransient(resp.StatusCode):
		return 0, false
	default:
		asked := retryAfter(resp.Header, time.Now())
		if asked > backoff.Max {
			return 0, false // coming back before is not what the server asked for
		}
		wait = max(wait, asked)
	}
	return wait, k.outlasts(wait)
}

// repeatable says whether the request can be sent again and does no harm if the server
// has seen it already (RFC 9110 section 9.2.2).
func (k *call) repeatable() bool {
	harmless := k.request.Method().IsIdempotent() || k.request.Headers().Has("Idempotency-Key")
	return harmless && k.body.replayable()
}

// outlasts says whether the call has more time than that.
func (k *call) outlasts(wait time.Duration) bool {
	end := time.Now().Add(wait)
	deadline, ok := k.ctx.Deadline()
	return (!ok || end.Before(deadline)) && (k.expires.IsZero() || end.Before(k.expires))
}

// isTransient says whether a status promises more luck another time.
func isTransient(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// hopeless says whether an error of the network will be the same the next time.
func hopeless(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	e, ok := errors.AsType[*net.DNSError](err)
	return ok && e.IsNotFound
}

// pause returns the pause after an attempt, of which the first is 1.
func (b Backoff) pause(attempt int) time.Duration {
	wait := min(b.Base, b.Max)
	for i := 1; i < attempt && wait < b.Max; i++ {
		wait = min(2*wait, b.Max)
	}
	return wait - rand.N(wait/2+1) // it spreads load and hides nothing
}

// retryAfter returns how long the server asks to wait (RFC 9110 section 10.2.3), in
// seconds or with a date. It is 0 if it does not.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	if seconds, ok := ascii.ParseUint(value); ok {
		const century = 100 * 365 * 24 * time.Hour // more seconds would overflow
		return time.Duration(min(seconds, uint64(century/time.Second))) * time.Second
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(date.Sub(now), 0)
	}
	return 0
}

// report logs that there will be another attempt.
func (k *call) report(resp *http.Response, err error, wait time.Duration) {
	reason := slog.Any("error", err)
	if err == nil {
		reason = slog.Int("status_code", resp.StatusCode)
	}
	k.client.config.Logger.LogAttrs(k.ctx, slog.LevelInfo, "client: trying again",
		slog.String("method", string(k.request.Method())), slog.String("url", k.place()),
		slog.Int("attempt", k.attempt), slog.Duration("wait", wait), reason)
}
