package endpoint_test

import (
	"context"
	"io"
	"iter"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/avro"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/format/protobuf"
	"github.com/weft-go/weft/format/thrift"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// There is a test for each row of the table of operations. Each runs the fixtures
// that show the operation, and what is special about it.

// runFixtures makes all calls of some fixtures, raw and typed, over one socket.
func runFixtures(t *testing.T, names ...string) {
	t.Helper()
	s := shop(t)
	for _, name := range names {
		f := fixtures.Named(name)
		for _, c := range f.Calls {
			t.Run(name+"/"+c.Name, func(t *testing.T) {
				checkCall(t, s, f, c)
				checkTyped(t, s, f, c)
			})
		}
	}
}

func TestOperation_query(t *testing.T) {
	runFixtures(t, "SearchBooks", "BooksByAuthors", "NewBooks", "ListBooks", "FilterBooks", "BooksInRange")
	d := fixtures.SearchBooks.Describe()
	part := d.Inputs[0].Parts()[0]
	if part.Doc == "" || len(part.Examples) != 2 || part.Examples[0].Value() != "omens" || !part.Required {
		t.Errorf("the parameter is described as %+v", part)
	}
	if parts := fixtures.BooksInRange.Describe().Inputs[0].Parts(); len(parts) != 2 || parts[0].Required || !parts[1].Required {
		t.Errorf("a pair is described as %+v", parts)
	}
}

func TestOperation_header(t *testing.T) {
	runFixtures(t, "CountVisit", "Greeting", "CatalogueV2", "CatalogueChanges", "ImportCatalogue", "ShowToken", "ShowLogin", "ShowScheme")
	if p := fixtures.CatalogueV2.Describe().Inputs[0].Parts()[0]; p.Expected != "2" || !p.Required {
		t.Errorf("an expected value is described as %+v", p)
	}
}

func TestOperation_cookie(t *testing.T) { runFixtures(t, "ShowBasket", "TakeBasket") }

func TestOperation_path(t *testing.T) {
	runFixtures(t, "GetBook", "Shelf", "ShelfByName", "OrderStatus", "CountStock", "ReadSample", "LocateBook")
}

// A path parameter whose text does not fit its type does not match, whatever the
// type is called.
func TestOperation_path_doesNotMatch(t *testing.T) {
	type Number int64
	type Count uint32
	text := func(*weft.Request) (weft.Response, error) { return weft.Text("text"), nil }
	for name, r := range map[string]weft.Route{
		"named integer": route.GET("/{x}").Path(codec.Path[Number]("x")).OutEmpty().Implement(func(context.Context, Number) error { return nil }),
		"uint32":        route.GET("/{x}").Path(codec.Path[Count]("x")).OutEmpty().Implement(func(context.Context, Count) error { return nil }),
		"transformed": route.GET("/{x}").Path(codec.Transform(codec.Long("x"), func(n int64) string { return "" }, func(string) int64 { return 0 })).
			OutEmpty().Implement(func(context.Context, string) error { return nil }),
		"plain route": route.GET("/{x}").Path(codec.Int("x")).Handle(func(*weft.Request, int) (weft.Response, error) { return weft.NoContent(), nil }),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if v := recover(); v != nil { // they are taken for the same pattern
					t.Fatal(v)
				}
			}()
			routes := weft.NewRoutes(r, route.GET("/{word}").Handle(text))
			wefttest.New(t, routes).Get("/7").Status(204)
			wefttest.New(t, routes).Get("/seven").Status(200).Body("text")
		})
	}
}

func TestOperation_in(t *testing.T) {
	runFixtures(t, "AddBook", "ReplaceBook", "PatchBook", "WriteNote", "PutCover", "Scan", "Convert", "Suggest", "BuyBooks", "SortCategories")
	if p := fixtures.AddBook.Describe().Inputs[0].Parts()[0]; p.Doc != "The book to add." || len(p.MediaTypes) != 5 || p.MediaTypes[0] != "application/json" {
		t.Errorf("a body is described as %+v", p)
	}
}

// A body may be sent in any of the five formats, and asked for in any other.
func TestOperation_in_formats(t *testing.T) {
	s := shop(t)
	in := formatsOf[fixtures.NewBook](t)
	out := formatsOf[fixtures.Book](t)
	book := fixtures.NewBook{Title: "Emma", Authors: []string{"Jane Austen"}, Price: 799, Binding: fixtures.Audio}
	for _, from := range in {
		for _, to := range out {
			t.Run(from.Format().Name+" to "+to.Format().Name, func(t *testing.T) {
				body, err := from.Encode(book)
				if err != nil {
					t.Fatal(err)
				}
				got := s.send(t, "POST", "/books", []string{"Content-Type", from.Format().MediaType, "Accept", to.Format().MediaType}, string(body))
				if got.status != 201 || got.headers.Get("Content-Type") != to.Format().MediaType {
					t.Fatalf("%d %s: %q", got.status, got.headers.Get("Content-Type"), got.body)
				}
				added, err := to.Decode([]byte(got.body))
				if err != nil || added.ID != 43 || added.Title != "Emma" || added.Binding != fixtures.Audio {
					t.Errorf("%+v, %v", added, err)
				}
			})
		}
	}
}

func formatsOf[T any](t *testing.T) []format.Codec[T] {
	t.Helper()
	var list []format.Codec[T]
	add := func(c format.Codec[T], err error) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	add(json.CodecFor[T](format.Config{}))
	add(protobuf.NewProtobufCodec[T](format.Config{}))
	add(avro.NewSchemaBasedBinaryCodec[T](format.Config{}))
	add(thrift.NewThriftBinaryCodec[T](format.Config{}))
	add(msgpack.NewMessagePackCodec[T](format.Config{}))
	return list
}

// Media types are compared without parameters and case, aliases and suffixes are
// understood, and what says nothing is JSON.
func TestOperation_in_mediaTypes(t *testing.T) {
	s := shop(t)
	body := `{"title":"Emma","authors":["Jane Austen"],"price":799}`
	for _, contentType := range []string{"application/json", "application/json; charset=utf-8", "Application/JSON", "text/json", "application/books+json", ""} {
		var headers []string
		if contentType != "" {
			headers = []string{"Content-Type", contentType}
		}
		if got := s.send(t, "POST", "/books", headers, body); got.status != 201 {
			t.Errorf("%q: %d %s", contentType, got.status, got.body)
		}
	}
}

func TestOperation_in_part(t *testing.T) {
	runFixtures(t, "PublishBook", "UploadAudio")
	d := fixtures.PublishBook.Describe()
	var names []string
	for _, in := range d.Inputs {
		p := in.Parts()[0]
		names = append(names, p.Name)
		if !p.Multipart || !p.Required {
			t.Errorf("a part is described as %+v", p)
		}
	}
	if got := strings.Join(names, " "); got != "book blurb cover sample" {
		t.Errorf("the parts are %s", got)
	}
}

// A part of several megabytes is a file like a small one.
func TestOperation_in_part_large(t *testing.T) {
	upload := route.POST("/upload").InPart[codec.File]("file").Out[int64](endpoint.MediaType("application/json"))
	sum := func(_ context.Context, f codec.File) (int64, error) {
		r, err := f.Open()
		if err != nil {
			return 0, err
		}
		defer r.Close()
		return io.Copy(io.Discard, r)
	}
	s := newSocket(wefttest.Start(t, weft.NewRoutes(upload.Implement(sum)), server.Config.EnableRequestStreaming))
	data := strings.Repeat("0123456789", 300_000)
	n, err := upload.Client(s)(t.Context(), codec.FileReader("big.bin", "application/octet-stream", strings.NewReader(data), int64(len(data))))
	if n != int64(len(data)) || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

func TestOperation_inStream(t *testing.T) { runFixtures(t, "ImportBooks", "Translate") }

// Values reach the function while the client still sends.
func TestOperation_inStream_asItArrives(t *testing.T) {
	first := make(chan int)
	count := route.POST("/count").InStream[int]().OutEmpty()
	fn := func(_ context.Context, numbers iter.Seq2[int, error]) error {
		for n, err := range numbers {
			if err != nil {
				return err
			}
			first <- n
		}
		return nil
	}
	s := wefttest.Start(t, weft.NewRoutes(count.Implement(fn)), server.Config.EnableRequestStreaming)
	r, w := io.Pipe()
	done := make(chan int)
	go func() {
		req, _ := http.NewRequest("POST", s.URL+"/count", r)
		req.Header.Set("Content-Type", "application/x-ndjson")
		resp, err := s.Client().Do(req)
		if err != nil {
			done <- 0
			return
		}
		resp.Body.Close()
		done <- resp.StatusCode
	}()
	for i := range 3 {
		io.WriteString(w, string(rune('1'+i))+"\n")
		if n := <-first; n != i+1 {
			t.Errorf("got %d, want %d", n, i+1)
		}
	}
	w.Close()
	if code := <-done; code != 204 {
		t.Errorf("status %d", code)
	}
}

// A value that cannot be decoded, or breaks a constraint, is an error of the sequence;
// a function that passes it on has the request answered with the fault.
func TestOperation_inStream_faults(t *testing.T) {
	s := shop(t)
	for body, want := range map[string]int{
		`{"title":"a","authors":["b"],"price":1}` + "\n" + `{"title":1}` + "\n":                            400,
		`{"title":"a","authors":["b"],"price":1}` + "\n" + `{"title":"","authors":["b"],"price":1}` + "\n": 422,
	} {
		if got := s.send(t, "POST", "/import", []string{"Content-Type", "application/x-ndjson"}, body); got.status != want {
			t.Errorf("%q: %d %s, want %d", body, got.status, got.body, want)
		}
	}
}

func TestOperation_inputOrder(t *testing.T) {
	runFixtures(t, "MoveBook", "AskShop")
}

// The order of the parameters is that of the description, whatever the pattern's.
func TestOperation_inputOrder_asDeclared(t *testing.T) {
	pair := route.GET("/{a}/{b}").Path(codec.String("b")).Path(codec.String("a")).Out[string](endpoint.MediaType("text/plain"))
	routes := weft.NewRoutes(pair.Implement(func(_ context.Context, b, a string) (string, error) { return a + b, nil }))
	wefttest.New(t, routes).Get("/1/2").Status(200).Body("12")
	if got, err := pair.Client(memory{routes})(t.Context(), "2", "1"); got != "12" || err != nil {
		t.Error(got, err)
	}
}

func TestOperation_handle(t *testing.T) {
	c := wefttest.New(t, fixtures.Routes())
	c.Get("/hello").Status(200).Body("hello")
	c.Get("/hello/ada/2?greeting=hi").Status(status.Accepted).Header("X-Method", "GET").Body("hi ada\nhi ada\n")
	c.Get("/hello/ada/1").Body("hello ada\n")
	c.Get("/hello/ada/many").Status(404)
	c.Get("/hello/ada/1?greeting=a&greeting=b").Status(400).
		Body(problem(400, "/hello/ada/1", "the request has a fault", "query", "greeting", "want 1 value, got 2"))
}
