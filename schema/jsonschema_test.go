package schema_test

import (
	"encoding/json/jsontext"
	"math/big"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/schema"
)

func TestJSONSchemaOfKinds(t *testing.T) {
	tests := []struct {
		s    *schema.Schema
		want string
	}{
		{schema.Of[bool](), `{"type":"boolean"}`},
		{schema.Of[int](), `{"type":"integer","format":"int64"}`},
		{schema.Of[int8](), `{"type":"integer","minimum":-128,"maximum":127}`},
		{schema.Of[int16](), `{"type":"integer","minimum":-32768,"maximum":32767}`},
		{schema.Of[int32](), `{"type":"integer","format":"int32"}`},
		{schema.Of[int64](), `{"type":"integer","format":"int64"}`},
		{schema.Of[uint](), `{"type":"integer","format":"uint64","minimum":0}`},
		{schema.Of[uint8](), `{"type":"integer","minimum":0,"maximum":255}`},
		{schema.Of[uint16](), `{"type":"integer","minimum":0,"maximum":65535}`},
		{schema.Of[uint32](), `{"type":"integer","format":"uint32","minimum":0}`},
		{schema.Of[uint64](), `{"type":"integer","format":"uint64","minimum":0}`},
		{schema.Of[float32](), `{"type":"number","format":"float"}`},
		{schema.Of[float64](), `{"type":"number","format":"double"}`},
		{schema.Of[string](), `{"type":"string"}`},
		{schema.Of[[]byte](), `{"type":"string","contentEncoding":"base64"}`},
		{schema.Of[[4]byte](), `{"type":"string","contentEncoding":"base64","minLength":8,"maxLength":8}`},
		{schema.Of[time.Time](), `{"type":"string","format":"date-time"}`},
		{schema.Of[time.Duration](), `{"type":"string","format":"duration"}`},
		{schema.Of[uuid.UUID](), `{"type":"string","format":"uuid"}`},
		{schema.Of[big.Int](), `{"type":"integer"}`},
		{schema.Of[*big.Int](), `{"type":["integer","null"]}`},
		{schema.Of[big.Float](), `{"type":"string","format":"decimal"}`},
		{schema.Of[big.Rat](), `{"type":"string","pattern":"^-?[0-9]+(/[0-9]+)?$"}`},
		{schema.Of[Weekday](), `{"type":"string"}`},
		{schema.Of[[]string](), `{"type":"array","items":{"type":"string"}}`},
		{schema.Of[[2]string](), `{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}`},
		{schema.Of[map[string]bool](), `{"type":"object","additionalProperties":{"type":"boolean"}}`},
		{schema.Of[map[int]bool](), `{"type":"object","propertyNames":{"pattern":"^-?[0-9]+$"},"additionalProperties":{"type":"boolean"}}`},
		{schema.Of[map[uint8]bool](), `{"type":"object","propertyNames":{"pattern":"^[0-9]+$"},"additionalProperties":{"type":"boolean"}}`},
		{schema.Of[map[uuid.UUID]bool](), `{"type":"object","propertyNames":{"format":"uuid"},"additionalProperties":{"type":"boolean"}}`},
		{schema.Of[map[Colour]bool](), `{"type":"object","propertyNames":{"enum":["red","green"]},"additionalProperties":{"type":"boolean"}}`},
		{schema.Of[map[Level]bool](), `{"type":"object","propertyNames":{"enum":["1","2"]},"additionalProperties":{"type":"boolean"}}`},
		{schema.Of[*string](), `{"type":["string","null"]}`},
		{schema.Of[**string](), `{"type":["string","null"]}`},
		{schema.Of[schema.Optional[int8]](), `{"type":["integer","null"],"minimum":-128,"maximum":127}`},
		{schema.Of[*any](), `{}`},
		{schema.Of[any](), `{}`},
		{schema.Of[jsontext.Value](), `{}`},
		{schema.Of[Money](), `{"description":"An amount in euros."}`},
		{schema.Of[struct{}](), `{"type":"object"}`},
		{schema.Of[Colour](), `{"$ref":"#/$defs/Colour"}`},
		{schema.Of[*Colour](), `{"anyOf":[{"$ref":"#/$defs/Colour"},{"type":"null"}]}`},
		{schema.Of[[]Author](), `{"type":"array","items":{"$ref":"#/$defs/Author"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.s.String(), func(t *testing.T) {
			set := schema.NewJSONSchemaSet(schema.JSONSchemaOptions{}, tt.s)
			if got := string(set.Schema(tt.s)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestJSONSchemaOfFields(t *testing.T) {
	tests := []struct {
		derive func(string) (*schema.Field, error)
		tag    string
		want   string
	}{
		{tagged[string], `minLength:"1" maxLength:"3" pattern:"^a" format:"email"`, `{"type":"string","format":"email","minLength":1,"maxLength":3,"pattern":"^a"}`},
		{tagged[int], `minimum:"1" maximum:"5" exclusiveMinimum:"0" exclusiveMaximum:"9" multipleOf:"2"`,
			`{"type":"integer","format":"int64","minimum":1,"maximum":5,"exclusiveMinimum":0,"exclusiveMaximum":9,"multipleOf":2}`},
		{tagged[uint8], `exclusiveMinimum:"3"`, `{"type":"integer","maximum":255,"exclusiveMinimum":3}`},
		{tagged[[]string], `minItems:"1" maxItems:"2" uniqueItems:"true" enum:"a,b"`, `{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2,"uniqueItems":true}`},
		{tagged[map[string]int], `minProperties:"1" maxProperties:"2"`, `{"type":"object","additionalProperties":{"type":"integer","format":"int64"},"minProperties":1,"maxProperties":2}`},
		{tagged[[]byte], `minLength:"2" maxLength:"4"`, `{"type":"string","contentEncoding":"base64","minLength":4,"maxLength":8}`},
		{tagged[int], `doc:"How many." default:"3" example:"4" deprecated:"true" readOnly:"true" writeOnly:"true"`,
			`{"type":"integer","format":"int64","description":"How many.","default":3,"examples":[4],"deprecated":true,"readOnly":true,"writeOnly":true}`},
		{tagged[*int], ``, `{"type":["integer","null"],"format":"int64"}`},
		{tagged[*int], `required:"true"`, `{"type":"integer","format":"int64"}`},
		{tagged[*string], `enum:"a"`, `{"type":["string","null"],"enum":["a",null]}`},
		{tagged[Author], `doc:"Who wrote it."`, `{"$ref":"#/$defs/Author","description":"Who wrote it."}`},
		{tagged[*Author], `doc:"Who wrote it."`, `{"anyOf":[{"$ref":"#/$defs/Author"},{"type":"null"}],"description":"Who wrote it."}`},
		{tagged[Money], `doc:"Price." format:"money"`, `{"format":"money","description":"Price."}`},
		{tagged[int64], `json:",string" minimum:"3" default:"4" example:"5"`, `{"type":"string","pattern":"^-?(0|[1-9][0-9]*)$","default":"4","examples":["5"]}`},
		{tagged[*float64], `json:",string"`, `{"type":["string","null"],"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$"}`},
	}
	for _, tt := range tests {
		t.Run(tt.tag, func(t *testing.T) {
			f, err := tt.derive(tt.tag)
			if err != nil {
				t.Fatal(err)
			}
			set := schema.NewJSONSchemaSet(schema.JSONSchemaOptions{}, f.Schema)
			if got := string(set.Field(f)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestJSONSchemaDocuments(t *testing.T) {
	field := schema.FieldName("kind", schema.PascalCase)
	tests := []struct {
		file string
		s    *schema.Schema
		opts schema.JSONSchemaOptions
	}{
		{"book.json", schema.Of[Book](), schema.JSONSchemaOptions{}},
		{"everything.json", schema.Of[Everything](), schema.JSONSchemaOptions{}},
		{"everything-closed-snake.json", schema.Of[Everything](), schema.JSONSchemaOptions{Closed: true, FieldNames: schema.SnakeCase}},
		{"tree.json", schema.Of[Tree](), schema.JSONSchemaOptions{}},
		{"pair.json", schema.Of[Left](), schema.JSONSchemaOptions{}},
		{"forest.json", schema.Of[Forest](), schema.JSONSchemaOptions{}},
		{"page.json", schema.Of[Page[Book]](), schema.JSONSchemaOptions{}},
		{"sum-wrapped.json", schema.Of[Animal](), schema.JSONSchemaOptions{}},
		{"sum-field.json", schema.Of[Animal](), schema.JSONSchemaOptions{Discriminator: field}},
		{"sum-field-closed.json", schema.Of[Animal](), schema.JSONSchemaOptions{Discriminator: field, Closed: true}},
		{"sum-none.json", schema.Of[Animal](), schema.JSONSchemaOptions{Discriminator: schema.NoDiscriminator()}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			raw := jsontext.Value(tt.s.JSONSchemaWith(tt.opts))
			if again := tt.s.JSONSchemaWith(tt.opts); string(again) != string(raw) {
				t.Error("two calls gave two documents")
			}
			if err := raw.Indent(jsontext.WithIndent("  ")); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, tt.file, append(raw, '\n'))
		})
	}
}

func TestJSONSchemaSetComponents(t *testing.T) {
	set := schema.NewJSONSchemaSet(schema.JSONSchemaOptions{}, schema.Of[[]Author](), schema.Of[Colour]())
	var got string
	for name, raw := range set.Components() {
		got += name + " " + string(raw) + "\n"
	}
	want := `Author {"type":"object","properties":{"name":{"type":"string","pattern":"^[A-Z]"},"email":{"type":"string","format":"email"}},"required":["name"]}
Colour {"type":"string","enum":["red","green"]}
`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	elsewhere := schema.NewJSONSchemaSet(schema.JSONSchemaOptions{RefPrefix: "#/components/schemas/"}, schema.Of[Author]())
	if got, want := string(elsewhere.Schema(schema.Of[Author]())), `{"$ref":"#/components/schemas/Author"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if set.Names().Of(schema.Of[Author]()) != "Author" {
		t.Error("the set has no names")
	}
}

// linked is a named pointer that contains itself.
type linked *struct {
	Next linked `json:"next"`
}

func TestJSONSchemaOfRecursivePointer(t *testing.T) {
	want := `{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Linked","$defs":{"Linked":{"type":["object","null"],"properties":{"next":{"$ref":"#/$defs/Linked"}}}}}`
	if got := string(schema.Of[linked]().JSONSchema()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDiscriminator(t *testing.T) {
	c := &schema.SumCase{Name: "BigCat"}
	tests := []struct {
		d           schema.Discriminator
		wraps, none bool
		field, name string
	}{
		{schema.Discriminator{}, true, false, "", "BigCat"},
		{schema.ClassName(schema.SnakeCase), true, false, "", "big_cat"},
		{schema.FieldName("type", schema.KebabCase), false, false, "type", "big-cat"},
		{schema.NoDiscriminator(), false, true, "", "BigCat"},
	}
	for _, tt := range tests {
		if tt.d.Wraps() != tt.wraps || tt.d.None() != tt.none || tt.d.Field() != tt.field || tt.d.CaseName(c) != tt.name {
			t.Errorf("got %+v", tt.d)
		}
	}
}
