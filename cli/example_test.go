package cli_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/cli"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
)

type Note struct {
	Title string   `json:"title" minLength:"1" doc:"What it is about."`
	Tags  []string `json:"tags,omitzero"`
}

var (
	getNote = route.GET("/notes/{id}").
		Path(codec.Int("id").Minimum(1)).
		Out[Note]().
		Doc("Fetches a note.")

	addNote = route.POST("/notes").
		In[Note]().
		Out[Note]().
		Doc("Adds a note.")
)

func Example() {
	routes := weft.NewRoutes(
		getNote.Implement(func(_ context.Context, id int) (Note, error) { return Note{Title: fmt.Sprintf("note %d", id)}, nil }),
		addNote.Implement(func(_ context.Context, n Note) (Note, error) { return n, nil }),
	)
	server := httptest.NewServer(routes)
	defer server.Close()
	address, _ := url.Parse(server.URL)
	port, _ := strconv.Atoi(address.Port())

	app := cli.FromEndpoints("notes", "1.0.0", "Notes on the command line.", "", address.Hostname(), port,
		[]endpoint.Described{getNote, addNote}, true, cli.Config{Stderr: os.Stdout})
	ctx := context.Background()
	fmt.Println(app.Run(ctx, []string{"notes", "get", "--id", "7"}))
	fmt.Println(app.Run(ctx, []string{"notes", "create", "--title", "milk", "--tags", "food", "--tags", "today"}))
	fmt.Println(app.Run(ctx, []string{"notes", "get", "--id", "0"}))
	// Output:
	// {
	//   "title": "note 7"
	// }
	// 0
	// {
	//   "title": "milk",
	//   "tags": [
	//     "food",
	//     "today"
	//   ]
	// }
	// 0
	// notes: --id: want at least 1, got 0
	// Add --help for help.
	// 2
}
