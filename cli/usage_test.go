package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-go/weft/cli"
)

// TestBadInput wants messages that name the option, and nothing sent: the address has
// no server.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		name string
		args string // separated by |
		want []string
	}{
		{"path type", "books|get|--id|ten", []string{`--id: want int64, got "ten"`}},
		{"path missing", "books|get", []string{"--id: missing"}},
		{"path empty", "shelves|get-by-name|--name|", []string{"--name: want a text that can stand in a path"}},
		{"path dots", "shelves|get-by-name|--name|..", []string{"--name: want a text that can stand in a path"}},
		{"path limit", "shelves|get-by-number|--number|0", []string{"--number: want"}},
		{"query limit", "books|list|--limit|1000", []string{"--limit: want"}},
		{"all at once", "books|list|--limit|1000|--page|x", []string{"--limit: want", `--page: want int, got "x"`}},
		{"query missing", "search|get", []string{"--q: missing"}},
		{"query too short", "search|get|--q|a", []string{"--q: want at least 2 characters"}},
		{"given twice", "search|get|--q|ab|--q|cd", []string{"--q", "given twice"}},
		{"too many", "search|list-authors|--author|a|--author|b|--author|c|--author|d", []string{"--author: want"}},
		{"enum", "search|get-filter|--sort|colour", []string{"--sort: want"}},
		{"header", "visits|create|--x-visit|7", []string{"--x-visit: want"}},
		{"cookie", "basket|get|--basket|0", []string{"--basket: want"}},
		{"transformed", "books|replace-price|--id|1|--price|cheap", []string{"--price: want an amount such as 12.50EUR"}},
		{"fields missing", "books|create", []string{"--title: missing", "--authors: missing", "--price: missing"}},
		{"field type", "books|create|--title|E|--authors|J|--price|ten", []string{`--price: want int64, got "ten"`}},
		{"field limit", "books|create|--title|E|--authors|J|--price|-1", []string{"--price: want"}},
		{"field in a list", "books|create|--title|E|--authors|J|--authors|J|--price|1", []string{"--authors: want"}},
		{"field enum", "books|create|--title|E|--authors|J|--price|1|--binding|glue", []string{"--binding: want"}},
		{"body place", `books|create|--body|{"title":"","authors":["J"],"price":1}`, []string{"--body: title: want at least 1 character"}},
		{"body syntax", "books|create|--body|{", []string{"--body: "}},
		{"body and field", "books|create|--body|{}|--title|E", []string{"--body: give either the whole or its fields"}},
		{"body twice", "books|create|--body|{}|--body-file|x", []string{"--body: give either --body or --body-file"}},
		{"body missing", "import|create", []string{"--body: missing"}},
		{"no such file", "books|create|--body|@" + filepath.Join(dir, "none"), []string{"--body: ", "none"}},
		{"a directory", "books|create|--body-file|" + dir, []string{"--body: ", "is a directory"}},
		{"media type", "books|replace-cover|--id|1|--body|x|--content-type|image/gif", []string{"--body: ", "image/gif"}},
		{"part field", "publish|create|--book.title||--book.authors|J|--book.price|1|--blurb|b|--cover|" + dir, []string{"--cover: ", "is a directory"}},
		{"part missing", "publish|create|--blurb|b", []string{"--book.title: missing", "--cover: missing"}},
		{"null", "books|update|--id|1|--null|colour", []string{`--null: there is no field "colour" that may be null`}},
		{"null and value", "books|update|--id|1|--null|title|--title|x", []string{"--null: title has a value"}},
		{"map", "purchases|create|--books|1|--payments|[]|--notes|a", []string{"--notes: want key=value"}},
		{"json", "purchases|create|--books|1|--payments|[", []string{"--payments: want JSON"}},
		{"format", "books|get|--id|1|--format|xml", []string{"--format: want one of json, protobuf"}},
		{"unknown verb with options", "books|get-note|--id|1", []string{`there is no command "get-note"`}},
		{"unknown option of a group", "books|--colour", []string{"unknown flag: --colour"}},
		{"text has no format", "books|replace-note|--id|1|--body|x|--format|avro", []string{"--format: PUT /books/{id}/note speaks no avro"}},
		{"host", "tags|list|--host|a/b", []string{"--host: want"}},
		{"port", "tags|list|--port|70000", []string{"--port: want"}},
		{"retry", "tags|list|--retry|99", []string{"--retry: want"}},
		{"timeout", "tags|list|--timeout|-1s", []string{"--timeout: want"}},
		{"extra header", "tags|list|--header|nonsense", []string{"--header: want 'Name: value'"}},
		{"extra header control", "tags|list|--header|A: b\x01", []string{"--header: "}},
		{"user without password", "tags|list|--user|ada", []string{"--user: want name:password, or the password in $SHOP_PASSWORD"}},
		{"user and token", "tags|list|--user|a:b|--token|c", []string{"--token: give either"}},
		{"unknown command", "boks", []string{`there is no command "boks"; did you mean "books"?`}},
		{"unknown verb", "books|steal", []string{`there is no command "steal"`}},
		{"unknown option", "books|get|--colour|red", []string{"unknown flag: --colour"}},
		{"argument", "books|get|42", []string{`want options only, got "42"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, "192.0.2.1:9", true, "", cli.Config{Open: refuse(t)}, strings.Split(tt.args, "|")...)
			if got.code != int(cli.Usage) || got.out != "" {
				t.Errorf("exit code %d, output %q", got.code, got.out)
			}
			for _, want := range tt.want {
				if !strings.Contains(got.err, want) {
					t.Errorf("got %q, want %q", got.err, want)
				}
			}
		})
	}
}

// TestBodies gives the same body in different ways.
func TestBodies(t *testing.T) {
	addr := serve(t)
	body := `{"title":"Emma","authors":["Jane Austen","A Friend"],"price":799}`
	file := filepath.Join(t.TempDir(), "book.json")
	if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"text":      {"--body", body},
		"at file":   {"--body", "@" + file},
		"body file": {"--body-file", file},
		"stdin":     {"--body", "-"},
		"file dash": {"--body-file", "-"},
		"fields":    {"--title", "Emma", "--authors", "Jane Austen", "--authors=A Friend", "--price=799"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, addr, true, body, cli.Config{}, append([]string{"books", "create"}, args...)...)
			if got.code != 0 || compact(got.out) != `{"id":43,`+body[1:] {
				t.Errorf("%d %s %s", got.code, got.out, got.err)
			}
		})
	}
}

// TestFields builds bodies from options: nulls, maps, JSON, dots.
func TestFields(t *testing.T) {
	addr := serve(t)
	cover := filepath.Join(t.TempDir(), "c.png")
	if err := os.WriteFile(cover, []byte("\x89PNG"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"null and absent", []string{"books", "update", "--id", "42", "--title", "Dune II", "--null", "binding"},
			`{"id":42,"title":"Dune II","authors":["Frank Herbert"],"price":1250,"published":"1965-08-01T00:00:00Z"}`},
		{"nothing", []string{"books", "update", "--id", "1"},
			`{"id":1,"title":"Emma","authors":["Jane Austen"],"price":799,"binding":"paperback"}`},
		{"maps and JSON", []string{"purchases", "create", "--books", "42", "--books", "1", "--payments", `[{"card":{"number":"1234"}}]`,
			"--gift", "--within", "PT1H30M", "--notes", "a=1", "--notes", "b=2"},
			`{"books":[42,1],"payments":[{"card":{"number":"1234"}}],"gift":true,"within":"PT1H30M","notes":{"a":1,"b":2}}`},
		{"recursive", []string{"categories", "replace", "--name", "all", "--children", `[{"name":"a"}]`}, `{"items":[{"name":"a"}],"page":1}`},
		{"parts with dots", []string{"publish", "create", "--book.title", "Emma", "--book.authors", "Jane", "--book.price", "1",
			"--blurb", "good", "--cover", cover, "--sample", cover}, "Emma (good), cover c.png image/png 4 of 4 bytes, samples c.png"},
		{"optional body absent", []string{"suggestion", "create"}, "anything"},
		{"optional body from fields", []string{"suggestion", "create", "--title", "Emma", "--authors", "J", "--price", "1"}, "Emma"},
		{"media type by name", []string{"books", "replace-cover", "--id", "1", "--body-file", cover}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, addr, true, "", cli.Config{}, tt.args...)
			if got.code != 0 || compact(got.out) != tt.want {
				t.Errorf("%d %s %s", got.code, got.out, got.err)
			}
		})
	}
}
