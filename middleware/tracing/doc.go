// Package tracing makes OpenTelemetry spans of requests.
//
//	routes = routes.With(tracing.Middleware(tracing.Config{TracerProvider: provider}))
//
// A span has the name of the route, "GET /books/{id}", and the attributes of the
// semantic conventions for HTTP servers. It continues the trace of the client if the
// request carries one, and is in the request's context: calls that handlers make with
// that context become a part of the trace.
//
// The package is apart from the other middleware so that only programs with tracing
// link OpenTelemetry.
package tracing
