package middleware

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/forward"
)

// ForwardHeaders returns middleware that stores header fields of the request in its
// context, so that clients with client.Config.ForwardHeaders add them to the requests
// that the handler sends with that context: ids for tracing, languages, experiments.
//
//	routes.With(middleware.ForwardHeaders("X-Request-Id", "Accept-Language"))
//
// All values of a repeated field are kept. Forward what the servers further on may
// know: a client with the switch sends the fields wherever it is used. It panics if a
// name is not one.
func ForwardHeaders(names ...string) weft.Middleware {
	for _, name := range names {
		if !ascii.IsToken(name) {
			panic(mistake("middleware.ForwardHeaders: %q is not the name of a header field", name))
		}
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			var fields []forward.Field
			for _, name := range names {
				for _, value := range req.RawHeaders(name) {
					fields = append(fields, forward.Field{Name: name, Value: value})
				}
			}
			if len(fields) == 0 {
				return next(req)
			}
			return next(req.WithContext(forward.With(req.Context(), fields)))
		}
	})
}
