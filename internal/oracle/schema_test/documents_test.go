package schema_test

import (
	"encoding/json/jsontext"
	"math/big"
	"reflect"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft/schema"
)

type Animal interface{ Sound() string }
type Cat struct {
	Lives int `json:"lives" maximum:"9"`
}
type Dog struct {
	Name   string   `json:"name" minLength:"2"`
	Chases []Animal `json:"chases"`
}

func (Cat) Sound() string  { return "meow" }
func (*Dog) Sound() string { return "woof" }

var _ = schema.Sum[Animal](schema.Case[Cat]("cat"), schema.Case[*Dog]("dog"))

type Colour string

var _ = schema.Enum[Colour]("red", "green")

type Level int

var _ = schema.NamedEnum(schema.Named[Level]("low", 1), schema.Named[Level]("high", 2))

type Tree struct {
	_        struct{} `doc:"A tree." example:"{\"value\":1,\"children\":[]}"`
	Value    int      `json:"value" maximum:"9"`
	Children []*Tree  `json:"children"`
}

type Forest []Forest

type Page[T any] struct {
	Items []T `json:"items" maxItems:"2"`
	Next  *Page[T]
}

type Everything struct {
	Bool      bool
	Int       int                     `minimum:"1" multipleOf:"3" example:"6" default:"3"`
	Int8      int8                    `exclusiveMinimum:"1"`
	Int16     int16                   ``
	Uint8     uint8                   ``
	Uint64    uint64                  `json:",string"`
	Float32   float32                 `maximum:"0.5"`
	Float64   *float64                `json:",string,omitzero"`
	String    string                  `minLength:"1" maxLength:"3" pattern:"^[a-z]+$" doc:"Text."`
	Bytes     []byte                  `maxLength:"5"`
	ByteArray [4]byte                 ``
	Time      time.Time               `json:",omitzero" deprecated:"true"`
	Duration  time.Duration           `default:"5s"`
	UUID      uuid.UUID               `readOnly:"true"`
	BigInt    *big.Int                `minimum:"100000000000000000000"`
	BigFloat  big.Float               ``
	BigRat    big.Rat                 ``
	Slice     []string                `uniqueItems:"true" enum:"a,b"`
	Array     [3]int                  ``
	Map       map[string]*int         `minProperties:"1"`
	IntMap    map[int8]bool           ``
	EnumMap   map[Colour]Level        ``
	Optional  schema.Optional[string] `enum:"x,y"`
	Sum       Animal                  ``
	SumPtr    *Animal                 ``
	Any       any                     ``
	Raw       jsontext.Value          ``
	Enum      Colour                  `doc:"Which."`
	EnumPtr   *Level                  ``
	Tree      *Tree                   `json:",omitzero"`
	Forest    Forest                  ``
	Page      Page[Page[Tree]]        ``
	Anonymous struct{ A, B int }
}

// TestDocumentsCompile checks that every document is a valid schema under the
// meta-schema, whatever the options.
func TestDocumentsCompile(t *testing.T) {
	roots := []reflect.Type{
		reflect.TypeFor[Everything](), reflect.TypeFor[*Everything](), reflect.TypeFor[Animal](), reflect.TypeFor[Tree](),
		reflect.TypeFor[Forest](), reflect.TypeFor[Page[Everything]](), reflect.TypeFor[map[Colour]Animal](), reflect.TypeFor[any](),
	}
	for _, d := range []schema.Discriminator{{}, schema.ClassName(schema.PascalCase), schema.FieldName("type", schema.Identity), schema.NoDiscriminator()} {
		for _, closed := range []bool{false, true} {
			for _, names := range []schema.NameFormat{schema.Identity, schema.SnakeCase} {
				for _, root := range roots {
					s, err := schema.For(root)
					if err != nil {
						t.Fatal(err)
					}
					mustCompile(t, s.JSONSchemaWith(schema.JSONSchemaOptions{Discriminator: d, Closed: closed, FieldNames: names}))
				}
			}
		}
	}
}

// TestSumDocuments gives the other implementation the forms of a sum by hand, since
// encoding/json does not know sums.
func TestSumDocuments(t *testing.T) {
	field := schema.FieldName("type", schema.Identity)
	tests := []struct {
		name string
		opts schema.JSONSchemaOptions
		text string
		want bool
	}{
		{"wrapped", schema.JSONSchemaOptions{}, `{"cat":{"lives":9}}`, true},
		{"wrapped, inner fault", schema.JSONSchemaOptions{}, `{"cat":{"lives":10}}`, false},
		{"wrapped, unknown case", schema.JSONSchemaOptions{}, `{"cow":{}}`, false},
		{"wrapped, two cases", schema.JSONSchemaOptions{}, `{"cat":{"lives":9},"dog":{"name":"Rex","chases":[]}}`, false},
		{"wrapped, nested", schema.JSONSchemaOptions{}, `{"dog":{"name":"Rex","chases":[{"cat":{"lives":1}}]}}`, true},
		{"wrapped, nested fault", schema.JSONSchemaOptions{}, `{"dog":{"name":"Rex","chases":[{"cat":{}}]}}`, false},
		{"wrapped, renamed", schema.JSONSchemaOptions{Discriminator: schema.ClassName(schema.PascalCase)}, `{"Cat":{"lives":9}}`, true},
		{"field", schema.JSONSchemaOptions{Discriminator: field}, `{"type":"cat","lives":9}`, true},
		{"field, missing", schema.JSONSchemaOptions{Discriminator: field}, `{"lives":9}`, false},
		{"field, wrong", schema.JSONSchemaOptions{Discriminator: field}, `{"type":"dog","lives":9}`, false},
		{"field, closed", schema.JSONSchemaOptions{Discriminator: field, Closed: true}, `{"type":"cat","lives":9}`, true},
		{"field, closed, extra", schema.JSONSchemaOptions{Discriminator: field, Closed: true}, `{"type":"cat","lives":9,"x":1}`, false},
		{"none", schema.JSONSchemaOptions{Discriminator: schema.NoDiscriminator()}, `{"lives":9}`, true},
		{"none, several fit", schema.JSONSchemaOptions{Discriminator: schema.NoDiscriminator()}, `{"lives":9,"name":"Rex","chases":[]}`, true},
		{"none, no case fits", schema.JSONSchemaOptions{Discriminator: schema.NoDiscriminator()}, `{}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			other := mustCompile(t, schema.Of[Animal]().JSONSchemaWith(tt.opts))
			got, err := accepts(other, []byte(tt.text))
			if err != nil || got != tt.want {
				t.Errorf("got %v, %v, want %v", got, err, tt.want)
			}
		})
	}
}
