package openapi_test

import (
	"time"
	"uuid"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/schema"
	"github.com/weft-go/weft/status"
)

// Book has the name of a type of the shop.
type Book struct {
	Pages int `json:"pages" exclusiveMinimum:"0" exclusiveMaximum:"10000"`
}

// Problem has the name of the framework's own document.
type Problem struct {
	Code int `json:"code"`
}

// Error makes it a failure.
func (Problem) Error() string { return "problem" }

// Größe has a name that no component may have.
type Größe struct { //nolint:asciicheck // the letters are the point
	Breite float64 `json:"breite" minimum:"0" multipleOf:"0.5"`
}

// Pair is generic over two types.
type Pair[A, B any] struct {
	First  A `json:"first"`
	Second B `json:"second"`
}

// Shape is a recursive sum.
type Shape interface{ shape() }

// Circle is a case that is a leaf.
type Circle struct {
	Radius float64 `json:"radius" minimum:"0"`
}

// Group is a case that holds others.
type Group struct {
	Shapes []Shape `json:"shapes"`
	Parent *Group  `json:"parent"`
}

func (Circle) shape() {}
func (Group) shape()  {}

var _ = schema.Sum[Shape](schema.Case[Circle]("circle").Doc("It is round."), schema.Case[Group]("aGroup"))

// Level is an enum of numbers.
type Level int

var _ = schema.NamedEnum(schema.Named("low", Level(1)), schema.Named("high", Level(2)))

// Odd has a field of every kind.
type Odd struct {
	Bytes     []byte              `json:"bytes" maxLength:"30"`
	Hash      [4]byte             `json:"hash"`
	When      time.Time           `json:"when"`
	Within    time.Duration       `json:"within"`
	ID        uuid.UUID           `json:"id" readOnly:"true"`
	Level     *Level              `json:"level"`
	Small     uint8               `json:"small"`
	Big       uint64              `json:"big,string"`
	ByNumber  map[int]string      `json:"byNumber" minProperties:"1"`
	ByLevel   map[Level]Book      `json:"byLevel"`
	Matrix    [2][3]float32       `json:"matrix"`
	Any       any                 `json:"any"`
	Anonymous struct{ X, Y int }  `json:"anonymous" doc:"A place."`
	Maybe     weft.Optional[Book] `json:"maybe"`
	Next      *Odd                `json:"next,omitzero" doc:"The next one."`
	Secret    string              `json:"secret" writeOnly:"true" deprecated:"true" pattern:"^[a-z]+$"`
	Colour    string              `json:"colour" enum:"red,green" default:"red"`
}

// odd returns endpoints that are unlike those of the shop.
func odd() []endpoint.Described {
	key := auth.Custom("two keys", codec.Both(codec.Query[string]("key"), codec.Header[string]("X-Key")))
	return []endpoint.Described{
		route.GET("/").Out[Book](),
		route.POST("/books").In[fixtures.Book]().Out[Book]().OutError[Problem](status.BadRequest),
		route.PUT("/size").In[Größe]().Out[Pair[Größe, []Book]](),
		route.PUT("/anonymous").In[struct {
			Name string `json:"name"`
		}]().Out[[]struct{ Size int }](),
		route.PUT("/odd").In[Odd]().Out[*Odd]().Tag("odd things", "more"),
		route.PUT("/shape").In[Shape]().Out[map[string]Shape](),
		route.POST("/either").
			Input(codec.Optional(codec.Body[Book]())).
			OutCodec(codec.Either(codec.Output[Book](status.OK), codec.Output[Problem](status.OK))),
		route.POST("/ways").
			Query(codec.Either(codec.Query[int]("number"), codec.Query[string]("name"))).
			OutEmpty(),
		route.GET("/things/{id}").Path(codec.Long("id")).Out[Book](),
		route.GET("/things/{name}").Path(codec.String("name")).Query(codec.Query[bool]("exact")).Out[string](endpoint.MediaType("text/plain")).Auth(auth.Bearer()),
		route.DELETE("/things/{key}").Path(codec.UUID("key")).OutEmpty().Auth(auth.Basic("one")),
		route.POST("/things/{key}").Path(codec.UUID("key")).OutEmpty().Auth(auth.Basic("two").Or(key)).UnauthorizedStatus(status.Unauthorized),
		route.ANY("/any/{rest...}").Path(codec.Trailing("rest")).Out[weft.Body](),
		route.Method("PURGE", "/cache").OutEmpty(),
		route.Method("QUERY", "/cache").In[Book]().Out[Book](),
		route.POST("/form").InPart[string]("name").InPart[[]int]("number").OutEmpty(),
		route.POST("/upload").InPart[Book]("book").InPart[[]byte]("raw").OutEmpty(),
		route.GET("/cookies").OutCodec(codec.Both(codec.Cookie[string]("a"), codec.Cookie[*int]("b"))),
		route.GET("/level").Query(codec.Query[Level]("level").Default(2)).Query(codec.Query[[]Level]("levels").Default(nil)).
			Header(codec.Header[float64]("X-Limit").ExclusiveMinimum(0.5).Example("half", 1.5)).Out[Level](),
		route.GET("/text/{when}").Path(codec.Path[time.Time]("when")).
			OutCodec(codec.Body[Book]().Example("long", Book{Pages: 900}).Doc("A book.")),
		route.GET("/ask").Query(codec.Query[string]("lang")).Socket[Book, *Odd](),
		route.GET("/tell").Socket[[]string, map[string]Shape](),
		route.GET("/a b/{x:int}").Path(codec.Int("x")).Out[any](),
	}
}
