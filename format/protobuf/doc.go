// Package protobuf is the Protobuf format.
//
//	books := protobuf.ProtobufCodec[Book]()
//	b, err := books.Encode(Book{Title: "Dune", Pages: 412})
//	book, err := books.Decode(b)
//	protobuf.Definition[Book]() // the .proto file, for everybody else
//
// The codec is derived from the schema of the Go type; no code is generated. The
// bytes are those of proto3, so that programs in other languages read and write
// them with the code that their own tools make from the definition.
//
// # Numbers
//
// The fields of a message are known by their numbers. A field's number is its
// position in the struct, from 1, or what a tag says:
//
//	type Book struct {
//		Title string `json:"title" protobuf:"1"`
//		Pages int    `json:"pages" protobuf:"4"`
//	}
//
// Give numbers by tag as soon as others depend on them: a field inserted in the
// middle moves all those after it. Numbers are at most 536870911, and 19000 to 19999
// are reserved. Names stand in the definition only.
//
// # What becomes what
//
//	bool, string, []byte           bool, string, bytes
//	int8, int16, int32             int32
//	int, int64                     int64
//	uint8, uint16, uint32          uint32
//	uint, uint64                   uint64
//	float32, float64               float, double
//	[4]byte                        bytes, of exactly this length
//	time.Time                      google.protobuf.Timestamp, in UTC
//	time.Duration                  google.protobuf.Duration
//	uuid.UUID                      string, as in text
//	big.Int                        bytes: two's complement, big-endian, shortest form
//	big.Float, big.Rat             string, as in text
//	types with text methods        string
//	any, raw JSON, JSON methods    string with JSON text
//	integer enums                  enum; one without a 0 gets a name for it
//	string enums                   string
//	structs                        message
//	sums                           message with a oneof; none set is nil
//	[]T, [3]T                      repeated T, packed for numbers
//	map[K]V                        map<K, V>, or repeated entries for times as keys
//	*T                             optional T; nil is absent
//	schema.Optional[T]             message with an optional value
//
// Negative numbers take ten bytes in an int32 or int64; the zigzag types sint32
// and sint64 are not used.
//
// Where Protobuf wants a message, other values are wrapped in one whose only field,
// number 1, is called value, values or entries: a list in a list, a list as a map's
// value, a pointer to a number in a list, and a body that is no struct.
// The definition shows it.
//
// # Zero, absent and null
//
// As in all of proto3, a field that is zero is not written, and one that is missing
// is read as zero; required fields do not exist on this level. The zero time.Time
// is left out too. An empty list or map is like none: it is read as nil.
//
// A pointer tells zero from absent. An [schema.Optional] tells absent from null as
// well: an absent one is no field, null is an empty message, and a value is a message
// that holds it. Inside a list there is no absence, and an absent Optional becomes null.
//
// A nil pointer to a struct in a list or in a map, or as the whole body, cannot be
// written and is an error.
//
// # Reading
//
// Fields with unknown numbers or of another wire type are skipped, or refused with
// [format.Config.RejectExtraFields]. Of a field that comes twice the last counts;
// messages are merged and lists are joined. Lists of numbers may come packed or not.
// A number too large for an int32 or uint32 loses its upper bits, as Protobuf has it,
// but one that does not fit an int8, int16, uint8 or uint16 is an error.
// Strings have to be valid UTF-8, both ways. Messages may be nested 1,000 deep.
//
// # Streams
//
// In a stream each message has its length before it, as a varint. A message of a
// stream may have 64 MiB.
package protobuf
