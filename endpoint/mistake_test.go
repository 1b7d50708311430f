package endpoint_test

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

type unlisted interface{ unlisted() }

// badTag has a tag that does not parse.
type badTag struct {
	Name string `json:"name" minLength:"x"`
}

// hasChannel cannot be described.
type hasChannel struct {
	C chan int `json:"c"`
}

// TestMistakes shows what a program is told at start-up whose text describes
// something that cannot be. The message begins with the line of the description.
func TestMistakes(t *testing.T) {
	none := func(context.Context) error { return nil }
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"a path without a slash", func() { route.GET("books") }, `pattern "books", offset 0: want '/' at the beginning`},
		{"a parameter twice", func() { route.GET("/{a}/{a}") }, `pattern "/{a}/{a}", offset 6: the parameter name "a" is used twice`},
		{"an unknown kind", func() { route.GET("/{a:float}") }, `pattern "/{a:float}", offset 4: unknown kind "float"; want string, int, long, uuid or bool`},
		{"a method that is none", func() { route.Method("no method", "/") }, `pattern "/": `},
		{"a parameter without a codec", func() { route.GET("/{id}").OutEmpty() },
			`GET /{id}: path parameter {id} has no codec: add Path(codec.Path[T]("id"))`},
		{"a codec without a parameter", func() { route.GET("/x").Path(codec.Int("id")).OutEmpty() },
			`GET /x: there is a codec for path parameter "id", but no {id} in the path`},
		{"a codec for another parameter", func() { route.GET("/{id}").Path(codec.Int("number")).OutEmpty() },
			`GET /{id}: path parameter {id} has no codec: add Path(codec.Path[T]("id"))`},
		{"two codecs for a parameter", func() { route.GET("/{id}").Path(codec.Int("id")).Path(codec.Int("id")).OutEmpty() },
			`GET /{id}: there are two codecs for path parameter {id}`},
		{"a path parameter missing in a plain route", func() {
			route.GET("/{id}").Query(codec.Query[int]("n")).Handle(func(*weft.Request, int) (weft.Response, error) { return weft.OK(), nil })
		}, `GET /{id}: path parameter {id} has no codec: add Path(codec.Path[T]("id"))`},
		{"a query parameter as a path", func() { route.GET("/{id}").Path(codec.Query[int]("id")) },
			`GET /{id}: query "id" does not belong here: want path`},
		{"a body as a header", func() { route.GET("/x").Header(codec.Body[int]()) },
			`GET /x: body "" does not belong here: want header`},
		{"a status as an input", func() { route.GET("/x").Input(codec.Status(200)).OutEmpty() },
			`GET /x: `},
		{"two bodies", func() { route.POST("/x").In[int]().In[string]().OutEmpty() },
			`POST /x: there are 2 bodies; use parts of a multipart body instead`},
		{"a body and a part", func() { route.POST("/x").In[int]().InPart[string]("a").OutEmpty() },
			`POST /x: `},
		{"two parts of a name", func() { route.POST("/x").InPart[int]("a").InPart[string]("a").OutEmpty() },
			`POST /x: `},
		{"a streamed part that is not the last", func() {
			route.POST("/x").Input(codec.PartStream("a")).InPart[string]("b").OutEmpty()
		}, `POST /x: `},
		{"two query parameters of a name", func() { route.GET("/x").Query(codec.Query[int]("a")).Query(codec.Query[int]("a")).OutEmpty() },
			`GET /x: `},
		{"two outputs of one case", func() {
			route.GET("/x").Out[fixtures.Delivery]().OrOut[fixtures.Parcel](200).OrOut[fixtures.Parcel](201)
		}, `GET /x: `},
		{"a case of another interface", func() { route.GET("/x").Out[fixtures.Delivery]().OrOut[fixtures.Book](200) },
			`GET /x: OrOut: fixtures.Book does not implement the output type fixtures.Delivery`},
		{"a case of no interface", func() { route.GET("/x").Out[fixtures.Book]().OrOut[fixtures.Book](200) },
			`GET /x: OrOut: fixtures.Book does not implement the output type fixtures.Book`},
		{"a failure of another family", func() {
			route.GET("/x").OutEmpty().OutErrors[fixtures.PaymentError](codec.Error[fixtures.BookNotFound](404))
		}, `GET /x: OutErrors: fixtures.BookNotFound is not a fixtures.PaymentError`},
		{"a failure that is an interface", func() { route.GET("/x").OutEmpty().OutError[fixtures.PaymentError](402) },
			`error fixtures.PaymentError: want a type, got an interface`},
		{"a status that is none", func() { route.GET("/x").OutEmpty(99) }, `status: want a code from 200 to 999, got 99`},
		{"a status of a failure that is none", func() { route.GET("/x").OutEmpty().OutError[fixtures.Stranger](0) },
			`status: want a code from 200 to 999, got 0`},
		{"a media type that is none", func() { route.GET("/x").Out[int](endpoint.MediaType("json")) }, ``},
		{"a value without a form", func() { route.GET("/x").Out[fixtures.Book](endpoint.MediaType("text/plain")) },
			`body: fixtures.Book has no form as text/plain`},
		{"a stream without a form", func() { route.GET("/x").OutStream[fixtures.Book](endpoint.MediaType("video/mp4")) },
			`stream: fixtures.Book has no form as video/mp4`},
		{"a default for a body", func() { route.POST("/x").Input(codec.Body[int]().Default(1)) }, `body: there is no default for what is always there`},
		{"a limit that does not fit", func() { route.GET("/x").Query(codec.Query[int]("n").MinLength(1)) }, `query "n": `},
		{"a parameter without a text form", func() { route.GET("/x").Query(codec.Query[fixtures.Book]("b")) }, `query "b": `},
		{"a header with a space", func() { route.GET("/x").Header(codec.Header[string]("X A")) }, `header "X A": the name is not a token`},
		{"an optional path", func() { route.GET("/{a}").Path(codec.Optional(codec.Int("a"))) }, `path "a": a path parameter is always there`},
		{"a function that is nil", func() { route.GET("/x").OutEmpty().Implement(nil) }, `GET /x: Implement: the function is nil`},
		{"a handler that is nil", func() { route.GET("/x").OutEmpty().ImplementHandler(nil) }, `GET /x: `},
		{"a doer that is nil", func() { route.GET("/x").OutEmpty().Client(nil) }, `GET /x: `},
		{"an output type that cannot be described", func() {
			route.GET("/x").Out[hasChannel]().Implement(func(context.Context) (hasChannel, error) { return hasChannel{}, nil })
		}, `GET /x: `},
		{"an input type with a bad tag", func() {
			route.POST("/x").In[badTag]().OutEmpty().Implement(func(context.Context, badTag) error { return nil })
		}, `POST /x: `},
		{"an interface that is not registered", func() {
			route.POST("/x").In[unlisted]().OutEmpty().Implement(func(context.Context, unlisted) error { return nil })
		}, `POST /x: `},
		{"a custom credential in the body", func() { route.GET("/x").OutEmpty().Auth(auth.Custom("a", codec.Body[int]())) },
			`auth.Custom: "a": credentials cannot be in the body`},
		{"two endpoints at one place", func() {
			weft.NewRoutes(route.GET("/x").OutEmpty().Implement(none), route.GET("/x").OutEmpty(status.OK).Implement(none))
		}, `GET /x matches the same requests as GET /x at endpoint/mistake_test.go:`},
	} {
		t.Run(c.name, func(t *testing.T) {
			message := panicOf(c.f)
			if message == "" {
				t.Fatal("it does not panic")
			}
			site, rest, _ := strings.Cut(message, ": ")
			if !regexp.MustCompile(`^endpoint/mistake_test\.go:\d+$`).MatchString(site) {
				t.Errorf("it does not begin with the place: %s", message)
			}
			if !strings.HasPrefix(rest, c.want) {
				t.Errorf("it says\n%s\nwant\n%s", rest, c.want)
			}
		})
	}
}

// TestMistakes_line shows that the line is that of the description, not that of the
// operation that found it.
func TestMistakes_line(t *testing.T) {
	_, _, line, _ := runtime.Caller(0)
	message := panicOf(func() {
		e := route.GET("/x").OutEmpty()
		e.
			OutErrors[fixtures.PaymentError](codec.Error[fixtures.BookNotFound](404))
	})
	if want := fmt.Sprintf("endpoint/mistake_test.go:%d: ", line+2); !strings.HasPrefix(message, want) {
		t.Errorf("%s, want %s", message, want)
	}
}

func panicOf(f func()) (message string) {
	defer func() {
		if v := recover(); v != nil {
			message = fmt.Sprint(v)
		}
	}()
	f()
	return ""
}
