package middleware

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// HealthConfig says what [Health] answers. Its zero value is the default.
type HealthConfig struct {
	// LivePath is the path that answers 200 as long as the process serves requests.
	// Empty means /livez.
	LivePath string

	// ReadyPath is the path that answers 200 if all checks pass, and 503 otherwise.
	// Empty means /readyz.
	ReadyPath string

	// Checks are what the application needs, by name. They run one after the other for
	// each request to ReadyPath, and end with its context.
	Checks map[string]func(context.Context) error

	// Timeout bounds the checks of one request together. Zero means 5 seconds.
	Timeout time.Duration
}

// Health returns middleware that answers the questions of load balancers: whether the
// process lives, and whether it is ready. It answers GET and HEAD on two paths by
// itself; everything else goes on. Middleware attached before it does not see those
// requests, so that they are neither logged nor limited.
//
// A check that fails is logged at warning level; the client is told its name alone.
func Health(config ...HealthConfig) weft.Middleware {
	h := newHealth(option("Health", config))
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if m := req.Method(); m != weft.GET && m != weft.HEAD {
				return next(req)
			}
			switch req.Path() {
			case h.LivePath:
				return h.live(), nil
			case h.ReadyPath:
				return h.ready(req), nil
			}
			return next(req)
		}
	})
}

type health struct {
	HealthConfig
	names []string // of the checks, in order
}

func newHealth(c HealthConfig) *health {
	if c.LivePath == "" {
		c.LivePath = "/livez"
	}
	if c.ReadyPath == "" {
		c.ReadyPath = "/readyz"
	}
	if c.Timeout == 0 {
		c.Timeout = 5 * time.Second
	}
	c.Checks = maps.Clone(c.Checks)
	for name, check := range c.Checks {
		if check == nil {
			panic(mistake("middleware.Health: the check %q is nil", name))
		}
	}
	return &health{c, slices.Sorted(maps.Keys(c.Checks))}
}

func (h *health) live() weft.Response { return uncached(weft.Text("ok\n")) }

// ready runs the checks.
func (h *health) ready(req *weft.Request) weft.Response {
	ctx, cancel := context.WithTimeout(req.Context(), h.Timeout)
	defer cancel()
	text, code := "", status.OK
	for _, name := range h.names {
		if err := h.Checks[name](ctx); err != nil {
			code = status.ServiceUnavailable
			text += name + ": failed\n"
			req.Logger().WarnContext(ctx, "middleware: not ready", "check", name, "error", err.Error())
			continue
		}
		text += name + ": ok\n"
	}
	if text == "" {
		text = "ok\n"
	}
	return uncached(weft.Text(text).WithStatus(code))
}

func uncached(resp weft.Response) weft.Response { return resp.WithHeader("Cache-Control", "no-store") }

// Maintenance returns middleware that answers 503 to everything as long as isOn returns
// true, with a Retry-After of the given time if that is positive. isOn is called for
// every request, so it should be cheap: the Load method of an atomic.Bool will do.
//
//	var closed atomic.Bool
//	routes.With(middleware.Maintenance(closed.Load, time.Hour)).With(middleware.Health())
func Maintenance(isOn func() bool, retryAfter time.Duration) weft.Middleware {
	if isOn == nil {
		panic(mistake("middleware.Maintenance: the function is nil"))
	}
	p := &weft.Problem{Status: status.ServiceUnavailable, Detail: "closed for maintenance"}
	if retryAfter > 0 {
		p.Headers = weft.NewHeaders("Retry-After", strconv.FormatInt(seconds(retryAfter), 10))
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if isOn() {
				return p.Response(req), nil
			}
			return next(req)
		}
	})
}
