package openapi

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// The limits on what is read. A document within them may still be large; they keep
// hostile ones from taking all memory.
const (
	maxDepth  = 500
	maxCopies = 1_000_000 // what the aliases of YAML stand for
)

// ParseValue reads JSON text. It fails with an [*Error] that says where, also if a
// name occurs twice in an object or the text is nested deeper than 500 levels.
func ParseValue(text []byte) (*Value, error) { return parseJSON("", text) }

// parseJSON reads the JSON text of a file.
func parseJSON(file string, text []byte) (*Value, error) {
	p := &jsonParser{text: text, dec: jsontext.NewDecoder(bytes.NewReader(text)), file: file}
	v, err := p.value(nil, 0)
	if err == nil {
		if _, after := p.dec.ReadToken(); !errors.Is(after, io.EOF) {
			err = p.fail(after, "unexpected text after the document")
		}
	}
	if err != nil {
		return nil, err
	}
	v.file = file
	return v, nil
}

// jsonParser reads one text.
type jsonParser struct {
	text []byte
	dec  *jsontext.Decoder
	file string

	// The last position that was asked for, and the lines and characters before it.
	at, line, column int
}

// value reads the next value.
func (p *jsonParser) value(parent *Value, depth int) (*Value, error) {
	v := &Value{parent: parent}
	if depth > maxDepth {
		return nil, p.fail(nil, "nested too deeply")
	}
	kind := p.dec.PeekKind()
	v.line, v.column = p.position(p.start())
	token, err := p.dec.ReadToken()
	if err != nil {
		return nil, p.fail(err, "")
	}
	switch kind {
	case 'n':
	case 't', 'f':
		v.kind, v.text = Bool, token.String()
	case '"':
		v.kind, v.text = Text, token.String()
	case '0':
		v.kind, v.text = Num, token.String()
	case '[':
		return v, p.array(v, depth)
	default:
		return v, p.object(v, depth)
	}
	return v, nil
}

func (p *jsonParser) array(v *Value, depth int) error {
	v.kind, v.items = Array, []*Value{}
	for p.dec.PeekKind() != ']' {
		item, err := p.value(v, depth+1)
		if err != nil {
			return err
		}
		item.pos = len(v.items)
		v.items = append(v.items, item)
	}
	_, err := p.dec.ReadToken()
	return err
}

func (p *jsonParser) object(v *Value, depth int) error {
	v.kind, v.members = Object, Map[*Value]{}
	for p.dec.PeekKind() != '}' {
		token, err := p.dec.ReadToken()
		if err != nil {
			return p.fail(err, "")
		}
		name := token.String()
		member, err := p.value(v, depth+1)
		if err != nil {
			return err
		}
		member.name = name
		v.members = append(v.members, Entry[*Value]{name, member})
	}
	_, err := p.dec.ReadToken()
	v.indexed()
	return err
}

// start returns where the next token begins.
func (p *jsonParser) start() int {
	i := int(p.dec.InputOffset())
	for i < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[i]) >= 0 {
		i++
	}
	return i
}

// position returns the line and column of an offset. Columns count characters. Offsets
// grow from call to call, but for that of an error, so that each character is counted
// once, even if the document is a single line.
func (p *jsonParser) position(offset int) (line, column int) {
	offset = min(offset, len(p.text))
	if offset < p.at {
		p.at, p.line, p.column = 0, 0, 0
	}
	part := p.text[p.at:offset]
	if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
		p.line += bytes.Count(part, []byte("\n"))
		p.column = 0
		part = part[i+1:]
	}
	p.column += utf8.RuneCount(part)
	p.at = offset
	return p.line + 1, p.column + 1
}

// fail returns an error with its place.
func (p *jsonParser) fail(err error, problem string) error {
	e := &Error{Place: Place{File: p.file, Pointer: string(p.dec.StackPointer())}, Problem: problem}
	offset := p.start()
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset = int(syntax.ByteOffset)
		e.Place.Pointer = string(syntax.JSONPointer)
		e.Problem = "JSON: " + syntax.Err.Error()
	} else if err != nil && problem == "" {
		e.Problem = "JSON: " + err.Error()
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		offset, e.Problem = len(p.text), "JSON: unexpected end"
	}
	e.Place.Line, e.Place.Column = p.position(offset)
	return e
}

// appendJSON writes a value. A negative indent makes it compact.
func appendJSON(dst []byte, v *Value, indent int) []byte {
	switch v.Kind() {
	case Null:
		return append(dst, "null"...)
	case Bool, Num:
		return append(dst, v.text...)
	case Text:
		return appendQuoted(dst, v.text)
	}
	open, end := byte('['), byte(']')
	if v.kind == Object {
		open, end = '{', '}'
	}
	dst = append(dst, open)
	inner := indent
	if indent >= 0 {
		inner++
	}
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendBreak(dst, inner)
		if v.kind == Array {
			dst = appendJSON(dst, v.items[i], inner)
			continue
		}
		dst = append(appendQuoted(dst, v.members[i].Name), ':')
		if indent >= 0 {
			dst = append(dst, ' ')
		}
		dst = appendJSON(dst, v.members[i].Value, inner)
	}
	if v.Len() > 0 {
		dst = appendBreak(dst, indent)
	}
	return append(dst, end)
}

func appendBreak(dst []byte, indent int) []byte {
	if indent < 0 {
		return dst
	}
	dst = append(dst, '\n')
	for range indent {
		dst = append(dst, "  "...)
	}
	return dst
}

// appendQuoted writes a JSON string. What is not UTF-8 is mended.
func appendQuoted(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
