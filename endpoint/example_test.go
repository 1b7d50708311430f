package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// Book is what the example is about.
type Book struct {
	ID    int64  `json:"id"`
	Title string `json:"title" minLength:"1"`
}

// NotFound is the failure of a book that is not there.
type NotFound struct {
	ID int64 `json:"id"`
}

func (e NotFound) Error() string { return fmt.Sprintf("there is no book %d", e.ID) }

// GetBook is described once. This is what server, client and documentation share.
var GetBook = route.GET("/books/{id}").
	Path(codec.Path[int64]("id").Doc("The book's number").Example("the first", 1)).
	Query(codec.Query[string]("lang").Default("en")).
	Out[Book]().
	OutError[NotFound](status.NotFound).
	Doc("Fetches one book.")

// getBook implements it and knows nothing of HTTP.
func getBook(_ context.Context, id int64, lang string) (Book, error) {
	if id != 42 {
		return Book{}, fmt.Errorf("shelf 7: %w", NotFound{id})
	}
	return Book{ID: id, Title: "Dune (" + lang + ")"}, nil
}

// memory calls routes without a network.
type memory struct{ routes weft.Routes }

func (m memory) Do(_ context.Context, req *weft.Request) (weft.Response, error) {
	return m.routes.Serve(req), nil
}

func ExampleEndpoint_ID() {
	fetch := GetBook.ID("fetchBook")
	doc := openapi.FromEndpoints("Books", "1.0", fetch)
	for _, item := range doc.Paths.All() {
		for method, op := range item.All() {
			fmt.Println(method, op.OperationID)
		}
	}
	// Output: GET fetchBook
}

func Example() {
	routes := weft.NewRoutes(GetBook.Implement(getBook))

	resp := routes.Serve(weft.Get("/books/42"))
	body, _ := resp.Body().AsString()
	fmt.Println(int(resp.Status()), body)

	call := GetBook.Client(memory{routes})
	book, err := call(context.Background(), 42, "de")
	fmt.Println(book.Title, err)

	_, err = call(context.Background(), 7, "de")
	var notFound NotFound
	fmt.Println(errors.As(err, &notFound), notFound.ID)

	url, _ := GetBook.URL("https://books.example", 42)
	fmt.Println(url)

	resp = routes.Serve(weft.Get("/books/many"))
	fmt.Println(int(resp.Status()), http.StatusText(int(resp.Status())))
	// Output:
	// 200 {"id":42,"title":"Dune (en)"}
	// Dune (de) <nil>
	// true 7
	// https://books.example/books/42
	// 404 Not Found
}
