package text

// A Kind is the family of a text form: what documentation and command lines need
// to know about it.
type Kind uint8

// The kinds. A pointer has the kind of what it points to, and so has a named type.
const (
	String   Kind = iota // any text
	Bool                 // true or false
	Int                  // a signed integer
	Uint                 // an integer that is not negative
	Float                // a decimal number
	Time                 // a time.Time, RFC 3339
	Duration             // a time.Duration, Go's syntax
	UUID                 // a uuid.UUID
	Addr                 // a netip.Addr
	Other                // what the type's encoding.TextUnmarshaler accepts
)

// String returns the kind's name in lower case, such as "int".
func (k Kind) String() string {
	names := [...]string{"string", "bool", "int", "uint", "float", "time", "duration", "uuid", "addr", "other"}
	if int(k) < len(names) {
		return names[k]
	}
	return "unknown"
}

// A Form describes the text form of one type.
type Form struct {
	kind Kind
	bits int
	want string
}

// Kind returns the family of the form.
func (f Form) Kind() Kind { return f.kind }

// Bits returns the width of a number: 8, 16, 32 or 64. It is 0 for what is no
// number.
func (f Form) Bits() int { return f.bits }

// Want returns what the form accepts, as messages and documentation name it: for
// example "int8", "time (RFC 3339)" or "uuid".
func (f Form) Want() string { return f.want }

// The forms of the types that are no numbers.
var (
	stringForm   = Form{String, 0, "string"}
	boolForm     = Form{Bool, 0, "bool"}
	timeForm     = Form{Time, 0, "time (RFC 3339)"}
	durationForm = Form{Duration, 0, `duration (such as "1m30s")`}
	uuidForm     = Form{UUID, 0, "uuid"}
	addrForm     = Form{Addr, 0, "IP address"}
)
