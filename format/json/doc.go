// Package json is the JSON format (RFC 8259).
//
// A codec is made from a Go type and turns values into JSON and back:
//
//	type Book struct {
//		Title string   `json:"title"`
//		Pages int      `json:"pages,omitzero"`
//		Tags  []string `json:"tags"`
//	}
//
//	books := json.Codec[Book]()
//	b, err := books.Encode(Book{Title: "Dune", Pages: 412})
//	// {"title":"Dune","pages":412,"tags":[]}
//	book, err := books.Decode(b)
//
// [Codec] is short for [SchemaBasedBinaryCodec]. Types that have no schema, and
// configurations that do not fit the type, panic there, where the program starts;
// [CodecFor] returns the error instead.
//
// # What is written
//
// Numbers, strings, booleans, lists and objects are what one expects. Beside them:
//
//	time.Time         "2006-01-02T15:04:05.999Z", RFC 3339 with the digits it needs
//	time.Duration     "PT1H30M", ISO 8601; "1h30m" is read too
//	uuid.UUID         "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
//	[]byte, [n]byte   "aGVsbG8=", base64 with padding
//	big.Int           a number of any length (at most 10,000 digits are read)
//	big.Float         "1.5", in a string, since readers take numbers for float64
//	big.Rat           "3/2"
//	maps              objects, ordered by name; keys are the text of the key
//	nil slice, map    [] and {}
//	nil pointer       null
//	Optional          nothing, null or the value
//	sums              {"cat": {…}}, see below
//	any               whatever it holds; objects are read as map[string]any
//
// This is what schema.Schema.JSONSchema says, which [Definition] returns, and what
// encoding/json/v2 does with the types that both know. Floats are the shortest text
// that reads back as the same float. NaN and the infinities have no JSON form and
// are an error, as are strings that are not UTF-8.
//
// Fields are written in the order of their declaration. A field marked omitzero is
// left out when it is zero, one marked omitempty when its JSON is null, "", [] or {}.
// The option string of the tag puts a number into a string.
//
// # What is read
//
// Exactly RFC 8259, with three things made strict that it leaves open: a name must
// not be there twice in an object, strings must be UTF-8 without halves of surrogate
// pairs, and values are nested at most 1,000 deep. Names are compared exactly,
// unless the tag says case:ignore. Null is a value of pointers, Optionals, any and
// raw JSON only. Integers have to be written without fraction and exponent.
//
// A field is required or optional as its schema says. An optional field that is
// missing gets its default:"…", or stays zero.
//
// # Errors
//
// Input that is not JSON ends with the first error. Input that is, but does not fit
// the type, is read to the end, and [Faults] lists all that is wrong with it:
//
//	_, err := books.Decode([]byte(`{"title": 7, "pages": 1.5}`))
//	for _, fault := range json.Faults(err) {
//		fmt.Println(fault)
//	}
//	// JSON at title (byte 10): want string, got number
//	// JSON at pages (byte 22): want int (-9223372036854775808 to 9223372036854775807), got 1.5
//	// JSON at tags (byte 25): missing
//
// # Configuration
//
// A [format.Config] changes how values map to JSON; all of its options work here, in
// both directions. The case of a sum is shown in one of three ways:
//
//	schema.ClassName(f)          {"cat": {"lives": 9}}
//	schema.FieldName("type", f)  {"type": "cat", "lives": 9}
//	schema.NoDiscriminator()     {"lives": 9}, read as the first case that fits
//
// # Streams
//
// Values of a stream are written on a line each, which is called NDJSON or JSON
// Lines, and read with any whitespace between them; with
// [format.Config.TreatStreamsAsArrays] they are the elements of one array. A value
// of a stream is at most 64 MiB long.
//
// # Media types
//
// The media type is application/json. Its aliases are text/json and
// application/*+json, which stands for every type with the suffix +json (RFC 6839
// section 3.1), such as application/problem+json.
//
// # Words
//
// Values are decoded and encoded; bytes are parsed and written. A member is part of
// an object in JSON, a field part of a struct in Go. A fault is something in the
// input that does not fit.
package json
