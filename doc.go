// Package weft is an HTTP application framework.
//
// An application is a set of routes. A route binds a pattern, which is a method
// and a path, to a handler; a handler is a function from a request to a response:
//
//	package main
//
//	import (
//		"context"
//		"log"
//
//		"github.com/weft-go/weft"
//		"github.com/weft-go/weft/route"
//		"github.com/weft-go/weft/server"
//	)
//
//	func hello(req *weft.Request) (weft.Response, error) {
//		return weft.Text("hello " + req.Param("name")), nil
//	}
//
//	func main() {
//		routes := weft.NewRoutes(route.GET("/hello/{name}").Handle(hello))
//		if err := server.Default().Serve(context.Background(), routes); err != nil {
//			log.Fatal(err)
//		}
//	}
//
// # Requests
//
// A [Request] has a method, a [URL], header fields and a [Body]. It is immutable:
// what changes it returns a copy. It may be kept for as long as anyone likes,
// because nothing in it is ever reused for another client.
//
//	times, err := req.Query[int]("times")         // return err, and "?times=ten" is answered with 400
//	page := req.QueryOrElse[int]("page", 1)       // with a default
//	ids, err := req.Query[[]int64]("id")          // all values
//	id, err := req.ParamAs[uuid.UUID]("id")       // from the path
//	since, ok := req.Header(weft.HeaderIfModifiedSince)
//	book, err := req.Body().To[Book]()            // from JSON
//
// # Responses
//
// A [Response] is an immutable value, too. There is a function for each usual
// kind, and methods that add to it:
//
//	weft.Text("hello"), weft.JSON(book), weft.HTML(page), weft.File("cover.png"),
//	weft.SeeOther("/books"), weft.NotFound("there is no such book"),
//	weft.JSON(book).WithStatus(status.Created).WithHeader("Location", "/books/7")
//
// A header value with a line break in it, or a value that JSON cannot express,
// does not panic and is not sent: the response carries an error, the client gets
// 500, and the log says why. See [Response.Err].
//
// # Errors
//
// A handler returns errors like any Go function. A [*Problem] is meant for the
// client and is sent as it is (RFC 9457). Errors about the request itself, such
// as [*MissingQueryParams] or a body that is not JSON, are answered with 400 and a
// list of the faults. Everything else is answered with a plain 500 and written to
// the log. [Routes.HandleError] maps errors of your own.
//
// # Middleware
//
// A [Middleware] is a function from routes to routes. [Wrap] makes one from a
// function around handlers. It is applied when routes are put together, so it
// costs nothing per request but its own work:
//
//	routes.With(weft.Wrap(authenticate), weft.Wrap(logging))
//
// The middleware attached last sees a request first. It also sees requests that no
// route answers, and knows [Request.Pattern] before the handler runs.
//
// # Streams
//
// Bodies that do not fit into memory are Go readers and iterators, on both sides:
// [Body.AsStream], [Body.Chunks], [BodyReader], [BodySeq]. A slow reader slows
// its writer down. A client that goes away ends the request's context.
//
// # With net/http
//
// [Routes] are an http.Handler. Package nethttp brings handlers and middleware of
// net/http in.
package weft
