package client_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

type book struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

type notFound struct {
	ID int64 `json:"id"`
}

func (e notFound) Error() string { return fmt.Sprintf("there is no book %d", e.ID) }

var (
	getBook = route.GET("/books/{id}").
		Path(codec.Path[int64]("id")).
		Query(codec.Query[string]("lang").Default("en")).
		Out[book]().
		OutError[notFound](status.NotFound)

	putBook = route.PUT("/books/{name}").
		Path(codec.Path[string]("name")).
		In[book]().
		OutEmpty()

	// translate answers each word as soon as it comes.
	translate = route.POST("/words").InStream[string]().OutStream[string]()

	listBooks = route.GET("/books").OutStream[book]()

	sumUp = route.POST("/sum").InStream[int]().Out[int]()
)

var routes = weft.NewRoutes(
	getBook.Implement(func(_ context.Context, id int64, lang string) (book, error) {
		switch id {
		case 1:
			return book{1, "Dune (" + lang + ")"}, nil
		case 2:
			return book{}, errors.New("the shelf is broken")
		}
		return book{}, notFound{id}
	}),
	putBook.Implement(func(_ context.Context, name string, b book) error {
		if name != b.Title {
			return fmt.Errorf("name %q, title %q", name, b.Title)
		}
		return nil
	}),
	translate.Implement(func(_ context.Context, words iter.Seq2[string, error]) (iter.Seq2[string, error], error) {
		return func(yield func(string, error) bool) {
			for w, err := range words {
				if !yield(strings.ToUpper(w), err) {
					return
				}
			}
		}, nil
	}),
	listBooks.Implement(func(ctx context.Context) (iter.Seq2[book, error], error) {
		return func(yield func(book, error) bool) {
			for i := int64(1); ctx.Err() == nil; i++ {
				if !yield(book{i, strings.Repeat("x", 1000)}, nil) {
					return
				}
			}
		}, nil
	}),
	sumUp.Implement(func(_ context.Context, numbers iter.Seq2[int, error]) (int, error) {
		sum := 0
		for n, err := range numbers {
			if err != nil {
				return 0, err
			}
			sum += n
		}
		return sum, nil
	}),
)

func TestEndpoint(t *testing.T) {
	srv := wefttest.Start(t, routes)
	call := getBook.Client(connect(t, srv.URL))
	b, err := call(t.Context(), 1, "de")
	if err != nil || b != (book{1, "Dune (de)"}) {
		t.Errorf("got %v, %v", b, err)
	}
}

func TestEndpointFailures(t *testing.T) {
	srv := wefttest.Start(t, routes)
	call := getBook.Client(connect(t, srv.URL))
	_, err := call(t.Context(), 7, "de")
	if e := errorOf[notFound](t, err); e.ID != 7 {
		t.Errorf("got %v", e)
	}
	_, err = call(t.Context(), 2, "de")
	if e := errorOf[*endpoint.UnexpectedResponse](t, err); e.Status != status.InternalServerError || e.Problem == nil {
		t.Errorf("got %#v", e)
	}
}

func TestEndpointWithABody(t *testing.T) {
	srv := wefttest.Start(t, routes)
	call := putBook.Client(connect(t, srv.URL))
	for _, name := range []string{"Dune", "a/b?c#d%2F", "Ünï cödé", ".."} {
		err := call(t.Context(), name, book{1, name})
		if name == ".." {
			if err == nil {
				t.Error("a path with dots was sent")
			}
			continue
		}
		if err != nil {
			t.Errorf("name %q: %v", name, err)
		}
	}
}

func TestEndpointBelowAPath(t *testing.T) {
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/v1/shop/books/{id}").Path(codec.Path[int64]("id")).
		Handle(func(_ *weft.Request, id int64) (weft.Response, error) { return weft.JSON(book{ID: id}), nil })))
	for _, path := range []string{"/v1/shop", "/v1/shop/", "/v1/./shop"} {
		b, err := getBook.Client(connect(t, srv.URL+path))(t.Context(), 5, "en")
		if err != nil || b.ID != 5 {
			t.Errorf("base %s: %v, %v", path, b, err)
		}
	}
}

func TestEndpointCodecConfig(t *testing.T) {
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/books/{id}").Path(codec.Path[int64]("id")).
		Handle(func(*weft.Request, int64) (weft.Response, error) {
			return weft.NewResponse(status.OK).WithBody(weft.BodyString(`{"id":1,"title":"x","more":true}`, "application/json")), nil
		})))
	if _, err := getBook.Client(connect(t, srv.URL))(t.Context(), 1, "en"); err != nil {
		t.Errorf("extra fields: %v", err)
	}
	strict := connect(t, srv.URL, client.Config{Codec: weft.CodecConfig{RejectExtraFields: true}})
	_, err := getBook.Client(strict)(t.Context(), 1, "en")
	if err == nil || !strings.Contains(err.Error(), "more") {
		t.Errorf("extra fields, rejected: %v", err)
	}
}

// TestStreamsBothWays sends a word only after the answer to the last one has come, so
// nothing may be held back anywhere on the way.
func TestStreamsBothWays(t *testing.T) {
	srv := wefttest.Start(t, routes, server.Config.EnableRequestStreaming)
	call := translate.Client(connect(t, srv.URL))
	next := make(chan string, 1)
	next <- "one"
	words := func(yield func(string, error) bool) {
		for w := range next {
			if !yield(w, nil) {
				return
			}
		}
	}
	answers, err := call(t.Context(), words)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for w, err := range answers {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, w)
		switch len(got) {
		case 1:
			next <- "two"
		case 2:
			next <- "three"
			close(next)
		}
	}
	if !slices.Equal(got, []string{"ONE", "TWO", "THREE"}) {
		t.Errorf("got %v", got)
	}
}

func TestStreamEndedEarly(t *testing.T) {
	srv := wefttest.Start(t, routes)
	books, err := listBooks.Client(connect(t, srv.URL))(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := int64(0)
	for b, err := range books {
		if n++; err != nil || b.ID != n {
			t.Fatalf("got %v, %v", b, err)
		}
		if n == 100 {
			break
		}
	}
}

func TestStreamEndedByContext(t *testing.T) {
	srv := wefttest.Start(t, routes)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	books, err := listBooks.Client(connect(t, srv.URL))(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var last error
	for b, err := range books {
		if last = err; b.ID == 10 {
			cancel()
		}
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("the stream ended with %v", last)
	}
}

// TestStreamedRequestFails checks that the error of a request's body is the error of
// the call.
func TestStreamedRequestFails(t *testing.T) {
	srv := wefttest.Start(t, routes, server.Config.EnableRequestStreaming)
	broke := errors.New("out of numbers")
	_, err := sumUp.Client(connect(t, srv.URL))(t.Context(), func(yield func(int, error) bool) {
		_ = yield(1, nil) && yield(2, nil) && yield(0, broke)
	})
	if !errors.Is(err, broke) {
		t.Errorf("error %v, want %v", err, broke)
	}
	if sum, err := sumUp.Client(connect(t, srv.URL))(t.Context(), func(yield func(int, error) bool) {
		_ = yield(1, nil) && yield(2, nil)
	}); err != nil || sum != 3 {
		t.Errorf("a whole stream: %d, %v", sum, err)
	}
}

// TestStreamedRequestRefused checks that a program hears that its body is not wanted.
func TestStreamedRequestRefused(t *testing.T) {
	srv := wefttest.Start(t, weft.NewRoutes(route.POST("/sum").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.NewResponse(status.Forbidden), nil
	})), server.Config.EnableRequestStreaming)
	stopped := make(chan struct{})
	_, err := sumUp.Client(connect(t, srv.URL))(t.Context(), func(yield func(int, error) bool) {
		defer close(stopped)
		for yield(1, nil) {
		}
	})
	<-stopped
	if e, ok := errors.AsType[*endpoint.UnexpectedResponse](err); ok && e.Status != status.Forbidden || err == nil {
		t.Errorf("error %v", err)
	}
}

func TestConcurrentCalls(t *testing.T) {
	srv := wefttest.Start(t, routes)
	call := getBook.Client(connect(t, srv.URL))
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			for j := range 20 {
				lang := fmt.Sprintf("%d-%d", i, j)
				if b, err := call(t.Context(), 1, lang); err != nil || b.Title != "Dune ("+lang+")" {
					t.Errorf("got %v, %v", b, err)
				}
			}
		})
	}
	group.Wait()
}
