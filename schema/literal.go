package schema

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"reflect"
	"strings"
)

// Literals are the values written in tags: default:"5s", example:"[1,2]". Scalars
// are written as their text, without quotes; lists of scalars as text with commas
// between, or as JSON; everything else as JSON.

// ParseLiteral reads a value as tags write it. Pointers and Optionals are looked
// through. The error says what was wanted; constraints are not checked.
func (s *Schema) ParseLiteral(text string) (Literal, error) {
	s = s.Indirect()
	v := reflect.New(s.typ).Elem()
	var raw []byte
	var err error
	switch {
	case s.kind.IsScalar():
		if err = s.ParseText(text, v); err == nil {
			raw, err = s.scalarJSON(nil, v)
		}
	case s.kind == KindSlice && s.elem.kind.IsScalar() && !strings.HasPrefix(strings.TrimSpace(text), "["):
		raw, err = s.parseList(text, v)
	default:
		raw, err = s.parseJSONLiteral(text, v)
	}
	if err != nil {
		return Literal{}, err
	}
	return Literal{Value: v.Interface(), JSON: string(raw)}, nil
}

// scalarJSON appends a scalar as JSON: numbers and booleans bare, the rest quoted.
func (s *Schema) scalarJSON(dst []byte, v reflect.Value) ([]byte, error) {
	text, err := s.AppendText(nil, v)
	if err != nil {
		return dst, err
	}
	if s.kind == KindBool || s.kind.IsNumber() {
		return append(dst, text...), nil
	}
	return jsontext.AppendQuote(dst, text)
}

func (s *Schema) parseList(text string, dst reflect.Value) ([]byte, error) {
	raw := []byte{'['}
	for i, part := range splitList(text) {
		elem := reflect.New(s.elem.typ).Elem()
		err := s.elem.ParseText(part, elem)
		if i > 0 {
			raw = append(raw, ',')
		}
		if err == nil {
			raw, err = s.elem.scalarJSON(raw, elem)
		}
		if err != nil {
			return nil, err
		}
		dst.Set(reflect.Append(dst, elem))
	}
	return append(raw, ']'), nil
}

// splitList splits at commas and trims. An empty text is an empty list.
func splitList(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

func (s *Schema) parseJSONLiteral(text string, dst reflect.Value) ([]byte, error) {
	raw := jsontext.Value(text)
	if err := raw.Compact(); err != nil {
		return nil, fmt.Errorf("want JSON for %s, got %q", s.typ, text)
	}
	if err := s.setJSON(raw, dst); err != nil {
		return nil, err
	}
	return raw, nil
}

// setJSON sets dst to a literal's JSON. It is for a few short values at start-up;
// bodies are decoded by the package format/json.
func (s *Schema) setJSON(raw jsontext.Value, dst reflect.Value) error {
	switch k := s.kind; {
	case k == KindPointer:
		if raw.Kind() == 'n' {
			return nil
		}
		dst.Set(reflect.New(s.elem.typ))
		return s.elem.setJSON(raw, dst.Elem())
	case k == KindOptional:
		o := dst.Addr().Interface().(AnyOptional)
		if raw.Kind() == 'n' {
			o.SetNull()
			return nil
		}
		return s.elem.setJSON(raw, reflect.ValueOf(o.SetPresent()).Elem())
	case k.IsScalar():
		return s.setScalarJSON(raw, dst)
	case k == KindSlice, k == KindArray:
		return s.setListJSON(raw, dst)
	case k == KindMap:
		return s.setMapJSON(raw, dst)
	case k == KindStruct:
		return s.setStructJSON(raw, dst)
	case k == KindSum:
		return s.setSumJSON(raw, dst)
	}
	return json.Unmarshal(raw, dst.Addr().Interface())
}

func (s *Schema) setScalarJSON(raw jsontext.Value, dst reflect.Value) error {
	text := string(raw)
	quoted := raw.Kind() == '"'
	if quoted {
		b, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return err
		}
		text = string(b)
	}
	if bare := s.kind == KindBool || s.kind.IsNumber(); bare == quoted {
		return fmt.Errorf("want %s, got %s", s.kind, raw)
	}
	return s.ParseText(text, dst)
}

func (s *Schema) setListJSON(raw jsontext.Value, dst reflect.Value) error {
	var items []jsontext.Value
	if err := json.Unmarshal(raw, &items); err != nil || raw.Kind() != '[' {
		return fmt.Errorf("want a list, got %s", raw)
	}
	if s.kind == KindSlice {
		dst.Set(reflect.MakeSlice(s.typ, len(items), len(items)))
	} else if len(items) != s.length {
		return fmt.Errorf("want %d items, got %d", s.length, len(items))
	}
	for i, item := range items {
		if err := s.elem.setJSON(item, dst.Index(i)); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	return nil
}

func (s *Schema) setMapJSON(raw jsontext.Value, dst reflect.Value) error {
	members, err := objectMembers(raw)
	if err != nil {
		return err
	}
	dst.Set(reflect.MakeMap(s.typ))
	for name, value := range members {
		key, elem := reflect.New(s.key.typ).Elem(), reflect.New(s.elem.typ).Elem()
		if err := s.key.ParseText(name, key); err != nil {
			return fmt.Errorf("key %q: %w", name, err)
		}
		if err := s.elem.setJSON(value, elem); err != nil {
			return fmt.Errorf("key %q: %w", name, err)
		}
		dst.SetMapIndex(key, elem)
	}
	return nil
}

func (s *Schema) setStructJSON(raw jsontext.Value, dst reflect.Value) error {
	members, err := objectMembers(raw)
	if err != nil {
		return err
	}
	for name, value := range members {
		f := s.Field(name)
		if f == nil {
			return fmt.Errorf("%s has no field %q", s.typ, name)
		}
		if err := f.Schema.setJSON(value, f.Settable(dst)); err != nil {
			return fmt.Errorf("field %q: %w", name, err)
		}
	}
	for _, f := range s.fields {
		if _, ok := members[f.Name]; !ok && f.Required {
			return fmt.Errorf("field %q of %s is missing", f.Name, s.typ)
		}
	}
	return nil
}

// setSumJSON reads the default form of a sum, {"cat": {…}}.
func (s *Schema) setSumJSON(raw jsontext.Value, dst reflect.Value) error {
	members, err := objectMembers(raw)
	if err != nil || len(members) != 1 {
		return fmt.Errorf(`want an object such as {%q: …}, got %s`, s.cases[0].Name, raw)
	}
	for name, value := range members {
		c := s.CaseNamed(name)
		if c == nil {
			return fmt.Errorf("%s has no case %q", s.typ, name)
		}
		p := c.New()
		if err := c.Schema.setJSON(value, p.Elem()); err != nil {
			return fmt.Errorf("case %q: %w", name, err)
		}
		dst.Set(c.Interface(p))
	}
	return nil
}

func objectMembers(raw jsontext.Value) (map[string]jsontext.Value, error) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(raw, &members); err != nil || raw.Kind() != '{' {
		return nil, fmt.Errorf("want an object, got %s", raw)
	}
	return members, nil
}
