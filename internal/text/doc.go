// Package text decodes one Go value from one string and encodes it back. Path
// segments, query parameters, header fields, cookies and form fields all hold
// their values as such strings.
//
// A [Codec] is found once for each type and may then be used by any number of
// goroutines:
//
//	limits, err := text.For[int]()    // err: this type has no text form
//	limit, err := limits.Decode("25") // 25
//	_, err = limits.Decode("ten")     // want int, got "ten"
//
// These types have a text form:
//
//   - string, bool, the integers of every width, float32 and float64
//   - [time.Time] as in RFC 3339, [time.Duration] as in "1m30s"
//   - [uuid.UUID] in the form with four hyphens (RFC 9562 section 4)
//   - [net/netip.Addr]
//   - every type with [encoding.TextUnmarshaler]; this also decides for the types
//     below
//   - named types whose underlying type is a string, a bool or a number
//   - pointers to all of these
//
// Byte slices are left out: there are several ways to write bytes as text, and
// none that everybody expects.
//
// The built-in types and the four library types decode without reflection. Named
// types and pointers are resolved by reflection once and set by reflection at
// each call. Where the type is known only at run time, [ForType] gives a
// [Dynamic], which does the same on [reflect.Value]s.
package text
