package middleware_test

import (
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/wefttest"
)

func TestStaticRange(t *testing.T) {
	small := "0123456789"
	bothKinds(t, middleware.StaticConfig{}, []string{"small.txt", small, "large.txt", large, "empty.txt", ""}, func(t *testing.T, srv *wefttest.Server) {
		size := len(large)
		for _, test := range []struct {
			path, field string
			status      int
			body        string
			contents    string // Content-Range
		}{
			{"/f/small.txt", "bytes=2-4", 206, "234", "bytes 2-4/10"},
			{"/f/small.txt", "bytes=7-", 206, "789", "bytes 7-9/10"},
			{"/f/small.txt", "bytes=-3", 206, "789", "bytes 7-9/10"},
			{"/f/small.txt", "bytes=0-", 206, small, "bytes 0-9/10"},
			{"/f/small.txt", "bytes=0-100", 206, small, "bytes 0-9/10"},
			{"/f/small.txt", "bytes=20-,1-1", 206, "1", "bytes 1-1/10"},
			{"/f/small.txt", "bytes=x", 200, small, ""},
			{"/f/small.txt", "bytes=0-5,5-9", 200, small, ""},
			{"/f/small.txt", "lines=1-2", 200, small, ""},
			{"/f/empty.txt", "bytes=0-", 200, "", ""},
			{"/f/empty.txt", "bytes=-1", 200, "", ""},
			{"/f/large.txt", "bytes=0-0", 206, large[:1], fmt.Sprintf("bytes 0-0/%d", size)},
			{"/f/large.txt", "bytes=100-60099", 206, large[100:60100], fmt.Sprintf("bytes 100-60099/%d", size)},
			{"/f/large.txt", "bytes=-7", 206, "the end", fmt.Sprintf("bytes %d-%d/%d", size-7, size-1, size)},
			{"/f/large.txt", "bytes=1-", 206, large[1:], fmt.Sprintf("bytes 1-%d/%d", size-1, size)},
		} {
			t.Run(test.path+" "+test.field, func(t *testing.T) {
				got := ask(t, srv, "GET", test.path, "Range", test.field)
				want(t, got, test.status, test.body, "Content-Range", test.contents, "Content-Type", "text/plain; charset=utf-8", "Content-Length", fmt.Sprint(len(test.body)))
				if field(got, "ETag") == "" || field(got, "Last-Modified") == "" {
					t.Error("no validators")
				}
				head := ask(t, srv, "HEAD", test.path, "Range", test.field)
				if head.Status != 200 || field(head, "Content-Range") != "" {
					t.Errorf("HEAD: got %d %q", head.Status, field(head, "Content-Range"))
				}
			})
		}
		for path, size := range map[string]int{"/f/small.txt": 10, "/f/large.txt": size} {
			got := ask(t, srv, "GET", path, "Range", "bytes=999999-")
			if got.Status != 416 || field(got, "Content-Range") != fmt.Sprintf("bytes */%d", size) {
				t.Errorf("%s: got %d %q", path, got.Status, field(got, "Content-Range"))
			}
		}
	})
}

func TestStaticIfRange(t *testing.T) {
	bothKinds(t, middleware.StaticConfig{}, []string{"a.txt", "0123456789"}, func(t *testing.T, srv *wefttest.Server) {
		tag := field(ask(t, srv, "GET", "/f/a.txt"), "ETag")
		for value, code := range map[string]int{
			tag: 206, "W/" + tag: 200, `"x"`: 200, sameTime: 206, dayBefore: 200, dayAfter: 200, "x": 200, "": 200, tag + " ,": 200,
		} {
			if got := ask(t, srv, "GET", "/f/a.txt", "Range", "bytes=0-1", "If-Range", value); got.Status != code {
				t.Errorf("If-Range: %s: got %d, want %d", value, got.Status, code)
			}
		}
		// The condition of a range is looked at after all others.
		if got := ask(t, srv, "GET", "/f/a.txt", "Range", "bytes=0-1", "If-Range", `"x"`, "If-None-Match", tag); got.Status != 304 {
			t.Errorf("If-None-Match: got %d", got.Status)
		}
		if got := ask(t, srv, "GET", "/f/a.txt", "Range", "bytes=99-", "If-Match", `"x"`); got.Status != 412 {
			t.Errorf("If-Match: got %d", got.Status)
		}
		if got := ask(t, srv, "GET", "/f/a.txt", "Range", "bytes=99-", "If-Range", `"x"`); got.Status != 200 {
			t.Errorf("unsatisfiable range of another file: got %d", got.Status)
		}
	})
}

func TestStaticMultipleRanges(t *testing.T) {
	bothKinds(t, middleware.StaticConfig{}, []string{"small.txt", "0123456789", "large.txt", large}, func(t *testing.T, srv *wefttest.Server) {
		for _, test := range []struct {
			path, field string
			parts       []string // Content-Range and content
		}{
			{"/f/small.txt", "bytes=0-0,-1", []string{"bytes 0-0/10", "0", "bytes 9-9/10", "9"}},
			{"/f/small.txt", "bytes=5-6, 99-, 1-2", []string{"bytes 5-6/10", "56", "bytes 1-2/10", "12"}},
			{"/f/large.txt", "bytes=1-3,100-40099,-7", []string{
				fmt.Sprintf("bytes 1-3/%d", len(large)), "123",
				fmt.Sprintf("bytes 100-40099/%d", len(large)), large[100:40100],
				fmt.Sprintf("bytes %d-%d/%d", len(large)-7, len(large)-1, len(large)), "the end"}},
		} {
			t.Run(test.path+" "+test.field, func(t *testing.T) {
				got := ask(t, srv, "GET", test.path, "Range", test.field)
				media, params, err := mime.ParseMediaType(field(got, "Content-Type"))
				if got.Status != 206 || err != nil || media != "multipart/byteranges" || field(got, "Content-Range") != "" {
					t.Fatalf("got %d %q %q", got.Status, field(got, "Content-Type"), field(got, "Content-Range"))
				}
				if field(got, "Content-Length") != fmt.Sprint(len(got.Body)) {
					t.Errorf("got length %q of %d", field(got, "Content-Length"), len(got.Body))
				}
				r := multipart.NewReader(strings.NewReader(got.Body), params["boundary"])
				for i := 0; i < len(test.parts); i += 2 {
					part, err := r.NextRawPart()
					if err != nil {
						t.Fatal(err)
					}
					content, err := io.ReadAll(part)
					if err != nil || part.Header.Get("Content-Range") != test.parts[i] || string(content) != test.parts[i+1] || part.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
						t.Errorf("part %d: got %v %.50q %v", i/2, part.Header, content, err)
					}
				}
				if _, err := r.NextRawPart(); err != io.EOF {
					t.Errorf("after the last part: %v", err)
				}
			})
		}
	})
}

// No Range field makes an answer much larger than its file.
func TestStaticRangeIsBounded(t *testing.T) {
	content := strings.Repeat("x", 10000)
	bothKinds(t, middleware.StaticConfig{}, []string{"a.txt", content}, func(t *testing.T, srv *wefttest.Server) {
		for _, list := range []string{strings.Repeat("0-,", 1000), strings.Repeat("0-9999,", 1000), strings.Repeat("-1,", 2000), "0-5000,4000-9999"} {
			got := ask(t, srv, "GET", "/f/a.txt", "Range", "bytes="+list)
			want(t, got, 200, content, "Content-Range", "")
		}
	})
}
