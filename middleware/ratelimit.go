package middleware

import (
	"net/netip"
	"strconv"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/status"
)

// RateLimitConfig says how [RateLimit] works. Its zero value is the default.
type RateLimitConfig struct {
	// Burst is how many requests may come at once after a pause. Zero means as many as
	// the limit.
	Burst int

	// Key tells whose limit a request counts for: those with the same key share one. An
	// empty key is not limited. Nil means the client's address, of which the first 64
	// bits count for IPv6, because that is what one customer gets.
	Key func(*weft.Request) string

	// MaxKeys bounds how many keys are remembered. The one that was not seen for the
	// longest time is forgotten first, and has its whole burst again. Zero means 65536.
	MaxKeys int

	// Name is the name of the policy in the header fields. Empty means "default".
	Name string

	// NoHeaders leaves RateLimit and RateLimit-Policy out.
	NoHeaders bool
}

// RateLimit returns middleware that lets each client send a number of requests in a time,
// and answers the rest with 429 and Retry-After. It is a token bucket: a client has a
// bucket of tokens, each request takes one, and tokens come back evenly over the time.
//
//	routes.With(middleware.RateLimit(100, time.Minute))
//
// Responses carry RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers):
// the quota q of the window w, the requests r that remain, and the seconds t until the
// bucket is full. The limit is that of this process; several servers have several.
// Requests without a known address are not limited unless Key says otherwise. Behind a
// proxy attach [RealIP] after it. RateLimit panics if a number is not positive.
func RateLimit(limit int, per time.Duration, config ...RateLimitConfig) weft.Middleware {
	c := option("RateLimit", config)
	if limit <= 0 || per <= 0 || c.Burst < 0 || c.MaxKeys < 0 {
		panic(mistake("middleware.RateLimit: want positive numbers, got a limit of %d in %v, a burst of %d and %d keys",
			limit, per, c.Burst, c.MaxKeys))
	}
	if c.Name == "" {
		c.Name = "default"
	}
	if !ascii.IsToken(c.Name) {
		panic(mistake("middleware.RateLimit: the name %q is not a token", c.Name))
	}
	if c.Burst == 0 {
		c.Burst = limit
	}
	if c.MaxKeys == 0 {
		c.MaxKeys = 1 << 16
	}
	l := &rateLimiter{config: c, buckets: newBuckets(per/time.Duration(limit), c.Burst, c.MaxKeys)}
	l.name = `"` + c.Name + `"`
	l.policy = l.name + ";q=" + strconv.Itoa(limit) + ";w=" + strconv.FormatInt(seconds(per), 10)
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) { return l.handle(req, next) }
	})
}

type rateLimiter struct {
	config       RateLimitConfig
	buckets      *buckets
	name, policy string
}

func (l *rateLimiter) handle(req *weft.Request, next weft.Handler) (weft.Response, error) {
	grant, limited := l.take(req)
	if !limited {
		return next(req)
	}
	if !grant.ok {
		p := &weft.Problem{
			Status:  status.TooManyRequests,
			Detail:  "too many requests; the field Retry-After tells when to come back",
			Headers: weft.NewHeaders("Retry-After", strconv.FormatInt(seconds(grant.wait), 10)).AddAll(l.fields(grant)),
		}
		return p.Response(req), nil
	}
	resp, err := next(req)
	if l.config.NoHeaders {
		return resp, err
	}
	return withFields(resp, err, l.fields(grant))
}

// take takes a token for a request. It is false if the request is not limited.
func (l *rateLimiter) take(req *weft.Request) (grant, bool) {
	if l.config.Key != nil {
		key := l.config.Key(req)
		if key == "" {
			return grant{}, false
		}
		return l.buckets.take(key, now()), true
	}
	a, ok := req.RemoteAddress()
	if !ok {
		return grant{}, false
	}
	return l.buckets.take(addressKey(a), now()), true
}

// addressKey returns the part of an address that stands for a client.
func addressKey(a netip.Addr) string {
	a = a.Unmap()
	b := a.As16()
	if a.Is4() {
		return string(b[12:])
	}
	return string(b[:8])
}

func (l *rateLimiter) fields(g grant) weft.Headers {
	if l.config.NoHeaders {
		return weft.Headers{}
	}
	value := l.name + ";r=" + strconv.Itoa(g.left) + ";t=" + strconv.FormatInt(seconds(g.full), 10)
	return weft.NewHeaders("RateLimit-Policy", l.policy, "RateLimit", value)
}

// seconds returns a duration in whole seconds, rounded up.
func seconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
