package json

import (
	"reflect"
	"strings"
	"sync"

	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// sumStyle is how a sum shows its case.
type sumStyle uint8

const (
	sumWrapped sumStyle = iota // {"cat": …}
	sumTagged                  // {"type": "cat", …}
	sumBare                    // {…}
)

// sumPlan is what a node knows about a sum.
type sumPlan struct {
	style  sumStyle
	tag    string // the member of sumTagged
	cases  []casePlan
	want   string // "one of cat, dog"
	schema *schema.Schema
}

type casePlan struct {
	name string
	lead string // what stands before the value: `{"cat":`, or `{"type":"cat"`
	node *node
	sum  *schema.SumCase
	typ  reflect.Type // what the interface holds
	// inWord says that an interface may hold the value in its own word instead of
	// the address of it.
	inWord bool
}

func (c *compiler) sumPlan(s *schema.Schema) (*sumPlan, error) {
	d := c.cfg.Discriminator
	p := &sumPlan{schema: s}
	switch {
	case d.None():
		p.style = sumBare
	case !d.Wraps():
		p.style, p.tag = sumTagged, d.Field()
	}
	var names []string
	for _, sc := range s.Cases() {
		cp, err := c.casePlan(p, sc)
		if err != nil {
			return nil, err
		}
		for _, other := range p.cases {
			if other.name == cp.name && p.style != sumBare {
				return nil, c.errorf("the cases %q and %q of %s have the same name %q", other.sum.Name, sc.Name, s, cp.name)
			}
		}
		p.cases = append(p.cases, cp)
		names = append(names, cp.name)
	}
	p.want = "one of " + strings.Join(names, ", ")
	return p, nil
}

func (c *compiler) casePlan(p *sumPlan, sc *schema.SumCase) (casePlan, error) {
	cp := casePlan{name: c.cfg.Discriminator.CaseName(sc), sum: sc, typ: sc.Schema.Type()}
	cp.inWord = cp.typ.Size() == reflect.TypeFor[uintptr]().Size() && holdsPointer(cp.typ)
	name, ok1 := appendString(nil, cp.name)
	tag, ok2 := appendString(nil, p.tag)
	if !ok1 || !ok2 {
		return cp, c.errorf("the case %q has a name that is not UTF-8", sc.Name)
	}
	switch p.style {
	case sumWrapped:
		cp.lead = "{" + string(name) + ":"
	case sumTagged:
		cp.lead = "{" + string(tag) + ":" + string(name)
		if err := c.checkTag(p, sc); err != nil {
			return cp, err
		}
	}
	var err error
	cp.node, err = c.below("("+cp.typ.String()+")", sc.Schema, false)
	return cp, err
}

// holdsPointer reports whether a type of one word may be a pointer in disguise, such
// as a map or a struct with a pointer as its only field.
func holdsPointer(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Array:
		return holdsPointer(t.Elem())
	case reflect.Struct:
		for field := range t.Fields() {
			if holdsPointer(field.Type) {
				return true
			}
		}
	}
	return false
}

// checkTag refuses cases that cannot carry the name of their case in a member.
func (c *compiler) checkTag(p *sumPlan, sc *schema.SumCase) error {
	if sc.Schema.Kind() != schema.KindStruct {
		return c.errorf("the discriminator %q wants structs as cases, and the case %q is a %s", p.tag, sc.Name, sc.Schema.Kind())
	}
	for _, f := range sc.Schema.Fields() {
		if c.cfg.FieldNameFormat.Apply(f.Name) == p.tag {
			return c.errorf("the field %s of the case %q has the name of the discriminator, %q", f.GoName, sc.Name, p.tag)
		}
	}
	return nil
}

// optionalPlan is how an Optional[T] lies in memory: the value first, then one byte
// that tells its state. What the byte holds is found by asking an Optional.
type optionalPlan struct {
	state                 uintptr
	absent, null, present uint8
}

func newOptionalPlan(t reflect.Type) *optionalPlan {
	p := &optionalPlan{state: t.Field(1).Offset}
	v := reflect.New(t)
	o := v.Interface().(schema.AnyOptional)
	state := memory.As[uint8](memory.Target(v).At(p.state))
	p.absent = *state
	o.SetNull()
	p.null = *state
	o.SetPresent()
	p.present = *state
	return p
}

// mapPlan is what a node knows about a map.
type mapPlan struct {
	typ      reflect.Type
	key      *schema.Schema
	elem     reflect.Type
	plainKey bool // the key is a string
	number   bool // the key is an integer
	texts    bool // the map is a map[string]string
	scratch  sync.Pool
}

func (c *compiler) mapPlan(s *schema.Schema) (*mapPlan, error) {
	t := s.Type()
	p := &mapPlan{typ: t, key: s.Key(), elem: t.Elem(), plainKey: s.Key().Kind() == schema.KindString}
	p.number = s.Key().Kind().IsInt() || s.Key().Kind().IsUint()
	p.texts = t.Key() == reflect.TypeFor[string]() && t.Elem() == reflect.TypeFor[string]()
	if !s.Key().Kind().IsScalar() {
		return nil, c.errorf("map key %s has no text", t.Key())
	}
	return p, nil
}
