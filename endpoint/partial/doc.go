// Package partial holds the types between the beginning and the end of an endpoint's
// description.
//
// You never name these types. A description is written as one chain, from [route.GET]
// to Out, and each operation that adds an input returns the type with one more: [In0],
// [In1], … [In8]. There are several because a Go type cannot grow a type parameter.
// [In0] has the documentation; the others are generated from it and say no more.
//
// With more than eight inputs, or where names read better than positions, one struct
// takes several: see [codec.Struct] and [codec.QueryStruct].
//
// [route.GET]: https://pkg.go.dev/github.com/weft-go/weft/route#GET
package partial

//go:generate go run ../../internal/gen/partial -o partial_gen.go
