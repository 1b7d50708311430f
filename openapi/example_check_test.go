package openapi_test

import (
	"fmt"

	"github.com/weft-go/weft/openapi"
)

func ExampleLint() {
	doc, err := openapi.FromYAML([]byte(`openapi: 3.1.0
info: {title: Books, version: "1"}
paths:
  /books/{id}:
    get:
      summary: Returns a book.
      responses: {"200": {description: The book.}}
`))
	if err != nil {
		panic(err)
	}
	for _, f := range openapi.Lint(doc) {
		fmt.Println(f)
	}
	// Output:
	// 6:7: /paths/~1books~1{id}/get: error: the path parameter "id" is not declared (path-parameter)
}

func ExampleCompare() {
	text := `openapi: 3.1.0
info: {title: Books, version: "1"}
paths:
  /books:
    get:
      parameters: [{name: limit, in: query, required: %v, schema: {type: integer}}]
      responses: {"200": {description: The books.}}
`
	version := func(required bool) *openapi.Document {
		doc, err := openapi.FromYAML(fmt.Appendf(nil, text, required))
		if err != nil {
			panic(err)
		}
		return doc
	}
	for _, c := range openapi.Compare(version(false), version(true)) {
		fmt.Println(c)
	}
	// Output:
	// 6:20: /paths/~1books/get/parameters/0: breaking: GET /books: the query parameter "limit" became required
}
