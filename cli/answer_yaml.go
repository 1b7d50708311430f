package cli

import (
	"encoding/json/jsontext"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// maxYAMLDepth is how deep values are that are written as YAML. What is deeper stays
// JSON, which is YAML, too: the indentation of each line grows with the depth.
const maxYAMLDepth = 64

var errTooDeep = errors.New("too deep for YAML")

// yamlOf returns JSON as YAML, with the members of objects in their order and numbers
// with all their digits. What is no JSON is returned as it is.
func yamlOf(data []byte) []byte {
	asIs := append(slices.Clip(data), '\n')
	if !jsontext.Value(data).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return asIs
	}
	v, err := yamlValue(tolerant(data), 0)
	if err != nil {
		return asIs
	}
	node, err := yaml.ValueToNode(v)
	if err != nil {
		return asIs
	}
	ast.Walk(yamlNames{}, node)
	return append([]byte(node.String()), '\n')
}

// yamlNames quotes the names of members. The package does so only with some of those
// that need it.
type yamlNames struct{}

// Visit looks at a node.
func (y yamlNames) Visit(n ast.Node) ast.Visitor {
	if m, ok := n.(*ast.MappingValueNode); ok {
		if name, ok := m.Key.(*ast.StringNode); ok && !isPlainYAML(name.Value) && !strings.HasPrefix(name.Value, `"`) {
			name.Value = strconv.Quote(name.Value)
		}
	}
	return y
}

// yamlValue reads a value.
func yamlValue(d *jsontext.Decoder, depth int) (any, error) {
	kind := d.PeekKind()
	if kind != '{' && kind != '[' {
		v, err := d.ReadValue()
		return yamlScalar(v.Clone()), err
	}
	if depth >= maxYAMLDepth {
		return nil, errTooDeep
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	members, list := yaml.MapSlice{}, []any{}
	for d.PeekKind() != '}' && d.PeekKind() != ']' {
		var name string
		if kind == '{' {
			t, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			name = t.String()
		}
		v, err := yamlValue(d, depth+1)
		if err != nil {
			return nil, err
		}
		if kind == '{' {
			members = append(members, yaml.MapItem{Key: name, Value: v})
		} else {
			list = append(list, v)
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	if kind == '{' {
		return members, nil
	}
	return list, nil
}

// yamlScalar returns a value that is written on one line.
func yamlScalar(v jsontext.Value) any {
	switch v.Kind() {
	case '"':
		text, _ := jsontext.AppendUnquote(nil, v) // what is no UTF-8 is replaced
		return yamlText(text)
	case 'n':
		return nil
	case 't', 'f':
		return v.Kind() == 't'
	}
	return yamlPlain(v)
}

// yamlPlain is a number, which stands in YAML as it does in JSON.
type yamlPlain []byte

// MarshalYAML returns the number.
func (p yamlPlain) MarshalYAML() ([]byte, error) { return p, nil }

// yamlText is a text. It is written without quotes only if nobody can take it for
// something else.
type yamlText string

// MarshalYAML returns the text, quoted if need be.
func (t yamlText) MarshalYAML() ([]byte, error) {
	s := string(t)
	if isPlainYAML(s) {
		return []byte(s), nil
	}
	return []byte(strconv.Quote(s)), nil
}

// isPlainYAML says whether a text needs no quotes: it is made of words, and is none of
// those that stand for other values.
func isPlainYAML(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) || strings.HasSuffix(s, " ") || token.IsNeedQuoted(s) {
		return false
	}
	for _, word := range []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"} {
		if strings.EqualFold(s, word) { // older readers take more words for values
			return false
		}
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && (r < '0' || r > '9') && !strings.ContainsRune(" _-./", r)
	})
}
