// Package nethttp brings handlers and middleware that were written for net/http
// into weft.
//
// The other direction needs no package: [weft.Routes] are an http.Handler, so
// they run under http.Server and in httptest as they are. Both together let an
// application move over one route at a time, in either order.
//
// # Handlers
//
// [Handler] makes a weft handler of an http.Handler. Whatever the ecosystem has
// can be mounted beside routes of your own: file servers, reverse proxies,
// profilers, a whole mux of routes that nobody has rewritten yet.
//
//	routes := weft.NewRoutes(
//		route.GET("/books/{id:int}").Handle(getBook),
//		route.GET("/static/{path...}").Handle(nethttp.Handler(
//			http.StripPrefix("/static/", http.FileServer(http.Dir("public"))))),
//		route.ANY("/{path...}").Handle(nethttp.Handler(oldMux)),
//	)
//
// The handler finds what it is used to: path parameters with PathValue, the
// pattern, RemoteAddr, TLS, RequestURI, and a context that ends when the client
// goes. The URL has its dot segments resolved, as routes see it.
//
// It runs on a goroutine of its own. An answer of at most 32 KiB that is never
// flushed is collected and sent in one piece. A longer one, or one that is
// flushed, is sent while it is written, and a slow client slows the handler
// down. Flush, Hijack, ReadFrom, trailers and http.ResponseController work.
//
// A panic is an error like that of any handler: 500, and the stack in the log. A
// panic with http.ErrAbortHandler cuts the connection.
//
// # Middleware
//
// [Middleware] makes weft middleware of a function around http.Handlers:
//
//	routes.With(nethttp.Middleware(gzhttp.GzipHandler), nethttp.Middleware(cors.Default().Handler))
//
// It sits behind the search for the route, like [weft.Wrap], so it also sees
// requests that are answered with 404 or 405, and r.Pattern is known to it. What
// it changes on the request (context, header, URL, body, method, RemoteAddr)
// reaches the handlers further in; the route and its parameters stay those that
// were found. What it changes on the response reaches the client, streams
// included.
//
// An error from further in is shown to the middleware as the answer that it
// stands for; see [weft.ErrorResponse]. If the middleware lets that answer pass,
// perhaps with more header fields, the error goes on outwards as an error, so
// that [weft.Routes.HandleError] and the log get to see it. If the middleware
// changes status or body, its answer stands.
//
// # Moving a program over
//
// A program that has a mux and middleware around it begins with one line,
// which changes nothing for its clients:
//
//	routes := weft.NewRoutes(route.ANY("/{path...}").Handle(nethttp.Handler(handler)))
//
// Then routes of weft's own are put beside it; they win over the rest path. When
// the last handler has moved, the line goes. Middleware can move first or last.
//
// # What is not there
//
// Informational answers other than 100 Continue are left out. A handler cannot
// set deadlines of its connection. The trailer fields of a request are not
// handed on, and the port in RemoteAddr is 0.
package nethttp
