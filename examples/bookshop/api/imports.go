package api

import (
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/status"
)

// A Progress is how far an import has come.
type Progress struct {
	Import  int64    `json:"import" doc:"The number of the import."`
	Done    int      `json:"done" doc:"How many lines were read."`
	Total   int      `json:"total" doc:"How many lines there are."`
	Added   int      `json:"added" doc:"How many books were added."`
	Faults  []string `json:"faults,omitzero" doc:"What was wrong with the others, the first ten."`
	IsEnded bool     `json:"isEnded"`
}

// BadImport is the failure of an import whose text is no list of books.
type BadImport struct {
	Problem string `json:"problem" example:"line 1: want title,author,year,price,stock"`
}

// Error says what is wrong.
func (e BadImport) Error() string { return e.Problem }

// The endpoints of imports.
var (
	StartImport = route.POST("/api/imports").
			In[string](endpoint.MediaType("text/csv"), endpoint.Doc("Lines of title, author, year, price in cents, stock; the first line names them.")).
			Out[Progress](endpoint.Status(status.Accepted)).
			OutError[BadImport](status.UnprocessableContent).
			OutError[Forbidden](status.Forbidden).
			Auth(Login).UnauthorizedStatus(status.Unauthorized).
			Tag("imports").
			Doc("Begins to add a list of books. Staff only.")

	WatchImport = route.GET("/api/imports/{import}/progress").
			Path(codec.Long("import").Doc("The number of the import.")).
			OutStream[sse.Message[Progress]](endpoint.MediaType("text/event-stream")).
			OutError[NotFound](status.NotFound).
			Auth(Login).UnauthorizedStatus(status.Unauthorized).
			Tag("imports").
			Doc("Tells how far an import has come, until it ends.")
)
