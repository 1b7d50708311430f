package format_test

import (
	"bytes"
	"fmt"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/format/msgpack"
)

type Book struct {
	Title string `json:"title" minLength:"1" doc:"As printed on the cover."`
	Pages int    `json:"pages" minimum:"1"`
}

// One struct definition serves every format. A codec of any of them is a
// format.Codec, so that code which works with values need not know which it is.
func Example() {
	dune := Book{Title: "Dune", Pages: 412}
	for _, books := range []format.Codec[Book]{json.Codec[Book](), msgpack.MessagePackCodec[Book]()} {
		b, err := books.Encode(dune)
		if err != nil {
			fmt.Println(err)
			return
		}
		book, err := books.Decode(b)
		fmt.Printf("%s: %q is %v, %v\n", books.Format().Name, b, book, err)
	}
	// Output:
	// JSON: "{\"title\":\"Dune\",\"pages\":412}" is {Dune 412}, <nil>
	// MessagePack: "\x82\xa5title\xa4Dune\xa5pages\xcd\x01\x9c" is {Dune 412}, <nil>
}

// Values of a stream follow each other, each as soon as it is written. JSON puts them
// on lines, MessagePack needs nothing between them.
func Example_streams() {
	for _, books := range []format.Codec[Book]{json.Codec[Book](), msgpack.MessagePackCodec[Book]()} {
		var wire bytes.Buffer
		enc := books.StreamEncoder(&wire)
		for _, b := range []Book{{"Dune", 412}, {"Emma", 474}} {
			if err := enc.Encode(b); err != nil {
				fmt.Println(err)
			}
		}
		if err := enc.Close(); err != nil {
			fmt.Println(err)
		}
		fmt.Println(books.Format().MediaType, wire.Len(), "bytes")
		for book, err := range books.StreamDecoder(&wire) {
			fmt.Println(" ", book.Title, err)
		}
	}
	// Output:
	// application/json 58 bytes
	//   Dune <nil>
	//   Emma <nil>
	// application/msgpack 42 bytes
	//   Dune <nil>
	//   Emma <nil>
}

// A decode error says where in the value and where in the bytes.
func ExampleDecodeError() {
	_, err := json.Codec[[]Book]().Decode([]byte(`[{"title": "Dune", "pages": "many"}]`))
	fmt.Println(err)
	// Output:
	// JSON at [0].pages (byte 28): want int, got string
}
