package protobuf

import (
	"strconv"
	"strings"

	"github.com/weft-go/weft/format/internal/naming"
)

// members chooses the names of a message's fields. Protobuf wants them to differ
// also in JSON, where underscores are dropped and the letter after one is a capital.
type members struct{ taken map[string]bool }

func newMembers() *members { return &members{map[string]bool{}} }

// name returns the name in the definition and, when Protobuf's JSON would not use
// the wire name itself but for its rule of underscores, the wire name.
func (m *members) name(wire string) (name, jsonName string) {
	first := naming.Identifier(wire)
	name = first
	for k := 2; m.taken[camel(name)]; k++ {
		name = first + strconv.Itoa(k)
	}
	m.taken[camel(name)] = true
	if name != wire {
		jsonName = wire
	}
	return name, jsonName
}

// camel is Protobuf's own rule for JSON names, in small letters, since definitions
// that differ only in case are refused too.
func camel(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }
