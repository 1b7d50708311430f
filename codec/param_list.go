package codec

import (
	"errors"
	"reflect"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/text"
)

// listText decodes and encodes the values of a repeated parameter.
type listText[T any] struct {
	parse  func(values []string) (T, error)
	format func(T) ([]string, error)
}

func newListText[T any](t reflect.Type) (*listText[T], error) {
	if t == reflect.TypeFor[[]string]() {
		return &listText[T]{
			parse:  func(values []string) (T, error) { return any(values).(T), nil },
			format: func(v T) ([]string, error) { return any(v).([]string), nil },
		}, nil
	}
	elem, err := text.ForType(t.Elem())
	if err != nil {
		return nil, err
	}
	return &listText[T]{
		parse: func(values []string) (v T, err error) {
			err = parseList(elem, reflect.ValueOf(&v).Elem(), values)
			return v, err
		},
		format: func(v T) ([]string, error) { return formatList(elem, reflect.ValueOf(v)) },
	}, nil
}

// parseList sets dst, a slice, to the values.
func parseList(elem *text.Dynamic, dst reflect.Value, values []string) error {
	list := reflect.MakeSlice(dst.Type(), len(values), len(values))
	for i, value := range values {
		if err := elem.Decode(list.Index(i), value); err != nil {
			return err
		}
	}
	dst.Set(list)
	return nil
}

func formatList(elem *text.Dynamic, list reflect.Value) ([]string, error) {
	values := make([]string, list.Len())
	for i := range values {
		b, err := elem.Append(nil, list.Index(i))
		if err != nil {
			return nil, err
		}
		values[i] = string(b)
	}
	return values, nil
}

// decodeList reads all values.
func (p *param[T]) decodeList(s *Source) (v T) {
	values, f := s.values(p.in, p.name)
	switch f {
	case absent:
		return p.missing(s)
	case faulty:
		return v
	}
	v, err := p.list.parse(values)
	if err != nil {
		s.Fault(p.in, p.name, err.Error())
		return v
	}
	if !p.limits.free {
		checkLimits(s, p.limits, p.in, p.name, v, "")
	}
	return v
}

// encodeList writes all values.
func (p *param[T]) encodeList(t *Target, v T) {
	values, err := p.list.format(v)
	if err != nil {
		t.Fail(&EncodeError{In: p.in, Name: p.name, Cause: err})
		return
	}
	t.putAll(p.in, p.name, values)
}

var errComma = errors.New("an element of a list field may not be empty or contain a comma")

// putAll writes the values of a repeated parameter.
func (t *Target) putAll(in Place, name string, values []string) {
	for _, s := range values {
		if in == InHeader && (s == "" || strings.ContainsAny(s, ",") || strings.TrimSpace(s) != s) {
			t.Fail(&EncodeError{In: in, Name: name, Cause: errComma})
			return
		}
	}
	for _, s := range values {
		t.put(in, name, s)
	}
}

// put writes the value of a parameter.
func (t *Target) put(in Place, name, value string) {
	switch in {
	case InPath:
		t.SetParam(name, value)
	case InQuery:
		t.AddQuery(name, value)
	case InHeader:
		t.AddHeader(name, value)
	case InCookie:
		t.AddCookie(weft.NewCookie(name, value))
	}
}
