package schema_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/weft-go/weft/schema"
)

// tagged derives a struct with one field A of type T and the given tag.
func tagged[T any](tag string) (*schema.Field, error) {
	t := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[T](), Tag: reflect.StructTag(tag)}})
	s, err := schema.For(t)
	if err != nil {
		return nil, err
	}
	return s.Fields()[0], nil
}

// limitsText writes the constraints that are set, in a fixed order.
func limitsText(s *schema.Schema) string {
	text := ""
	c := s.Constraints()
	count := func(name string, n *int) {
		if n != nil {
			text += fmt.Sprintf("%s=%d ", name, *n)
		}
	}
	word := func(name, value string) {
		if value != "" {
			text += fmt.Sprintf("%s=%s ", name, value)
		}
	}
	count("minLength", c.MinLength)
	count("maxLength", c.MaxLength)
	word("minimum", string(c.Minimum))
	word("maximum", string(c.Maximum))
	word("exclusiveMinimum", string(c.ExclusiveMinimum))
	word("exclusiveMaximum", string(c.ExclusiveMaximum))
	word("multipleOf", string(c.MultipleOf))
	word("pattern", c.Pattern)
	word("format", c.Format)
	count("minItems", c.MinItems)
	count("maxItems", c.MaxItems)
	if c.UniqueItems {
		text += "uniqueItems "
	}
	count("minProperties", c.MinProperties)
	count("maxProperties", c.MaxProperties)
	for _, v := range s.Enum() {
		text += "enum=" + v.JSON + " "
	}
	if s.Elem() != nil {
		if inner := limitsText(s.Elem()); inner != "" {
			text += "[" + inner + "]"
		}
	}
	return text
}

func TestTagsToConstraints(t *testing.T) {
	str, list, dict, num, flt := tagged[string], tagged[[]string], tagged[map[string]int], tagged[int], tagged[float64]
	tests := []struct {
		derive func(string) (*schema.Field, error)
		tag    string
		want   string
	}{
		{str, `minLength:"3"`, "minLength=3 "},
		{str, `maxLength:"3"`, "maxLength=3 "},
		{str, `pattern:"^a+$"`, "pattern=^a+$ "},
		{str, `format:"email"`, "format=email "},
		{str, `enum:"a, b"`, `enum="a" enum="b" `},
		{num, `enum:"1,2"`, `enum=1 enum=2 `},
		{num, `minimum:"-3" maximum:"4"`, "minimum=-3 maximum=4 "},
		{num, `exclusiveMinimum:"3" exclusiveMaximum:"9"`, "exclusiveMinimum=3 exclusiveMaximum=9 "},
		{num, `multipleOf:"5" format:"int32"`, "multipleOf=5 format=int32 "},
		{flt, `minimum:"0.1" multipleOf:"1e-3"`, "minimum=0.1 multipleOf=1e-3 "},
		{list, `minItems:"1" maxItems:"3" uniqueItems:"true"`, "minItems=1 maxItems=3 uniqueItems "},
		{list, `uniqueItems:"false"`, ""},
		{list, `enum:"a,b"`, `[enum="a" enum="b" ]`},
		{dict, `minProperties:"1" maxProperties:"2"`, "minProperties=1 maxProperties=2 "},
		{tagged[*string], `minLength:"3"`, "[minLength=3 ]"},
		{tagged[schema.Optional[[]string]], `minItems:"3" enum:"x"`, `[minItems=3 [enum="x" ]]`},
		{tagged[[]byte], `maxLength:"16"`, "maxLength=16 "},
		{tagged[Weekday], `enum:"mon"`, `enum="mon" `},
		{tagged[time.Duration], `enum:"1s,PT2S"`, `enum="PT1S" enum="PT2S" `},
		{tagged[Money], `format:"money"`, "format=money "},

		{str, `validate:"required"`, "minLength=1 "},
		{str, `validate:"min=3,max=10"`, "minLength=3 maxLength=10 "},
		{str, `validate:"len=3"`, "minLength=3 maxLength=3 "},
		{str, `validate:"gt=3,lt=9"`, "minLength=4 maxLength=8 "},
		{str, `validate:"email"`, "format=email "},
		{str, `validate:"omitempty,url"`, "format=uri "},
		{str, `validate:"uuid"`, "format=uuid "},
		{str, `validate:"oneof=a b 'c d'"`, `enum="a" enum="b" enum="c d" `},
		{str, `validate:"-"`, ""},
		{num, `validate:"gt=0,lte=5"`, "maximum=5 exclusiveMinimum=0 "},
		{num, `validate:"gte=0,lt=5"`, "minimum=0 exclusiveMaximum=5 "},
		{num, `validate:"min=1,max=2"`, "minimum=1 maximum=2 "},
		{num, `validate:"len=3"`, "minimum=3 maximum=3 "},
		{num, `validate:"oneof=1 2"`, "enum=1 enum=2 "},
		{list, `validate:"min=1,unique,dive,min=3"`, "minItems=1 uniqueItems [minLength=3 ]"},
		{list, `validate:"dive,required"`, "[minLength=1 ]"},
		{tagged[map[string]string], `validate:"max=2,dive,email"`, "maxProperties=2 [format=email ]"},
		{tagged[[][]int], `validate:"dive,max=2,dive,gt=0"`, "[maxItems=2 [exclusiveMinimum=0 ]]"},
		{str, `validate:"min=3" minLength:"5"`, "minLength=5 "},
	}
	for _, tt := range tests {
		t.Run(tt.tag, func(t *testing.T) {
			f, err := tt.derive(tt.tag)
			if err != nil {
				t.Fatal(err)
			}
			if got := limitsText(f.Schema); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestTagsToAnnotations(t *testing.T) {
	f, err := tagged[int](`doc:"How many." description:"not this" default:"3" example:"7" readOnly:"true" writeOnly:"false" deprecated:"true"`)
	if err != nil {
		t.Fatal(err)
	}
	if f.Doc != "How many." || !f.ReadOnly || f.WriteOnly || !f.Deprecated {
		t.Errorf("got %+v", f.Annotations)
	}
	if f.Default == nil || f.Default.Value != 3 || f.Default.JSON != "3" {
		t.Errorf("got default %+v", f.Default)
	}
	if len(f.Examples) != 1 || f.Examples[0].Value != 7 {
		t.Errorf("got examples %+v", f.Examples)
	}
	if f, err := tagged[string](`description:"Also a doc."`); err != nil || f.Doc != "Also a doc." {
		t.Errorf("got %+v, %v", f, err)
	}
}

func TestTagErrors(t *testing.T) {
	str, list, num := tagged[string], tagged[[]string], tagged[int8]
	tests := []struct {
		derive func(string) (*schema.Field, error)
		tag    string
		want   string
	}{
		{str, `minLength:"x"`, `minLength:"x": want a non-negative integer, got "x"`},
		{str, `minLength:"-1"`, `minLength:"-1": want a non-negative integer, got "-1"`},
		{str, `minLength:"5" maxLength:"4"`, `minLength:"5": 5 is above maxLength 4`},
		{str, `minimum:"3"`, `minimum:"3": want a number, the type is string`},
		{str, `minItems:"3"`, `minItems:"3": want a slice, the type is string`},
		{str, `minProperties:"3"`, `minProperties:"3": want a map, the type is string`},
		{str, `uniqueItems:"true"`, `uniqueItems:"true": want a list, the type is string`},
		{str, `uniqueItems:"yes"`, `uniqueItems:"yes": want true or false, got "yes"`},
		{str, `pattern:"a("`, `pattern:"a(": want a regular expression in RE2 syntax: missing closing ): ` + "`a(`"},
		{str, `required:"no"`, `required:"no": want true or false, got "no"`},
		{str, `minlength:"3"`, `minlength:"3": want the spelling minLength`},
		{str, `json:"a,string"`, `json:"a,string": the option string wants a number, the type is string`},
		{str, `default:"abcd" maxLength:"3"`, `default:"abcd": want at most 3 characters, got 4`},
		{str, `example:"x" enum:"a,b"`, `example:"x": want one of a, b`},
		{num, `minLength:"3"`, `minLength:"3": want a string or bytes, the type is int8`},
		{num, `pattern:"3"`, `pattern:"3": want a string, the type is int8`},
		{num, `minimum:"ten"`, `minimum:"ten": want a number, got "ten"`},
		{num, `minimum:"1.5"`, `minimum:"1.5": want int8, got "1.5"`},
		{num, `maximum:"300"`, `maximum:"300": want int8, got "300"`},
		{num, `multipleOf:"0"`, `multipleOf:"0": want a number above 0, got "0"`},
		{num, `minimum:"3" exclusiveMaximum:"3"`, `minimum:"3": 3 leaves no value below exclusiveMaximum 3`},
		{num, `exclusiveMinimum:"4" maximum:"3"`, `exclusiveMinimum:"4": 4 leaves no value below maximum 3`},
		{num, `enum:"1,b"`, `enum:"1,b": want int8, got "b"`},
		{num, `default:"300"`, `default:"300": want int8, got "300"`},
		{num, `example:"x"`, `example:"x": want int8, got "x"`},
		{list, `minLength:"3"`, `minLength:"3": want a string or bytes, the type is slice ([]string)`},
		{list, `format:"email"`, `format:"email": want a string or a number, the type is slice ([]string)`},
		{list, `default:"[1]"`, `default:"[1]": item 0: want string, got 1`},
		{list, `default:"["`, `default:"[": want JSON for []string, got "["`},
		{tagged[Author], `enum:"a"`, `enum:"a": want a scalar type or a list of one, the type is struct (schema_test.Author)`},
		{tagged[Author], `example:"{}"`, `example:"{}": field "name" of schema_test.Author is missing`},
		{tagged[Author], `example:"{\"name\":\"A\",\"x\":1}"`, `example:"{\"name\":\"A\",\"x\":1}": schema_test.Author has no field "x"`},
		{tagged[Author], `example:"{\"name\":\"a\"}"`, `example:"{\"name\":\"a\"}": name: want a match for the pattern ^[A-Z]`},
		{tagged[*string], `minimum:"3"`, `minimum:"3": want a number, the type is string`},
		{tagged[time.Duration], `default:"soon"`, `default:"soon": want a duration such as PT1H30M, got "soon"`},
		{str, `validate:"iban"`, `validate:"iban": the rule "iban" is not known; write a Validate(ctx) error method for it`},
		{str, `validate:"min=x"`, `validate:"min=x": min wants a non-negative integer, got "x"`},
		{num, `validate:"min=x"`, `validate:"min=x": min wants a number, got "x"`},
		{num, `validate:"dive"`, `validate:"dive": dive wants a list or a map, the type is int8`},
		{num, `validate:"email,unique"`, `validate:"email,unique": want a list, the type is int8`},
		{tagged[bool], `validate:"min=1"`, `validate:"min=1": min does not fit bool`},
		{tagged[[]bool], `validate:"dive,email"`, `validate:"dive,email": want a string or a number, the type is bool`},
	}
	for _, tt := range tests {
		t.Run(tt.tag, func(t *testing.T) {
			f, err := tt.derive(tt.tag)
			if err == nil {
				t.Fatalf("no error; got %s", limitsText(f.Schema))
			}
			de := err.(*schema.DeriveError)
			if got := de.Tag + ": " + de.Reason; got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

type badBook struct {
	Title string `json:"title" minLength:"x"`
}

func TestTagErrorNamesThePlace(t *testing.T) {
	_, err := schema.For(reflect.TypeFor[map[string]badBook]())
	want := `schema: map[string]schema_test.badBook[].Title: tag minLength:"x": want a non-negative integer, got "x"`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

type blankTag struct {
	_ struct{} `doc:"Fine." deprecated:"true" example:"{\"A\":1}"`
	A int
}
type badBlankTag struct {
	_ struct{} `minLength:"3"`
	A int
}

func TestBlankFieldDocumentsTheStruct(t *testing.T) {
	a := schema.Of[blankTag]().Annotations()
	if a.Doc != "Fine." || !a.Deprecated || len(a.Examples) != 1 || a.Examples[0].Value.(blankTag).A != 1 {
		t.Errorf("got %+v", a)
	}
	_, err := schema.For(reflect.TypeFor[badBlankTag]())
	want := "schema: schema_test.badBlankTag._: tag minLength:\"3\": a blank field documents the struct; want doc, example or deprecated"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestConstrain(t *testing.T) {
	three := 3
	s, err := schema.Of[*string]().Constrain(schema.Constraints{MinLength: &three, Pattern: "^a"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := limitsText(s), "[minLength=3 pattern=^a ]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if limitsText(schema.Of[*string]()) != "" {
		t.Error("the type's own schema was changed")
	}
	if s.Base() != schema.Of[*string]() || schema.Of[*string]().Base() != schema.Of[*string]() {
		t.Error("the base is not the type's own schema")
	}
	value := "ab"
	if err := s.Validate(t.Context(), &value); err == nil {
		t.Error("a short string was accepted")
	}
	if _, err := schema.Of[int]().Constrain(schema.Constraints{MinLength: &three}); err == nil ||
		err.Error() != "minLength: want a string or bytes, the type is int" {
		t.Errorf("got %v", err)
	}
	e, err := schema.Of[int]().ConstrainEnum("1", "2")
	if err != nil || len(e.Enum()) != 2 {
		t.Errorf("got %v, %v", e, err)
	}
	if a := schema.Of[int]().Annotate(schema.Annotations{Doc: "x"}); a.Doc() != "x" || schema.Of[int]().Doc() != "" {
		t.Error("annotating changed the wrong schema")
	}
}

// FuzzTags states: no tag makes derivation panic, and whatever is wrong with it is
// told as a DeriveError.
func FuzzTags(f *testing.F) {
	owner := reflect.TypeFor[struct{}]()
	targets := []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[int8](), reflect.TypeFor[float64](), reflect.TypeFor[[]string](), reflect.TypeFor[map[int]*Author](),
		reflect.TypeFor[time.Duration](), reflect.TypeFor[schema.Optional[[]byte]](), reflect.TypeFor[Animal](), reflect.TypeFor[any](), reflect.TypeFor[*Colour](),
	}
	for _, tag := range []string{
		`json:"'a,b',string" minLength:"3" default:"abc"`, `validate:"required,min=3,dive,oneof='a b' c"`, `minimum:"1e3" multipleOf:"0.1" example:"[1,2]"`,
		`pattern:"(" format:"x" enum:"a,b" example:"{\"cat\":{\"lives\":1}}"`, `required:"true" nullable:"x" field:"3"`,
	} {
		for i := range targets {
			f.Add(uint8(i), tag)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, tag string) {
		sf := reflect.StructField{Name: "A", Type: targets[int(which)%len(targets)], Tag: reflect.StructTag(tag), Index: []int{0}}
		field, err := schema.FieldOf(owner, sf)
		if err != nil {
			if _, ok := err.(*schema.DeriveError); !ok {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		if field.Default != nil {
			again, err := field.Schema.ParseLiteral(field.Tag.Get("default"))
			if err != nil || again.JSON != field.Default.JSON {
				t.Errorf("the default %s became %s, %v", field.Default.JSON, again.JSON, err)
			}
		}
	})
}
