package middleware_test

import (
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// written is when the files of the tests were changed last: long ago, so that their tags
// are strong.
var written = time.Date(2026, 3, 1, 12, 0, 0, 500, time.UTC)

// siteDir writes files, given as names and contents, to a new directory.
func siteDir(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(files[i])), files[i+1], written)
	}
	return dir
}

func writeFile(t testing.TB, name, content string, at time.Time) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, at, at); err != nil {
		t.Fatal(err)
	}
}

// large is a file that is not kept in memory.
var large = strings.Repeat("0123456789abcdef", 64<<10/16) + "the end"

func text(s string) weft.Handler {
	return func(*weft.Request) (weft.Response, error) { return weft.Text(s), nil }
}

// bothKinds runs a test with the files in a directory and in an fs.FS.
func bothKinds(t *testing.T, config middleware.StaticConfig, files []string, test func(t *testing.T, srv *wefttest.Server)) {
	t.Run("directory", func(t *testing.T) {
		test(t, wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", siteDir(t, files...), config))))
	})
	t.Run("resources", func(t *testing.T) {
		fsys := fstest.MapFS{}
		for i := 0; i < len(files); i += 2 {
			fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1]), ModTime: written}
		}
		test(t, wefttest.Start(t, weft.NewRoutes().With(middleware.ServeResources("/f", fsys, config))))
	})
}

// ask sends a request with header fields, given as names and values, and returns the
// answer.
func ask(t testing.TB, srv *wefttest.Server, method, path string, fields ...string) *wefttest.RawResponse {
	t.Helper()
	conn := srv.Dial()
	defer conn.Close()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: test\r\n", method, path)
	for i := 0; i < len(fields); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", fields[i], fields[i+1])
	}
	conn.Send(b.String() + "\r\n")
	return conn.Read(weft.Method(method))
}

func field(r *wefttest.RawResponse, name string) string {
	v, _ := r.Headers.Get(name)
	return v
}

func want(t *testing.T, r *wefttest.RawResponse, code int, body string, fields ...string) {
	t.Helper()
	if r.Status != code || r.Body != body {
		t.Errorf("got %d %.100q, want %d %.100q", r.Status, r.Body, code, body)
	}
	for i := 0; i < len(fields); i += 2 {
		if got := field(r, fields[i]); got != fields[i+1] {
			t.Errorf("%s: got %q, want %q", fields[i], got, fields[i+1])
		}
	}
}

func TestStaticFiles(t *testing.T) {
	files := []string{
		"index.html", "<h1>home", "app.css", "body{}", "app.JS", "1", "data.bin", "x", "noext", "y", "empty.txt", "",
		"docs/index.html", "docs", "bare/file.txt", "bare", "a b/ü.txt", "unicode", "large.txt", large,
	}
	bothKinds(t, middleware.StaticConfig{}, files, func(t *testing.T, srv *wefttest.Server) {
		for _, test := range []struct {
			name, path string
			status     int
			body       string
			media      string
		}{
			{"index", "/f/", 200, "<h1>home", "text/html; charset=utf-8"},
			{"index by name", "/f/index.html", 200, "<h1>home", "text/html; charset=utf-8"},
			{"style sheet", "/f/app.css", 200, "body{}", "text/css; charset=utf-8"},
			{"extension in upper case", "/f/app.JS", 200, "1", "text/javascript; charset=utf-8"},
			{"unknown extension", "/f/data.bin", 200, "x", "application/octet-stream"},
			{"no extension", "/f/noext", 200, "y", "application/octet-stream"},
			{"empty", "/f/empty.txt", 200, "", "text/plain; charset=utf-8"},
			{"directory", "/f/docs/", 200, "docs", "text/html; charset=utf-8"},
			{"encoded", "/f/a%20b/%C3%BC.txt", 200, "unicode", "text/plain; charset=utf-8"},
			{"prefix encoded", "/%66/app.css", 200, "body{}", "text/css; charset=utf-8"},
			{"query ignored", "/f/app.css?v=1", 200, "body{}", "text/css; charset=utf-8"},
			{"large", "/f/large.txt", 200, large, "text/plain; charset=utf-8"},
		} {
			t.Run(test.name, func(t *testing.T) {
				got := ask(t, srv, "GET", test.path)
				want(t, got, test.status, test.body, "Content-Type", test.media, "X-Content-Type-Options", "nosniff",
					"Accept-Ranges", "bytes", "Cache-Control", "no-cache", "Last-Modified", "Sun, 01 Mar 2026 12:00:00 GMT")
				tag := field(got, "ETag")
				if len(tag) < 10 || tag[0] != '"' {
					t.Errorf("ETag: got %q, want a strong one", tag)
				}
				head := ask(t, srv, "HEAD", test.path)
				want(t, head, test.status, "", "Content-Type", test.media, "ETag", tag, "Content-Length", fmt.Sprint(len(test.body)))
			})
		}
	})
}

func TestStaticNotFound(t *testing.T) {
	files := []string{"index.html", "home", "bare/file.txt", "bare", ".env", "x", "docs/index.html", "docs"}
	bothKinds(t, middleware.StaticConfig{}, files, func(t *testing.T, srv *wefttest.Server) {
		for _, path := range []string{"/f/nope", "/f/bare/", "/f/bare", "/f/bare/file.txt/", "/f/index.html/", "/f/.env", "/f//index.html", "/fx", "/", "/f/docs/nope"} {
			if got := ask(t, srv, "GET", path); got.Status != 404 || field(got, "ETag") != "" {
				t.Errorf("%s: got %d %q", path, got.Status, field(got, "ETag"))
			}
		}
	})
}

func TestStaticRedirect(t *testing.T) {
	files := []string{"index.html", "home", "docs/index.html", "docs", "docs/a b/index.html", "deep"}
	bothKinds(t, middleware.StaticConfig{}, files, func(t *testing.T, srv *wefttest.Server) {
		for path, location := range map[string]string{
			"/f":                  "./f/",
			"/f/docs":             "./docs/",
			"/f/docs?a=b%2F&c":    "./docs/?a=b%2F&c",
			"/f/docs/a%20b":       "./a%20b/",
			"/f//evil.example/..": "", // an empty segment: no directory
		} {
			got := ask(t, srv, "GET", path)
			if location == "" {
				if got.Status != 404 {
					t.Errorf("%s: got %d", path, got.Status)
				}
				continue
			}
			want(t, got, 308, "", "Location", location)
		}
	})
}

func TestStaticMethods(t *testing.T) {
	routes := weft.NewRoutes(route.DELETE("/f/own.txt").Handle(text("deleted"))).
		With(middleware.ServeDirectory("/f", siteDir(t, "a.txt", "a", "own.txt", "own")))
	srv := wefttest.Start(t, routes)
	want(t, ask(t, srv, "OPTIONS", "/f/a.txt"), 204, "", "Allow", "GET, HEAD, OPTIONS")
	want(t, ask(t, srv, "OPTIONS", "/f/own.txt"), 204, "", "Allow", "GET, HEAD, DELETE, OPTIONS")
	for path, code := range map[string]int{"/f/a.txt": 405, "/f/nope": 404, "/f/own.txt": 405, "/other": 404} {
		if got := ask(t, srv, "POST", path, "Content-Length", "0"); got.Status != code {
			t.Errorf("POST %s: got %d, want %d", path, got.Status, code)
		}
	}
	want(t, ask(t, srv, "DELETE", "/f/own.txt"), 200, "deleted")
	want(t, ask(t, srv, "GET", "/f/own.txt"), 200, "own")
}

func TestStaticAndRoutes(t *testing.T) {
	dir := siteDir(t, "page", "file", "other", "file", "sub/x", "file")
	routes := weft.NewRoutes(
		route.GET("/page").Handle(text("route")),
		route.GET("/{name}").Handle(text("named")),
		route.GET("/about/us").Handle(text("route")),
	)
	catchAll := weft.NewRoutes(routes, route.GET("/{rest...}").Handle(text("rest")))
	first := middleware.StaticConfig{FilesFirst: true}
	for _, test := range []struct {
		name   string
		routes weft.Routes
		want   map[string]string
	}{
		{"specific routes go first", routes.With(middleware.ServeDirectory("/", dir)),
			map[string]string{"/page": "route", "/other": "named", "/sub/x": "file", "/about/us": "route", "/sub/nope": "404"}},
		{"files first", routes.With(middleware.ServeDirectory("/", dir, first)),
			map[string]string{"/page": "file", "/other": "file", "/sub/x": "file", "/about/us": "route", "/nope": "named", "/sub/nope": "404"}},
		{"over a route for everything", catchAll.With(middleware.ServeDirectory("/", dir)),
			map[string]string{"/page": "route", "/other": "named", "/sub/x": "file", "/sub/nope": "rest"}},
		{"a missing file falls through", weft.NewRoutes(route.GET("/{rest...}").Handle(text("rest"))).With(middleware.ServeDirectory("/sub", filepath.Join(dir, "sub"))),
			map[string]string{"/sub/x": "file", "/sub/nope": "rest", "/else": "rest"}},
		{"nested", routes.With(middleware.ServeDirectory("/sub", filepath.Join(dir, "sub"))).Nest("/app"),
			map[string]string{"/app/sub/x": "file", "/app/sub/nope": "404", "/sub/x": "404", "/app/page": "route", "/page": "404"}},
		{"a part of others", weft.NewRoutes(weft.NewRoutes().With(middleware.ServeDirectory("/sub", filepath.Join(dir, "sub"))), routes),
			map[string]string{"/sub/x": "file", "/sub/nope": "404", "/page": "route"}},
		{"below a parameter", weft.NewRoutes().With(middleware.ServeDirectory("/users/{id}/files", dir)),
			map[string]string{"/users/7/files/sub/x": "file", "/users/7/files/nope": "404"}},
		{"two sites", weft.NewRoutes().With(middleware.ServeDirectory("/", dir)).With(middleware.ServeDirectory("/", siteDir(t, "page", "upper", "new", "upper"))),
			map[string]string{"/page": "upper", "/new": "upper", "/other": "file", "/nope": "404"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := wefttest.New(t, test.routes)
			for path, body := range test.want {
				if body == "404" {
					client.Get(path).Status(status.NotFound)
				} else {
					client.Get(path).Status(status.OK).Body(body)
				}
			}
		})
	}
}

// Middleware that was attached before goes on seeing requests that match nothing.
func TestStaticKeepsFallback(t *testing.T) {
	mark := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			return resp.WithHeader("X-Seen", "yes"), err
		}
	})
	inner := weft.NewRoutes(route.GET("/page").Handle(text("route"))).With(mark)
	routes := inner.With(middleware.ServeDirectory("/f", siteDir(t, "a.txt", "a")))
	client := wefttest.New(t, routes)
	client.Get("/f/a.txt").Status(status.OK).NoHeader("X-Seen")
	client.Get("/page").Status(status.OK).Header("X-Seen", "yes")
	client.Get("/f/nope").Status(status.NotFound).Header("X-Seen", "yes")
	client.Get("/nope").Status(status.NotFound).Header("X-Seen", "yes")
	client.Post("/page", weft.Body{}).Status(status.MethodNotAllowed).Header("X-Seen", "yes")

	nested := weft.NewRoutes(inner.Nest("/app"), route.GET("/x").Handle(text("x"))).With(middleware.ServeDirectory("/f", siteDir(t, "a.txt", "a")))
	client = wefttest.New(t, nested)
	client.Get("/app/nope").Status(status.NotFound).Header("X-Seen", "yes")
	client.Get("/nope").Status(status.NotFound).NoHeader("X-Seen")
}

func TestStaticPattern(t *testing.T) {
	var pattern string
	watch := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			pattern = req.Pattern()
			return next(req)
		}
	})
	routes := weft.NewRoutes().With(middleware.ServeDirectory("/f/", siteDir(t, "a.txt", "a")), watch)
	wefttest.New(t, routes).Get("/f/a.txt").Status(status.OK)
	if pattern != "/f/{file...}" {
		t.Errorf("got pattern %q", pattern)
	}
}

func TestStaticFallback(t *testing.T) {
	config := middleware.StaticConfig{Fallback: "index.html"}
	files := []string{"index.html", "app", "a.js", "script"}
	bothKinds(t, config, files, func(t *testing.T, srv *wefttest.Server) {
		html := []string{"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"}
		want(t, ask(t, srv, "GET", "/f/books/7", html...), 200, "app", "Vary", "Accept-Encoding, Accept", "Content-Type", "text/html; charset=utf-8")
		want(t, ask(t, srv, "GET", "/f/a.js", html...), 200, "script")
		for _, accept := range []string{"*/*", "text/*", "application/json", "text/html;q=0"} {
			if got := ask(t, srv, "GET", "/f/missing.js", "Accept", accept); got.Status != 404 {
				t.Errorf("Accept %s: got %d", accept, got.Status)
			}
		}
		tag := field(ask(t, srv, "GET", "/f/x", html...), "ETag")
		want(t, ask(t, srv, "GET", "/f/x", append(html, "If-None-Match", tag)...), 304, "", "Vary", "Accept-Encoding, Accept")
	})
}

func TestStaticListing(t *testing.T) {
	config := middleware.StaticConfig{Listing: true}
	files := []string{"d/b.txt", "b", "d/a<b>.txt", "a", "d/sub/x", "x", "d/.hidden", "h", "i/index.html", "index"}
	bothKinds(t, config, files, func(t *testing.T, srv *wefttest.Server) {
		got := ask(t, srv, "GET", "/f/d/")
		if got.Status != 200 || field(got, "Content-Type") != weft.MediaHTML {
			t.Fatalf("got %d %q", got.Status, field(got, "Content-Type"))
		}
		list := "<li><a href=\"./a%3Cb%3E.txt\">a&lt;b&gt;.txt</a>\n<li><a href=\"./b.txt\">b.txt</a>\n<li><a href=\"./sub/\">sub/</a>\n</ul>"
		if !strings.Contains(got.Body, list) || strings.Contains(got.Body, "hidden") {
			t.Errorf("got %s", got.Body)
		}
		want(t, ask(t, srv, "GET", "/f/d"), 308, "", "Location", "./d/")
		want(t, ask(t, srv, "GET", "/f/i/"), 200, "index")
	})
}

func TestStaticConfig(t *testing.T) {
	config := middleware.StaticConfig{
		Index: "start.txt", DotFiles: true, CacheControl: "max-age=60", CacheBytes: -1, ContentTags: true,
		MediaTypes: map[string]string{".txt": "text/x-own"}, Immutable: middleware.IsFingerprinted,
	}
	files := []string{"start.txt", "start", ".well-known/x", "known", "app.3f2a9c1b.js", "hashed", "big.bin", large}
	bothKinds(t, config, files, func(t *testing.T, srv *wefttest.Server) {
		want(t, ask(t, srv, "GET", "/f/"), 200, "start", "Content-Type", "text/x-own", "Cache-Control", "max-age=60")
		want(t, ask(t, srv, "GET", "/f/.well-known/x"), 200, "known")
		want(t, ask(t, srv, "GET", "/f/app.3f2a9c1b.js"), 200, "hashed", "Cache-Control", "public, max-age=31536000, immutable")
		want(t, ask(t, srv, "GET", "/f/big.bin"), 200, large)
		// The same content has the same tag wherever it lies.
		want(t, ask(t, srv, "GET", "/f/start.txt"), 200, "start", "ETag", `"zO0oxtw_mcI5al6q1zK_aw"`)
	})
}

func TestStaticMistakes(t *testing.T) {
	for name, make := range map[string]func(){
		"no directory":   func() { middleware.ServeDirectory("/", filepath.Join(t.TempDir(), "nope")) },
		"a file":         func() { middleware.ServeDirectory("/", filepath.Join(siteDir(t, "a", "a"), "a")) },
		"relative path":  func() { middleware.ServeDirectory("f", t.TempDir()) },
		"malformed path": func() { middleware.ServeResources("/{", fstest.MapFS{}) },
		"no file system": func() { middleware.ServeResources("/", nil) },
		"two of them": func() {
			middleware.ServeResources("/", fstest.MapFS{}, middleware.StaticConfig{}, middleware.StaticConfig{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "static_test.go:") && name != "malformed path" {
					t.Errorf("got panic %v, want one that names this file", v)
				}
			}()
			make()
		})
	}
}

// A file that changes is served as it is now, whatever was kept of it.
func TestStaticChanges(t *testing.T) {
	for _, size := range []int{10, 100 << 10} {
		dir := t.TempDir()
		name := filepath.Join(dir, "a.txt")
		srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir)))
		seen := map[string]string{}
		for i := range 5 {
			content := strings.Repeat(string(rune('a'+i)), size)
			writeFile(t, name, content, written.Add(time.Duration(i)*time.Millisecond))
			for range 2 {
				got := ask(t, srv, "GET", "/f/a.txt")
				want(t, got, 200, content)
				if other, ok := seen[field(got, "ETag")]; ok && other != content {
					t.Errorf("two contents have the tag %s", field(got, "ETag"))
				}
				seen[field(got, "ETag")] = content
			}
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if got := ask(t, srv, "GET", "/f/a.txt"); got.Status != 404 {
			t.Errorf("removed: got %d", got.Status)
		}
	}
}

// A file put in place of another with the same size and time is told from it by its
// inode.
func TestStaticReplaced(t *testing.T) {
	dir := siteDir(t, "a.txt", "one", "b.txt", "two")
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir)))
	before := ask(t, srv, "GET", "/f/a.txt")
	if err := os.Rename(filepath.Join(dir, "b.txt"), filepath.Join(dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	after := ask(t, srv, "GET", "/f/a.txt", "If-None-Match", field(before, "ETag"))
	want(t, after, 200, "two")
}

// The tag of a file that was changed just now is weak: the next change may not show.
func TestStaticFreshTag(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "a.txt"), "a", time.Now())
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir)))
	tag := field(ask(t, srv, "GET", "/f/a.txt"), "ETag")
	if !strings.HasPrefix(tag, `W/"`) {
		t.Errorf("got tag %s", tag)
	}
	want(t, ask(t, srv, "GET", "/f/a.txt", "If-None-Match", tag), 304, "")
	want(t, ask(t, srv, "GET", "/f/a.txt", "Range", "bytes=0-0", "If-Range", tag), 200, "a")
}

// Links that stay inside are followed.
func TestStaticLinkInside(t *testing.T) {
	dir := siteDir(t, "a/real.txt", "real")
	if err := os.Symlink("a/real.txt", filepath.Join(dir, "link.txt")); err != nil {
		t.Skip(err)
	}
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir)))
	want(t, ask(t, srv, "GET", "/f/link.txt"), 200, "real")
}

// streamFS has files that can only be read from their start.
type streamFS struct{ fs.FS }

func (s streamFS) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	return struct{ fs.File }{f}, err
}

func TestResourcesWithoutSeeking(t *testing.T) {
	fsys := streamFS{fstest.MapFS{"big.bin": &fstest.MapFile{Data: []byte(large)}, "small.txt": &fstest.MapFile{Data: []byte("small")}}}
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeResources("/f", fsys)))
	want(t, ask(t, srv, "GET", "/f/big.bin", "Range", "bytes=0-1"), 200, large, "Accept-Ranges", "", "Last-Modified", "")
	want(t, ask(t, srv, "GET", "/f/small.txt", "Range", "bytes=0-1"), 206, "sm")
}

// Routes are an http.Handler, and files have to work there too.
func TestStaticOverHTTPHandler(t *testing.T) {
	dir := siteDir(t, "big.bin", large)
	routes := weft.NewRoutes().With(middleware.ServeDirectory("/f", dir))
	rec := httptest.NewRecorder()
	req := httptest.NewRequest("GET", "/f/big.bin", nil)
	req.Header.Set("Range", "bytes=5-9")
	routes.ServeHTTP(rec, req)
	if rec.Code != 206 || rec.Body.String() != "56789" {
		t.Errorf("got %d %q", rec.Code, rec.Body.String())
	}
}
