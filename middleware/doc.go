// Package middleware has what stands between a server and its handlers: logs, metrics,
// time limits, access control and the rest of what most applications want and nobody
// wants to write again.
//
// Middleware is attached to routes with [weft.Routes.With]:
//
//	routes = routes.With(
//		middleware.Timeout(10*time.Second),
//		middleware.Metrics(),
//		middleware.RequestLogging(),
//		middleware.RequestID(),
//	)
//
// # Order
//
// A request passes through the middleware that was attached last first. So the list
// above reads from the inside to the outside: a request gets its id, then the clock of
// the log starts, then that of the metrics, then that of the time limit, and then the
// handler runs. The response goes the other way.
//
// Middleware is around every handler, also around those that answer 404, 405 and
// OPTIONS, if it is attached to the whole of the routes. It runs after the search for
// the route, so [weft.Request.Pattern] is known to it.
//
// # What there is
//
// Watching: [RequestLogging], [Debug], [Metrics], [LogAnnotate] with its variants,
// [RequestID]; package tracing, below this one, has spans for OpenTelemetry, and
// package prom brings the metrics into a registry of the Prometheus client library.
//
// Guarding: [BasicAuth], [CORS], [CSRF], [SecureHeaders], [RateLimit], [BodyLimit],
// [Timeout], [Recover], [SignedCookies], [CustomAuthProviding].
//
// Changing: [EnsureHeader], [AddHeaders], [ForwardHeaders], [UpdateURL], [RealIP],
// [DropTrailingSlash], [RedirectTrailingSlash].
//
// Around all of it: [When] and [IfThenElse] apply middleware to some requests only,
// [Health] and [Maintenance] answer for the application as a whole.
//
// How values map to formats is set for a part of the routes with codec.WithConfig.
//
// # Errors and streams
//
// A handler may return an error in place of a response. What watches sees the status
// that the error stands for. What adds header fields adds them to that answer too, and
// passes the error on, so that it is logged where it would have been.
//
// A response may be a stream, which ends long after its handler has returned. Times and
// sizes are taken at the end of the stream, and a time limit goes on until then.
//
// # Own middleware
//
// [weft.Wrap] is all it takes:
//
//	func Greeting(name string) weft.Middleware {
//		return weft.Wrap(func(next weft.Handler) weft.Handler {
//			return func(req *weft.Request) (weft.Response, error) {
//				resp, err := next(req)
//				return resp.WithHeader("Greeting", "hello "+name), err
//			}
//		})
//	}
//
// All middleware of this package may be attached to several routes, and is safe for
// concurrent use.
package middleware
