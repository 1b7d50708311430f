package main

import (
	"strings"
	"testing"

	"github.com/weft-go/weft/cli"
)

func TestCommands(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"api get-books --id 7 --curl", "http://localhost:8080/api/books/7"},
		{"api list-books --q austen --curl", "q=austen"},
		{"api create-books-orders --id 7 --quantity 2 --curl", `"quantity":2`},
		{"api --help", "Streams all books"},
	} {
		var out strings.Builder
		code := app(cli.Config{Stdout: &out, Stderr: &out}).Run(t.Context(), strings.Fields(c.args))
		if code != 0 || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: got %d, want %q in\n%s", c.args, code, c.want, out.String())
		}
	}
}
