package codec_test

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/internal/h1"
)

const benchRequest = "POST /books/42?lang=en&limit=10 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\r\n"

// serveBench runs a handler on a route with a path parameter and two query
// parameters, with a request as a server receives it.
func serveBench(b *testing.B, h weft.Handler) {
	routes := weft.NewRoutes(weft.NewPattern(weft.POST, "/books/{id:long}").Handle(h))
	body := weft.BodyString(`{"title":"Dune","pages":412,"tags":["sf","classic"]}`, "application/json")
	var x weft.Exchange
	var parser h1.Parser
	if _, err := parser.Parse([]byte(benchRequest), &h1.Limits{Line: 8192, Header: 16384, Fields: 128}, x.Head()); err != nil {
		b.Fatal(err)
	}
	conn := &weft.Connection{}
	x.SetBody(body)
	var resp weft.Response
	if x.Serve(routes, conn, &resp); resp.Status() != 200 {
		b.Fatal(resp.Body().AsString())
	}
	b.ReportAllocs()
	for b.Loop() {
		x.Serve(routes, conn, &resp)
	}
}

// BenchmarkCodecs decodes a path parameter, two query parameters and a body, and
// encodes a body.
func BenchmarkCodecs(b *testing.B) {
	id, lang, limit := codec.Path[int64]("id"), codec.Query[string]("lang").Default("de"), codec.Query[int]("limit")
	in, out := codec.Body[Book](), codec.Body[Book]()
	serveBench(b, func(req *weft.Request) (weft.Response, error) {
		s := codec.FromRequest(req)
		id.Decode(&s)
		lang.Decode(&s)
		limit.Decode(&s)
		book := in.Decode(&s)
		if err := s.Err(); err != nil {
			return weft.Response{}, err
		}
		t := codec.ToResponse(req)
		out.Encode(&t, book)
		return t.Response(), t.Err()
	})
}

// BenchmarkByHand does the same without codecs.
func BenchmarkByHand(b *testing.B) {
	c := json.Codec[Book]()
	serveBench(b, func(req *weft.Request) (weft.Response, error) {
		if _, err := req.ParamAs[int64]("id"); err != nil {
			return weft.Response{}, err
		}
		req.QueryParamOrElse("lang", "de")
		if _, err := req.Query[int]("limit"); err != nil {
			return weft.Response{}, err
		}
		book, err := req.Body().To(c)
		if err != nil {
			return weft.Response{}, err
		}
		return weft.Response{}.WithBody(weft.BodyFrom(book, c)), nil
	})
}

// BenchmarkQueryStruct decodes a struct of query parameters.
func BenchmarkQueryStruct(b *testing.B) {
	type params struct {
		Page int    `query:"page" default:"1" minimum:"1"`
		Lang string `query:"lang"`
		Size *int   `query:"size"`
	}
	c := codec.QueryStruct[params]()
	req := weft.Get("/?page=3&lang=en")
	b.ReportAllocs()
	for b.Loop() {
		s := codec.FromRequest(req)
		c.Decode(&s)
	}
}
