package middleware

import "github.com/weft-go/weft"

// whole returns routes as one handler: the search for a route and what follows it. An
// error of the handler is returned as it is.
func whole(r weft.Routes) weft.Handler {
	var entry weft.Handler
	r.With(weft.Around(func(next weft.Handler) weft.Handler {
		entry = next
		return next
	}))
	return entry
}

// handlers returns the handlers of routes in their order, followed by those that answer
// what matches none. Of routes with middleware before the search it returns one: that
// middleware.
func handlers(r weft.Routes) []weft.Handler {
	var list []weft.Handler
	r.With(weft.Wrap(func(next weft.Handler) weft.Handler {
		list = append(list, next)
		return next
	}))
	return list
}
