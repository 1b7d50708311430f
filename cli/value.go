package cli

import (
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/weft-go/weft/schema"
)

// Fields become JSON. The texts of a command line are put into an object, member by
// member, in the order of the struct, and that object is what the body's codec reads.
// So a field may be whatever the codec knows, and its constraints are checked by the
// codec.

// A member is a value inside an object: JSON, or an object itself.
type member struct {
	name     string
	value    jsontext.Value
	children []*member
}

// put sets the value at a path.
func (m *member) put(path []string, value jsontext.Value) {
	if len(path) == 0 {
		m.value = value
		return
	}
	for _, c := range m.children {
		if c.name == path[0] {
			c.put(path[1:], value)
			return
		}
	}
	child := &member{name: path[0]}
	m.children = append(m.children, child)
	child.put(path[1:], value)
}

// append writes the member's value.
func (m *member) append(dst []byte) []byte {
	if m.value != nil {
		return append(dst, m.value...)
	}
	dst = append(dst, '{')
	for i, c := range m.children {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst, _ = jsontext.AppendQuote(dst, c.name)
		dst = c.append(append(dst, ':'))
	}
	return append(dst, '}')
}

// json returns what was given for a field as JSON. The error says what was wanted.
func (f *field) json(texts []string) (jsontext.Value, error) {
	switch f.shape {
	case shapeScalar:
		return f.scalar(texts[len(texts)-1])
	case shapeList:
		return f.list(texts)
	case shapeMap:
		return f.dictionary(texts)
	}
	v := jsontext.Value(texts[len(texts)-1])
	if !v.IsValid() {
		return nil, errors.New("want JSON")
	}
	return v, nil
}

func (f *field) list(texts []string) (jsontext.Value, error) {
	list := []byte{'['}
	for i, text := range texts {
		v, err := f.scalar(text)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, v...)
	}
	return append(list, ']'), nil
}

func (f *field) dictionary(texts []string) (jsontext.Value, error) {
	var m member
	for _, text := range texts {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("want key=value, got %.40q", text)
		}
		v, err := f.scalar(value)
		if err != nil {
			return nil, err
		}
		m.put([]string{key}, v)
	}
	return m.append(nil), nil
}

// scalar returns a text as JSON: numbers and bools as they are, all else as strings.
func (f *field) scalar(text string) (jsontext.Value, error) {
	s := f.element()
	v := reflect.New(s.Type()).Elem()
	if err := s.ParseText(text, v); err != nil {
		return nil, err
	}
	if s.Kind() == schema.KindBool || s.Kind().IsNumber() && !f.quoted {
		// Text may be looser than JSON, for example in leading zeros.
		plain, err := s.AppendText(nil, v)
		if err == nil && jsontext.Value(plain).IsValid() {
			return plain, nil
		}
		return nil, fmt.Errorf("want %s, got %.40q", kindOf(s), text)
	}
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return nil, errors.New("want text in UTF-8")
	}
	return quoted, nil
}
