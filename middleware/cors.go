package middleware

import (
	"strconv"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/status"
)

// CorsConfig says which origins may use the routes from a browser (the Fetch Standard,
// 'CORS protocol'). Its zero value allows everything that needs no credentials.
type CorsConfig struct {
	// AllowedOrigin returns the value of Access-Control-Allow-Origin for the origin of
	// a client, or false if it is not allowed. It is called from many goroutines. Nil
	// means "*" for all. [AllowOrigins] makes one from a list.
	AllowedOrigin func(origin string) (allow string, ok bool)

	// AllowedMethods are the methods of Access-Control-Allow-Methods. Nil means all
	// ("*"). For requests with credentials browsers take "*" for the name of a method,
	// so those need a list.
	AllowedMethods []weft.Method

	// AllowedHeaders are the names of Access-Control-Allow-Headers. Nil means all
	// ("*"), and what is said of methods holds here too.
	AllowedHeaders []string

	// NoCredentials leaves Access-Control-Allow-Credentials out. The default is to
	// allow credentials. Browsers do not accept that together with the origin "*", so
	// they are in fact allowed for origins that AllowedOrigin names.
	NoCredentials bool

	// ExposedHeaders are the names of Access-Control-Expose-Headers. Nil means all
	// ("*"), and an empty list means none.
	ExposedHeaders []string

	// MaxAge is how long browsers may remember the answer to a preflight, in whole
	// seconds. Zero means not to say.
	MaxAge time.Duration
}

// AllowOrigins returns a function for [CorsConfig] that allows these origins and no
// others. An origin is a scheme, a host and a port if it is not the usual one:
// "https://shop.example", "http://localhost:3000".
func AllowOrigins(origins ...string) func(origin string) (string, bool) {
	allowed := make(map[string]bool, len(origins))
	for _, o := range origins {
		allowed[strings.ToLower(o)] = true
	}
	return func(origin string) (string, bool) { return origin, allowed[strings.ToLower(origin)] }
}

// CORS returns middleware that tells browsers which origins may read the routes'
// responses.
//
// A preflight, which is an OPTIONS request with Origin and
// Access-Control-Request-Method, is answered here: with 204 and the allow fields if
// origin, method and headers are allowed, and with 403 without them otherwise. Any
// other request goes to its handler. If its origin is allowed, the response carries the
// allow fields; if not, it has none, and a browser keeps it from the page. Keeping
// strangers out is not what CORS does: see [CSRF] and package auth.
//
// If AllowedOrigin is set, every response has Vary: Origin.
func CORS(config ...CorsConfig) weft.Middleware {
	c := newCorsPolicy(option("CORS", config))
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			origin, ok := req.RawHeader("Origin")
			if !ok {
				return c.vary(next(req))
			}
			if method, ok := req.RawHeader("Access-Control-Request-Method"); ok && req.Method() == weft.OPTIONS {
				return c.preflight(req, origin, method), nil
			}
			return c.answer(origin, next, req)
		}
	})
}

// A corsPolicy is a configuration made ready for use.
type corsPolicy struct {
	config  CorsConfig
	headers []string     // allowed ones, in lower case
	fixed   weft.Headers // the allow fields but the origin
	all     weft.Headers // the allow fields for every origin
}

func newCorsPolicy(c CorsConfig) *corsPolicy {
	p := &corsPolicy{config: c}
	var methods []string
	for _, m := range c.AllowedMethods {
		methods = append(methods, string(m))
	}
	for _, h := range c.AllowedHeaders {
		p.headers = append(p.headers, strings.ToLower(h))
	}
	p.fixed = weft.NewHeaders(
		"Access-Control-Allow-Methods", listOr(methods, c.AllowedMethods == nil),
		"Access-Control-Allow-Headers", listOr(c.AllowedHeaders, c.AllowedHeaders == nil),
	)
	if !c.NoCredentials {
		p.fixed = p.fixed.Add("Access-Control-Allow-Credentials", "true")
	}
	if c.ExposedHeaders == nil || len(c.ExposedHeaders) > 0 {
		p.fixed = p.fixed.Add("Access-Control-Expose-Headers", listOr(c.ExposedHeaders, c.ExposedHeaders == nil))
	}
	if c.MaxAge > 0 {
		p.fixed = p.fixed.Add("Access-Control-Max-Age", strconv.FormatInt(int64(c.MaxAge/time.Second), 10))
	}
	p.all = weft.NewHeaders("Access-Control-Allow-Origin", "*").AddAll(p.fixed)
	if err := p.all.Err(); err != nil {
		panic(mistake("middleware.CORS: %v", err))
	}
	return p
}

func listOr(values []string, all bool) string {
	if all {
		return "*"
	}
	return strings.Join(values, ", ")
}

// grant returns the allow fields for an origin, or false if it is not allowed.
func (p *corsPolicy) grant(origin string) (weft.Headers, bool) {
	if p.config.AllowedOrigin == nil {
		return p.all, true
	}
	allow, ok := p.config.AllowedOrigin(origin)
	if !ok {
		return weft.Headers{}, false
	}
	return weft.NewHeaders("Access-Control-Allow-Origin", allow).AddAll(p.fixed), true
}

// preflight answers a question about a request that is to come.
func (p *corsPolicy) preflight(req *weft.Request, origin, method string) weft.Response {
	fields, ok := p.grant(origin)
	var resp weft.Response
	if ok && p.allowsMethod(method) && p.allowsHeaders(req.RawHeaders("Access-Control-Request-Headers")) {
		resp = weft.NoContent().AddHeaders(fields)
	} else {
		resp = (&weft.Problem{Status: status.Forbidden, Detail: "this cross-origin request is not allowed"}).Response(req)
	}
	resp, _ = p.vary(resp, nil)
	return resp
}

// answer has a request answered and adds what its origin is granted.
func (p *corsPolicy) answer(origin string, next weft.Handler, req *weft.Request) (weft.Response, error) {
	fields, ok := p.grant(origin)
	resp, err := next(req)
	if ok {
		resp, err = withFields(resp, err, fields)
	}
	return p.vary(resp, err)
}

// vary tells caches that the response depends on the origin, if it does.
func (p *corsPolicy) vary(resp weft.Response, err error) (weft.Response, error) {
	if p.config.AllowedOrigin == nil {
		return resp, err
	}
	if err != nil {
		return resp, failWith(err, varyOrigin)
	}
	for _, value := range resp.Headers().Values("Vary") {
		for part := range strings.SplitSeq(value, ",") {
			if part = ascii.TrimOWS(part); part == "*" || ascii.EqualFold(part, "Origin") {
				return resp, nil
			}
		}
	}
	return resp.AddHeaders(varyOrigin), nil
}

var varyOrigin = weft.NewHeaders("Vary", "Origin")

func (p *corsPolicy) allowsMethod(method string) bool {
	if p.config.AllowedMethods == nil {
		return true
	}
	for _, m := range p.config.AllowedMethods {
		if string(m) == method || m == "*" {
			return true
		}
	}
	return false
}

// allowsHeaders says whether all of the names that a preflight lists are allowed.
func (p *corsPolicy) allowsHeaders(values []string) bool {
	if p.config.AllowedHeaders == nil {
		return true
	}
	for _, value := range values {
		for name := range strings.SplitSeq(value, ",") {
			if name = ascii.TrimOWS(name); name != "" && !p.allowsHeader(name) {
				return false
			}
		}
	}
	return true
}

func (p *corsPolicy) allowsHeader(name string) bool {
	for _, h := range p.headers {
		if h == "*" || ascii.EqualFold(h, name) {
			return true
		}
	}
	return false
}
