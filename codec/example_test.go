package codec_test

import (
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/status"
)

func Example() {
	limit := codec.Query[int]("limit").Default(20).Maximum(100)
	book := codec.Body[Book]()

	// The server reads a request.
	s := codec.FromRequest(weft.Post("/?limit=1000", weft.BodyString(`{"title": 5}`, "application/json")))
	limit.Decode(&s)
	book.Decode(&s)
	for _, f := range s.Faults() {
		fmt.Println(f.In, f.Name, f.Message)
	}
	// Output:
	// query limit want at most 100, got 1000
	// body title want string, got number
	// body pages missing
}

// The client writes with the same codec that the server reads with.
func ExampleCodec_Encode() {
	c := codec.Both(codec.Query[[]string]("tag"), codec.Header[int]("X-Page"))

	t := codec.ToRequest(format.Config{})
	c.Encode(&t, codec.Pair[[]string, int]{First: []string{"sf", "new"}, Second: 3})
	page, _ := t.Headers().Get("X-Page")
	fmt.Println(t.Query().Encode(), page)
	// Output: tag=sf&tag=new 3
}

func ExampleTransform() {
	type Celsius float64
	c := codec.Transform(codec.Query[float64]("fahrenheit"),
		func(f float64) Celsius { return Celsius((f - 32) / 1.8) },
		func(c Celsius) float64 { return float64(c)*1.8 + 32 })

	s := codec.FromRequest(weft.Get("/?fahrenheit=212"))
	fmt.Println(c.Decode(&s), s.Err())
	// Output: 100 <nil>
}

func ExampleUnion() {
	c := codec.Union(
		codec.CaseOf[Animal](codec.Body[Cat](), status.OK),
		codec.CaseOf[Animal](codec.Body[*Dog](), status.Created))

	t := codec.ToResponse(weft.Get("/"))
	c.Encode(&t, &Dog{Bark: "wuff"})
	resp := t.Response()
	body, _ := resp.Body().AsString()
	fmt.Println(resp.Status(), body)

	s := codec.FromResponse(&resp, format.Config{})
	fmt.Printf("%T\n", c.Decode(&s))
	// Output:
	// 201 Created {"bark":"wuff"}
	// *codec_test.Dog
}

func ExampleQueryStruct() {
	type Params struct {
		Page int      `query:"page" default:"1" minimum:"1" doc:"From 1."`
		Tags []string `query:"tag" required:"false"`
	}
	c := codec.QueryStruct[Params]()

	s := codec.FromRequest(weft.Get("/?tag=sf"))
	fmt.Printf("%+v\n", c.Decode(&s))
	for _, p := range c.Tree().Parts() {
		fmt.Println(p.Name, p.Required, p.Default, p.Doc)
	}
	// Output:
	// {Page:1 Tags:[sf]}
	// page false 1 From 1.
	// tag false
}

func ExampleStream() {
	c := codec.Stream[Cat]("text/event-stream")

	t := codec.ToResponse(weft.Get("/"))
	c.Encode(&t, func(yield func(Cat, error) bool) {
		for lives := 9; lives > 7 && yield(Cat{lives}, nil); lives-- {
		}
	})
	body, _ := t.Body().AsString()
	fmt.Print(body)
	// Output:
	// data: {"lives":9}
	//
	// data: {"lives":8}
}
