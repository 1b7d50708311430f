package schema_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/weft-go/weft/schema"
)

// Ticket is described by its tags.
type Ticket struct {
	Seat  string `json:"seat" pattern:"^[A-Z][0-9]+$" doc:"Row and number."`
	Price int    `json:"price" minimum:"1" example:"25"`
	Note  string `json:"note,omitzero" maxLength:"10"`
}

func Example() {
	s := schema.Of[Ticket]()
	for _, f := range s.Fields() {
		fmt.Println(f.Name, f.Schema.Kind(), f.Required)
	}
	err := s.Validate(context.Background(), Ticket{Seat: "7", Note: "by the window"})
	fmt.Println(err)
	// Output:
	// seat string true
	// price int true
	// note string false
	// seat: want a match for the pattern ^[A-Z][0-9]+$; price: want at least 1, got 0; note: want at most 10 characters, got 13
}

func ExampleValidate() {
	err := schema.Validate(context.Background(), &[]Ticket{{Seat: "A1", Price: 20}, {Seat: "A2"}})
	if ve, ok := errors.AsType[*schema.ValidationError](err); ok {
		for _, f := range ve.Faults {
			fmt.Printf("%s breaks %s: %s\n", f.Path, f.Rule, f.Message)
		}
	}
	// Output:
	// [1].price breaks minimum: want at least 1, got 0
}

func ExampleSchema_JSONSchema() {
	fmt.Printf("%s\n", schema.Of[struct {
		Price int `json:"price" minimum:"1"`
	}]().JSONSchema())
	// Output:
	// {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"price":{"type":"integer","format":"int64","minimum":1}},"required":["price"]}
}

type Shape interface{ Area() float64 }
type Circle struct{ Radius float64 }
type Square struct{ Side float64 }

func (c Circle) Area() float64  { return 3 * c.Radius * c.Radius }
func (s *Square) Area() float64 { return s.Side * s.Side }

var _ = schema.Sum[Shape](schema.Case[Circle]("circle"), schema.Case[*Square]("square"))

func ExampleSum() {
	for _, c := range schema.Of[Shape]().Cases() {
		fmt.Println(c.Number, c.Name, c.Schema)
	}
	// Output:
	// 1 circle schema_test.Circle
	// 2 square schema_test.Square
}

func ExampleOptional() {
	for _, title := range []schema.Optional[string]{{}, schema.Null[string](), schema.Some("Emma")} {
		value, ok := title.Get()
		fmt.Println(title.IsAbsent(), title.IsNull(), value, ok)
	}
	// Output:
	// true false  false
	// false true  false
	// false false Emma true
}

func ExampleNameFormat_Apply() {
	fmt.Println(schema.SnakeCase.Apply("HTTPServer"), schema.CamelCase.Apply("user_id"), schema.KebabCase.Apply("userIDs"))
	// Output:
	// http_server userId user-ids
}
