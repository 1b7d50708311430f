package weft

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/weft-go/weft/internal/pattern"
	"github.com/weft-go/weft/status"
)

// Routes is an application: a set of routes, and what answers a request that
// none of them matches. It is an immutable value. Routes are also an
// http.Handler.
type Routes struct {
	s *routeSet
}

// Part is what [NewRoutes] takes: a [Route] or [Routes].
type Part interface {
	parts() Routes
}

// routeSet is what Routes point to.
//
// Middleware is resolved when it is attached: each route's handler is wrapped
// then and there, so a request costs what its handlers do and one search in the
// tree. Middleware that has to act before the search, because it changes the
// URL, is kept in outer; see [Around].
type routeSet struct {
	routes    []Route
	outer     *outer     // middleware before the search, if there is any
	fallbacks []fallback // what answers unmatched requests, the longest prefix first

	once sync.Once
	tree *pattern.Tree
}

// outer is middleware before the search: it leads to the routes inside.
type outer struct {
	wrap  func(Handler) Handler
	inner *routeSet
	entry Handler
}

func newOuter(wrap func(Handler) Handler, inner *routeSet) *outer {
	// The search writes to the request, which the middleware may have kept.
	enter := func(req *Request) (Response, error) {
		req = req.copy()
		return inner.find(req)(req)
	}
	return &outer{wrap, inner, wrap(contain(enter))}
}

// A fallback answers requests below a prefix that match no route.
type fallback struct {
	prefix  string
	handler Handler
}

func newRouteSet(routes []Route) *routeSet {
	return &routeSet{routes: routes, fallbacks: []fallback{{"/", contain(unmatched)}}}
}

// NewRoutes puts routes together. The order does not matter. It panics if two
// routes have the same method and match the same paths, or if a route can never
// match, naming the places where they were written.
//
// Middleware that was attached to a part sees the requests of that part. A
// request that matches nothing belongs to no part, so middleware that wants to
// see those has to be attached to the whole, or to a part nested under a prefix.
func NewRoutes(parts ...Part) Routes {
	if len(parts) == 1 {
		r := parts[0].parts()
		r.s.index()
		return r
	}
	s := newRouteSet(nil)
	for _, p := range parts {
		part := p.parts().set()
		s.routes = append(s.routes, part.entries()...)
		for _, f := range part.fallbacks {
			if f.prefix != "/" {
				s.fallbacks = append(s.fallbacks, f)
			}
		}
	}
	s.sortFallbacks()
	s.index()
	return Routes{s}
}

// set returns the routes' contents. The zero Routes has none.
func (r Routes) set() *routeSet {
	if r.s == nil {
		return emptySet()
	}
	return r.s
}

var emptySet = sync.OnceValue(func() *routeSet { return newRouteSet(nil) })

func (r Routes) parts() Routes { return Routes{r.set()} }

// All returns the routes in the order in which they were given.
func (r Routes) All() []Route { return slices.Clone(r.set().routes) }

// Nest returns the routes below a prefix: Nest("/api") turns /books into
// /api/books. The prefix may have parameters.
func (r Routes) Nest(prefix string) Routes {
	site := callSite()
	p, err := pattern.Parse(prefix)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", site, err))
	}
	return Routes{r.set().nest(prefix, p)}
}

// nest returns the set below a prefix.
func (s *routeSet) nest(prefix string, p pattern.Pattern) *routeSet {
	n := &routeSet{}
	for _, r := range s.routes {
		n.routes = append(n.routes, r.nest(p))
	}
	for _, f := range s.fallbacks {
		n.fallbacks = append(n.fallbacks, fallback{joinPrefix(prefix, f.prefix), f.handler})
	}
	n.fallbacks = append(n.fallbacks, fallback{"/", contain(unmatched)})
	n.sortFallbacks()
	if s.outer != nil {
		n.outer = newOuter(s.outer.wrap, s.outer.inner.nest(prefix, p))
	}
	n.index()
	return n
}

// joinPrefix puts prefixes together up to the first parameter.
func joinPrefix(prefix, rest string) string {
	joined := strings.TrimSuffix(prefix, "/") + rest
	if i := strings.IndexByte(joined, '{'); i >= 0 {
		joined = joined[:strings.LastIndexByte(joined[:i], '/')+1]
	}
	if !strings.HasSuffix(joined, "/") {
		joined += "/"
	}
	return joined
}

// HandleError returns the routes with their errors turned into responses by f.
// An error that f returns goes on outwards.
func (r Routes) HandleError(f func(*Request, error) (Response, error)) Routes {
	return r.With(Wrap(func(next Handler) Handler {
		return func(req *Request) (Response, error) {
			resp, err := next(req)
			if err != nil {
				return f(req, err)
			}
			return resp, nil
		}
	}))
}

// Serve answers a request. It never fails: errors and panics become responses.
func (r Routes) Serve(req *Request) Response {
	c := req.copy()
	c.own.origin, c.flashRead = nil, 0
	var resp Response
	r.set().serve(c, &resp)
	return resp
}

// serve answers a request that belongs to the caller and may be written to. The
// answer is written to resp, rather than returned, to keep frames small: idle
// connections hold on to the stack that the largest request has needed.
func (s *routeSet) serve(req *Request, resp *Response) { run(s.find(req), req, resp) }

// run lets a handler answer.
func run(h Handler, req *Request, resp *Response) {
	defer rescue(req, resp)
	var err error
	*resp, err = h(req)
	if err == nil && resp.extra == nil && resp.headers.list == nil && resp.body.stream == nil && !req.flashWasRead() {
		return
	}
	req.complete(resp, err)
}

// complete adds what the request asks for to a response, and replaces it if it
// failed.
func (r *Request) complete(resp *Response, err error) {
	if err == nil {
		*resp = r.passFlash(*resp)
		err = resp.Err()
	}
	if err != nil {
		resp.body.Close()
		*resp = failed(r, err)
	}
}

// rescue turns a panic into a response.
func rescue(req *Request, resp *Response) {
	if v := recover(); v != nil {
		*resp = failed(req, &PanicError{v, debug.Stack()})
	}
}

// failed turns an error into a response and logs what the client is not told.
func failed(req *Request, err error) Response {
	resp := ErrorResponse(req, err)
	if resp.Status().IsServerError() {
		req.logFailure(err)
	}
	return resp
}

// find returns what answers a request: the middleware before the search, if there
// is any, or the handler that the search leads to.
func (s *routeSet) find(req *Request) Handler {
	if s.outer != nil {
		return s.outer.entry
	}
	req.set = s
	if req.own != nil {
		req.own.matched = ""
	}
	if s.index().Match(string(req.Method()), req.path, &req.match) != pattern.Found {
		return s.fallback(req.path)
	}
	req.route = &s.routes[req.match.Index]
	return req.route.handler
}

// fallback returns what answers requests that match no route.
func (s *routeSet) fallback(path string) Handler {
	for _, f := range s.fallbacks[:len(s.fallbacks)-1] {
		if strings.HasPrefix(path, f.prefix) || path == f.prefix[:len(f.prefix)-1] {
			return f.handler
		}
	}
	return s.fallbacks[len(s.fallbacks)-1].handler
}

// sortFallbacks puts longer prefixes first and drops all but the first fallback
// of each prefix.
func (s *routeSet) sortFallbacks() {
	slices.SortStableFunc(s.fallbacks, func(a, b fallback) int { return len(b.prefix) - len(a.prefix) })
	s.fallbacks = slices.CompactFunc(s.fallbacks, func(a, b fallback) bool { return a.prefix == b.prefix })
}

// entries returns the routes as another set takes them over. Middleware before
// the search then runs behind the search of that set: it gets the requests
// whose original URL matches one of these routes, and searches here again.
func (s *routeSet) entries() []Route {
	if s.outer == nil {
		return s.routes
	}
	routes := slices.Clone(s.routes)
	for i := range routes {
		routes[i].handler = s.outer.entry
	}
	return routes
}

// index returns the tree of the routes, which it builds once.
func (s *routeSet) index() *pattern.Tree {
	s.once.Do(func() {
		if s.tree == nil {
			s.tree = buildTree(s.routes)
		}
	})
	return s.tree
}

func buildTree(routes []Route) *pattern.Tree {
	tree := &pattern.Tree{}
	for i, r := range routes {
		err := tree.Add(string(r.pattern.method), r.pattern.path, i)
		if c, ok := errors.AsType[*pattern.ConflictError](err); ok {
			panic(fmt.Sprintf("%s: %s matches the same requests as %s at %s",
				r.pattern.site, r.pattern, routes[c.Other].pattern, routes[c.Other].pattern.site))
		}
		if err != nil {
			panic(fmt.Sprintf("%s: %v", r.pattern.site, err))
		}
	}
	for _, sh := range tree.Shadowed() {
		var by []string
		for _, i := range sh.By {
			by = append(by, routes[i].pattern.String()+" at "+routes[i].pattern.site)
		}
		r := routes[sh.Index]
		panic(fmt.Sprintf("%s: %s can never match, because of %s", r.pattern.site, r.pattern, strings.Join(by, " and ")))
	}
	return tree
}

// unmatched answers a request that matches no route: 404, or 405 and the answer
// to OPTIONS if there are routes for other methods.
func unmatched(req *Request) (Response, error) {
	if req.Method() == "PRI" && req.path == "*" { // the preface of HTTP/2, which is not spoken here
		return (&Problem{Status: status.HTTPVersionNotSupported}).Response(req), nil
	}
	allowed := req.allowed()
	switch {
	case len(allowed) == 0:
		return noRoute(req), nil
	case req.Method() == OPTIONS:
		return NoContent().WithHeader("Allow", strings.Join(allowed, ", ")), nil
	}
	p := &Problem{
		Status:  status.MethodNotAllowed,
		Detail:  "this path does not answer to " + string(req.Method()),
		Headers: NewHeaders("Allow", strings.Join(allowed, ", ")),
	}
	return p.Response(req), nil
}

// NoRoute returns the answer to a request as if the route it matched did not exist:
// 404, or 405 if other routes at the path may be known of. It is for those who hide
// what exists, together with [Route.Hidden].
func NoRoute(req *Request) Response {
	if req.set == nil {
		return noRoute(req)
	}
	resp, _ := unmatched(req) // it never fails
	return resp
}

func noRoute(req *Request) Response {
	return (&Problem{Status: status.NotFound, Detail: "there is nothing at this path"}).Response(req)
}

// allowed returns the methods that the request's path answers to. The path "*"
// stands for the server as a whole (RFC 9110, section 9.3.7).
func (r *Request) allowed() []string {
	if r.path == "*" && r.Method() == OPTIONS {
		return []string{"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"}
	}
	return r.set.allowed(r.path, r.route)
}

// allowed returns the methods that a path answers to, without those of hidden routes
// and of one that is not to be told.
func (s *routeSet) allowed(path string, untold *Route) []string {
	all := s.index().Allowed(path)
	hidden := 0
	visible := slices.DeleteFunc(slices.Clone(all), func(method string) bool {
		var m pattern.Match
		if s.index().Match(method, path, &m) != pattern.Found {
			return false
		}
		if r := &s.routes[m.Index]; !r.hidden && r != untold {
			return false
		}
		hidden++
		return true
	})
	if hidden == 0 {
		return all
	}
	if slices.Equal(visible, []string{"OPTIONS"}) {
		return nil // nothing is left that anyone may know of
	}
	return visible
}
