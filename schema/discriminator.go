package schema

// A Discriminator says how a value of a sum shows which case it is. Codecs and
// documents share it, so that the one does what the other says. The zero value is
// [ClassName] with the [Identity] format.
type Discriminator struct {
	style  discriminatorStyle
	field  string
	format NameFormat
}

type discriminatorStyle uint8

const (
	styleClassName discriminatorStyle = iota
	styleField
	styleNone
)

// ClassName wraps the value in an object with one member, whose name is the case's:
// {"cat": {"lives": 9}}.
func ClassName(format NameFormat) Discriminator { return Discriminator{format: format} }

// FieldName puts the case's name into a member of the value itself, next to its
// fields: {"type": "cat", "lives": 9}. The cases have to be structs.
func FieldName(field string, format NameFormat) Discriminator {
	return Discriminator{style: styleField, field: field, format: format}
}

// NoDiscriminator writes the value alone: {"lives": 9}. A decoder tries the cases
// in their order and takes the first that fits.
func NoDiscriminator() Discriminator { return Discriminator{style: styleNone} }

// Wraps reports whether the value is wrapped in an object of one member.
func (d Discriminator) Wraps() bool { return d.style == styleClassName }

// Field returns the name of the member that holds the case's name, or "" for the
// other two styles.
func (d Discriminator) Field() string { return d.field }

// None reports whether nothing shows the case.
func (d Discriminator) None() bool { return d.style == styleNone }

// CaseName returns a case's name as it stands on the wire.
func (d Discriminator) CaseName(c *SumCase) string { return d.format.Apply(c.Name) }
