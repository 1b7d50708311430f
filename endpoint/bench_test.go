package endpoint_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/route"
)

// The work of the benchmarks: one path parameter, two query parameters, a JSON object
// in and one out.

type benchIn struct {
	Title  string   `json:"title"`
	Copies int      `json:"copies"`
	Tags   []string `json:"tags"`
}

type benchOut struct {
	ID    int64    `json:"id"`
	Title string   `json:"title"`
	Total int      `json:"total"`
	Lang  string   `json:"lang"`
	Tags  []string `json:"tags"`
}

var benchEndpoint = route.POST("/books/{id}").
	Path(codec.Path[int64]("id")).
	Query(codec.Query[string]("lang").Default("en")).
	Query(codec.Query[int]("limit")).
	In[benchIn]().
	Out[benchOut]()

func benchFunction(_ context.Context, id int64, lang string, limit int, in benchIn) (benchOut, error) {
	return benchOut{id, in.Title, limit + in.Copies, lang, in.Tags}, nil
}

// benchByHand does what the endpoint does, through the request and the format alone.
func benchByHand() weft.Route {
	in, err := json.CodecFor[benchIn](format.Config{})
	if err != nil {
		panic(err)
	}
	out, err := json.CodecFor[benchOut](format.Config{})
	if err != nil {
		panic(err)
	}
	return route.POST("/books/{id:long}").Handle(func(req *weft.Request) (weft.Response, error) {
		id, err := req.ParamAs[int64]("id")
		if err != nil {
			return weft.Response{}, err
		}
		lang := req.QueryParamOrElse("lang", "en")
		limit, err := req.Query[int]("limit")
		if err != nil {
			return weft.Response{}, err
		}
		data, err := req.Body().Bytes()
		if err != nil {
			return weft.Response{}, err
		}
		body, err := in.Decode(data)
		if err != nil {
			return weft.Response{}, err
		}
		answer, err := benchFunction(req.Context(), id, lang, limit, body)
		if err != nil {
			return weft.Response{}, err
		}
		b, err := out.Encode(answer)
		if err != nil {
			return weft.Response{}, err
		}
		return weft.Bytes(b, "application/json"), nil
	})
}

// A receivedRequest is a request as a transport hands it over: parsed, with its body read.
type receivedRequest struct {
	head h1.Head
	conn weft.Connection
	body weft.Body
}

func newReceivedRequest(tb testing.TB, target, body string) *receivedRequest {
	tb.Helper()
	r := &receivedRequest{body: weft.BodyString(body, "application/json")}
	raw := "POST " + target + " HTTP/1.1\r\nHost: books.example\r\nUser-Agent: bench\r\nAccept: application/json\r\n" +
		"Content-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n"
	var p h1.Parser
	if _, err := p.Parse([]byte(raw), &h1.Limits{Line: 8192, Header: 16384, Fields: 128}, &r.head); err != nil {
		tb.Fatal(err)
	}
	return r
}

// serve answers the request as a server does.
func (r *receivedRequest) serve(routes weft.Routes) weft.Response {
	x := &weft.Exchange{}
	*x.Head() = r.head
	x.SetBody(r.body)
	var resp weft.Response
	x.Serve(routes, &r.conn, &resp)
	return resp
}

func benchRequest(tb testing.TB) *receivedRequest {
	return newReceivedRequest(tb, "/books/42?lang=de&limit=10", `{"title":"Dune","copies":3,"tags":["new","used"]}`)
}

const benchAnswer = `{"id":42,"title":"Dune","total":13,"lang":"de","tags":["new","used"]}`

// BenchmarkRequest compares an endpoint with a route that is written by hand. The
// difference is what a description costs for each request; it should be less than
// 1.5 microseconds and 6 allocations.
func BenchmarkRequest(b *testing.B) {
	for _, c := range []struct {
		name  string
		route weft.Route
	}{
		{"by hand", benchByHand()},
		{"endpoint", benchEndpoint.Implement(benchFunction)},
	} {
		b.Run(c.name, func(b *testing.B) {
			routes := weft.NewRoutes(c.route)
			req := benchRequest(b)
			if got, _ := req.serve(routes).Body().AsString(); got != benchAnswer {
				b.Fatal(got)
			}
			b.ReportAllocs()
			for b.Loop() {
				req.serve(routes)
			}
		})
	}
}

// BenchmarkClient is a call through the client's function, with the answer ready.
func BenchmarkClient(b *testing.B) {
	call := benchEndpoint.Client(canned{weft.Bytes([]byte(benchAnswer), "application/json")})
	in := benchIn{"Dune", 3, []string{"new", "used"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := call(b.Context(), 42, "de", 10, in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRefused is a request with three faults.
func BenchmarkRefused(b *testing.B) {
	routes := weft.NewRoutes(benchEndpoint.Implement(benchFunction))
	req := newReceivedRequest(b, "/books/42?limit=x&lang=a&lang=b", `{"title":1}`)
	b.ReportAllocs()
	for b.Loop() {
		req.serve(routes)
	}
}

// TestBench_allocations keeps the number of allocations that a description costs.
func TestBench_allocations(t *testing.T) {
	count := func(r weft.Route) float64 {
		routes, req := weft.NewRoutes(r), benchRequest(t)
		return testing.AllocsPerRun(200, func() { req.serve(routes) })
	}
	hand, described := count(benchByHand()), count(benchEndpoint.Implement(benchFunction))
	if described-hand > 6 {
		t.Errorf("an endpoint allocates %v times, by hand %v", described, hand)
	}
}
