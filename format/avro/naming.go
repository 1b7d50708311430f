package avro

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-go/weft/schema"
)

// Avro's names consist of ASCII letters, digits and underscores and do not begin with
// a digit. A type's namespace is its Go package: github.com/acme/shop is
// com.github.acme.shop, as in Java. Names from Go that do not fit are changed: other
// characters become underscores, and a number is added where two would be alike.

// nameFor gives a node the name of its Go type, or one made from where it stands.
func (c *compiler) nameFor(n *node, s *schema.Schema) {
	n.namespace, n.name = c.scope.namespace, c.scope.name
	if s.Name() != "" {
		n.namespace, n.name = namespaceOf(s.Package()), typeName(s.Name())
	}
	n.name = c.claim(n.namespace, n.name)
}

// nameFixed is nameFor with a better name for unnamed arrays of bytes.
func (c *compiler) nameFixed(n *node, s *schema.Schema) {
	if s.Name() != "" {
		c.nameFor(n, s)
		return
	}
	n.namespace, n.name = "weft", c.claim("weft", "Bytes"+strconv.Itoa(s.Len()))
}

// namespaceOf turns an import path into a namespace.
func namespaceOf(path string) string {
	if path == "" {
		return ""
	}
	domain, rest, _ := strings.Cut(path, "/")
	labels := strings.Split(domain, ".")
	var parts []string
	for i := len(labels) - 1; i >= 0; i-- {
		parts = append(parts, typeName(labels[i]))
	}
	for part := range strings.SplitSeq(rest, "/") {
		if part != "" {
			parts = append(parts, typeName(part))
		}
	}
	return strings.Join(parts, ".")
}

// typeName makes a name that Avro allows.
func typeName(s string) string {
	var out strings.Builder
	for i, r := range s {
		switch {
		case r < utf8.RuneSelf && (r == '_' || unicode.IsLetter(r)):
			out.WriteRune(r)
		case r < utf8.RuneSelf && unicode.IsDigit(r):
			if i == 0 {
				out.WriteByte('_')
			}
			out.WriteRune(r)
		default:
			out.WriteByte('_')
		}
	}
	if out.Len() == 0 {
		return "_"
	}
	return out.String()
}

// isName reports whether Avro allows the name as it is.
func isName(s string) bool { return s != "" && typeName(s) == s }

// pascal makes a name to be put behind another.
func pascal(s string) string {
	s = strings.TrimLeft(typeName(s), "_")
	if s == "" {
		return "_"
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// fieldNames gives the fields of a record names that differ.
type fieldNames struct{ taken map[string]bool }

func (f fieldNames) claim(wire string) string {
	name := typeName(wire)
	unique := name
	for i := 2; f.taken[unique]; i++ {
		unique = name + strconv.Itoa(i)
	}
	f.taken[unique] = true
	return unique
}
