// Package golden compares what a test produced with a file that holds what it
// should have produced.
//
// A golden file suits output that is too long to write into the test and that a
// person should read when it changes: wire bytes, OpenAPI documents, event
// streams, generated source. It lives in testdata/golden of the package under
// test, is committed, and is read in review like code.
//
//	func TestDocument(t *testing.T) {
//		got := openapi.FromEndpoints("Books", "1.0", GetBook).JSON()
//		golden.Check(t, "books.json", got)
//	}
//
// When the output changes on purpose, rewrite the files and read the difference
// before you commit it:
//
//	go test ./openapi -update
//	git diff
//
// The flag exists only in the test binaries of packages that import this one,
// so name those packages rather than ./... when you pass it.
//
// Files are compared byte by byte. The repository's .gitattributes keeps line
// endings under testdata/golden as they are, so that CRLF in a golden HTTP
// message survives a checkout on every system.
package golden
