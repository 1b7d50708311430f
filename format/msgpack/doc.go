// Package msgpack encodes Go values as MessagePack and decodes them.
//
// [MessagePackCodec] derives a codec from the schema of a Go type:
//
//	type Book struct {
//		Title string    `json:"title"`
//		Pages int       `json:"pages,omitzero"`
//		Tags  []string  `json:"tags"`
//		Added time.Time `json:"added"`
//	}
//
//	books := msgpack.MessagePackCodec[Book]()
//	b, err := books.Encode(Book{Title: "Dune", Pages: 412})
//	book, err := books.Decode(b)
//
// Making a codec compiles the type once; asking for the same one again is a look-up.
//
// # How Go values are written
//
//	bool                       bool
//	integers                   the shortest integer form
//	float32, float64           float 32, float 64
//	string                     str, which has to be UTF-8
//	[]byte, [n]byte            bin
//	time.Time                  timestamp, the extension type -1: 4, 8 or 12 bytes of payload
//	time.Duration              integer, nanoseconds
//	uuid.UUID                  bin of 16 bytes
//	big.Int                    str, decimal digits
//	big.Float, big.Rat         str, a decimal number and a fraction such as 3/2
//	types with text methods    str
//	slices, arrays             array
//	maps                       map; keys are str or integers, see below
//	structs                    map from wire names to values, in the order of declaration
//	pointers                   nil or the value
//	schema.Optional            left out, nil or the value
//	enums                      the value, a str or an integer
//	sums                       map with one entry, from the name of the case to the value
//	any                        what the value in it is
//	raw JSON, JSON methods     str, the JSON text
//	[Ext]                      an extension type of the application
//
// A nil slice or map is written as an empty one. Fields marked omitzero or omitempty
// are left out as in JSON. Map keys are written as str; those of an integer or
// duration type as integers. The order of a map's entries is not fixed.
//
// A timestamp is an instant: it keeps nanoseconds, and comes back in UTC whatever the
// time's location was. The text of a big.Float does not tell its precision; it comes
// back with 64 bits.
//
// # What is read
//
// Every form that MessagePack has for a value is accepted: an integer may come in
// any integer form, or as a float without a fraction, as long as it fits the Go type;
// a float in any number form; a string as str or bin and bytes as bin or str; a time
// as a timestamp or as RFC 3339 text; a UUID as 16 bytes or as text; an integer map
// key also as text; nil for a slice, a map or bytes.
//
// Fields that the Go type does not have are skipped, a field that is there twice is
// refused, and one that is missing gets its default, is left zero when it is optional,
// and is an error when it is required.
//
// In an any, integers become int64 (or uint64 beyond its range), floats float64, str
// string, bin []byte, arrays []any, maps map[string]any, timestamps time.Time, and
// other extension types [Ext].
//
// # Configuration
//
// [MessagePackCodecWith] takes a [format.Config]. RejectExtraFields,
// OmitEmptyCollections, MissingCollectionsAsEmpty, OmitNulls, MissingAsNull,
// FieldNameFormat and the name format of the Discriminator mean the same as in JSON.
// The other styles of discriminators and TreatStreamsAsArrays are JSON's alone.
//
// # Limits
//
// A value nests at most 512 levels deep, a decimal number has at most 32,768
// digits, and a value in a stream takes at most 64 MiB. A length that the input
// cannot hold is refused before memory is set aside for it.
//
// The values of a stream follow each other without anything in between.
package msgpack
