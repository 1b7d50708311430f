package cli

import (
	"bytes"
	"encoding/json/jsontext"
	"slices"
	"strings"
	"unicode/utf8"
)

// Tables. A list of objects is a table with a column for each name that occurs, in the
// order of the first occurrence. An object is a table of its names and values. The
// server decides how large a value is, so neither the number of columns nor their
// width may grow with it: else a short answer could make a very long table.

const (
	// maxColumns is how many columns a table has at most. Objects with more names are
	// printed on a line each.
	maxColumns = 64

	// maxWidth is the width up to which columns are aligned.
	maxWidth = 60

	// gap stands between columns.
	gap = "  "
)

// A cell is a member of an object, as text.
type cell struct{ name, text string }

// tableOf returns JSON as a table. Scalars are printed as they are, and so is what is
// no JSON.
func tableOf(data []byte) []byte {
	v := jsontext.Value(data)
	if !v.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return append(slices.Clip(data), '\n')
	}
	switch v.Kind() {
	case '{':
		var rows [][]string
		for _, c := range cells(v) {
			rows = append(rows, []string{c.name, c.text})
		}
		return aligned(rows)
	case '[':
		return listTable(elements(v))
	case '"':
		text, _ := jsontext.AppendUnquote(nil, bytes.TrimSpace(v)) // what is no UTF-8 is replaced
		return append(text, '\n')
	}
	return append(bytes.TrimSpace(v), '\n')
}

// listTable returns a list as a table, or with a line for each value if they are not
// all objects.
func listTable(list []jsontext.Value) []byte {
	columns, ok := columnsOf(list)
	if !ok {
		var out []byte
		for _, v := range list {
			out = append(out, tableLine(v)...)
		}
		return out
	}
	rows := [][]string{columns}
	for _, v := range list {
		row := make([]string, len(columns))
		for _, c := range cells(v) {
			row[slices.Index(columns, c.name)] = c.text
		}
		rows = append(rows, row)
	}
	return aligned(rows)
}

// columnsOf returns the names in objects. It is false if there is something else, or
// if there are too many.
func columnsOf(list []jsontext.Value) ([]string, bool) {
	var columns []string
	for _, v := range list {
		if v.Kind() != '{' {
			return nil, false
		}
		for _, c := range cells(v) {
			if !slices.Contains(columns, c.name) {
				columns = append(columns, c.name)
			}
			if len(columns) > maxColumns {
				return nil, false
			}
		}
	}
	return columns, len(columns) > 0
}

// tableLine returns a value on one line: an object as name=value, all else as text.
func tableLine(v jsontext.Value) []byte {
	if v.Kind() != '{' {
		return []byte(cellText(v) + "\n")
	}
	var texts []string
	for _, c := range cells(v) {
		texts = append(texts, c.name+"="+c.text)
	}
	return []byte(strings.Join(texts, gap) + "\n")
}

// aligned returns rows with their columns below each other.
func aligned(rows [][]string) []byte {
	var widths []int
	for _, row := range rows {
		widths = append(widths, make([]int, max(0, len(row)-len(widths)))...)
		for i, text := range row {
			widths[i] = max(widths[i], min(utf8.RuneCountInString(text), maxWidth))
		}
	}
	var out []byte
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			line.WriteString(text)
			if i < len(row)-1 {
				line.WriteString(strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(text))) + gap)
			}
		}
		out = append(out, strings.TrimRight(line.String(), " ")...)
		out = append(out, '\n')
	}
	return out
}

// cells returns the members of an object.
func cells(v jsontext.Value) []cell {
	d := tolerant(v)
	var list []cell
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() == '"' {
		name, _ := d.ReadToken()
		text := lineText(name.String())
		var value jsontext.Value
		value, err = d.ReadValue()
		list = append(list, cell{text, cellText(value)})
	}
	return list
}

// elements returns the elements of a list.
func elements(v jsontext.Value) []jsontext.Value {
	d := tolerant(v)
	var list []jsontext.Value
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		var value jsontext.Value
		value, err = d.ReadValue()
		list = append(list, value.Clone())
	}
	return list
}

// tolerant returns a decoder that takes what servers send.
func tolerant(v jsontext.Value) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// cellText returns a value for a cell: strings without quotes, nothing for null, and
// lists and objects as compact JSON.
func cellText(v jsontext.Value) string {
	switch v.Kind() {
	case 'n':
		return ""
	case '"':
		text, _ := jsontext.AppendUnquote(nil, v) // what is no UTF-8 is replaced
		return lineText(string(text))
	}
	line := v.Clone()
	if line.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		line = v
	}
	return lineText(string(line))
}

// lineText returns text that stays on its line.
func lineText(s string) string {
	return printable(strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s))
}
