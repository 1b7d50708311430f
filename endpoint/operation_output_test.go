package endpoint_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

func TestOperation_out(t *testing.T) {
	runFixtures(t, "GetBook", "AddBook", "Shelf", "ListTags", "GetCover")
	if o := fixtures.AddBook.Describe().Outputs; len(o) != 1 || o[0].Status != 201 {
		t.Errorf("the output is described as %+v", o)
	}
	if o := fixtures.GetBook.Describe().Outputs; len(o) != 1 || o[0].Status != 200 {
		t.Errorf("the default output is described as %+v", o)
	}
}

// The documentation of an output is where documents look for it.
func TestOperation_out_doc(t *testing.T) {
	o := fixtures.AddBook.Describe().Outputs[0]
	doc := o.Doc
	for _, p := range o.Tree.Parts() {
		doc += p.Doc
	}
	if doc != "The book with its number." {
		t.Errorf("the output says %q", doc)
	}
}

// 406 comes before the function runs.
func TestOperation_out_notAcceptable(t *testing.T) {
	var ran atomic.Int32
	routes := weft.NewRoutes(fixtures.GetBook.Implement(func(context.Context, int64) (fixtures.Book, error) {
		ran.Add(1)
		return fixtures.Book{}, nil
	}))
	wefttest.New(t, routes).With("Accept", "text/csv").Get("/books/1").Status(406)
	wefttest.New(t, routes).With("Accept", "application/*;q=0").Get("/books/1").Status(406)
	if ran.Load() != 0 {
		t.Error("the function ran")
	}
	wefttest.New(t, routes).With("Accept", "text/csv, application/msgpack;q=0.1").Get("/books/1").Status(200).Header("Content-Type", "application/msgpack")
}

// Raw bodies without a media type can be anything, so everything is acceptable.
func TestOperation_out_rawIsAcceptable(t *testing.T) {
	c := wefttest.New(t, fixtures.Routes()).With("Accept", "image/webp")
	c.Post("/convert", weft.BodyString("a")).Status(200).Header("Content-Type", "text/html")
}

func TestOperation_out_alternatives(t *testing.T) {
	runFixtures(t, "OrderBook", "Preview")
	if o := fixtures.OrderBook.Describe().Outputs; len(o) != 2 || o[0].Status != 200 || o[1].Status != 202 {
		t.Errorf("the outputs are described as %+v", o)
	}
}

func TestOperation_orOut(t *testing.T) {
	runFixtures(t, "DeliverBook")
	o := fixtures.DeliverBook.Describe().Outputs
	if len(o) != 2 || o[0].Status != 200 || o[0].Doc != "It comes by post." || o[1].Status != 201 {
		t.Errorf("the outputs are described as %+v", o)
	}
}

// A result that is none of the cases is a mistake of the program, and hidden.
func TestOperation_orOut_otherCase(t *testing.T) {
	routes := weft.NewRoutes(fixtures.DeliverBook.Implement(func(context.Context, int64) (fixtures.Delivery, error) { return nil, nil }))
	wefttest.New(t, routes).Post("/books/1/delivery", weft.Body{}).Status(500).Body(problem(500, "/books/1/delivery", ""))
}

func TestOperation_outHeader(t *testing.T) {
	runFixtures(t, "GetTicket", "CreateOrder", "GetReceipt")
	s := shop(t)
	if got := s.send(t, "GET", "/tickets/2", nil, ""); got.headers.Get("Cache-Control") != "" {
		t.Error("an output declared after the header field carries it")
	}
	o := fixtures.GetTicket.Describe().Outputs
	has := func(t codec.Tree) bool {
		return slices.ContainsFunc(t.Parts(), func(p *codec.PartInfo) bool { return p.In == codec.InHeader && p.Name == "Cache-Control" })
	}
	if !has(o[0].Tree) || has(o[1].Tree) {
		t.Error("the description does not say which outputs carry the header field")
	}
}

// The client misses a header field that was promised.
func TestOperation_outHeader_missing(t *testing.T) {
	_, err := fixtures.GetTicket.Client(canned{weft.JSON(fixtures.Parcel{Street: "x"})})(t.Context(), 1)
	var unexpected *endpoint.UnexpectedResponse
	if !errors.As(err, &unexpected) || !strings.Contains(err.Error(), `header "Cache-Control": missing`) {
		t.Errorf("error %v", err)
	}
}

func TestOperation_outCodec(t *testing.T) {
	runFixtures(t, "Catalogue", "CreateOrder", "GetReceipt", "TakeBasket")
	if o := fixtures.Catalogue.Describe().Outputs; len(o) != 2 || o[1].Status != 304 {
		t.Errorf("the outputs are described as %+v", o)
	}
}

func TestOperation_outStream(t *testing.T) {
	runFixtures(t, "ExportBooks", "WatchPrices", "Download", "Translate")
	if p := fixtures.WatchPrices.Describe().Outputs[0].Tree.Parts(); !slices.ContainsFunc(p, func(p *codec.PartInfo) bool { return p.Stream }) {
		t.Error("the description does not say that it is a stream")
	}
}

// Values reach the client while the function still yields them.
func TestOperation_outStream_asItIsMade(t *testing.T) {
	for _, media := range []string{"application/x-ndjson", "text/event-stream"} {
		t.Run(media, func(t *testing.T) {
			next := make(chan int, 1)
			count := route.GET("/count").OutStream[int](endpoint.MediaType(media))
			fn := func(ctx context.Context) (iter.Seq2[int, error], error) {
				return func(yield func(int, error) bool) {
					for n := range next {
						if !yield(n, nil) {
							return
						}
					}
				}, nil
			}
			s := newSocket(wefttest.Start(t, weft.NewRoutes(count.Implement(fn))))
			seq, err := count.Client(s)(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			next <- 0
			for n, err := range seq {
				if err != nil {
					t.Fatal(err)
				}
				if n == 3 {
					close(next)
					continue
				}
				next <- n + 1
			}
		})
	}
}

// A stream that breaks off is an error on the other side, not an end.
func TestOperation_outStream_breaksOff(t *testing.T) {
	seq, err := fixtures.Interrupted.Client(shop(t))(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	var last error
	for n, err := range seq {
		if err != nil {
			last = err
			break
		}
		got = append(got, n)
	}
	if last == nil || !slices.Equal(got, []int{1}) {
		t.Errorf("%v, then %v", got, last)
	}
}

func TestOperation_outEmpty(t *testing.T) {
	runFixtures(t, "RemoveBook", "PutCover", "CountVisit")
	if o := fixtures.RemoveBook.Describe().Outputs; len(o) != 1 || o[0].Status != 204 {
		t.Errorf("the output is described as %+v", o)
	}
	got := shop(t).send(t, "DELETE", "/books/42", nil, "")
	if got.headers.Get("Content-Type") != "" || got.headers.Get("Content-Length") != "" {
		t.Errorf("the header fields are %v", got.headers)
	}
}

func TestOperation_outError(t *testing.T) {
	runFixtures(t, "BuyBook", "GetBook", "RemoveBook")
	f := fixtures.BuyBook.Describe().Failures
	if len(f) != 3 || f[0].Status != 404 || f[1].Status != 409 || f[1].Doc != "There are not enough copies." || f[2].Status != 409 {
		t.Errorf("the failures are described as %+v", f)
	}
	// An error that the client cannot read is better than another error.
	got := shop(t).send(t, "GET", "/shelves/0", []string{"Accept", "text/plain"}, "")
	if got.status != 400 || !strings.HasPrefix(got.headers.Get("Content-Type"), "text/plain") {
		t.Errorf("%d %s", got.status, got.headers)
	}
	got = shop(t).send(t, "GET", "/books/7/cover", []string{"Accept", "image/png"}, "")
	if got.status != 404 || got.body != `{"id":7}` {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// A failure is found in the format that the client speaks.
func TestOperation_outError_formats(t *testing.T) {
	got := shop(t).send(t, "GET", "/books/7", []string{"Accept", "application/msgpack"}, "")
	if got.status != 404 || got.headers.Get("Content-Type") != "application/msgpack" || !strings.Contains(got.body, "id") {
		t.Errorf("%d %v %q", got.status, got.headers, got.body)
	}
}

func TestOperation_outErrors(t *testing.T) {
	runFixtures(t, "PayOrder")
	err := fixtures.PayOrder.Client(shop(t))(t.Context(), 1)
	if _, ok := errors.AsType[fixtures.PaymentError](err); !ok {
		t.Errorf("%v is not of the family", err)
	}
	if f := fixtures.PayOrder.Describe().Failures; len(f) != 2 || f[0].Status != 402 || f[1].Status != 422 {
		t.Errorf("the failures are described as %+v", f)
	}
}

// An error that is not declared is 500, said in the log and nowhere else.
func TestOperation_outError_undeclared(t *testing.T) {
	for _, how := range []string{"error", "panic"} {
		t.Run(how, func(t *testing.T) {
			log := &lockedBuffer{}
			s := wefttest.Start(t, fixtures.Routes(), func(c server.Config) server.Config {
				c.Logger = slog.New(slog.NewTextHandler(log, nil))
				return c
			})
			got := newSocket(s).send(t, "GET", "/oracle?how="+how, nil, "")
			if got.status != 500 || got.body != problem(500, "/oracle", "") {
				t.Errorf("%d %s", got.status, got.body)
			}
			_, err := fixtures.AskOracle.Client(newSocket(s))(t.Context(), how)
			var unexpected *endpoint.UnexpectedResponse
			if !errors.As(err, &unexpected) || unexpected.Status != 500 {
				t.Errorf("error %#v", err)
			}
			s.Close()
			if !strings.Contains(log.String(), "hunter2") || !strings.Contains(log.String(), "pattern=/oracle") {
				t.Errorf("log %s", log.String())
			}
		})
	}
}

// lockedBuffer is written to by the server and read by the test.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// What a function got wrong elsewhere is no fault of the request, even if it is of
// the same type as the errors that tell of such faults.
func TestOperation_outError_fromElsewhere(t *testing.T) {
	for name, err := range map[string]error{
		"a document of another service": &format.DecodeError{Path: "secret.path", Problem: "want string, got number"},
		"a query of another service":    &weft.MissingQueryParams{Names: []string{"internal"}},
		"a body of another service":     &weft.BodyTooLarge{},
		"a header of another service":   &weft.MissingHeader{Name: "X-Internal"},
	} {
		t.Run(name, func(t *testing.T) {
			e := route.GET("/x").OutEmpty()
			routes := weft.NewRoutes(e.Implement(func(context.Context) error { return err }))
			wefttest.New(t, routes).Get("/x").Status(500).Body(problem(500, "/x", ""))
		})
	}
}

// A problem that a function returns on purpose is sent.
func TestOperation_outError_problem(t *testing.T) {
	e := route.GET("/x").OutEmpty()
	routes := weft.NewRoutes(e.Implement(func(context.Context) error { return &weft.Problem{Status: status.Gone, Detail: "sold"} }))
	wefttest.New(t, routes).Get("/x").Status(410).BodyContains(`"detail":"sold"`)
}

func TestOperation_outCodecError(t *testing.T) {
	runFixtures(t, "RateBook")
	got := shop(t).send(t, "POST", "/books/42/rating?stars=6", nil, "")
	if got.status != 418 || got.body != "that is no rating: want at most 5, got 6" {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestOperation_transform(t *testing.T) { runFixtures(t, "SetPrice") }

// Nothing is read of a body that the function does not ask for, and it is closed.
func TestOperation_client_closesBodies(t *testing.T) {
	closed := 0
	answer := func(s weft.Status, body string) endpoint.Doer {
		return &recording{Doer: canned{weft.Bytes([]byte(body), "application/json").WithStatus(s)}, closed: &closed}
	}
	for name, call := range map[string]func(context.Context) error{
		"a value": func(ctx context.Context) error {
			_, err := fixtures.GetBook.Client(answer(200, `{"id":1,"title":"a","authors":["b"],"price":1}`))(ctx, 1)
			return err
		},
		"a failure": func(ctx context.Context) error {
			_, err := fixtures.GetBook.Client(answer(404, `{"id":1}`))(ctx, 1)
			return err
		},
		"unexpected": func(ctx context.Context) error {
			_, err := fixtures.GetBook.Client(answer(500, `{}`))(ctx, 1)
			return err
		},
		"undecodable": func(ctx context.Context) error {
			_, err := fixtures.GetBook.Client(answer(200, `{`))(ctx, 1)
			return err
		},
		"empty": func(ctx context.Context) error {
			return fixtures.CountVisit.Client(answer(202, "not empty"))(ctx, [16]byte{1})
		},
	} {
		t.Run(name, func(t *testing.T) {
			closed = 0
			call(t.Context())
			if closed == 0 {
				t.Error("the body of the answer is left open")
			}
		})
	}
}

// What comes from elsewhere, such as a proxy, is no declared failure although it has
// its status.
func TestOperation_client_unexpected(t *testing.T) {
	other := route.GET("/books/{id}").Path(codec.Long("id")).OutEmpty().OutError[vague](status.NotFound)
	for name, c := range map[string]struct {
		answer weft.Response
		want   string
	}{
		"no such route":   {(&weft.Problem{Status: 404, Detail: "there is nothing at this path"}).Response(weft.Get("/")), "GET /books/{id}: unexpected answer 404 Not Found: there is nothing at this path"},
		"another status":  {weft.Text("busy").WithStatus(503), `GET /books/{id}: unexpected answer 503 Service Unavailable: "busy"`},
		"a page of HTML":  {weft.HTML("<p>lost</p>").WithStatus(404), `GET /books/{id}: unexpected answer 404 Not Found: "<p>lost</p>"`},
		"another success": {weft.Text("ok"), `GET /books/{id}: unexpected answer 200 OK: "ok"`},
	} {
		t.Run(name, func(t *testing.T) {
			err := other.Client(canned{c.answer})(t.Context(), 1)
			var unexpected *endpoint.UnexpectedResponse
			if !errors.As(err, &unexpected) || err.Error() != c.want {
				t.Errorf("error %T %v\nwant %s", err, err, c.want)
			}
		})
	}
	err := other.Client(canned{weft.JSON(vague{}).WithStatus(404)})(t.Context(), 1)
	if _, ok := errors.AsType[vague](err); !ok {
		t.Errorf("a declared failure is %T %v", err, err)
	}
}

// vague is a failure that nearly every document can be decoded as.
type vague struct {
	Hint string `json:"hint,omitzero"`
}

func (vague) Error() string { return "vague" }

// The client gets problems as documents, also where its answers are text.
func TestOperation_client_problem(t *testing.T) {
	_, err := fixtures.Shelf.Client(shop(t))(t.Context(), 0)
	var unexpected *endpoint.UnexpectedResponse
	if !errors.As(err, &unexpected) || unexpected.Problem == nil || len(unexpected.Problem.Errors) != 1 {
		t.Errorf("error %#v", err)
	}
}

// What cannot be written is an error of the call, and nothing is sent.
func TestOperation_client_unwritable(t *testing.T) {
	r := &recording{Doer: canned{}}
	_, err := fixtures.ShowToken.Client(r)(t.Context(), "a\r\nb")
	if err == nil || r.last != nil || !strings.HasPrefix(err.Error(), "GET /token: ") {
		t.Errorf("error %v, sent %v", err, r.last)
	}
	_, err = fixtures.ShowLogin.Client(r)(t.Context(), codec.Login{User: "a:b"})
	if err == nil || r.last != nil {
		t.Errorf("error %v, sent %v", err, r.last)
	}
}

// The error of the transport is the error of the call.
func TestOperation_client_transport(t *testing.T) {
	_, err := fixtures.GetBook.Client(broken{})(t.Context(), 1)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
}

type broken struct{}

func (broken) Do(context.Context, *weft.Request) (weft.Response, error) {
	return weft.Response{}, io.ErrUnexpectedEOF
}
