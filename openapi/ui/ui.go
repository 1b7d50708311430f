package ui

import (
	"encoding/json/v2"
	"html"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/openapi"
)

// SwaggerUI returns routes that serve documents under a path:
//
//	GET {path}                page
//	GET {path}/openapi.json   the document, or the first of several
//	GET {path}/openapi.yaml   the same as YAML
//
// With several documents each is also at {path}/{name}/openapi.json and .yaml, where
// the name is made of its title. The documents are written once, here; later changes do
// not show. Swagger UI shows documents of the versions 3.0 and 3.1.
//
// SwaggerUI panics if there is no document, or if the path is malformed or has
// parameters.
func SwaggerUI(path string, documents ...*openapi.Document) weft.Routes {
	if len(documents) == 0 {
		panic("ui.SwaggerUI: want at least one document")
	}
	base := strings.TrimSuffix(path, "/")
	if strings.ContainsAny(base, "{}") {
		panic("ui.SwaggerUI: want a path without parameters, got " + strconv.Quote(path))
	}
	entries := name(documents)
	page := newFile("text/html; charset=utf-8", []byte(pageHTML(base, entries)))
	policy := policyFor(documents)
	parts := []weft.Part{
		get(base, func(req *weft.Request) weft.Response {
			return page.serve(req).
				WithHeader("Content-Security-Policy", policy).
				WithHeader("Referrer-Policy", "no-referrer")
		}),
	}
	for name, f := range assets() {
		parts = append(parts, get(base+"/"+name, f.serve))
	}
	for i, e := range entries {
		json := newFile(weft.MediaJSON, e.document.JSON())
		yaml := newFile("application/yaml", e.document.YAML()) // RFC 9512
		if i == 0 {
			parts = append(parts, get(base+"/openapi.json", json.serve), get(base+"/openapi.yaml", yaml.serve))
		}
		if len(entries) > 1 {
			parts = append(parts, get(base+"/"+e.slug+"/openapi.json", json.serve), get(base+"/"+e.slug+"/openapi.yaml", yaml.serve))
		}
	}
	return weft.NewRoutes(parts...)
}

func get(path string, serve func(*weft.Request) weft.Response) weft.Route {
	if path == "" {
		path = "/"
	}
	return weft.NewPattern(weft.GET, path).Handle(func(req *weft.Request) (weft.Response, error) { return serve(req), nil })
}

// An entry is a document with its place below the page.
type entry struct {
	document *openapi.Document
	slug     string
}

// name gives each document a name for its URL, made of its title.
func name(documents []*openapi.Document) []entry {
	var all []entry
	taken := map[string]bool{}
	for _, d := range documents {
		base := slug(d.Info.Title)
		free := base
		for i := 2; taken[free]; i++ {
			free = base + "-" + strconv.Itoa(i)
		}
		taken[free] = true
		all = append(all, entry{d, free})
	}
	return all
}

func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if len(words) == 0 {
		return "api"
	}
	return strings.Join(words, "-")
}

// pageHTML returns the page. Its URLs are relative, so that it also works below a
// prefix that only a proxy knows. The page's own URL has no slash at its end, so they
// begin with its last segment.
func pageHTML(base string, entries []entry) string {
	prefix := ""
	if base != "" {
		prefix = url.PathEscape(path.Base(base)) + "/"
	}
	type document struct {
		URL  string `json:"url"`
		Name string `json:"name"`
	}
	list := []document{{URL: prefix + "openapi.json"}}
	if len(entries) > 1 {
		list = nil
		for _, e := range entries {
			list = append(list, document{prefix + e.slug + "/openapi.json", e.document.Info.Title + " " + e.document.Info.Version})
		}
	}
	documents, err := json.Marshal(list)
	if err != nil {
		panic(err) // strings always have a form in JSON
	}
	at := func(name string) string { return html.EscapeString(prefix + name) }
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>` + html.EscapeString(entries[0].document.Info.Title) + `</title>
<link rel="icon" type="image/png" href="` + at("favicon-32x32.png") + `">
<link rel="stylesheet" href="` + at("swagger-ui.css") + `">
<link rel="stylesheet" href="` + at("style.css") + `">
<script src="` + at("swagger-ui-bundle.js") + `" defer></script>
<script src="` + at("swagger-ui-standalone-preset.js") + `" defer></script>
<script src="` + at("start.js") + `" defer></script>
</head>
<body>
<noscript>This page needs scripts. The document itself is at <a href="` + at("openapi.json") + `">openapi.json</a>.</noscript>
<div id="swagger-ui" data-documents="` + html.EscapeString(string(documents)) + `"></div>
</body>
</html>
`
}
