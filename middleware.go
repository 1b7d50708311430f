package weft

import "slices"

// Middleware turns routes into other routes: it may wrap their handlers, add
// routes and leave some out. It is attached with [Routes.With].
type Middleware func(Routes) Routes

// With attaches middleware. Of several, a request passes through the one
// attached last first and the one attached first last; the response passes back
// in the reverse order.
//
//	routes.With(metrics).With(logging) // logging → metrics → handler
//
// With(a, b) is the same as With(a).With(b). Nothing of this is left to do when
// a request comes: handlers are wrapped here.
func (r Routes) With(middleware ...Middleware) Routes {
	for _, m := range middleware {
		r = m(r)
	}
	return r
}

// Compose makes one middleware of several: Compose(f1, f2, f3) applies f1 first,
// then f2, then f3, which is f3(f2(f1(routes))).
func Compose(middleware ...Middleware) Middleware {
	middleware = slices.Clone(middleware)
	return func(r Routes) Routes { return r.With(middleware...) }
}

// Wrap returns middleware that puts a function around every handler, also around
// those that answer 404, 405 and OPTIONS by themselves. It runs after the search
// for the route, so [Request.Pattern] is known to it.
//
//	func Stopwatch(next weft.Handler) weft.Handler {
//		return func(req *weft.Request) (weft.Response, error) {
//			start := time.Now()
//			defer func() { record(req.Pattern(), time.Since(start)) }()
//			return next(req)
//		}
//	}
//
//	routes.With(weft.Wrap(Stopwatch))
func Wrap(around func(next Handler) Handler) Middleware {
	return func(r Routes) Routes {
		old := r.set()
		s := &routeSet{tree: old.index(), routes: slices.Clone(old.routes), fallbacks: slices.Clone(old.fallbacks)}
		if old.outer != nil {
			// The search happens further in; so this stays outside of it.
			wrap := func(h Handler) Handler { return around(old.outer.wrap(h)) }
			s.outer = newOuter(wrap, old.outer.inner)
			return Routes{s}
		}
		for i := range s.routes {
			s.routes[i] = s.routes[i].wrap(around)
		}
		for i := range s.fallbacks {
			s.fallbacks[i].handler = around(s.fallbacks[i].handler)
		}
		return Routes{s}
	}
}

// Around returns middleware that puts a function around the routes as a whole,
// before the search for the route. It is for middleware that decides by the URL
// or changes it; [Request.Pattern] is not known to it, nor to middleware
// attached later.
//
// When the routes become a part of larger ones, they get the requests whose
// original URL matches one of them.
func Around(around func(next Handler) Handler) Middleware {
	return func(r Routes) Routes {
		old := r.set()
		return Routes{&routeSet{
			tree:      old.index(),
			routes:    old.routes,
			fallbacks: old.fallbacks,
			outer:     newOuter(around, old),
		}}
	}
}
