// Package thrift is the Thrift format, in its binary and its compact protocol.
//
//	books := thrift.ThriftBinaryCodec[Book]()
//	b, err := books.Encode(Book{Title: "Dune", Pages: 412})
//	book, err := books.Decode(b)
//	thrift.Definition[Book]() // the .thrift file, for everybody else
//
// The codec is derived from the schema of the Go type; no code is generated. A body is
// a struct as Apache Thrift's own libraries write it, without a message around it. The
// compact protocol, [ThriftCompactCodec], is the same in fewer bytes.
//
// # Numbers
//
// The fields of a struct are known by their numbers. A field's number is its position
// in the struct, from 1, or what a tag says:
//
//	type Book struct {
//		Title string `json:"title" thrift:"1"`
//		Pages int    `json:"pages" thrift:"4"`
//	}
//
// Give numbers by tag as soon as others depend on them: a field inserted in the
// middle moves all those after it. Numbers are at most 32767. Names stand in the
// definition only.
//
// # What becomes what
//
//	bool, string, []byte           bool, string, binary
//	int8, int16, int32             i8, i16, i32
//	int, int64                     i64
//	uint8, uint16, uint32          i16, i32, i64: the next wider type
//	uint, uint64                   i64 with the same bits: from 1<<63 on it is negative
//	float32, float64               double
//	[4]byte                        binary, of exactly this length
//	time.Time                      struct Timestamp { 1: i64 seconds, 2: i32 nanos }, in UTC
//	time.Duration                  i64, nanoseconds
//	uuid.UUID                      uuid
//	big.Int                        binary: two's complement, big-endian, shortest form
//	big.Float, big.Rat             string, as in text
//	types with text methods        string
//	any, raw JSON, JSON methods    string with JSON text
//	integer enums                  enum
//	string enums                   string
//	structs                        struct
//	sums                           union
//	[]T, [3]T                      list<T>
//	map[K]V                        map<K, V>
//	*T                             optional T; nil is absent
//	schema.Optional[T]             struct with an optional value
//
// The type uuid is younger than the others (Thrift 0.19); a peer that does not know it
// needs a string in the Go type.
//
// What is no struct is wrapped in one, whose only field, number 1, is called value:
// a body that is a list or a scalar, a pointer to a scalar or a list inside a list or
// map, and a list that contains itself.
//
// # Absent and null
//
// Fields are written always, also when they are zero, and one that is missing is read
// as zero; no field is required in the sense of a definition. An empty list or map is
// written, and nil is written as an empty one.
//
// A nil pointer, a nil interface of a sum and an empty any are left out. An
// [schema.Optional] that is absent is left out, null is an empty struct, and a value
// is a struct that holds it. Inside a list there is no absence, and an absent
// Optional becomes null.
//
// A nil pointer to a struct, or a nil sum, in a list, in a map or as the whole body
// cannot be written and is an error. So is a union without a known case on reading.
//
// # Reading
//
// Fields with unknown numbers or of another type are skipped, or refused with
// [format.Config.RejectExtraFields] when the number is unknown. A number that does not
// fit the Go type is an error. Strings have to be valid UTF-8, both ways. Values may be
// nested 1,000 deep, and nothing may follow the struct.
//
// # Streams
//
// In a stream the structs follow each other. One may have 64 MiB.
package thrift
