package weft

import "slices"

// Some routes do not work alone. An endpoint that asks for authentication needs
// middleware that provides it; without, it refuses every request, which is safe but
// is not what its author wants. So a route can say what it needs, middleware can say
// what it meets, and a server reports at its start what was left.

// Needing returns the route with one more need: a short text that says what is missing
// without it, such as "authentication (auth.Provide)".
func (r Route) Needing(need string) Route {
	r.needs = append(slices.Clip(r.needs), need)
	return r
}

// Needs returns what the route needs and no middleware has met.
func (r Route) Needs() []string { return slices.Clone(r.needs) }

// Meeting returns middleware that does what m does, and meets a need of the routes
// inside.
func Meeting(need string, m Middleware) Middleware {
	return func(r Routes) Routes {
		old := m(r).set()
		routes := slices.Clone(old.routes)
		for i := range routes {
			routes[i].needs = slices.DeleteFunc(slices.Clone(routes[i].needs), func(n string) bool { return n == need })
		}
		return Routes{&routeSet{tree: old.index(), routes: routes, fallbacks: old.fallbacks, outer: old.outer}}
	}
}
