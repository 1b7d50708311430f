// Package codec says where values sit in HTTP messages.
//
// A [Codec] of T reads a T from a message, writes it to one, and describes itself.
// Servers and clients use the same codec in opposite directions, and documentation
// is made from it, so they cannot contradict each other. Most codecs are part of an
// endpoint's description:
//
//	var GetBook = route.GET("/books/{id}").
//		Path(codec.Path[int64]("id").Doc("The book's number").Example("the first", 1)).
//		Query(codec.Query[string]("lang").Default("en")).
//		Out[Book]().
//		OutError[NotFound](status.NotFound)
//
// Codecs are immutable values. Methods such as Doc and Default return changed
// copies; functions such as [Optional] and [Transform] return codecs of another
// type.
//
// # Parameters
//
// [Path], [Query], [Header] and [Cookie] are single values with a text form:
// strings, numbers, booleans, times, UUIDs, types with UnmarshalText, and named
// types of these kinds. A pointer may be missing. A slice is a repeated query
// parameter or a list in a header field.
//
//	codec.Query[int]("limit").Default(20).Minimum(1).Maximum(100)
//	codec.Query[*time.Time]("since")
//	codec.Query[[]string]("tag").MaxItems(5)
//	codec.Header[uuid.UUID]("X-Request-Id")
//
// Path parameters have short names: [String], [Int], [Long], [UUID], [Bool] and
// [Trailing]. All but the last may share their segment with text: codec.Long("id") fits
// /books/{id} and /books/{id}.pdf. Header fields with a syntax of their own are [HeaderKey],
// [Authorization], [BearerAuth] and [BasicAuth]; [ContentType] and [HeaderValue]
// expect a value.
//
// # Bodies
//
// [Body] speaks five formats, and sender and receiver agree on one by the fields
// Content-Type and Accept. [Stream] is a sequence of values that is sent and read
// piece by piece. [Part] is a named part of a form, and [File] one that was
// uploaded.
//
//	codec.Body[Book]()                          // JSON, Protobuf, Avro, Thrift or MessagePack
//	codec.Body[Book]("application/json")        // JSON alone
//	codec.Body[string]("text/html")             // as it is
//	codec.Stream[Event]("text/event-stream")    // server-sent events
//	codec.Part[codec.File]("avatar")
//
// # Combinations
//
// [Both] puts two codecs into one message, [Either] and [Union] choose one of
// several. [Status] and [WithStatus] set the status of a response. With many
// inputs a struct reads better: [QueryStruct] and [Struct] place its fields by their
// tags.
//
// # What is wrong
//
// Decoding never stops at the first fault. A [Source] collects them all, and
// [Source.Err] makes one error of them:
//
//   - 400 if a value is missing, does not decode, or is a parameter that breaks a
//     constraint
//   - 422 if a body decodes but breaks a constraint
//   - 415 if nobody speaks the body's media type; 406 if the client accepts none of
//     the answer's
//   - 413 if the body is too large
//
// A mistake in the program's text, such as a default for a body, panics where the
// codec is made and names the file and the line. What can only be known when all
// sums and enums are registered is found by [Tree.Check], which endpoints call at
// start-up. Decoding and encoding never panic.
//
// # Configuration
//
// How values map to JSON is set for a server, or for a set of routes with
// [WithConfig].
package codec
