package format

import "github.com/weft-go/weft/schema"

// A Config says how values map to a format. The zero value is the default, and
// options that are on by default are named by their opposite. By default a
// Config affects JSON only: the other formats have fixed rules of their own.
//
// Configs are comparable values.
type Config struct {
	// RejectExtraFields refuses input with fields that the Go type does not have.
	// By default they are ignored.
	RejectExtraFields bool

	// OmitEmptyCollections leaves empty lists and maps out. By default they are
	// written as [] and {} (explicitEmptyCollections, encoding).
	OmitEmptyCollections bool

	// MissingCollectionsAsEmpty reads a required list or map that is missing as an
	// empty one. By default it is a fault (explicitEmptyCollections, decoding).
	MissingCollectionsAsEmpty bool

	// OmitNulls leaves fields out whose value is null. By default they are written
	// as null (explicitNulls, encoding).
	OmitNulls bool

	// MissingAsNull reads a required nullable field that is missing as null. By
	// default it is a fault (explicitNulls, decoding).
	MissingAsNull bool

	// Discriminator says how the case of a sum is told. By default it is a wrapper
	// object whose only field is the name of the case.
	Discriminator schema.Discriminator

	// FieldNameFormat changes field names. By default they are as declared.
	FieldNameFormat schema.NameFormat

	// TreatStreamsAsArrays writes a stream of values as one JSON array, and reads
	// it from one. By default each value is a line of its own.
	TreatStreamsAsArrays bool
}
