package json

import (
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
)

// sum appends the value of an interface in the form of the discriminator.
func (e *encoder) sum(n *node, p memory.Ref, dst []byte) []byte {
	c, q := n.sum.caseAt(p)
	if c == nil {
		return e.fail(dst, fmt.Sprintf("want %s, got %s", n.want, typeText(p.Interface())), nil)
	}
	switch n.sum.style {
	case sumTagged:
		return e.object(c.node.object, q, dst, c.lead)
	case sumBare:
		return e.value(c.node, q, dst)
	}
	if !e.enter(dst) {
		return dst
	}
	dst = e.value(c.node, q, append(dst, c.lead...))
	if e.err != nil {
		e.under(fieldStep(c.name))
		return dst
	}
	e.depth--
	return append(dst, '}')
}

func typeText(v any) string {
	if v == nil {
		return "nil"
	}
	if t := reflect.TypeOf(v); t.Kind() != reflect.Pointer || !reflect.ValueOf(v).IsNil() {
		return t.String()
	}
	return "nil"
}

// caseAt returns the case of the interface value at p and the address of the value,
// or nil for nil and for types that are not among the cases.
func (s *sumPlan) caseAt(p memory.Ref) (*casePlan, memory.Ref) {
	v := p.Interface()
	if v == nil {
		return nil, memory.Ref{}
	}
	t := reflect.TypeOf(v)
	isPointer := t.Kind() == reflect.Pointer
	if isPointer {
		t = t.Elem()
	}
	for i := range s.cases {
		c := &s.cases[i]
		if c.typ != t {
			continue
		}
		q := p.Held()
		if !isPointer && c.inWord {
			box := reflect.New(t)
			box.Elem().Set(reflect.ValueOf(v))
			q = memory.Target(box)
		}
		if q.IsNil() {
			return nil, memory.Ref{}
		}
		return c, q
	}
	return nil, memory.Ref{}
}

// any appends a value whose type is known only now. The types that decoding gives
// are written directly, all others with the plan of their type.
func (e *encoder) any(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case string:
		return e.text(dst, v)
	case float64:
		return e.float(dst, v, 64)
	case bool:
		return strconv.AppendBool(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case map[string]any:
		return e.anyMap(dst, v)
	case []any:
		return e.anyList(dst, v)
	case jsontext.Value:
		return e.raw(dst, v)
	}
	return e.anyTyped(dst, v)
}

// anyTyped appends a value with the plan of its type, or as encoding/json/v2 does
// when there is none.
func (e *encoder) anyTyped(dst []byte, v any) []byte {
	box := reflect.New(reflect.TypeOf(v))
	box.Elem().Set(reflect.ValueOf(v))
	p, err := planFor(box.Type().Elem(), e.plan.cfg)
	if err != nil {
		b, err := jsonv2.Marshal(v)
		if err != nil {
			return e.fail(dst, err.Error(), err)
		}
		return append(dst, b...)
	}
	if !e.enter(dst) {
		return dst
	}
	outer := e.plan
	e.plan = p
	dst = e.value(p.root, memory.Target(box), dst)
	e.plan = outer
	e.depth--
	return dst
}

func (e *encoder) anyMap(dst []byte, m map[string]any) []byte {
	if len(m) == 0 {
		return append(dst, "{}"...)
	}
	if !e.enter(dst) {
		return dst
	}
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	start := len(dst)
	for _, name := range names {
		dst = e.text(append(dst, ','), name)
		if e.err == nil {
			dst = e.any(append(dst, ':'), m[name])
		}
		if e.err != nil {
			e.under(keyStep(name))
			return dst
		}
	}
	e.depth--
	dst[start] = '{'
	return append(dst, '}')
}

func (e *encoder) anyList(dst []byte, list []any) []byte {
	if len(list) == 0 {
		return append(dst, "[]"...)
	}
	if !e.enter(dst) {
		return dst
	}
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst = e.any(dst, v); e.err != nil {
			e.under(fault.Index(i))
			return dst
		}
	}
	e.depth--
	return append(dst, ']')
}
