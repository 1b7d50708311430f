package schema_test

import (
	"regexp"
	"testing"

	"github.com/weft-go/weft/schema"
)

type Planet uint8

func (p Planet) String() string { return []string{"Mercury", "Venus"}[p] }

type Suit int

func (s Suit) MarshalText() ([]byte, error)  { return []byte{"hs"[s]}, nil }
func (s *Suit) UnmarshalText(b []byte) error { return nil }

type plainInt int

var (
	_ = schema.Enum(Planet(0), Planet(1))
	_ = schema.Enum(Suit(0), Suit(1))
	_ = schema.Enum(plainInt(3))
)

func TestEnumValues(t *testing.T) {
	tests := []struct {
		name string
		s    *schema.Schema
		want []schema.EnumValue
	}{
		{"string", schema.Of[Colour](), []schema.EnumValue{{Name: "red", Value: Red, JSON: `"red"`}, {Name: "green", Value: Green, JSON: `"green"`}}},
		{"named", schema.Of[Level](), []schema.EnumValue{{Name: "low", Value: Low, JSON: "1"}, {Name: "high", Value: High, JSON: "2"}}},
		{"stringer", schema.Of[Planet](), []schema.EnumValue{{Name: "Mercury", Value: Planet(0), JSON: "0"}, {Name: "Venus", Value: Planet(1), JSON: "1"}}},
		{"text", schema.Of[Suit](), []schema.EnumValue{{Value: Suit(0), JSON: `"h"`}, {Value: Suit(1), JSON: `"s"`}}},
		{"nameless", schema.Of[plainInt](), []schema.EnumValue{{Value: plainInt(3), JSON: "3"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.s.Enum()
			if len(got) != len(tt.want) {
				t.Fatalf("got %v", got)
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("got %+v, want %+v", got[i], tt.want[i])
				}
			}
		})
	}
}

type lateEnum string

func TestEnumPanics(t *testing.T) {
	schema.Of[lateEnum]()
	tests := []struct {
		name string
		call func()
		want string
	}{
		{"predeclared", func() { schema.Enum("a") }, `^schema.Enum\[string\] at schema/enum_test.go:\d+: want a defined type, got the predeclared string$`},
		{"empty", func() { schema.Enum[Planet]() }, `: want at least one value$`},
		{"repeated", func() { schema.Enum(Planet(0), Planet(0)) }, `: the value Mercury is listed twice$`},
		{"different", func() { schema.Enum(Red) }, `^schema.Enum\[schema_test.Colour\] at schema/enum_test.go:\d+: already registered with other values at schema/fixtures_test.go:\d+$`},
		{"different names", func() { schema.NamedEnum(schema.Named("x", Red), schema.Named("y", Green)) }, `already registered with other values`},
		{"late", func() { schema.Enum(lateEnum("a")) }, `: comes after a schema with the type was derived; register enums in a package-level var or in init$`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := panicText(tt.call); !regexp.MustCompile(tt.want).MatchString(got) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestEnumRegisteredTwiceTheSame(t *testing.T) {
	e := schema.Enum(Red, Green)
	if len(e.Values()) != 2 {
		t.Errorf("got %v", e.Values())
	}
}
