package json

import (
	"reflect"
	"strings"
	"time"

	"github.com/weft-go/weft/schema"
)

// structPlan is what a node knows about a struct.
type structPlan struct {
	fields []fieldPlan
	names  nameTable
	folded map[string]int // folded name → field, for case:ignore; else nil

	// check are the fields that something has to be done about when they are
	// missing, for the first 64 as bits. With more fields careful is set and all
	// are looked at.
	check   uint64
	careful bool
}

// fieldPlan is one member of a struct.
type fieldPlan struct {
	op     op // of the node, here to save a step
	drop   dropRule
	flags  fieldFlags
	offset uintptr
	node   *node
	lead   string // `,"name":`
	// The first and the last eight bytes of lead, if it has so many.
	leadFirst, leadLast uint64
	key                 string // `"name":`
	name                string
	hops                []schema.Hop
	zero                zeroTest
	miss                missRule
	value               reflect.Value // the default, when a copy of it can be shared
	field               *schema.Field
}

// fieldFlags mark the fields that need more than reading or writing a value.
type fieldFlags uint8

const (
	viaHops    fieldFlags = 1 << iota // behind embedded pointers
	omitZero                          // left out when zero
	omitAbsent                        // an Optional
	neverNull                         // a pointer that is not nullable
	mayBeAway                         // neverNull, but optional
)

// dropRule says which values are taken back after they have been written.
type dropRule uint8

const (
	dropNull       dropRule = 1 << iota // null
	dropEmpty                           // null, "", [] and {}
	dropCollection                      // [] and {}
)

// missRule says what to do about a field that is missing in the input.
type missRule uint8

const (
	missNothing missRule = iota
	missFault
	missCopyDefault  // set it to fieldPlan.value
	missParseDefault // parse the tag anew: the value has pointers inside
	missEmpty
	missNull
)

// zeroTest says how omitzero decides.
type zeroTest uint8

const (
	zeroByValue zeroTest = iota
	zeroTime
	zeroByMethod // the type's own IsZero
)

func (c *compiler) structPlan(s *schema.Schema) (*structPlan, error) {
	p := &structPlan{}
	byName := map[string]string{}
	for _, f := range s.Fields() {
		name := c.cfg.FieldNameFormat.Apply(f.Name)
		if other, ok := byName[name]; ok {
			return nil, c.errorf("the fields %s and %s both have the wire name %q as %s", other, f.GoName, name, c.cfg.FieldNameFormat)
		}
		byName[name] = f.GoName
		fp, err := c.fieldPlan(f, name)
		if err != nil {
			return nil, err
		}
		p.add(fp, f)
	}
	p.names = newNameTable(p.fields)
	return p, nil
}

func (s *structPlan) add(f fieldPlan, sf *schema.Field) {
	i := len(s.fields)
	s.fields = append(s.fields, f)
	if f.miss != missNothing && i < 64 {
		s.check |= 1 << i
	}
	s.careful = s.careful || i >= 64
	if sf.IgnoreCase {
		if s.folded == nil {
			s.folded = map[string]int{}
		}
		if _, taken := s.folded[foldName(f.name)]; !taken {
			s.folded[foldName(f.name)] = i
		}
	}
}

func (c *compiler) fieldPlan(f *schema.Field, name string) (fieldPlan, error) {
	quoted, ok := appendString(nil, name)
	if !ok {
		return fieldPlan{}, c.errorf("the field %s has a wire name that is not UTF-8: %q", f.GoName, name)
	}
	n, err := c.below("."+f.GoName, f.Schema, f.Quoted)
	if err != nil {
		return fieldPlan{}, err
	}
	fp := fieldPlan{
		op: n.op, node: n, offset: f.Offset, hops: f.Hops, field: f,
		name: name, key: string(quoted) + ":", lead: "," + string(quoted) + ":",
	}
	if n := len(fp.lead); n >= wordSize {
		fp.leadFirst, fp.leadLast = load8([]byte(fp.lead), 0), load8([]byte(fp.lead), n-wordSize)
	}
	c.presence(&fp, f)
	c.absence(&fp, f)
	return fp, nil
}

// presence decides when the encoder leaves the field out.
func (c *compiler) presence(fp *fieldPlan, f *schema.Field) {
	if len(f.Hops) > 0 {
		fp.flags |= viaHops
	}
	if f.OmitZero {
		fp.flags |= omitZero
		fp.zero = zeroTestOf(f.Schema.Type())
		c.pure = c.pure && fp.zero != zeroByMethod
	}
	kind := f.Schema.Kind()
	if kind == schema.KindOptional {
		fp.flags |= omitAbsent
	}
	if f.Schema.Nullable() && !f.Nullable {
		fp.flags |= neverNull
		if !f.Required {
			fp.flags |= mayBeAway
		}
	}
	if f.OmitEmpty {
		fp.drop |= dropEmpty
	}
	if c.cfg.OmitNulls && f.Schema.Nullable() {
		fp.drop |= dropNull
	}
	if c.cfg.OmitEmptyCollections && (kind == schema.KindSlice || kind == schema.KindMap) {
		fp.drop |= dropCollection
	}
}

func zeroTestOf(t reflect.Type) zeroTest {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return zeroTime
	case t.Implements(zeroerType) || reflect.PointerTo(t).Implements(zeroerType):
		return zeroByMethod
	}
	return zeroByValue
}

type zeroer interface{ IsZero() bool }

var zeroerType = reflect.TypeFor[zeroer]()

// absence decides what the decoder does when the field is missing.
func (c *compiler) absence(fp *fieldPlan, f *schema.Field) {
	kind := f.Schema.Kind()
	switch {
	case f.Default != nil && sharable(f.Schema.Indirect().Kind()):
		fp.miss, fp.value = missCopyDefault, reflect.ValueOf(f.Default.Value)
	case f.Default != nil:
		fp.miss = missParseDefault
	case !f.Required || f.ReadOnly || f.WriteOnly: // it may be the other side's to send
		fp.miss = missNothing
	case c.cfg.MissingCollectionsAsEmpty && (kind == schema.KindSlice || kind == schema.KindMap):
		fp.miss = missEmpty
	case c.cfg.MissingAsNull && f.Nullable:
		fp.miss = missNull
	default:
		fp.miss = missFault
	}
}

// sharable reports whether a copy of a value shares no memory that can be written.
func sharable(k schema.Kind) bool {
	switch k {
	case schema.KindBool, schema.KindString, schema.KindByteArray, schema.KindTime, schema.KindDuration, schema.KindUUID:
		return true
	}
	return k.IsInt() || k.IsUint() || k.IsFloat()
}

// foldName returns what names of a field marked case:ignore have in common: as in
// encoding/json/v2 dashes and underscores do not count either.
func foldName(name string) string {
	return strings.ToLower(strings.ToUpper(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, name)))
}
