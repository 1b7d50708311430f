package endpoint_test

import (
	"context"
	"strings"
	"testing"
	"uuid"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

func TestOperation_url(t *testing.T) {
	id := uuid.MustParse("0191d3a4-6b1c-7c5e-8f00-1a2b3c4d5e6f")
	// Values of the path from left to right, whatever the order of the function.
	reversed := route.GET("/{a}/{b}").Path(codec.String("b")).Path(codec.Long("a")).OutEmpty()
	alike := route.GET("/{ids}.{id}").Path(codec.Long("id")).Path(codec.String("ids")).OutEmpty()
	for name, c := range map[string]struct {
		url  func() (string, error)
		want string
	}{
		"one value":       {func() (string, error) { return fixtures.GetBook.URL("https://books.example", int64(42)) }, "https://books.example/books/42"},
		"an int for long": {func() (string, error) { return fixtures.GetBook.URL("https://books.example", 42) }, "https://books.example/books/42"},
		"below a path":    {func() (string, error) { return fixtures.GetBook.URL("https://books.example:8443/v1/", 42) }, "https://books.example:8443/v1/books/42"},
		"without values":  {func() (string, error) { return fixtures.ListBooks.URL("http://a") }, "http://a/books"},
		"several": {func() (string, error) {
			return fixtures.LocateBook.URL("http://a", "Par/is é", int8(-3), fixtures.ISBN("978-0-441-17271-9"))
		}, "http://a/shops/Par%2Fis%20%C3%A9/shelves/-3/isbn/9780441172719"},
		"a UUID":       {func() (string, error) { return fixtures.OrderStatus.URL("http://a", id) }, "http://a/orders/" + id.String() + "/status"},
		"the rest":     {func() (string, error) { return fixtures.ReadSample.URL("http://a", "x/y z") }, "http://a/samples/x/y%20z"},
		"no query":     {func() (string, error) { return fixtures.BuyBook.URL("http://a?b=c#d", 42) }, "http://a/books/42/buy"},
		"transformed":  {func() (string, error) { return fixtures.SetPrice.URL("http://a", fixtures.BookID{Number: 7}) }, "http://a/books/7/price"},
		"a suffix":     {func() (string, error) { return fixtures.BookText.URL("http://a", 42) }, "http://a/books/42.txt"},
		"text between": {func() (string, error) { return fixtures.Compare.URL("http://a", "x/y", ".z") }, "http://a/comparisons/x%2Fy....z"},
		"text around": {func() (string, error) {
			return fixtures.Edition.URL("http://a", int32(2), fixtures.ISBN("0441172717"), 3, id)
		}, "http://a/v2/editions/0441172717:3-" + id.String() + ".txt"},
		"a name that begins like another": {func() (string, error) { return alike.URL("http://a", "x", int64(1)) }, "http://a/x.1"},
		"left to right":                   {func() (string, error) { return reversed.URL("http://a", int64(1), "x") }, "http://a/1/x"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := c.url(); got != c.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, c.want)
			}
		})
	}
}

func TestOperation_url_errors(t *testing.T) {
	for name, c := range map[string]struct {
		url  func() (string, error)
		want string
	}{
		"base without a scheme": {func() (string, error) { return fixtures.GetBook.URL("books.example", 1) }, "want an absolute URL"},
		"malformed base":        {func() (string, error) { return fixtures.GetBook.URL("http://a b", 1) }, ""},
		"too few values":        {func() (string, error) { return fixtures.GetBook.URL("http://a") }, "GET /books/{id}: want 1 path values, got 0"},
		"too many values":       {func() (string, error) { return fixtures.GetBook.URL("http://a", 1, 2) }, "GET /books/{id}: want 1 path values, got 2"},
		"another type":          {func() (string, error) { return fixtures.GetBook.URL("http://a", "1") }, "GET /books/{id}: want int64, got string"},
		"nil":                   {func() (string, error) { return fixtures.GetBook.URL("http://a", nil) }, "GET /books/{id}: want int64, got <nil>"},
		"a number that is lost": {func() (string, error) { return fixtures.LocateBook.URL("http://a", "x", 300, "1") }, "want int8, got int"},
		"a fraction":            {func() (string, error) { return fixtures.GetBook.URL("http://a", 1.5) }, "want int64, got float64"},
		"an empty segment":      {func() (string, error) { return fixtures.ShelfByName.URL("http://a", "") }, ""},
		"text that ends it":     {func() (string, error) { return fixtures.Compare.URL("http://a", "x...y", "z") }, `"x...y" would be read as "x", because "..." ends it`},
		"an empty part":         {func() (string, error) { return fixtures.Compare.URL("http://a", "x", "") }, "got an empty value"},
		"a dot segment":         {func() (string, error) { return fixtures.ShelfByName.URL("http://a", "..") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.url()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q, error %v, want %s", got, err, c.want)
			}
		})
	}
}

func TestOperation_urlRelative(t *testing.T) {
	if got, err := fixtures.GetBook.URLRelative(42); got != "/books/42" || err != nil {
		t.Error(got, err)
	}
	if got, err := fixtures.ReadSample.URLRelative(""); (got != "/samples" && got != "/samples/") || err != nil {
		t.Error(got, err)
	}
}

func TestOperation_urlFromRequest(t *testing.T) {
	absolute := weft.Get("https://books.example:8443/elsewhere?q=1")
	for name, c := range map[string]struct {
		req  *weft.Request
		want string
	}{
		"host of the field":    {weft.Get("/x").AddHeader("Host", "books.example:81"), "http://books.example:81/books/42"},
		"neither":              {weft.Get("/x"), "http://localhost/books/42"},
		"an absolute target":   {absolute, "https://books.example:8443/books/42"},
		"absolute, with Host":  {absolute.AddHeader("Host", "books.example:8443"), "https://books.example:8443/books/42"},
		"absolute, plain http": {weft.Get("http://books.example/x"), "http://books.example/books/42"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := fixtures.GetBook.URLFromRequest(c.req, 42); got != c.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, c.want)
			}
		})
	}
}

// Over a socket the host is the one that the client has sent.
func TestOperation_urlFromRequest_socket(t *testing.T) {
	e := route.GET("/x").OutEmpty()
	s := wefttest.Start(t, weft.NewRoutes(e.ImplementHandler(func(req *weft.Request) (weft.Response, error) {
		u, err := fixtures.GetBook.URLFromRequest(req, 42)
		return weft.Text(u), err
	})))
	if got := newSocket(s).send(t, "GET", "/x", nil, ""); got.body != s.URL+"/books/42" {
		t.Errorf("%s, want %s/books/42", got.body, s.URL)
	}
}

func TestOperation_implement(t *testing.T) {
	runFixtures(t, "MoveBook")
	// The context is that of the request.
	type key struct{}
	e := route.GET("/x").Out[string](endpoint.MediaType("text/plain"))
	r := e.Implement(func(ctx context.Context) (string, error) { return ctx.Value(key{}).(string), nil })
	routes := weft.NewRoutes(r).With(weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			return next(req.WithContext(context.WithValue(req.Context(), key{}, "from middleware")))
		}
	}))
	wefttest.New(t, routes).Get("/x").Body("from middleware")
}

// One description may be implemented several times.
func TestOperation_implement_twice(t *testing.T) {
	for _, answer := range []string{"a", "b"} {
		r := fixtures.Shelf.Implement(func(context.Context, int) (string, error) { return answer, nil })
		wefttest.New(t, weft.NewRoutes(r)).Get("/shelves/1").Body(answer)
	}
}

func TestOperation_implementHandler(t *testing.T) { runFixtures(t, "ExportShop") }

// HEAD is answered from GET.
func TestOperation_implement_head(t *testing.T) {
	got := shop(t).send(t, "HEAD", "/books/42", nil, "")
	if got.status != 200 || got.body != "" || got.headers.Get("Content-Type") != "application/json" {
		t.Errorf("%+v", got)
	}
}

func TestOperation_doc(t *testing.T) {
	d := fixtures.GetBook.Describe()
	part := d.Inputs[0].Parts()[0]
	if d.Doc != "Fetches one book." || len(d.Tags) != 1 || d.Deprecated || part.Doc != "The number of the book." {
		t.Errorf("described as %+v", d)
	}
	if len(part.Examples) != 1 || part.Examples[0].Name != "the first" || part.Examples[0].Value() != "1" {
		t.Errorf("the examples are %+v", part.Examples)
	}
	if d.Failures[0].Doc != "There is no such book." {
		t.Errorf("the failure says %q", d.Failures[0].Doc)
	}
	if !fixtures.RemoveBook.Describe().Deprecated {
		t.Error("RemoveBook is not deprecated")
	}
	if p := fixtures.BuyBooks.Describe().Inputs[0].Parts()[0]; len(p.Examples) != 1 ||
		p.Examples[0].Value() != `{"books":[42],"payments":[{"card":{"number":"1234"}}]}` {
		t.Errorf("the examples of a body are %+v", p.Examples)
	}
}
