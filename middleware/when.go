package middleware

import (
	"slices"

	"github.com/weft-go/weft"
)

// When returns middleware that is m for the requests for which the condition holds, and
// nothing for the others.
//
//	isInternal := func(req *weft.Request) bool { return strings.HasPrefix(req.Path(), "/internal/") }
//	routes.With(middleware.When(isInternal, middleware.BasicAuth("ops", password)))
//
// The condition is asked once for each request, from many goroutines.
func When(condition func(*weft.Request) bool, m weft.Middleware) weft.Middleware {
	if m == nil {
		panic(mistake("middleware.When: the middleware is nil"))
	}
	return IfThenElse(condition, m, func(r weft.Routes) weft.Routes { return r })
}

// IfThenElse returns middleware that is yes for the requests for which the condition
// holds, and no for the others. Each of the two is applied once.
//
// If one of them acts before the search for the route, or adds or removes routes, then
// so does this: the condition does not know [weft.Request.Pattern] in that case, and
// neither does middleware attached later.
func IfThenElse(condition func(*weft.Request) bool, yes, no weft.Middleware) weft.Middleware {
	if condition == nil || yes == nil || no == nil {
		panic(mistake("middleware.IfThenElse: the condition or a middleware is nil"))
	}
	return func(r weft.Routes) weft.Routes {
		a, b := yes(r), no(r)
		ifTrue, ifFalse := handlers(a), handlers(b)
		if n := len(handlers(r)); len(ifTrue) != n || len(ifFalse) != n || !sameRoutes(a, r) || !sameRoutes(b, r) {
			return chooseRoutes(r, condition, whole(a), whole(b))
		}
		i := -1
		return r.With(weft.Wrap(func(weft.Handler) weft.Handler {
			i++ // Wrap goes through the handlers in the order in which they were listed
			return choose(condition, ifTrue[i], ifFalse[i])
		}))
	}
}

// sameRoutes says whether two sets of routes have the same patterns in the same order.
func sameRoutes(a, b weft.Routes) bool {
	return slices.EqualFunc(a.All(), b.All(), func(x, y weft.Route) bool {
		return x.Pattern().String() == y.Pattern().String()
	})
}

// chooseRoutes decides before the search for the route.
func chooseRoutes(r weft.Routes, condition func(*weft.Request) bool, yes, no weft.Handler) weft.Routes {
	return r.With(weft.Around(func(weft.Handler) weft.Handler { return choose(condition, yes, no) }))
}

func choose(condition func(*weft.Request) bool, yes, no weft.Handler) weft.Handler {
	return func(req *weft.Request) (weft.Response, error) {
		if condition(req) {
			return yes(req)
		}
		return no(req)
	}
}
