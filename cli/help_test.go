package cli_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/weft-go/weft/cli"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/route"
)

// TestHelp compares the help with golden files.
func TestHelp(t *testing.T) {
	for name, args := range map[string]string{
		"root.txt":           "--help",
		"group.txt":          "books",
		"books_list.txt":     "books list --help",
		"books_get.txt":      "books get --help",
		"books_create.txt":   "books create --help",
		"books_update.txt":   "books update --help",
		"books_delete.txt":   "books delete --help",
		"search_filter.txt":  "search get-filter --help",
		"publish_create.txt": "publish create --help",
		"purchases.txt":      "purchases create --help",
		"staff_key.txt":      "staff create-key --help",
		"prices.txt":         "books list-prices --help",
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, "books.example:443", true, "", cli.Config{Open: refuse(t)}, strings.Fields(args)...)
			if got.code != 0 || got.err != "" {
				t.Errorf("%d %s", got.code, got.err)
			}
			golden.Check(t, "help/"+name, []byte(got.out))
		})
	}
	t.Run("flat", func(t *testing.T) {
		got := run(t, "books.example:80", false, "", cli.Config{Open: refuse(t)}, "--help")
		golden.Check(t, "help/flat.txt", []byte(got.out))
	})
}

// TestVersion prints the version.
func TestVersion(t *testing.T) {
	got := run(t, "h:1", true, "", cli.Config{}, "--version")
	if got.code != 0 || got.out != "shop version 1.2.3\n" {
		t.Errorf("%d %q", got.code, got.out)
	}
}

// TestCompletion asks cobra for completions, as the scripts of shells do.
func TestCompletion(t *testing.T) {
	tests := []struct {
		args string // separated by |
		want []string
	}{
		{"boo", []string{"books"}},
		{"books|up", []string{"update"}},
		{"books|create|--bind", []string{"--binding"}},
		{"books|create|--binding|", []string{"paperback", "hardcover", "audio"}},
		{"search|get-filter|--sort|", []string{"title", "price"}},
		{"books|get|--format|", []string{"json", "protobuf", "avro", "thrift", "msgpack"}},
		{"books|get|--output|", []string{"json", "yaml", "table", "raw"}},
		{"books|update|--null|", []string{"title", "price", "binding"}},
		{"books|replace-cover|--content-type|", []string{"image/png", "image/jpeg"}},
		{"stock|get|--available=", []string{"true", "false"}},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			got := run(t, "h:1", true, "", cli.Config{Open: refuse(t)}, append([]string{"__complete"}, strings.Split(tt.args, "|")...)...)
			var words []string
			for line := range strings.Lines(got.out) {
				word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
				if word != "" && word[0] != ':' {
					words = append(words, word)
				}
			}
			if !slices.Equal(words, tt.want) {
				t.Errorf("got %q, want %q", words, tt.want)
			}
		})
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := run(t, "h:1", true, "", cli.Config{}, "completion", shell); got.code != 0 || !strings.Contains(got.out, "shop") {
			t.Errorf("%s: %d %.200s", shell, got.code, got.out)
		}
	}
}

// names returns the commands of endpoints.
func names(grouped bool, endpoints ...endpoint.Described) []string {
	var list []string
	var walk func(c *cobra.Command, prefix string)
	walk = func(c *cobra.Command, prefix string) {
		for _, sub := range c.Commands() {
			name := strings.TrimSpace(prefix + " " + sub.Name())
			if sub.Long != "" && !sub.HasSubCommands() {
				list = append(list, name)
			}
			walk(sub, name)
		}
	}
	walk(cli.FromEndpoints("x", "", "", "", "h", 1, endpoints, grouped).Command(), "")
	slices.Sort(list)
	return list
}

// TestNames wants names that follow from method and path, and never collide.
func TestNames(t *testing.T) {
	id := codec.Long("id")
	endpoints := []endpoint.Described{
		route.GET("/").OutEmpty(),
		route.GET("/books").OutEmpty(),
		route.GET("/books/{id}").Path(id).OutEmpty(),
		route.GET("/books/id").OutEmpty(),
		route.GET("/books/{id}/status").Path(id).OutEmpty(),
		route.GET("/books/{id}/reviews").Path(id).OutEmpty(),
		route.DELETE("/books/{id}").Path(id).OutEmpty(),
		route.GET("/shelves/{name}").Path(codec.String("name")).OutEmpty(),
		route.GET("/shelves/{shelfNumber}").Path(codec.Int("shelfNumber")).OutEmpty(),
		route.GET("/{tenant}/users").Path(codec.String("tenant")).OutEmpty(),
		route.POST("/Data.Files/").OutEmpty(),
		route.GET("/help").OutEmpty(),
	}
	flat := []string{"delete-books-id", "get-books", "get-books-id", "get-books-id-2", "get-books-id-reviews", "get-books-id-status", "get-help",
		"get-root", "get-shelves-name", "get-shelves-shelf-number", "get-tenant-users", "post-data-files"}
	grouped := []string{"books delete", "books get", "books get-id", "books get-status", "books list", "books list-reviews", "data-files create",
		"help-2 get", "root get", "shelves get-by-name", "shelves get-by-shelf-number", "users list"}
	for range 2 {
		if got := names(false, endpoints...); !slices.Equal(got, flat) {
			t.Errorf("flat:\ngot  %q\nwant %q", got, flat)
		}
		if got := names(true, endpoints...); !slices.Equal(got, grouped) {
			t.Errorf("grouped:\ngot  %q\nwant %q", got, grouped)
		}
		slices.Reverse(endpoints) // the order must not matter
	}
}

// TestNamesWithoutPrefix leaves out what all paths begin with, but never the word that
// an operation is about.
func TestNamesWithoutPrefix(t *testing.T) {
	id := codec.Long("id")
	get := func(path string) endpoint.Described {
		if strings.Contains(path, "{id}") {
			return route.GET(path).Path(id).OutEmpty()
		}
		return route.GET(path).OutEmpty()
	}
	for _, test := range []struct {
		name          string
		paths         []string
		grouped, flat []string
	}{
		{"none", []string{"/books", "/orders/{id}"}, []string{"books list", "orders get"}, []string{"get-books", "get-orders-id"}},
		{"one word", []string{"/api/books", "/api/orders/{id}"}, []string{"books list", "orders get"}, []string{"get-books", "get-orders-id"}},
		{"two words", []string{"/api/v1/books/{id}/cover", "/api/v1/orders"}, []string{"books get-cover", "orders list"}, []string{"get-books-id-cover", "get-orders"}},
		{"one thing", []string{"/api/books", "/api/books/{id}"}, []string{"books get", "books list"}, []string{"get-books", "get-books-id"}},
		{"the prefix itself", []string{"/api", "/api/books"}, []string{"api get", "api list-books"}, []string{"get-api", "get-api-books"}},
		{"the root too", []string{"/", "/api/books"}, []string{"api list-books", "root get"}, []string{"get-api-books", "get-root"}},
		{"a parameter after it", []string{"/api/{id}", "/api/books"}, []string{"api get", "api list-books"}, []string{"get-api-books", "get-api-id"}},
		{"text beside a parameter", []string{"/api/books/{id}.json", "/api/books/{id}"}, []string{"books get", "books get-json"}, []string{"get-books-id", "get-books-id-json"}},
		{"text before a parameter", []string{"/v{id}/books", "/v{id}/orders.json"}, []string{"books list-v", "orders-json get-v"}, []string{"get-v-id-books", "get-v-id-orders-json"}},
		{"text that ends in s", []string{"/api/{id}.items", "/api/books"}, []string{"api get-items", "api list-books"}, []string{"get-api-books", "get-api-id-items"}},
		{"alone", []string{"/api/books"}, []string{"api list-books"}, []string{"get-api-books"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var endpoints []endpoint.Described
			for _, path := range test.paths {
				endpoints = append(endpoints, get(path))
			}
			if got := names(true, endpoints...); !slices.Equal(got, test.grouped) {
				t.Errorf("grouped: got %q, want %q", got, test.grouped)
			}
			if got := names(false, endpoints...); !slices.Equal(got, test.flat) {
				t.Errorf("flat: got %q, want %q", got, test.flat)
			}
		})
	}
}

// TestNamesOfFixtures wants a command for each endpoint.
func TestNamesOfFixtures(t *testing.T) {
	for _, grouped := range []bool{false, true} {
		all := names(grouped, shop()...)
		if got := len(slices.Compact(all)); got != len(shop()) {
			t.Errorf("grouped %v: %d names for %d endpoints: %q", grouped, got, len(shop()), all)
		}
	}
	golden.Check(t, "commands.txt", []byte(strings.Join(names(true, shop()...), "\n")+"\n\n"+strings.Join(names(false, shop()...), "\n")+"\n"))
}
