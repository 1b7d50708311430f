package ui_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/openapi/ui"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

func document(title string, servers ...string) *openapi.Document {
	var g openapi.Generator
	for _, s := range servers {
		g.Servers = append(g.Servers, &openapi.Server{URL: s})
	}
	return g.FromEndpoints(title, "1.0", route.GET("/hello").Out[string]())
}

func TestPage(t *testing.T) {
	c := wefttest.New(t, ui.SwaggerUI("/docs", document(`Books & "more" <b>`)))
	page := c.Get("/docs").Status(200).Header("Content-Type", "text/html; charset=utf-8").Header("X-Content-Type-Options", "nosniff")
	text := page.Text()
	for _, want := range []string{"<title>Books &amp; &#34;more&#34; &lt;b&gt;</title>", `src="docs/start.js"`, `href="docs/style.css"`, `&#34;url&#34;:&#34;docs/openapi.json&#34;`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s:\n%s", want, text)
		}
	}
	for _, forbidden := range []string{"http://", "https://", "<style", "<script>", "onload"} {
		if strings.Contains(text, forbidden) {
			t.Errorf("the page has %s", forbidden)
		}
	}
}

func TestAssets(t *testing.T) {
	c := wefttest.New(t, ui.SwaggerUI("/docs", document("Books")))
	for name, mediaType := range map[string]string{
		"swagger-ui-bundle.js": "text/javascript; charset=utf-8", "swagger-ui-standalone-preset.js": "text/javascript; charset=utf-8",
		"swagger-ui.css": "text/css; charset=utf-8", "start.js": "text/javascript; charset=utf-8", "style.css": "text/css; charset=utf-8",
		"favicon-32x32.png": "image/png", "openapi.json": "application/json", "openapi.yaml": "application/yaml",
	} {
		t.Run(name, func(t *testing.T) {
			plain := c.Get("/docs/"+name).Status(200).Header("Content-Type", mediaType)
			zipped := c.With("Accept-Encoding", "br, gzip").Get("/docs/" + name).Status(200)
			data := []byte(zipped.Text())
			if coding, _ := zipped.Response().Header("Content-Encoding"); coding == "gzip" {
				r, err := gzip.NewReader(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				data, _ = io.ReadAll(r)
			} else if name != "favicon-32x32.png" {
				t.Error("not compressed")
			}
			if string(data) != plain.Text() {
				t.Error("compressed is another file")
			}
			tag, _ := plain.Response().Header("ETag")
			c.With("If-None-Match", `"x", W/`+tag).Get("/docs/"+name).Status(304).Header("ETag", tag)
			c.With("If-None-Match", `"x"`).Get("/docs/" + name).Status(200)
		})
	}
}

func TestPolicy(t *testing.T) {
	routes := ui.SwaggerUI("/docs", document("Books", "https://books.example/v1", "/here", "http://{region}.example", "https://evil.example; script-src *", "javascript://x"))
	policy, _ := wefttest.New(t, routes).Get("/docs").Status(200).Response().Header("Content-Security-Policy")
	want := "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self' data:; " +
		"connect-src 'self' https://books.example http:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	if policy != want {
		t.Errorf("got  %s\nwant %s", policy, want)
	}
}

func TestSeveralDocuments(t *testing.T) {
	c := wefttest.New(t, weft.NewRoutes(ui.SwaggerUI("/docs", document("Books"), document("Orders & more"), document("Books"))).Nest("/api"))
	text := c.Get("/api/docs").Status(200).Text()
	for _, path := range []string{"docs/books/openapi.json", "docs/orders-more/openapi.json", "docs/books-2/openapi.json"} {
		if !strings.Contains(text, path) {
			t.Errorf("the page has no %s", path)
		}
		doc, err := openapi.FromJSON([]byte(c.Get("/api/" + path).Status(200).Text()))
		if err != nil || doc.Info.Version != "1.0" {
			t.Errorf("%s: %v", path, err)
		}
	}
	c.Get("/api/docs/openapi.yaml").Status(200)
	c.Get("/api/docs/nothing").Status(404)
}

func TestRoot(t *testing.T) {
	c := wefttest.New(t, ui.SwaggerUI("/", document("Books")))
	if text := c.Get("/").Status(200).Text(); !strings.Contains(text, `src="start.js"`) {
		t.Error(text)
	}
	c.Get("/openapi.json").Status(200)
}

func TestMistakes(t *testing.T) {
	for name, f := range map[string]func(){
		"no document": func() { ui.SwaggerUI("/docs") },
		"a parameter": func() { ui.SwaggerUI("/docs/{id}", document("Books")) },
		"no slash":    func() { ui.SwaggerUI("docs", document("Books")) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}
