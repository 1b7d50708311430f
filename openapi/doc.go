// Package openapi makes OpenAPI documents from endpoints, and reads and writes
// documents of the versions 3.0, 3.1 and 3.2.
//
// # From endpoints
//
// A document is made from the same values that serve and call an API, so it cannot
// fall behind them:
//
//	doc := openapi.FromEndpoints("Books", "1.0", GetBook, ListBooks, AddBook)
//	os.WriteFile("books.json", doc.JSON(), 0o644)
//
// Everything that the descriptions say is in it: parameters with their limits,
// bodies in every media type that is spoken, alternatives, header fields of answers,
// declared failures, and those that the framework answers with itself: 400 for input
// that does not decode, 406, 415, 422 and so on, where the endpoint can give them.
// Authentication appears with the status that the endpoint answers with.
//
// [Generator] has the settings: another version of OpenAPI, servers, a description,
// and the codec configuration, so that the document shows the names and
// discriminators that are really sent:
//
//	g := openapi.Generator{Version: openapi.V30, Codec: weft.CodecConfig{FieldNameFormat: schema.SnakeCase}}
//	doc := g.FromEndpoints("Books", "1.0", GetBook)
//
// The document is a value like any other, and may be changed before it is written.
// The package openapi/ui serves it with Swagger UI.
//
// # Reading
//
// [FromJSON] and [FromYAML] read a document from text, [Load] reads one from files
// with references between them, and [Read] one that came from elsewhere. What is wrong is reported with its place, all of it
// at once:
//
//	books.yaml:12:7: /paths/~1books/get/parameters/0/in: want a string, got an object
//
// A document keeps what it does not know, extensions such as x-internal among it, in
// the Extra of each object, and the order of all members. So a document that is read
// and written again says the same as before.
//
// # Checking
//
// [Lint] looks for mistakes in a document that can be read: operations with the same
// id, path parameters that nobody declared, paths that cannot be told apart,
// components that nothing leads to. [Compare] says what a new version of an API means
// for the clients of an old one:
//
//	for _, change := range openapi.Compare(old, now) {
//		if change.Impact == openapi.Breaking {
//			fmt.Println(change)
//		}
//	}
//
// The command weft check does both for people and for continuous integration.
//
// # Walking a document
//
// [Map] keeps its entries in order. A [Ref] is an object or a reference to one; its
// Value is the object either way. A [Schema] may be a reference with other keywords
// beside it; [Schema.Target] is what it leads to. Every object knows its [Place]: the
// file, the JSON pointer, and the line and column.
//
//	for path, item := range doc.Paths.All() {
//		for method, op := range item.All() {
//			for _, p := range op.Parameters {
//				fmt.Println(method, path, p.Value.Name, p.Value.Schema.Resolve().Type)
//			}
//		}
//	}
//
// # Writing
//
// [Document.JSON] and [Document.YAML] write the same bytes for the same document,
// always. Members keep the order in which they were read; new ones have a fixed
// order.
package openapi
