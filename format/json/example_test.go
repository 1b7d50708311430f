package json_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/schema"
)

type Book struct {
	Title string   `json:"title"`
	Pages int      `json:"pages,omitzero"`
	Tags  []string `json:"tags"`
}

func ExampleCodec() {
	books := json.Codec[Book]()
	b, err := books.Encode(Book{Title: "Dune", Pages: 412})
	fmt.Println(string(b), err)

	book, err := books.Decode([]byte(`{"title": "Emma", "tags": ["classic"]}`))
	fmt.Printf("%+v %v\n", book, err)
	// Output:
	// {"title":"Dune","pages":412,"tags":[]} <nil>
	// {Title:Emma Pages:0 Tags:[classic]} <nil>
}

func ExampleFaults() {
	_, err := json.Codec[Book]().Decode([]byte(`{"title": 7, "pages": "many"}`))
	for _, fault := range json.Faults(err) {
		fmt.Println(fault)
	}
	// Output:
	// JSON at title (byte 10): want string, got number
	// JSON at pages (byte 22): want int, got string
	// JSON at tags (byte 28): missing
}

func ExampleSchemaBasedBinaryCodecWith() {
	animals := json.SchemaBasedBinaryCodecWith[[]Animal](format.Config{
		Discriminator: schema.FieldName("type", schema.PascalCase),
	})
	b, err := animals.Encode([]Animal{Cat{Lives: 9}, &Dog{Name: "Rex"}})
	fmt.Println(string(b), err)
	// Output:
	// [{"type":"Cat","lives":9},{"type":"Dog","name":"Rex"}] <nil>
}

func ExampleSchemaBasedBinaryCodec_stream() {
	books := json.SchemaBasedBinaryCodec[Book]()
	var out bytes.Buffer
	enc := books.StreamEncoder(&out)
	_ = enc.Encode(Book{Title: "Dune"})
	_ = enc.Encode(Book{Title: "Emma"})
	_ = enc.Close()
	fmt.Print(out.String())

	for book, err := range books.StreamDecoder(strings.NewReader(out.String())) {
		fmt.Println(book.Title, err)
	}
	// Output:
	// {"title":"Dune","tags":[]}
	// {"title":"Emma","tags":[]}
	// Dune <nil>
	// Emma <nil>
}

func ExampleDefinition() {
	fmt.Println(json.Definition[[]int8]())
	// Output:
	// {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array","items":{"type":"integer","minimum":-128,"maximum":127}}
}
