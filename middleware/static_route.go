package middleware

import (
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// middleware adds the site's route to others.
//
// Two things take some care. A request for which there is no file goes to the routes
// that were there before, as a whole; those are reached through below. And what
// answered unmatched requests for them, with all the middleware around it, has to go on
// doing so, although the set of routes is a new one. Its own fallback is the last of the
// handlers that [weft.Wrap] goes through.
//
// Routes that have a route for the same paths already keep it: it gets what is not a
// file. So sites may be laid over each other, and over a handler for all pages.
func (s *site) middleware(routes weft.Routes) weft.Routes {
	all, unmatched := routes, weft.Handler(nil)
	over := s.samePaths(routes)
	if over == "" {
		below := handlerOf(routes)
		file := s.pattern.Handle(func(req *weft.Request) (weft.Response, error) {
			return s.answer(req, below)
		})
		// Hidden, because most paths below the prefix are not files: what is told about
		// methods of files is said by around.
		all = weft.NewRoutes(routes, file.Hidden())
		unmatched = fallbackOf(routes)
	}
	count := 0
	return all.With(weft.Wrap(func(next weft.Handler) weft.Handler {
		count++
		index := count
		return func(req *weft.Request) (weft.Response, error) {
			if _, matched := req.Route(); !matched && index == count && unmatched != nil {
				return s.around(req, unmatched, over)
			}
			return s.around(req, next, over)
		}
	}))
}

// samePaths returns the path of the pattern among routes that stands for the same paths
// as the site's, or "".
func (s *site) samePaths(routes weft.Routes) string {
	for _, r := range routes.All() {
		path := r.Pattern().Path()
		rest, ok := strings.CutPrefix(path, s.prefix+"/{")
		if r.Pattern().Method() == weft.GET && ok && strings.HasSuffix(rest, "...}") && !strings.Contains(rest, "/") {
			return path
		}
	}
	return ""
}

// answer is the handler of the site's route.
func (s *site) answer(req *weft.Request, below weft.Handler) (weft.Response, error) {
	route, _ := req.Route()
	pattern := route.Pattern().Path()
	resp, found, err := s.serve(req, restOf(req.Path(), pattern))
	if found || err != nil {
		return resp, err
	}
	if s.config.Fallback != "" && wantsHTML(req) {
		if resp, found, err = s.serveFallback(req); found || err != nil {
			return resp, err
		}
	}
	if pattern != s.pattern.Path() {
		return weft.NoRoute(req), nil // nested: the routes below do not know these paths
	}
	return below(req)
}

// around stands around all handlers. It looks for a file first if that is wished, or if
// the request has matched over, the route for the same paths. And it tells which methods
// files have.
func (s *site) around(req *weft.Request, next weft.Handler, over string) (weft.Response, error) {
	isRead := req.Method() == weft.GET || req.Method() == weft.HEAD
	route, matched := req.Route()
	if isRead && (s.config.FilesFirst || over != "" && matched && route.Pattern().Path() == over) {
		if rest, ok := s.below(req.Path()); ok {
			if resp, found, err := s.serve(req, rest); found || err != nil {
				return resp, err
			}
		}
	}
	resp, err := next(req)
	if matched || isRead || err != nil {
		return resp, err
	}
	if rest, ok := s.below(req.Path()); ok && s.has(rest) {
		return methodsOf(req, resp), nil
	}
	return resp, nil
}

// methodsOf returns the answer to a method that a file does not know, or to OPTIONS.
// resp is what was answered without looking at files; it may know of other methods.
func methodsOf(req *weft.Request, resp weft.Response) weft.Response {
	allow, known := resp.Headers().Get("Allow")
	if !known && resp.Status() != status.NotFound {
		return resp // somebody has answered in another way
	}
	switch {
	case !known:
		allow = "GET, HEAD, OPTIONS"
	case !strings.Contains(allow, "GET"):
		allow = "GET, HEAD, " + allow
	}
	_ = resp.Body().Close() // it is not sent
	if req.Method() == weft.OPTIONS {
		return weft.NoContent().WithHeader("Allow", allow)
	}
	p := weft.Problem{
		Status:  status.MethodNotAllowed,
		Detail:  "this path does not answer to " + string(req.Method()),
		Headers: weft.NewHeaders("Allow", allow),
	}
	return p.Response(req)
}

// below returns what follows the site's path in another one.
func (s *site) below(path string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, s.prefix)
	return rest, ok && (rest == "" || rest[0] == '/')
}

// restOf returns what the last segment of a pattern stands for in a path, with the
// slash before it, or "" if there is not even that. It counts segments rather than
// comparing them, because a path may be written in several ways.
func restOf(path, pattern string) string {
	for range strings.Count(pattern, "/") - 1 {
		if path == "" {
			return ""
		}
		i := strings.IndexByte(path[1:], '/')
		if i < 0 {
			return ""
		}
		path = path[1+i:]
	}
	return path
}

// handlerOf returns routes as a handler.
func handlerOf(routes weft.Routes) (h weft.Handler) {
	weft.Around(func(next weft.Handler) weft.Handler {
		h = next
		return next
	})(routes)
	return h
}

// fallbackOf returns what answers requests that match no route, with its middleware.
// It is the last handler that middleware is put around. It returns nil for routes with
// middleware before the search, which sees the requests of its own routes alone.
func fallbackOf(routes weft.Routes) (h weft.Handler) {
	count := 0
	weft.Wrap(func(next weft.Handler) weft.Handler {
		h = next
		count++
		return next
	})(routes)
	if n := len(routes.All()); n > 0 && count == 1 {
		return nil
	}
	return h
}

// wantsHTML says whether a client asks for HTML by name. Those that accept anything,
// as scripts and images do, are better served with 404.
func wantsHTML(req *weft.Request) bool {
	for _, field := range req.RawHeaders("Accept") {
		for _, r := range weft.ParseAccept(field) {
			if r.Weight > 0 && r.Essence() == "text/html" {
				return true
			}
		}
	}
	return false
}
