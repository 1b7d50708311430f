package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/weft-go/weft/server"
)

// Bounds of a document. Aliases can make a small file describe a very large tree.
const (
	maxDepth    = 32
	maxSettings = 10_000
)

// parseYAML walks through the syntax tree rather than decoding the document, since only
// the tree knows lines.
func parseYAML(name string, data []byte) ([]server.Setting, error) {
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		if e, ok := errors.AsType[yaml.Error](err); ok && e.GetToken() != nil {
			return nil, fmt.Errorf("%s:%d: %s", name, e.GetToken().Position.Line, e.GetMessage())
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	w := &yamlWalk{name: name, anchors: map[string]ast.Node{}}
	documents := 0
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if documents++; documents > 1 {
			return nil, fmt.Errorf("%s: want one document, got several", name)
		}
		if err := w.value("", doc.Body, 0, 0); err != nil {
			return w.settings, err
		}
	}
	return w.settings, nil
}

// A yamlWalk turns a tree into a list.
type yamlWalk struct {
	name     string
	anchors  map[string]ast.Node
	settings []server.Setting
}

func (w *yamlWalk) add(key, text string, kind server.SettingKind, line int) error {
	if len(w.settings) == maxSettings {
		return fmt.Errorf("%s:%d: more than %d values", w.name, line, maxSettings)
	}
	w.settings = append(w.settings, server.Setting{Key: key, Text: text, Kind: kind, Place: place(w.name, line)})
	return nil
}

func place(name string, line int) string { return name + ":" + strconv.Itoa(line) }

// value adds a node and what is below it. The line is that of its key, for nodes that
// have none of their own.
func (w *yamlWalk) value(key string, n ast.Node, line, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%s:%d: more than %d levels", w.name, line, maxDepth)
	}
	if n == nil {
		return w.add(key, "", server.NullSetting, line)
	}
	if t := n.GetToken(); t != nil && t.Position != nil && n.Type() != ast.NullType {
		line = t.Position.Line
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return w.mapping(key, n.Values, depth)
	case *ast.MappingValueNode:
		return w.mapping(key, []*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		return w.sequence(key, n, line, depth)
	case *ast.AnchorNode:
		w.anchors[nameOf(n.Name)] = n.Value
		return w.value(key, n.Value, line, depth+1)
	case *ast.AliasNode:
		target, ok := w.anchors[nameOf(n.Value)]
		if !ok {
			return fmt.Errorf("%s:%d: there is no anchor %s before it", w.name, line, nameOf(n.Value))
		}
		return w.value(key, target, line, depth+1)
	case *ast.TagNode:
		return w.value(key, n.Value, line, depth+1)
	case *ast.NullNode:
		return w.add(key, "", server.NullSetting, line)
	}
	return w.add(key, scalarText(n), server.TextSetting, line)
}

func nameOf(n ast.Node) string {
	if n == nil || n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}

// mapping adds merged keys first, so that those that stand beside them win.
func (w *yamlWalk) mapping(key string, values []*ast.MappingValueNode, depth int) error {
	for _, merged := range []bool{true, false} {
		for _, v := range values {
			if v.Key == nil || v.Key.IsMergeKey() != merged {
				continue
			}
			below, line := key, v.Key.GetToken().Position.Line
			if !merged {
				below = strings.TrimPrefix(key+"."+scalarText(v.Key), ".")
			}
			if err := w.merge(below, v.Value, line, depth+1, merged); err != nil {
				return err
			}
		}
	}
	return nil
}

// merge adds a value, or with a merge key each of a list of mappings, of which the
// first wins.
func (w *yamlWalk) merge(key string, n ast.Node, line, depth int, merged bool) error {
	list, ok := n.(*ast.SequenceNode)
	if !merged || !ok {
		return w.value(key, n, line, depth)
	}
	for i := len(list.Values) - 1; i >= 0; i-- {
		if err := w.value(key, list.Values[i], line, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *yamlWalk) sequence(key string, n *ast.SequenceNode, line, depth int) error {
	if err := w.add(key, "", server.ListSetting, line); err != nil {
		return err
	}
	for i, v := range n.Values {
		if err := w.value(key+"["+strconv.Itoa(i)+"]", v, line, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// scalarText returns a scalar as it stands in the file. Hexadecimal and binary numbers,
// and those with underscores, are written out. An octal one is a file mode.
func scalarText(n ast.Node) string {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		if n.Value != nil {
			return n.Value.Value
		}
	case *ast.IntegerNode:
		if t := n.GetToken().Value; strings.Trim(t, "0123456789") == "" || strings.HasPrefix(t, "0o") {
			return t
		}
		return fmt.Sprint(n.Value)
	case *ast.MappingKeyNode:
		if n.Value != nil {
			return scalarText(n.Value)
		}
	}
	if n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}
