package middleware_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/wefttest"
)

func TestPrecompressed(t *testing.T) {
	files := []string{
		"app.js", "plain", "app.js.br", "brotli", "app.js.gz", "gzip", "app.js.zst", "zstd",
		"one.css", "plain", "one.css.gz", "gzip",
		"none.html", "plain", "pic.png", "plain", "pic.png.gz", "gzip", "big.txt", large, "big.txt.gz", large + "gz",
	}
	bothKinds(t, middleware.StaticConfig{}, files, func(t *testing.T, srv *wefttest.Server) {
		for _, test := range []struct {
			path, accept string
			body, coding string
			vary         string
		}{
			{"/f/app.js", "", "plain", "", "Accept-Encoding"},
			{"/f/app.js", "gzip", "gzip", "gzip", "Accept-Encoding"},
			{"/f/app.js", "gzip, deflate, br, zstd", "brotli", "br", "Accept-Encoding"},
			{"/f/app.js", "zstd, gzip", "zstd", "zstd", "Accept-Encoding"},
			{"/f/app.js", "br;q=0.1, gzip", "gzip", "gzip", "Accept-Encoding"},
			{"/f/app.js", "br;q=0, gzip;q=0", "plain", "", "Accept-Encoding"},
			{"/f/app.js", "identity", "plain", "", "Accept-Encoding"},
			{"/f/app.js", "*", "brotli", "br", "Accept-Encoding"},
			{"/f/app.js", "compress", "plain", "", "Accept-Encoding"},
			{"/f/one.css", "br, zstd, gzip;q=0.1", "gzip", "gzip", "Accept-Encoding"},
			{"/f/one.css", "br, zstd", "plain", "", "Accept-Encoding"},
			{"/f/none.html", "br, gzip", "plain", "", "Accept-Encoding"},
			{"/f/pic.png", "br, gzip", "plain", "", ""},
			{"/f/one.css.gz", "gzip", "gzip", "", ""}, // the archive itself
			{"/f/big.txt", "gzip", large + "gz", "gzip", "Accept-Encoding"},
		} {
			t.Run(test.path+" "+test.accept, func(t *testing.T) {
				var fields []string
				if test.accept != "" {
					fields = []string{"Accept-Encoding", test.accept}
				}
				got := ask(t, srv, "GET", test.path, fields...)
				want(t, got, 200, test.body, "Content-Encoding", test.coding, "Vary", test.vary)
				plain := ask(t, srv, "GET", test.path)
				if field(plain, "Content-Type") != field(got, "Content-Type") {
					t.Errorf("got type %q", field(got, "Content-Type"))
				}
				if (field(plain, "ETag") == field(got, "ETag")) != (test.coding == "") {
					t.Errorf("tags: plain %s, coded %s", field(plain, "ETag"), field(got, "ETag"))
				}
				if test.coding == "" {
					return
				}
				want(t, ask(t, srv, "GET", test.path, append(fields, "If-None-Match", field(got, "ETag"))...), 304, "", "Vary", test.vary, "Content-Encoding", "")
				want(t, ask(t, srv, "GET", test.path, append(fields, "Range", "bytes=-2")...), 206, test.body[len(test.body)-2:], "Content-Encoding", test.coding)
			})
		}
	})
}

func TestPrecompressedOlder(t *testing.T) {
	dir := siteDir(t, "app.js", "new")
	writeFile(t, filepath.Join(dir, "app.js.gz"), "old", written.Add(-time.Hour))
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir)))
	want(t, ask(t, srv, "GET", "/f/app.js", "Accept-Encoding", "gzip"), 200, "new", "Content-Encoding", "")
}

func TestNoPrecompressed(t *testing.T) {
	dir := siteDir(t, "app.js", "plain", "app.js.gz", "gzip")
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir, middleware.StaticConfig{NoPrecompressed: true})))
	want(t, ask(t, srv, "GET", "/f/app.js", "Accept-Encoding", "gzip"), 200, "plain", "Content-Encoding", "", "Vary", "")
}
