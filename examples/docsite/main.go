// Docsite serves the documentation of weft, made by weft itself: README.md and the
// guides in docs, with navigation and a search that answers while one types.
//
//	go run . -addr 127.0.0.1:8081
//
// Where to look:
//
//   - guide reads the Markdown files and knows what is said where; it knows no HTTP
//   - pages has the frame around them, the search, styles and keys
//   - app.go puts routes and middleware together
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/weft-go/weft/examples/docsite/guide"
	"github.com/weft-go/weft/server"
)

func main() {
	address := flag.String("addr", "127.0.0.1:8081", "the address to listen on")
	dir := flag.String("repository", "", "the directory of the repository; empty looks for it upwards from here")
	flag.Parse()
	if err := run(context.Background(), *address, *dir); err != nil {
		slog.Error("the documentation cannot be shown", "error", err)
		os.Exit(1)
	}
}

// run serves the documentation until the process is asked to stop.
func run(ctx context.Context, address, dir string) error {
	if dir == "" {
		found, err := findRepository()
		if err != nil {
			return err
		}
		dir = found
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	library, err := guide.Load(root.FS())
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if err := root.Close(); err != nil { // all of it is in memory
		return err
	}
	slog.Info("the documentation is open", "url", "http://"+address, "pages", len(library.Pages()))
	return server.New(configuration(address)).Serve(ctx, application(library))
}

// findRepository returns the closest directory upwards that has the go.mod of weft.
func findRepository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(mod), "module github.com/weft-go/weft\n") {
			return dir, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", fmt.Errorf("no go.mod of weft here or above; say with -repository where it is")
		}
		dir = above
	}
}
