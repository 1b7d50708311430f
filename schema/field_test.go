package schema_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/weft-go/weft/schema"
)

type base struct {
	ID    int `json:"id"`
	Depth int
}
type Deep struct {
	Name string `json:"name"`
	Far  string
}
type Stamped struct {
	*Deep
	By string `json:"by"`
}
type document struct {
	base
	*Stamped
	Title string `json:"title"`
	Depth string // hides base.Depth
	Skip  string `json:"-"`
	Dash  string `json:"-,"` //nolint:staticcheck // version 1 of encoding/json wants it so
	Comma string `json:"'a,b',omitzero"`
	Inner Deep   `json:"inner"`
}

func TestFieldsOfEmbeddedStructs(t *testing.T) {
	var got []string
	for _, f := range schema.Of[document]().Fields() {
		got = append(got, f.Name)
	}
	want := []string{"id", "name", "Far", "by", "title", "Depth", "-", "a,b", "inner"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

type ambiguousA struct {
	X int
	Y int `json:"y"`
	Z int `json:"Z"`
}
type ambiguousB struct {
	X int
	Y int `json:"'y'"` // quoted, which hides the conflict from vet
	Z int
}

func TestFieldConflicts(t *testing.T) {
	type outer struct {
		ambiguousA
		ambiguousB
	}
	var got []string
	for _, f := range schema.Of[outer]().Fields() {
		got = append(got, f.Name+" "+strings.Repeat("^", len(f.Index))+" "+string(rune('A'+f.Index[0])))
	}
	// X and y have no winner; Z is won by the one whose tag names it.
	if want := []string{"Z ^^ A"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

type Node struct {
	*Node
	Name string
}

func TestFieldsOfStructEmbeddingItself(t *testing.T) {
	fields := schema.Of[Node]().Fields()
	if len(fields) != 1 || len(fields[0].Index) != 1 {
		t.Errorf("got %d fields", len(fields))
	}
}

func TestFieldEmbedOption(t *testing.T) {
	type outer struct {
		Inner base `json:",embed"`
		Label Colour
	}
	if f := schema.Of[outer]().Field("id"); f == nil || !slices.Equal(f.Index, []int{0, 0}) {
		t.Errorf("got %+v", f)
	}
}

type Kilo int

func TestFieldEmbeddedScalar(t *testing.T) {
	type outer struct {
		Kilo
		Money
	}
	// Money's JSON methods are promoted, so that the whole is custom.
	if k := schema.Of[outer]().Kind(); k != schema.KindCustom {
		t.Errorf("got %s", k)
	}
	type plain struct {
		Kilo
		Other Money
	}
	if f := schema.Of[plain]().Field("Kilo"); f == nil || f.Schema.Kind() != schema.KindInt {
		t.Errorf("got %+v", f)
	}
}

// TestFieldAccess reaches each field by its index and by its offsets.
func TestFieldAccess(t *testing.T) {
	d := document{Stamped: &Stamped{Deep: &Deep{}}}
	v := reflect.ValueOf(&d).Elem()
	for _, f := range schema.Of[document]().Fields() {
		got, ok := f.Get(v)
		if !ok {
			t.Errorf("%s: not reached", f.Name)
			continue
		}
		p := unsafe.Pointer(&d)
		for _, hop := range f.Hops {
			p = *(*unsafe.Pointer)(unsafe.Add(p, hop.Offset))
		}
		if p = unsafe.Add(p, f.Offset); p != got.Addr().UnsafePointer() {
			t.Errorf("%s: the offsets lead elsewhere", f.Name)
		}
	}
}

func TestFieldBehindNilPointer(t *testing.T) {
	var d document
	v := reflect.ValueOf(&d).Elem()
	f := schema.Of[document]().Field("name")
	if _, ok := f.Get(v); ok {
		t.Error("reached a field behind a nil pointer")
	}
	if f.Required {
		t.Error("a field behind an embedded pointer is required")
	}
	if len(f.Hops) != 2 || f.Hops[1].Type != reflect.TypeFor[Deep]() {
		t.Errorf("got hops %v", f.Hops)
	}
	f.Settable(v).SetString("x")
	if d.Stamped == nil || d.Stamped.Deep.Name != "x" {
		t.Error("the embedded structs were not allocated")
	}
}

func TestFieldPresence(t *testing.T) {
	type presence struct {
		Plain      string
		Zero       string                  `json:",omitzero"`
		Empty      string                  `json:",omitempty"`
		Ptr        *string                 ``
		PtrNeeded  *string                 `required:"true"`
		PtrNull    *string                 `required:"true" nullable:"true"`
		Opt        schema.Optional[string] ``
		OptNeeded  schema.Optional[string] `required:"true"`
		OptNotNull schema.Optional[string] `nullable:"false"`
		Free       string                  `required:"false"`
		Kept       string                  `json:",omitzero" required:"true"`
		Default    int                     `default:"3"`
		Any        any
		Validated  string  `validate:"required"`
		Maybe      string  `validate:"omitempty,email"`
		ValPtr     *string `validate:"required"`
	}
	tests := map[string]struct{ required, nullable bool }{
		"Plain": {true, false}, "Zero": {false, false}, "Empty": {false, false},
		"Ptr": {false, true}, "PtrNeeded": {true, false}, "PtrNull": {true, true},
		"Opt": {false, true}, "OptNeeded": {true, true}, "OptNotNull": {false, false},
		"Free": {false, false}, "Kept": {true, false}, "Default": {false, false}, "Any": {true, true},
		"Validated": {true, false}, "Maybe": {false, false}, "ValPtr": {true, false},
	}
	for _, f := range schema.Of[presence]().Fields() {
		want := tests[f.GoName]
		if f.Required != want.required || f.Nullable != want.nullable || f.Optional() == f.Required {
			t.Errorf("%s: got required %v, nullable %v; want %v, %v", f.GoName, f.Required, f.Nullable, want.required, want.nullable)
		}
	}
}

func TestFieldOmits(t *testing.T) {
	type omitting struct {
		Plain string
		Zero  int                  `json:",omitzero"`
		When  time.Time            `json:",omitzero"`
		WhenP *time.Time           `json:",omitzero"`
		Empty []int                `json:",omitempty"`
		Ptr   *string              `json:",omitempty"`
		Num   int                  `json:",omitempty"`
		Opt   schema.Optional[int] ``
		Any   any                  `json:",omitzero"`
	}
	empty, now := "", time.Now()
	tests := []struct {
		name string
		v    omitting
		want string
	}{
		{"zero", omitting{}, "Zero When WhenP Empty Ptr Opt Any"},
		{"empty, not zero", omitting{Empty: []int{}, Ptr: &empty, Opt: schema.Null[int](), WhenP: new(time.Time)}, "Zero When WhenP Empty Ptr Any"},
		{"full", omitting{"", 1, now, &now, []int{1}, &[]string{"x"}[0], 0, schema.Some(0), 0}, ""},
	}
	for _, tt := range tests {
		var got []string
		for _, f := range schema.Of[omitting]().Fields() {
			if v, _ := f.Get(reflect.ValueOf(tt.v)); f.Omits(v) {
				got = append(got, f.Name)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestFieldWireNames(t *testing.T) {
	type request struct {
		ID     int    `path:"id"`
		Limit  int    `query:"limit,explode"`
		Auth   string `header:"Authorization"`
		Sess   string `cookie:"session"`
		Both   string `json:"both" query:"q"`
		Quoted int    `json:"n,string,case:ignore"`
		Plain  string
	}
	want := []string{"id", "limit", "Authorization", "session", "both", "n", "Plain"}
	fields := schema.Of[request]().Fields()
	for i, f := range fields {
		if f.Name != want[i] {
			t.Errorf("%s: got %q, want %q", f.GoName, f.Name, want[i])
		}
	}
	if q := fields[5]; !q.Quoted || !q.IgnoreCase {
		t.Errorf("got quoted %v, ignoring case %v", q.Quoted, q.IgnoreCase)
	}
	if fields[0].Tag.Get("path") != "id" {
		t.Error("the tag is lost")
	}
}

func TestFieldNumbers(t *testing.T) {
	type numbered struct {
		A int
		B int `field:"7"`
		C int `protobuf:"9" thrift:"11"`
		D int `protobuf:"varint,12,opt,name=d"`
	}
	want := [][2]int{{1, 1}, {7, 7}, {9, 11}, {12, 4}}
	for i, f := range schema.Of[numbered]().Fields() {
		if got := [2]int{f.ProtobufNumber, f.ThriftNumber}; got != want[i] {
			t.Errorf("%s: got %v, want %v", f.GoName, got, want[i])
		}
	}
}

type clashing struct {
	A int
	B int `field:"1"`
}
type badNumber struct {
	A int `field:"one"`
}
type reserved struct {
	A int `protobuf:"19500"`
}
type tooLarge struct {
	A int `thrift:"40000"`
}

func TestFieldNumberErrors(t *testing.T) {
	tests := []struct {
		typ  reflect.Type
		want string
	}{
		{reflect.TypeFor[clashing](), `schema: schema_test.clashing.B: tag field:"1": the protobuf field number 1 is taken by the field A`},
		{reflect.TypeFor[badNumber](), `schema: schema_test.badNumber.A: tag field:"one": want a field number, got "one"`},
		{reflect.TypeFor[reserved](), `schema: schema_test.reserved.A: tag protobuf:"19500": the protobuf field number 19500 is not allowed; want 1 to 536870911, without the reserved 19000 to 19999`},
		{reflect.TypeFor[tooLarge](), `schema: schema_test.tooLarge.A: tag thrift:"40000": the thrift field number 40000 is not allowed; want 1 to 32767`},
	}
	for _, tt := range tests {
		if _, err := schema.For(tt.typ); err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}

func TestFieldOf(t *testing.T) {
	type request struct {
		ID    int      `json:"-" path:"id" minimum:"1"`
		Bad   int      `json:"-" minimum:"x"`
		Never chan int `json:"-"`
	}
	typ := reflect.TypeFor[request]()
	f, err := schema.FieldOf(typ, typ.Field(0))
	if err != nil || f.Name != "id" || f.Schema.Constraints().Minimum != "1" || !f.Required {
		t.Errorf("got %+v, %v", f, err)
	}
	for i, want := range map[int]string{
		1: `schema: schema_test.request.Bad: tag minimum:"x": want a number, got "x"`,
		2: `schema: schema_test.request.Never: chan int cannot be described; leave the field out with json:"-"`,
	} {
		if _, err := schema.FieldOf(typ, typ.Field(i)); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
