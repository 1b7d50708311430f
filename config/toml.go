package config

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/weft-go/weft/server"
)

// parseTOML reads a document twice: the decoder knows whether it is well-formed, and the
// syntax tree knows lines.
func parseTOML(name string, data []byte) ([]server.Setting, error) {
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		if e, ok := errors.AsType[*toml.DecodeError](err); ok {
			row, _ := e.Position()
			return nil, fmt.Errorf("%s: %s", place(name, row), strings.TrimPrefix(e.Error(), "toml: "))
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	w := &tomlWalk{name: name, data: data, tables: map[string]int{}}
	w.p.Reset(data)
	for w.p.NextExpression() {
		if err := w.expression(w.p.Expression()); err != nil {
			return w.settings, err
		}
	}
	if err := w.p.Error(); err != nil {
		return w.settings, fmt.Errorf("%s: %w", name, err)
	}
	return w.settings, nil
}

// A tomlWalk turns a document into a list.
type tomlWalk struct {
	name     string
	data     []byte
	p        unstable.Parser
	table    string         // the key of the table that the last header began
	tables   map[string]int // how many tables an array of tables has so far
	line     int
	settings []server.Setting
}

func (w *tomlWalk) add(key, text string, kind server.SettingKind) {
	w.settings = append(w.settings, server.Setting{Key: key, Text: text, Kind: kind, Place: place(w.name, w.line)})
}

// expression handles a line: a header, or a key with its value.
func (w *tomlWalk) expression(n *unstable.Node) error {
	switch n.Kind {
	case unstable.Table:
		w.table = w.resolve(n.Key(), "")
	case unstable.ArrayTable:
		key := w.resolve(n.Key(), "")
		if i := strings.LastIndexByte(key, '['); w.tables[key[:max(i, 0)]] > 0 && strings.HasSuffix(key, "]") {
			key = key[:i] // resolve has added the index of the last table
		}
		if w.tables[key] == 0 {
			w.add(key, "", server.ListSetting)
		}
		w.table = key + "[" + strconv.Itoa(w.tables[key]) + "]"
		w.tables[key]++
	case unstable.KeyValue:
		return w.value(w.resolve(n.Key(), w.table), n.Value(), 0)
	}
	return nil
}

// resolve joins the steps of a key below another one. A step that is an array of tables
// stands for the last of them.
func (w *tomlWalk) resolve(steps unstable.Iterator, key string) string {
	for steps.Next() {
		n := steps.Node()
		w.line = 1 + bytes.Count(w.data[:min(int(n.Raw.Offset), len(w.data))], []byte("\n"))
		key = strings.TrimPrefix(key+"."+string(n.Data), ".")
		if count := w.tables[key]; count > 0 {
			key += "[" + strconv.Itoa(count-1) + "]"
		}
	}
	return key
}

func (w *tomlWalk) value(key string, n *unstable.Node, depth int) error {
	switch {
	case depth > maxDepth:
		return fmt.Errorf("%s: more than %d levels", place(w.name, w.line), maxDepth)
	case len(w.settings) == maxSettings:
		return fmt.Errorf("%s: more than %d values", place(w.name, w.line), maxSettings)
	}
	switch n.Kind {
	case unstable.InlineTable:
		for it := n.Children(); it.Next(); {
			if err := w.value(w.resolve(it.Node().Key(), key), it.Node().Value(), depth+1); err != nil {
				return err
			}
		}
	case unstable.Array:
		w.add(key, "", server.ListSetting)
		i := 0
		for it := n.Children(); it.Next(); i++ {
			if err := w.value(key+"["+strconv.Itoa(i)+"]", it.Node(), depth+1); err != nil {
				return err
			}
		}
	case unstable.Integer:
		w.add(key, integerText(string(n.Data)), server.TextSetting)
	default:
		w.add(key, string(n.Data), server.TextSetting)
	}
	return nil
}

// integerText returns an integer in base ten, without underscores. An octal one stays as
// it is, since it is a file mode.
func integerText(s string) string {
	if strings.Trim(s, "0123456789") == "" || strings.HasPrefix(s, "0o") {
		return s
	}
	if n, err := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 0, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	return s
}
