package main

import (
	"strings"
	"testing"

	"github.com/weft-go/weft/cli"
)

func TestCommands(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"books get --id 7 --curl", "http://localhost:8080/api/books/7"},
		{"books list --q austen --curl", "q=austen"},
		{"books create-orders --id 7 --quantity 2 --curl", `"quantity":2`},
		{"export --help", "Streams all books"},
	} {
		var out strings.Builder
		code := app(cli.Config{Stdout: &out, Stderr: &out}).Run(t.Context(), strings.Fields(c.args))
		if code != 0 || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: got %d, want %q in\n%s", c.args, code, c.want, out.String())
		}
	}
}
