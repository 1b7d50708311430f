package middleware_test

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
)

func TestMediaTypes(t *testing.T) {
	for ext, want := range map[string]string{
		"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "json": "application/json",
		"svg": "image/svg+xml", "webp": "image/webp", "ico": "image/vnd.microsoft.icon", "wasm": "application/wasm", "woff2": "font/woff2",
		"mp4": "video/mp4", "mp3": "audio/mpeg", "pdf": "application/pdf", "zip": "application/zip", "webmanifest": "application/manifest+json",
		"": "", "exe": "", "HTML": "",
	} {
		got := middleware.MediaTypeOf(ext)
		if got != want {
			t.Errorf("%s: got %q, want %q", ext, got, want)
		}
		if _, err := weft.ParseMediaType(got); got != "" && err != nil {
			t.Errorf("%s: %v", ext, err)
		}
	}
}

func TestIsFingerprinted(t *testing.T) {
	for name, want := range map[string]bool{
		"app.3f2a9c1b.js": true, "assets/app-BxQ2k9fL.css": true, "chunk.4f1e2d3c.min.js": true, "logo_9c1b3f2a4d.svg": true, "index-0a1b2c3d4e5f6789.js.map": true,
		"app.js": false, "jquery.min.js": false, "report-20260301.pdf": false, "background.png": false, "app.abcdefgh.js": false, "3f2a9c1b.js": false,
		"3f2a9c1b": false, "": false, "app-v1.js": false, "photo-of-a-cat.jpg": false, "a-" + string(make([]byte, 70)) + ".js": false,
	} {
		if got := middleware.IsFingerprinted(name); got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
}
