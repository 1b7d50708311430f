// Package schema describes Go types: what they contain, what limits their values
// keep, and how they are documented. Formats, documents and command lines are all
// made from such a description, so that they cannot contradict each other.
//
// # A schema
//
// [Of] derives the schema of a type by reflection, once:
//
//	type Book struct {
//		ID    uuid.UUID `json:"id" readOnly:"true"`
//		Title string    `json:"title" minLength:"1" maxLength:"200" doc:"As on the cover."`
//		Pages int       `json:"pages,omitzero" minimum:"1"`
//		Tags  []string  `json:"tags" maxItems:"10" uniqueItems:"true"`
//	}
//
//	s := schema.Of[Book]()
//	s.Kind()             // schema.KindStruct
//	s.Fields()[1].Name   // "title"
//	s.JSONSchema()       // the JSON Schema document
//	s.Validate(ctx, book) // nil, or every fault at once
//
// A [Schema] never changes. Schemas form a graph with cycles where types are
// recursive. A type that cannot be described, because there is a channel or a
// function in it or because a tag does not parse, is a programmer's mistake: Of
// panics and names the place, `schema: books.Book.Title: tag minLength:"x": want a
// non-negative integer, got "x"`. [For] returns the same as an error.
//
// # Fields
//
// Names and embedding follow encoding/json: json:"name" names a field, json:"-"
// leaves it out, the fields of embedded structs belong to the outer struct, and of
// two with one name the shallower wins. A field without a name in its json tag
// takes the one of a path, query, header or cookie tag, else its Go name.
//
// A field is required unless it is a pointer or an [Optional], has a default, or is
// marked omitzero or omitempty; the tag required:"true" or required:"false" has the
// last word. A pointer may be null, and so may an Optional; a pointer with
// required:"true" may not, unless there is nullable:"true". Use an Optional where
// absent and null mean different things.
//
// Protobuf and Thrift number their fields. The numbers are the positions, from 1,
// or what a tag field:"3", protobuf:"3" or thrift:"3" says.
//
// # Tags
//
// There is a tag for each JSON Schema keyword:
//
//	minLength maxLength pattern          strings; code points are counted, and bytes of a []byte
//	minimum maximum multipleOf           numbers
//	exclusiveMinimum exclusiveMaximum    numbers
//	minItems maxItems uniqueItems        lists
//	minProperties maxProperties          maps
//	enum:"red,green"                     scalars, and the items of lists
//	format:"email"                       strings and numbers
//	default:"10" example:"12"            scalars as text, lists as a,b, all else as JSON
//	required nullable readOnly writeOnly deprecated
//	doc:"…" (or description:"…")
//
// A tag on a pointer or Optional is about the value it holds. The common rules of
// validate:"required,min=3,email" are translated to these. Documentation for a
// struct itself goes on a blank field: _ struct{} `doc:"A book in the shop."`.
// Defaults and examples have to keep the constraints, and constraints must not
// contradict each other.
//
// Patterns are regular expressions in RE2 syntax, as in the package regexp, and match
// anywhere in the string; anchor them with ^ and $. JSON Schema wants ECMA-262 syntax, which is
// the same but for rarities such as (?i) and \z.
//
// These formats are checked: email, uuid, uri, uri-reference, hostname, ipv4, ipv6,
// date, date-time, time, duration, regex and byte for strings, int32 and int64 for
// integers. Others are documentation.
//
// # Sums and enums
//
// An interface can be described when its cases are known:
//
//	var _ = schema.Sum[Animal](schema.Case[Cat]("cat"), schema.Case[*Dog]("dog"))
//
// and a defined string or integer type can list its values:
//
//	var _ = schema.Enum(Red, Green, Blue)
//
// Both calls belong into a package-level var or init. Package-level variables are
// initialised in the order of their declaration, so a package that derives schemas
// while it is being initialised must register first.
//
// # Validation
//
// [Validate] and [Schema.Validate] check a decoded value, and report all faults with
// their paths in wire names:
//
//	title: want at least 1 character, got 0; tags[2]: want at least 3 characters, got 1
//
// A field that would not be written, such as the empty string in a field marked
// omitempty, is absent and not checked. A zero value of a readOnly or writeOnly field
// is not checked either. Whether a required field was present in the bytes is
// something only a decoder can see; validation sees it where the Go type can tell.
// A method Validate(ctx) error on a type is called too; see [Validator].
//
// # Text
//
// Scalars have one text form, the same in a query, a path, a header, a map key and a
// tag: [Schema.AppendText] and [Schema.ParseText]. A duration is written as in ISO
// 8601, PT1H30M; see [FormatDuration].
package schema
