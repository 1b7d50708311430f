// Package avro encodes Go values in Avro's binary encoding, decodes them, and writes
// the Avro schema of a Go type.
//
// [SchemaBasedBinaryCodec] derives a codec from the schema of a Go type, and
// [Definition] the text that other implementations of Avro need to read its bytes:
//
//	type Book struct {
//		Title string   `json:"title" doc:"As on the cover."`
//		Pages int32    `json:"pages"`
//		Tags  []string `json:"tags"`
//	}
//
//	books := avro.SchemaBasedBinaryCodec[Book]()
//	b, err := books.Encode(Book{Title: "Dune", Pages: 412})
//	book, err := books.Decode(b)
//
//	avro.Definition[Book]() // {"type": "record", "name": "Book", …}
//
// Making a codec compiles the type once; asking for the same one again is a look-up.
//
// # One schema on both sides
//
// Avro's bytes carry no names and no types. The reader has to know the schema of the
// writer. This package has one schema for a Go type and uses it for both: there is no
// resolution between a reader's and a writer's schema. Bytes that were written with
// another version of the Go type do not decode, or decode to nonsense; use another
// format where the two sides change at different times. The bytes are the encoding of
// one value, not an object container file, and they have no header.
//
// # How Go values are written
//
//	bool                          boolean
//	int8 … int32, uint8, uint16   int
//	int, int64, uint32            long
//	uint, uint64                  bytes, logical type decimal with 20 digits
//	float32, float64              float, double
//	string                        string, which has to be UTF-8
//	[]byte                        bytes
//	[n]byte                       fixed
//	time.Time                     long, logical type timestamp-nanos
//	time.Duration                 long, nanoseconds
//	uuid.UUID                     string, logical type uuid
//	big.Int, big.Float, big.Rat   string: digits, a decimal number, a fraction such as 3/2
//	types with text methods       string
//	slices, arrays                array
//	maps with string keys         map
//	other maps                    array of records with the fields key and value
//	structs                       record, fields in the order of declaration
//	pointers                      ["null", T]
//	schema.Optional               ["null", T, "weft.Absent"]
//	enums                         enum, when the names of the values are names in Avro
//	sums                          union with a branch for each case
//	any                           weft.Value, a record around a union of what Avro has
//	raw JSON, JSON methods        string, the JSON text
//
// A time keeps its nanoseconds and comes back in UTC. Such a long reaches from the
// year 1677 to 2262; a time outside is an error, but for Go's zero time, which is
// written as the smallest long. The text of a big.Float does not tell its precision;
// it comes back with 64 bits.
//
// A nil slice or map is written as an empty one. Avro has no fields that are left out,
// so omitzero and omitempty do nothing, except where a type has no zero value in Avro:
// a field that holds an enum or a sum and may be left out is ["null", T], and so are
// the fields of an embedded pointer to a struct.
//
// Unions cannot hold unions. Where Go nests them, as in a pointer to a pointer, the
// inner one is put into a record with one field, which adds no bytes. The same is done
// for types that contain themselves without a struct, and for the cases of a sum that
// are not structs.
//
// In an any, integers become int64, floats float64, and there are bool, string,
// []byte, []any and map[string]any. A time in it is written as text, and a value of
// any other type as what its JSON says.
//
// # Names
//
// Records, enums and fixed types have the name of the Go type, and its import path as
// the namespace: example.com/shop is com.example.shop. Types without a name in Go are
// called after the place where they come first. Characters that Avro does not allow
// become underscores. Of a [format.Config], FieldNameFormat is honoured; its other
// options have no meaning here.
//
// # Limits
//
// A value nests at most 512 levels deep, a decimal number has at most 32,768
// digits, a list has at most 1,024 items if they take no bytes, and a value in a
// stream takes at most 64 MiB. A length that the input cannot hold is refused before
// memory is set aside for it.
//
// The values of a stream follow each other without anything in between.
package avro
