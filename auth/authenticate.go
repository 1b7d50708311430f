package auth

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"github.com/weft-go/weft"
)

// Authenticate finds out whether a request meets a requirement. If so it returns the
// request with the principal in its context and true. Otherwise it returns the
// request as it was and false; [Refuse] makes the answer.
//
// None is met by every request. Any other requirement is met
//
//   - by a context from [CustomAuthProviding], whatever the scheme;
//   - by an earlier authentication of the same request with an accepted scheme;
//   - by credentials of an accepted scheme that the nearest verifier ([Provide])
//     accepts. If there are several, the scheme of the Authorization field decides,
//     and custom schemes follow in their order.
//
// Everything else is false. That there is no verifier although one is needed is
// logged at warning level, once in the life of the process. Authenticate does not
// read the body. It is safe for concurrent use.
func Authenticate(req *weft.Request, t Type) (*weft.Request, bool) {
	if t.IsNone() {
		return req, true
	}
	provider, met := t.survey(req)
	if met {
		return req, true
	}
	if provider == nil {
		return req, false
	}
	s, c, ok := t.extract(req, provider.sent)
	if !ok {
		return req, false
	}
	principal, err := provider.verify(req.Context(), c)
	if d, ok := c.(DigestCredentials); ok && err == nil {
		err = d.settle()
	}
	if err != nil {
		report(req, c, err)
		return req, false
	}
	return req.WithContext(&layer{Context: req.Context(), what: known, principal: principal, scheme: s}), true
}

// survey looks through what is known about a request. It returns the verifier to
// ask, or nil, and whether that is not necessary because the requirement is met.
func (t Type) survey(req *weft.Request) (provider *layer, met bool) {
	silent := true
	for l := nearest(req.Context()); l != nil; l = nearest(l.Context) {
		silent = false
		switch l.what {
		case denied:
			return provider, false
		case offered:
			if provider == nil {
				provider = l
			}
		case known:
			// A verifier further in is there to judge anew what others have accepted.
			if l.scheme == nil || provider == nil && t.accepts(l.scheme) {
				return nil, true
			}
		}
	}
	if silent {
		warnOnce(req)
	}
	return provider, false
}

// report logs why a request was not authenticated. A request that has ended is not
// worth a line: its failure says nothing about the credentials.
func report(req *weft.Request, c Credentials, err error) {
	level := slog.LevelDebug
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return
	case isUnavailable(err), errors.Is(err, errUnproved):
		level = slog.LevelWarn
	}
	slog.LogAttrs(req.Context(), level, "weft: request not authenticated",
		slog.String("scheme", c.Kind().String()),
		slog.String("method", string(req.Method())),
		slog.String("pattern", req.Pattern()),
		slog.String("error", err.Error()))
}

func isUnavailable(err error) bool {
	_, ok := errors.AsType[*UnavailableError](err)
	return ok
}

// missing guards the report about a missing verifier, which would otherwise fill the
// log with the same line.
var missing sync.Once

func warnOnce(req *weft.Request) {
	missing.Do(func() {
		slog.LogAttrs(req.Context(), slog.LevelWarn,
			"weft: authentication is required, but nothing provides it; all such requests are refused (see auth.Provide)",
			slog.String("method", string(req.Method())),
			slog.String("pattern", req.Pattern()))
	})
}
