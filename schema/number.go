package schema

import (
	"fmt"
	"strconv"
	"strings"
)

// Field numbers identify the members of a struct in Protobuf and Thrift, where
// names are not on the wire. A number comes from a tag or from the position, and
// the two kinds must not meet: a field that is moved would otherwise silently take
// another's number.

const (
	maxProtobufNumber   = 1<<29 - 1
	firstReservedNumber = 19000 // Protobuf keeps 19000–19999 for itself
	lastReservedNumber  = 19999
	maxThriftNumber     = 1<<15 - 1
)

// numberFields gives a struct's fields their numbers.
func numberFields(s *Schema) error {
	protobuf, thrift := map[int]*Field{}, map[int]*Field{}
	for i, f := range s.fields {
		var err error
		if f.ProtobufNumber, err = fieldNumber(s, f, "protobuf", i+1, maxProtobufNumber, protobuf); err != nil {
			return err
		}
		if f.ThriftNumber, err = fieldNumber(s, f, "thrift", i+1, maxThriftNumber, thrift); err != nil {
			return err
		}
	}
	return nil
}

func fieldNumber(s *Schema, f *Field, format string, position, limit int, taken map[int]*Field) (int, error) {
	fail := func(tag, reason string, args ...any) (int, error) {
		return 0, &DeriveError{Path: s.typ.String() + "." + f.GoName, Type: f.Schema.typ, Tag: tag, Reason: fmt.Sprintf(reason, args...)}
	}
	number, tag := position, ""
	for _, key := range []string{format, "field"} {
		text, ok := f.Tag.Lookup(key)
		if !ok || text == "-" {
			continue
		}
		tag = fmt.Sprintf("%s:%q", key, text)
		var err error
		if number, err = parseFieldNumber(text); err != nil {
			return fail(tag, "want a field number, got %q", text)
		}
		break
	}
	if number < 1 || number > limit || (format == "protobuf" && number >= firstReservedNumber && number <= lastReservedNumber) {
		return fail(tag, "the %s field number %d is not allowed; want 1 to %d%s", format, number, limit, reservedHint(format))
	}
	if other, ok := taken[number]; ok {
		return fail(tag, "the %s field number %d is taken by the field %s", format, number, other.GoName)
	}
	taken[number] = f
	return number, nil
}

func reservedHint(format string) string {
	if format == "protobuf" {
		return fmt.Sprintf(", without the reserved %d to %d", firstReservedNumber, lastReservedNumber)
	}
	return ""
}

// parseFieldNumber reads "3", and also the longer tags that generators of other
// projects write, such as "bytes,3,opt" or "name,3".
func parseFieldNumber(text string) (int, error) {
	for part := range strings.SplitSeq(text, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(part)); err == nil {
			return n, nil
		}
	}
	return 0, strconv.ErrSyntax
}
