// Bookshop is a small shop that uses the whole framework, as a real application
// would. It is one binary with its database in one file:
//
//	go run . -addr 127.0.0.1:8080
//
// and then http://localhost:8080. The users are reader and staff, with their names as
// passwords.
//
// Where to look:
//
//   - api describes the endpoints; everything else is made from that
//   - store keeps the data, shop does the work, neither knows HTTP
//   - web has the pages
//   - app.go puts routes and middleware together
//   - cli is the command line, made of the descriptions: go run ./cli books list
package main

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/weft-go/weft/examples/bookshop/shop"
	"github.com/weft-go/weft/examples/bookshop/store"
	"github.com/weft-go/weft/server"
)

func main() {
	address := flag.String("addr", "127.0.0.1:8080", "the address to listen on")
	file := flag.String("db", databaseFile(), "the file of the database; :memory: forgets everything at the end")
	flag.Parse()
	if err := run(context.Background(), *address, *file); err != nil {
		slog.Error("the shop has to close", "error", err)
		os.Exit(1)
	}
}

// run serves the shop until the process is asked to stop.
func run(ctx context.Context, address, file string) (err error) {
	s, err := store.Open(ctx, file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	sh := shop.New(s, shop.Options{Pace: 150 * time.Millisecond})
	defer func() { err = errors.Join(err, sh.Close()) }()
	routes, err := application(ctx, s, sh)
	if err != nil {
		return err
	}
	slog.Info("the shop is open", "url", "http://"+address, "db", file)
	err = server.New(configuration(address)).Serve(ctx, routes)
	if errors.Is(err, server.ErrCut) {
		return nil // windows that were left open
	}
	return err
}

// databaseFile returns where the database is unless the command line says otherwise.
func databaseFile() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	dir = filepath.Join(dir, "weft-bookshop")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ":memory:"
	}
	return filepath.Join(dir, "shop.db")
}
