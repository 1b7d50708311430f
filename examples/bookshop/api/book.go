package api

import (
	"fmt"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// A Draft is what is said about a book when it is added or changed. Its constraints
// hold for the API and for the forms of the shop's pages alike.
type Draft struct {
	Title  string `json:"title" minLength:"1" maxLength:"200" example:"Middlemarch" doc:"The title on the cover."`
	Author string `json:"author" minLength:"1" maxLength:"200" example:"George Eliot" doc:"Who wrote it."`
	Year   int    `json:"year" minimum:"-3000" maximum:"2100" example:"1871" doc:"When it was first published; negative before our era."`
	Price  int    `json:"price" minimum:"0" maximum:"100000" example:"1299" doc:"In cents."`
	Stock  int    `json:"stock" minimum:"0" maximum:"100000" example:"5" doc:"How many copies are there."`
}

// A Book is a book in the shop.
type Book struct {
	ID     int64  `json:"id" example:"1" doc:"The number of the book."`
	Title  string `json:"title" example:"Middlemarch"`
	Author string `json:"author" example:"George Eliot"`
	Year   int    `json:"year" example:"1871"`
	Price  int    `json:"price" example:"1299" doc:"In cents."`
	Stock  int    `json:"stock" example:"5"`
}

// Draft returns what can be changed about the book.
func (b Book) Draft() Draft {
	return Draft{Title: b.Title, Author: b.Author, Year: b.Year, Price: b.Price, Stock: b.Stock}
}

// A Page is a part of a list of books.
type Page struct {
	Books []Book `json:"books"`
	Total int    `json:"total" doc:"How many books match, on all pages."`
	Page  int    `json:"page" doc:"The number of this page, from 1."`
}

// A Search says which books are listed. Its zero value is not a page: begin with 1.
type Search struct {
	Query string `query:"q" default:"" maxLength:"100" doc:"Words of title or author; all of them have to occur."`
	Page  int    `query:"page" default:"1" minimum:"1" maximum:"10000"`
	Size  int    `query:"size" default:"24" minimum:"1" maximum:"100"`
}

// NotFound is the failure of a call about something that the shop does not have.
type NotFound struct {
	What string `json:"what" example:"book"`
	ID   int64  `json:"id" example:"42"`
}

// Error says what is missing.
func (e NotFound) Error() string { return fmt.Sprintf("there is no %s %d", e.What, e.ID) }

// Forbidden is the failure of a call that is for the shop's staff.
type Forbidden struct {
	Needs string `json:"needs" example:"staff" doc:"Who may do it."`
}

// Error says who may do it.
func (e Forbidden) Error() string { return "this is for " + e.Needs }

// The endpoints of the catalogue.
var (
	ListBooks = route.GET("/api/books").
			Query(codec.QueryStruct[Search]()).
			Out[Page]().
			Tag("books").
			Doc("Lists books. They are in the order of their authors.")

	ExportBooks = route.GET("/api/export").
			OutStream[Book]().
			Tag("books").
			Doc("Streams all books, one after the other.")

	GetBook = route.GET("/api/books/{id}").
		Path(bookID).
		Out[Book]().
		OutError[NotFound](status.NotFound).
		Tag("books").
		Doc("Fetches one book.")

	AddBook = route.POST("/api/books").
		In[Draft]().
		Out[Book](endpoint.Status(status.Created)).
		OutError[Forbidden](status.Forbidden).
		Auth(Login).UnauthorizedStatus(status.Unauthorized).
		Tag("books").
		Doc("Adds a book. Staff only.")

	ReplaceBook = route.PUT("/api/books/{id}").
			Path(bookID).
			In[Draft]().
			Out[Book]().
			OutError[NotFound](status.NotFound).
			OutError[Forbidden](status.Forbidden).
			Auth(Login).UnauthorizedStatus(status.Unauthorized).
			Tag("books").
			Doc("Changes a book. Staff only.")

	DeleteBook = route.DELETE("/api/books/{id}").
			Path(bookID).
			OutEmpty().
			OutError[NotFound](status.NotFound).
			OutError[Forbidden](status.Forbidden).
			Auth(Login).UnauthorizedStatus(status.Unauthorized).
			Tag("books").
			Doc("Removes a book. Staff only.")
)

// bookID is the path parameter that most endpoints have.
var bookID = codec.Long("id").Minimum(1).Doc("The number of the book.").Example("the first", 1)
