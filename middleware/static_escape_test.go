package middleware_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/wefttest"
)

// secret stands in every file that must not be served.
const secret = "SECRET-d41d8cd98f"

// escapes returns paths, each as it stands in a request line after /files, that try to
// get out of the directory, at hidden files in it, or at devices.
func escapes() []string {
	list := fixedEscapes()
	// Every spelling of "..", with every spelling of a separator, at every depth.
	for _, up := range []string{"..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae", "%uff0e%uff0e", "..%00", "..%20", "...", "%ef%bc%8e%ef%bc%8e"} {
		for _, sep := range []string{"/", "%2f", "%5c", "\\", "%252f", "%c0%af", "//"} {
			list = append(list,
				"/"+up+sep+"outside.txt",
				"/sub/"+up+sep+up+sep+"outside.txt",
				"/"+strings.Repeat(up+sep, 12)+"etc/passwd",
			)
		}
	}
	return list
}

func fixedEscapes() []string {
	return []string{
		// dot segments
		"/../outside.txt", "/./../outside.txt", "/sub/../../outside.txt", "/sub/./../../outside.txt", "/..", "/../", "/sub/../..",
		"/....//outside.txt", "/..;/outside.txt", "/..;a=b/outside.txt", "/.%00./outside.txt", "/..%0d/outside.txt", "/..%09/outside.txt",
		"/sub/..%2f..%2foutside.txt", "/sub%2f..%2f..%2foutside.txt", "/%2e%2e%2foutside.txt", "/..%2foutside.txt", "/%2foutside.txt",
		// absolute names
		"//etc/passwd", "/%2fetc%2fpasswd", "/%2fetc/passwd", "/file:///etc/passwd", "/file:%2f%2f%2fetc%2fpasswd", "///etc/passwd", "/%2f%2fetc/passwd",
		// backslashes
		"/..\\outside.txt", "/..%5coutside.txt", "/sub\\..\\..\\outside.txt", "/sub%5c..%5c..%5coutside.txt", "/%5c%5cserver%5cshare", "/\\\\server\\share",
		"/%5cetc%5cpasswd", "/..%255coutside.txt", "/%5c..%5coutside.txt", "/.%5c.%5c..%5coutside.txt",
		// drives, streams, devices and other spellings of Windows
		"/C:/Windows/win.ini", "/C:%5cWindows%5cwin.ini", "/C%3a/Windows/win.ini", "/c:outside.txt", "/C:", "/%43%3A", "/index.html::$DATA",
		"/index.html:%3a$DATA", "/index.html%3A%3A$DATA", "/page.txt::$INDEX_ALLOCATION", "/sub::$INDEX_ALLOCATION/page.txt", "/sub:$I30:$INDEX_ALLOCATION/page.txt",
		"/CON", "/con", "/CON.txt", "/PRN", "/AUX", "/aux.html", "/NUL", "/NUL.txt", "/nul.tar.gz", "/COM1", "/com1.log", "/LPT1", "/LPT9.txt", "/COM%C2%B9",
		"/CONIN$", "/CONOUT$", "/NUL%20.txt", "/sub/NUL", "/NUL/x", "/page.txt.", "/page.txt%20", "/page.txt%2e", "/page.txt...", "/page.txt%20.", "/sub./page.txt",
		"/sub%20/page.txt", "/%3f%3f%5cC:%5c", "/%5c%5c.%5cC:%5c", "/%5c%5c%3f%5cC:%5cx", "/.%5c", "/GLOBALROOT", "/\\\\.\\pipe\\x",
		// NUL and other control characters
		"/index.html%00", "/index.html%00.png", "/%00", "/%00/outside.txt", "/..%00/outside.txt", "/hidden%00.txt", "/sub%00/page.txt", "/page.txt%0a", "/page.txt%0d%0aX:1",
		"/%01", "/%7f", "/page.txt%1b", "/%08page.txt", "/page.txt%c2%85",
		// hidden files
		"/.env", "/.git/config", "/.git/", "/.git", "/%2eenv", "/%2Egit/config", "/sub/.hidden", "/sub/%2ehidden", "/.%65nv", "/%E2%80%8C.env", "/.env%E2%80%8C", "/%EF%BB%BF.env",
		"/.env/", "/.env%2f", "/sub/../.env", "/./.env", "/.ENV", "/..env", "/.env.gz",
		// bytes that are not UTF-8, and overlong forms
		"/%ff", "/%c0%ae%c0%ae/outside.txt", "/%c0%af", "/%e0%80%af", "/%f0%80%80%af", "/%fe%ff", "/%80", "/%ed%a0%80", "/%c1%9c..%c1%9coutside.txt", "/..%c0%9v/outside.txt",
		// malformed escapes
		"/%", "/%2", "/%zz", "/%2e%2", "/%u002e%u002e/outside.txt", "/%%32%65%%32%65/outside.txt", "/%2%65%2%65/outside.txt", "/%-1", "/%+2e",
		// links to the outside
		"/link-file", "/link-dir/outside.txt", "/link-dir/", "/link-dir", "/link-abs", "/link-root/etc/passwd", "/link-parent/outside.txt", "/link-parent/files/../outside.txt",
		"/link-loop", "/link-loop/x", "/link-chain", "/sub/link-up/outside.txt", "/link-dir%2foutside.txt", "/link-gz.txt", "/link-hidden-dir/x",
		// names that are no files, or too long
		"/fifo", "/fifo/", "/page.txt/", "/page.txt/..", "/page.txt/../../outside.txt", "/page.txt/x", "/index.html/../../outside.txt",
		"/" + strings.Repeat("a", 300), "/" + strings.Repeat("a/", 2500) + "x", "/" + strings.Repeat("../", 1200) + "etc/passwd", "/" + strings.Repeat("%2e%2e%2f", 700) + "etc/passwd",
		"/" + strings.Repeat("sub/../", 500) + "../outside.txt", "/" + strings.Repeat("%61", 400), "/" + strings.Repeat("/", 3000), "/" + strings.Repeat("x", 5000),
		// things that some servers expand
		"/~root/.bashrc", "/~/outside.txt", "/$HOME/outside.txt", "/%24%7bHOME%7d/outside.txt", "/*", "/sub/*", "/?../outside.txt", "/{file}", "/`id`", "/proc/self/environ", "/dev/null",
		"/GIT~1/config", "/ENV~1",
	}
}

// escapeSite returns a directory with a secret everywhere but in the files that may be
// served.
func escapeSite(t *testing.T) string {
	t.Helper()
	base := t.TempDir()
	root := filepath.Join(base, "files")
	write := func(name, content string) {
		name = filepath.Join(base, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("outside.txt", secret)
	write("outside/outside.txt", secret)
	write("outside/x.gz", secret)
	write("files/index.html", "public")
	write("files/page.txt", "public")
	write("files/sub/page.txt", "public")
	write("files/link-gz.txt", "public")
	write("files/.env", secret)
	write("files/.env.gz", secret)
	write("files/.git/config", secret)
	write("files/.git/index.html", secret)
	write("files/sub/.hidden", secret)
	links := map[string]string{
		"link-file": "../outside.txt", "link-dir": "../outside", "link-abs": filepath.Join(base, "outside.txt"), "link-root": "/", "link-parent": "..",
		"link-loop": "link-loop", "link-chain": "link-file", "sub/link-up": "../..", "link-gz.txt.gz": "../outside/x.gz", "link-hidden-dir": "../outside",
	}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(root, filepath.FromSlash(name))); err != nil && runtime.GOOS != "windows" {
			t.Fatal(err)
		}
	}
	return root
}

func TestStaticNeverLeavesTheDirectory(t *testing.T) {
	root := escapeSite(t)
	mkfifo(t, filepath.Join(root, "fifo"))
	routes := weft.NewRoutes().With(middleware.ServeDirectory("/files", root, middleware.StaticConfig{Listing: true}))
	srv := wefttest.Start(t, routes)
	attempts := escapes()
	if len(attempts) < 200 {
		t.Fatalf("%d attempts, want at least 200", len(attempts))
	}
	for _, attempt := range attempts {
		for _, method := range []string{"GET", "HEAD", "POST"} {
			status, body := rawRequest(t, srv, method, "/files"+attempt)
			if strings.Contains(body, secret) || strings.Contains(body, "root:") {
				t.Errorf("%s /files%s: %d, and the body betrays a file:\n%.200s", method, attempt, status, body)
			}
			if status == 200 && body != "public" && !isListing(body) && method == "GET" {
				t.Errorf("GET /files%s: 200 with a body of nobody's: %.200q", attempt, body)
			}
			if status >= 500 && status != 501 && status != 505 {
				t.Errorf("%s /files%s: %d", method, attempt, status)
			}
		}
	}
}

// The same for a site at the root of the server, where dot segments meet no prefix.
func TestStaticNeverLeavesTheDirectoryAtRoot(t *testing.T) {
	root := escapeSite(t)
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/", root)))
	for _, attempt := range escapes() {
		status, body := rawRequest(t, srv, "GET", attempt)
		if strings.Contains(body, secret) || strings.Contains(body, "root:") || status == 200 && body != "public" {
			t.Errorf("GET %s: %d %.200q", attempt, status, body)
		}
	}
}

// An fs.FS of the operating system follows links by itself; names must not do harm.
func TestResourcesNeverLeaveTheFileSystem(t *testing.T) {
	root, err := os.OpenRoot(escapeSite(t))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeResources("/files", root.FS())))
	for _, attempt := range escapes() {
		status, body := rawRequest(t, srv, "GET", "/files"+attempt)
		if strings.Contains(body, secret) || strings.Contains(body, "root:") || status == 200 && body != "public" {
			t.Errorf("GET /files%s: %d %.200q", attempt, status, body)
		}
	}
}

// rawRequest sends a request line as it is.
func rawRequest(t *testing.T, srv *wefttest.Server, method, target string) (status int, body string) {
	t.Helper()
	conn := srv.Dial()
	defer conn.Close()
	conn.Send(method + " " + target + " HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip, br, zstd\r\nConnection: close\r\n\r\n")
	resp := conn.Read(weft.Method(method))
	return resp.Status, resp.Body
}

func isListing(body string) bool { return strings.HasPrefix(body, "<!DOCTYPE html>") }
