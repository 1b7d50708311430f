// Package codegen writes Go source from OpenAPI documents: types, endpoint
// descriptions, an interface to implement and a client.
//
// Two calls do it. The first makes the code, the second writes it to a directory:
//
//	doc, err := openapi.Load(os.DirFS("."), "books.yaml")
//	…
//	code := codegen.FromOpenAPI(doc)
//	for _, e := range code.Report {
//		fmt.Println(e) // what the document says and the code does not
//	}
//	err = codegen.WriteFiles(code, "internal/books", "books", nil)
//
// The command weft gen is the same for people.
//
// # What is written
//
// The package has these files:
//
//   - models.go: a struct for each object, a type with constants for each enum, a
//     sealed interface for each choice. Constraints, documentation, defaults and
//     examples are in tags, as package schema reads them.
//   - operations.go: an endpoint for each operation.
//   - results.go: answers with header fields or several statuses, and failures,
//     which are Go errors.
//   - server.go: an interface with a method for each operation, and Routes, which
//     binds an implementation of it.
//   - client.go: a struct with a function for each operation.
//
// An operation is then implemented, called and documented like any other endpoint:
//
//	routes := books.Routes(shop{})                  // shop implements books.Server
//	api := books.NewClient(client)
//	book, err := api.GetBook(ctx, 42)
//	doc := openapi.Generator{Codec: books.Config()}.FromEndpoints("Books", "1.0", books.Endpoints()...)
//
// Config returns the codec configuration that the document asks for: how the case of
// a choice is told. Servers and clients of the code have to use it.
//
// # Presence and null
//
// A member that has to be there is a plain field. One that may be missing is a
// pointer, one that may be null is a pointer with required:"true", and one that may be
// either is a [schema.Optional]. Lists and maps that may be missing are nil.
//
// # What cannot be expressed
//
// OpenAPI can say things that no Go type can. Whatever is left out or made wider is in
// the report, with its JSON pointer: a pattern that package regexp does not know, the
// limits of a list's items, a parameter in the style deepObject, a callback. Nothing
// is dropped in silence, not even an extension or whom to ask.
//
// Entries about what is for people alone are notes: members of info, descriptions of
// tags, titles beside descriptions, examples, extensions, components that no operation
// needs. What is sent and received does not depend on them, so a program that wants to
// be strict can look at the others:
//
//	for _, e := range code.Report {
//		if !e.Note {
//			log.Fatal(e)
//		}
//	}
//
// The same document always gives the same bytes, and no two things get one name.
package codegen
