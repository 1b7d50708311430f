package openapi

import (
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// How YAML becomes a [Value].
//
// A document that means JSON uses a part of YAML: mappings with scalar names,
// sequences, and scalars of the core schema (YAML 1.2 section 10.3). Anchors, aliases
// and merge keys are followed, and what they stand for is copied to where they stand.
// A few lines of aliases can stand for millions of values, so their number is bounded.
// Names that look like numbers or booleans are taken as they are written: the status
// in `200:` is "200".

// ParseYAMLValue reads YAML text of one document. It fails with an [*Error] that says
// where, also if a name occurs twice or if aliases stand for too much.
func ParseYAMLValue(text []byte) (*Value, error) { return parseYAML("", text) }

// parseYAML reads the YAML text of a file.
func parseYAML(file string, text []byte) (v *Value, err error) {
	defer func() {
		// The parser is another's, and the text anybody's.
		if r := recover(); r != nil {
			v, err = nil, &Error{Place{File: file}, fmt.Sprintf("YAML: the parser gave up: %v", r)}
		}
	}()
	doc, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, yamlError(file, err)
	}
	p := &yamlParser{file: file, anchors: map[string]ast.Node{}}
	for _, d := range doc.Docs {
		if d.Body == nil {
			continue
		}
		if _, directive := d.Body.(*ast.DirectiveNode); directive {
			continue
		}
		if v != nil {
			return nil, p.fail(d.Body, "want one YAML document, got several")
		}
		if v, err = p.value(d.Body, nil, 0); err != nil {
			return nil, err
		}
	}
	if v == nil {
		return nil, &Error{Place{File: file, Line: 1, Column: 1}, "the document is empty"}
	}
	v.file = file
	return v, nil
}

func yamlError(file string, err error) error {
	e := &Error{Place{File: file}, "YAML: " + err.Error()}
	if y, ok := errors.AsType[yaml.Error](err); ok {
		e.Problem = "YAML: " + y.GetMessage()
		if t := y.GetToken(); t != nil && t.Position != nil {
			e.Place.Line, e.Place.Column = t.Position.Line, t.Position.Column
		}
	}
	return e
}

// yamlParser turns the nodes of one file into values.
type yamlParser struct {
	file    string
	anchors map[string]ast.Node
	inside  int // how many aliases we are in
	copies  int // how many values aliases have stood for
}

func (p *yamlParser) fail(n ast.Node, format string, args ...any) error {
	e := &Error{Place{File: p.file}, "YAML: " + fmt.Sprintf(format, args...)}
	e.Place.Line, e.Place.Column = position(n)
	return e
}

func position(n ast.Node) (line, column int) {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
		n = m.Values[0].Key
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		n = m.Key
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line, t.Position.Column
	}
	return 0, 0
}

// value returns the value of a node.
func (p *yamlParser) value(n ast.Node, parent *Value, depth int) (*Value, error) {
	if p.inside > 0 {
		p.copies++
	}
	if depth > maxDepth || p.copies > maxCopies {
		return nil, p.fail(n, "nested too deeply, or aliases stand for too much")
	}
	v := &Value{parent: parent}
	v.line, v.column = position(n)
	switch n := n.(type) {
	case *ast.NullNode, nil:
	case *ast.BoolNode:
		v.kind, v.text = Bool, strconv.FormatBool(n.Value)
	case *ast.IntegerNode:
		v.kind, v.text = Num, numberText(n.Token, fmt.Sprint(n.Value))
	case *ast.FloatNode:
		v.kind, v.text = Num, numberText(n.Token, strconv.FormatFloat(n.Value, 'g', -1, 64))
	case *ast.StringNode:
		v.kind, v.text = Text, n.Value
		if n.Token.Type == token.StringType && isNumber(n.Value) {
			v.kind = Num // 1e3, which this parser does not take for one
		}
	case *ast.LiteralNode:
		v.kind, v.text = Text, n.Value.Value
	case *ast.SequenceNode:
		return v, p.array(v, n, depth)
	case *ast.MappingNode:
		return v, p.object(v, n.Values, depth)
	case *ast.MappingValueNode:
		return v, p.object(v, []*ast.MappingValueNode{n}, depth)
	default:
		return p.indirect(n, parent, depth)
	}
	return v, nil
}

// indirect returns the value of a node that only points to another one.
func (p *yamlParser) indirect(n ast.Node, parent *Value, depth int) (*Value, error) {
	switch n := n.(type) {
	case *ast.AnchorNode:
		v, err := p.value(n.Value, parent, depth+1)
		p.anchors[n.Name.GetToken().Value] = n.Value // after it, so that it cannot contain itself
		return v, err
	case *ast.AliasNode:
		target, ok := p.anchors[n.Value.GetToken().Value]
		if !ok {
			return nil, p.fail(n, "there is no anchor %q before this", n.Value.GetToken().Value)
		}
		p.inside++
		defer func() { p.inside-- }()
		return p.value(target, parent, depth+1)
	case *ast.TagNode:
		v, err := p.value(n.Value, parent, depth+1)
		if err == nil && n.Start.Value == "!!str" && v.kind != Array && v.kind != Object {
			v.kind, v.text = Text, n.Value.GetToken().Value
		}
		return v, err
	case *ast.InfinityNode, *ast.NanNode:
		return nil, p.fail(n, "%s has no form in JSON", n.GetToken().Value)
	}
	return nil, p.fail(n, "a %s has no form in JSON", strings.ToLower(n.Type().YAMLName()))
}

// numberText returns the digits as they are written, if JSON writes them so too.
func numberText(t *token.Token, converted string) string {
	if isNumber(t.Value) {
		return t.Value
	}
	return converted
}

// isNumber reports whether a text is a number in JSON.
func isNumber(s string) bool {
	raw := jsontext.Value(s)
	return raw.Kind() == '0' && raw.IsValid() && strings.TrimSpace(s) == s
}

func (p *yamlParser) array(v *Value, n *ast.SequenceNode, depth int) error {
	v.kind, v.items = Array, []*Value{}
	for i, item := range n.Values {
		child, err := p.value(item, v, depth+1)
		if err != nil {
			return err
		}
		child.pos = i
		v.items = append(v.items, child)
	}
	return nil
}

func (p *yamlParser) object(v *Value, values []*ast.MappingValueNode, depth int) error {
	v.kind, v.members = Object, make(Map[*Value], 0, len(values))
	seen := make(map[string]bool, len(values))
	for _, m := range values {
		if m.Key.IsMergeKey() {
			continue
		}
		name, ok := keyText(m.Key)
		if !ok {
			return p.fail(m.Key, "want a scalar as a name")
		}
		if seen[name] {
			return p.fail(m.Key, "the name %q is there twice", name)
		}
		seen[name] = true
		child, err := p.value(m.Value, v, depth+1)
		if err != nil {
			return err
		}
		child.name = name
		v.members = append(v.members, Entry[*Value]{name, child})
	}
	for _, m := range values {
		if !m.Key.IsMergeKey() {
			continue
		}
		if err := p.merge(v, m.Value, seen, depth); err != nil {
			return err
		}
	}
	v.indexed()
	return nil
}

// merge adds the members that a merge key (<<) brings, which stand behind one's own.
func (p *yamlParser) merge(v *Value, n ast.Node, seen map[string]bool, depth int) error {
	from, err := p.value(n, v, depth+1)
	if err != nil {
		return err
	}
	sources := []*Value{from}
	if from.kind == Array {
		sources = from.items
	}
	for _, source := range sources {
		if source.kind != Object {
			return p.fail(n, "want an object to merge, got %v", source.kind)
		}
		for _, m := range source.members {
			if seen[m.Name] {
				continue
			}
			seen[m.Name] = true
			m.Value.parent = v
			v.members = append(v.members, m)
		}
	}
	return nil
}

// keyText returns the name that a key spells.
func keyText(k ast.MapKeyNode) (string, bool) {
	var n ast.Node = k
	if explicit, ok := k.(*ast.MappingKeyNode); ok {
		n = explicit.Value
	}
	for {
		switch inner := n.(type) {
		case *ast.StringNode:
			return inner.Value, true
		case *ast.LiteralNode:
			return inner.Value.Value, true
		case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
			return n.GetToken().Value, true
		case *ast.AnchorNode:
			n = inner.Value
		case *ast.TagNode:
			n = inner.Value
		default:
			return "", false
		}
	}
}
