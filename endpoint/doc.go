// Package endpoint is about endpoints: Go functions with an HTTP description.
//
// A description is written once, in a package that server and client share. It
// begins in package route and ends with its output:
//
//	var GetBook = route.GET("/books/{id}").
//		Path(codec.Path[int64]("id").Doc("The book's number")).
//		Query(codec.Query[string]("lang").Default("en")).
//		Out[Book]().
//		OutError[NotFound](status.NotFound).
//		Doc("Fetches one book.")
//
// GetBook is an [Endpoint] of the function type func(context.Context, int64, string)
// (Book, error). Everything else follows from the value:
//
//	routes := weft.NewRoutes(GetBook.Implement(store.Get))  // the compiler checks store.Get
//	getBook := GetBook.Client(client)                       // a function of the same type
//	book, err := getBook(ctx, 42, "en")                     // a NotFound is a NotFound here, too
//	url, err := GetBook.URL("https://books.example", 42)
//
// # Inputs
//
// Each of Path, Query, Header, Cookie and In adds a parameter to the function, in the
// order in which they are written. Inputs are decoded in that order, and everything
// that is wrong with them is reported at once: 400 if something cannot be decoded, 422
// if a body breaks its constraints, 415 if its media type is not spoken.
//
// The path has a parameter in braces for each path codec, as [weft.Pattern] describes
// it. It may fill its segment or share it with text and with others: /books/{id},
// /books/{id}.pdf, /compare/{from}...{to}. Clients refuse a value that the server would
// read as another one, such as "a...b" for from.
//
// # Outputs
//
// Out gives the function a result, OutStream a stream of results, OutEmpty none but
// the error. The format is the one the client prefers; if it accepts none of those
// spoken the answer is 406, before the function runs.
//
// # Failures
//
// A function fails with a Go error. Errors that are declared with
// [Endpoint.OutError] are sent with their status and body; wrapped ones are found
// with errors.As. All others are 500 and stay in the log.
//
// # Documentation
//
// [Endpoint.Doc] explains an endpoint, [Endpoint.Tag] puts it into groups,
// [Endpoint.Deprecated] warns of it, and [Endpoint.ID] is its name in OpenAPI
// documents, where generated clients take theirs from:
//
//	route.GET("/books/{id}").Path(codec.Long("id")).Out[Book]().ID("getBook")
//
// Without it the name is made of the method and the path: getBooksById.
//
// # Authentication
//
// [Endpoint.Auth] declares what a request has to show. It is checked before anything is
// decoded. Who fails gets 404, the same as if there were no such endpoint, unless
// [Endpoint.UnauthorizedStatus] says otherwise.
package endpoint
