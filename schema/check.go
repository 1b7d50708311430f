package schema

import (
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// check walks the value along the plan. Values are always addressable here: the
// root is made so, fields and elements of an addressable value are, and map values
// are copied.
func (n *node) check(r *run, v reflect.Value) {
	if r.depth >= maxDepth {
		r.fault("depth", "want at most %d levels of nesting", maxDepth)
		return
	}
	r.depth++
	n.checkKind(r, v)
	if n.method && !r.done() {
		r.callValidator(v.Addr().Interface().(Validator))
	}
	r.depth--
}

func (n *node) checkKind(r *run, v reflect.Value) {
	if n.enum != nil && !n.checkEnum(r, v) {
		return // the other limits would only repeat it
	}
	switch n.kind {
	case KindString:
		n.checkString(r, v.String())
	case KindText:
		n.checkText(r, v)
	case KindBytes:
		n.length.check(r, v.Len())
	case KindStruct:
		n.checkStruct(r, v)
	case KindSlice, KindArray:
		n.checkList(r, v)
	case KindMap:
		n.checkMap(r, v)
	case KindPointer:
		if n.elem != nil && !v.IsNil() {
			n.elem.check(r, v.Elem())
		}
	case KindOptional:
		n.checkOptional(r, v)
	case KindSum:
		n.checkSum(r, v)
	default:
		n.checkNumber(r, v)
	}
}

func (n *node) checkString(r *run, text string) {
	if n.length.any {
		n.length.checkText(r, text)
	}
	if n.pattern != nil && !n.pattern.MatchString(text) {
		r.fault("pattern", "want a match for the pattern %s", n.pattern)
	}
	if n.format != nil && !n.format.ok(text) {
		r.fault("format", "want %s", n.format.wants)
	}
}

// checkText checks what the type's own methods write.
func (n *node) checkText(r *run, v reflect.Value) {
	if !n.length.any && n.pattern == nil && n.format == nil {
		return
	}
	text, err := appendMethodText(nil, v)
	if err != nil {
		r.fault("format", "the value has no text")
		return
	}
	n.checkString(r, string(text))
}

func (n *node) checkList(r *run, v reflect.Value) {
	if n.length.any {
		n.length.check(r, v.Len())
	}
	if n.unique {
		checkUnique(r, n.items, v)
	}
	if n.elem == nil {
		return
	}
	for i := range v.Len() {
		mark := len(r.faults)
		n.elem.check(r, v.Index(i))
		if len(r.faults) > mark {
			r.under(mark, indexStep(i))
		}
		if r.done() {
			return
		}
	}
}

func (n *node) checkMap(r *run, v reflect.Value) {
	if n.length.any {
		n.length.check(r, v.Len())
	}
	if (n.elem == nil && n.key == nil) || v.Len() == 0 {
		return
	}
	first := len(r.faults)
	key, elem := reflect.New(n.typ.Key()).Elem(), reflect.New(n.typ.Elem()).Elem()
	for iter := v.MapRange(); iter.Next() && !r.done(); {
		mark := len(r.faults)
		key.SetIterKey(iter)
		if n.key != nil {
			n.key.check(r, key)
		}
		if n.elem != nil {
			elem.SetIterValue(iter)
			n.elem.check(r, elem)
		}
		if len(r.faults) > mark {
			text, _ := n.keys.AppendText(nil, key)
			r.under(mark, keyStep(string(text), !n.keys.kind.IsInt() && !n.keys.kind.IsUint()))
		}
	}
	// A map has no order; faults should have one.
	slices.SortStableFunc(r.faults[first:], func(a, b pendingFault) int {
		return strings.Compare(a.steps[len(a.steps)-1].text, b.steps[len(b.steps)-1].text)
	})
}

func (n *node) checkOptional(r *run, v reflect.Value) {
	if n.elem == nil {
		return
	}
	if p := v.Addr().Interface().(AnyOptional).Pointer(); p != nil {
		n.elem.check(r, reflect.ValueOf(p).Elem())
	}
}

func (n *node) checkSum(r *run, v reflect.Value) {
	c, value, ok := n.sum.CaseOf(v)
	if !ok {
		r.fault("oneOf", "want one of %s", n.sum.caseList())
		return
	}
	for i, known := range n.sum.cases {
		if known == c && n.cases[i] != nil {
			n.cases[i].check(r, addressable(value))
		}
	}
}

func (s *Schema) caseList() string {
	list := ""
	for i, c := range s.cases {
		if i > 0 {
			list += ", "
		}
		list += c.Name
	}
	return list
}

func (n *node) checkStruct(r *run, v reflect.Value) {
	for i := range n.fields {
		f := &n.fields[i]
		mark := len(r.faults)
		f.check(r, v)
		if len(r.faults) > mark {
			r.under(mark, fieldStep(f.field.Name))
		}
		if r.done() {
			return
		}
	}
	for _, sf := range n.embedded {
		inner := v.FieldByIndex(sf.Index)
		if inner.Kind() == reflect.Pointer {
			if inner.IsNil() {
				continue
			}
			inner = inner.Elem()
		}
		r.callValidator(inner.Addr().Interface().(Validator))
	}
}

// check decides whether the field is there at all before it looks at its value.
func (f *fieldNode) check(r *run, structValue reflect.Value) {
	v, ok := f.get(structValue)
	if !ok || f.absent(v) {
		if f.field.Required {
			r.fault("required", "want a value, got nothing")
		}
		return
	}
	if f.null(v) {
		if !f.field.Nullable {
			r.fault("required", "want a value, got null")
		}
		return
	}
	if !f.node.needed || (f.skipsZero && v.IsZero()) {
		return
	}
	f.node.check(r, v)
}

func (f *fieldNode) get(structValue reflect.Value) (reflect.Value, bool) {
	if len(f.field.Index) == 1 {
		return structValue.Field(f.field.Index[0]), true
	}
	return f.field.Get(structValue)
}

// absent reports whether there is nothing in the field. A nil sum has no encoding
// of its own, so it counts as nothing too.
func (f *fieldNode) absent(v reflect.Value) bool {
	return f.node.kind == KindSum && v.IsNil() || f.field.Omits(v)
}

func (f *fieldNode) null(v reflect.Value) bool {
	switch f.node.kind {
	case KindPointer:
		return v.IsNil()
	case KindOptional:
		return v.Addr().Interface().(AnyOptional).IsNull()
	}
	return false
}

// lengthLimits are the limits on how long or how many.
type lengthLimits struct {
	min, max         int // max is -1 for none
	minRule, maxRule string
	noun             string
	any              bool
}

func newLengthLimits(s *Schema) lengthLimits {
	c := s.constraints
	low, high := c.MinLength, c.MaxLength
	l := lengthLimits{max: -1, minRule: "minLength", maxRule: "maxLength", noun: "character"}
	switch s.kind {
	case KindBytes:
		l.noun = "byte"
	case KindSlice:
		low, high = c.MinItems, c.MaxItems
		l.minRule, l.maxRule, l.noun = "minItems", "maxItems", "item"
	case KindMap:
		low, high = c.MinProperties, c.MaxProperties
		l.minRule, l.maxRule, l.noun = "minProperties", "maxProperties", "property"
	}
	if low != nil {
		l.min, l.any = *low, l.any || *low > 0
	}
	if high != nil {
		l.max, l.any = *high, true
	}
	return l
}

func (l *lengthLimits) check(r *run, n int) {
	if n < l.min {
		r.fault(l.minRule, "want at least %s, got %d", counted(l.min, l.noun), n)
	}
	if l.max >= 0 && n > l.max {
		r.fault(l.maxRule, "want at most %s, got %d", counted(l.max, l.noun), n)
	}
}

func (l *lengthLimits) holds(n int) bool { return n >= l.min && (l.max < 0 || n <= l.max) }

// holdsText counts code points, and only when the number of bytes leaves a doubt.
func (l *lengthLimits) holdsText(text string) bool {
	if len(text) >= l.min*utf8.UTFMax && (l.max < 0 || len(text) <= l.max) {
		return true
	}
	return l.holds(utf8.RuneCountInString(text))
}

func (l *lengthLimits) checkText(r *run, text string) {
	if !l.holdsText(text) {
		l.check(r, utf8.RuneCountInString(text))
	}
}
