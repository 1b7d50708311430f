package middleware_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/wefttest"
)

// More files than the cache has room for are all served right, by many clients at once.
func TestStaticCacheIsBounded(t *testing.T) {
	const count = 100
	var files []string
	for i := range count {
		files = append(files, fmt.Sprintf("%d.bin", i), strings.Repeat(fmt.Sprintf("%02d", i), 20<<10))
	}
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", siteDir(t, files...), middleware.StaticConfig{CacheBytes: 1})))
	client := srv.Client()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				i := rand.IntN(count)
				if err := check(client, srv.URL+"/f/"+files[2*i], files[2*i+1]); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func check(client *http.Client, url, want string) error {
	resp, err := client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || string(b) != want {
		return fmt.Errorf("%s: got %d bytes: %w", url, len(b), err)
	}
	return nil
}

// Serving a small file that is kept costs the same few allocations however large it is.
func BenchmarkStaticSmallFile(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.css"), make([]byte, 4<<10), 0o644); err != nil {
		b.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(dir, "a.css"), written, written); err != nil {
		b.Fatal(err)
	}
	routes := weft.NewRoutes().With(middleware.ServeDirectory("/", dir))
	req := weft.Get("/a.css")
	b.ReportAllocs()
	for b.Loop() {
		if resp := routes.Serve(req); resp.Status() != 200 {
			b.Fatal(resp.Status())
		}
	}
}
