// Package ui serves OpenAPI documents with Swagger UI, from the binary alone.
//
//	doc := openapi.FromEndpoints("Books", "1.0", GetBook, AddBook)
//	routes := weft.NewRoutes(
//		GetBook.Implement(store.Get),
//		AddBook.Implement(store.Add),
//		ui.SwaggerUI("/docs", doc),
//	)
//
// The page is at /docs, the document at /docs/openapi.json and /docs/openapi.yaml.
// With several documents, the page has a list to choose from, and each has a name of
// its own:
//
//	ui.SwaggerUI("/docs", books, orders) // /docs/books/openapi.json, /docs/orders/openapi.json
//
// # No network
//
// Scripts and styles come from the binary, so the page works where the internet is not.
// There is no script and no style in the page itself, and a strict
// Content-Security-Policy keeps it so: even if somebody gets a script into the
// description of an endpoint, browsers do not run it. The page may send requests to its
// own origin and to the servers that the documents name, so that 'Try it out' works, and
// to nowhere else.
//
// # Appearance
//
// The page is light or dark as the reader's system is. Assets are sent compressed, with
// an ETag, and are not sent again to a browser that has them.
package ui
