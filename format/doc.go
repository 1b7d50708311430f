// Package format says what a body format is.
//
// A format turns Go values into bytes and back. Weft has five: JSON, Protobuf,
// Avro, Thrift and MessagePack, each in a package below this one. All of them
// derive their codec from the schema of the Go type (package schema), once, so
// that one struct definition serves every format:
//
//	type Book struct {
//		Title string `json:"title" minLength:"1" doc:"As printed on the cover."`
//		Pages int    `json:"pages" minimum:"1"`
//	}
//
//	books := json.SchemaBasedBinaryCodec[Book]()
//	b, err := books.Encode(Book{Title: "Dune", Pages: 412})
//	book, err := books.Decode(b)
//
// A [Codec] also reads and writes streams of values:
//
//	enc := books.StreamEncoder(w)
//	for book := range shelf {
//		if err := enc.Encode(book); err != nil { … }
//	}
//	err := enc.Close()
//
//	for book, err := range books.StreamDecoder(r) { … }
//
// How a stream is framed is the format's own custom: JSON values end in a
// newline (or are the elements of one array, see [Config.TreatStreamsAsArrays]),
// Protobuf messages carry their length before them, and Avro, Thrift and
// MessagePack values follow each other directly.
//
// [Config] holds the options that change how values map to the format; by
// default they affect JSON only.
package format
