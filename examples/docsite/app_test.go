package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/docsite/guide"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// library is the documentation of this repository.
var library = sync.OnceValues(func() (*guide.Library, error) { return guide.Load(os.DirFS("../..")) })

func site(t *testing.T) (weft.Routes, *guide.Library) {
	t.Helper()
	l, err := library()
	if err != nil {
		t.Fatal(err)
	}
	return application(l), l
}

func TestEveryGuideHasAPage(t *testing.T) {
	routes, _ := site(t)
	guides, err := os.ReadDir("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	app, count := wefttest.New(t, routes), 0
	for _, file := range guides {
		name, ok := strings.CutSuffix(file.Name(), ".md")
		if !ok {
			continue
		}
		count++
		text, err := os.ReadFile("../../docs/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		title := strings.TrimPrefix(strings.SplitN(string(text), "\n", 2)[0], "# ")
		app.Get("/guides/"+name).Status(200).
			Header("Content-Type", "text/html; charset=utf-8").
			BodyContains("<!doctype html>", ">"+title+"</h1>", `aria-current="page"`, `<nav id="site-nav"`, `role="search"`)
	}
	if count < 10 {
		t.Errorf("only %d guides", count)
	}
}

// TestLinks follows every link of every page, also those to headings.
func TestLinks(t *testing.T) {
	routes, l := site(t)
	app := wefttest.New(t, routes)
	link := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	id := regexp.MustCompile(` id="([^"]+)"`)
	bodies := map[string]string{}
	fetch := func(url string) string {
		if _, ok := bodies[url]; !ok {
			bodies[url] = app.Get(url).Status(200).Text()
		}
		return bodies[url]
	}
	count := 0
	for _, p := range l.Pages() {
		for _, match := range link.FindAllStringSubmatch(fetch(p.URL), -1) {
			path, fragment, _ := strings.Cut(match[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			count++
			if path == "" {
				path = p.URL
			}
			if !strings.HasPrefix(path, "/") {
				t.Errorf("%s: the link to %s leads out of the site", p.URL, match[1])
				continue
			}
			ids := id.FindAllStringSubmatch(fetch(path), -1)
			if fragment != "" && !slices.ContainsFunc(ids, func(m []string) bool { return m[1] == fragment }) {
				t.Errorf("%s: the link to %s leads to no heading", p.URL, match[1])
			}
		}
	}
	if count < 500 {
		t.Errorf("only %d links were followed", count)
	}
}

func TestSearchPage(t *testing.T) {
	routes, _ := site(t)
	app := wefttest.New(t, routes)
	app.Get("/search?q=signals").Status(200).BodyContains("<!doctype html>", "sections for “signals”", "<mark>Signals</mark>", `href="/guides/hyper#`)
	app.Get("/search?q=%3Cscript%3E+zzz").Status(200).BodyContains("Nothing has all of “&lt;script&gt; zzz” in it.")
	app.Get("/search").Status(200)

	hyper := app.With("Hyper-Request", "true")
	hyper.Get(`/search?hyper={"q":"debounce"}`).Status(200).NoHeader("ETag").
		BodyContains(`<div id="site-results">`, `role="status"`, "<mark>Debounce</mark>")
	hyper.Get(`/search?hyper={"q":""}`).Status(200).Body(`<div id="site-results"><p id="site-count" role="status"></p></div>`)
	hyper.Get(`/search?hyper={"q":"` + strings.Repeat("x", 101) + `"}`).Status(422)
	hyper.Get("/search").Status(400)
}

func TestMissing(t *testing.T) {
	routes, _ := site(t)
	app := wefttest.New(t, routes)
	for _, path := range []string{"/nothing", "/guides/nothing", "/source/go.sum", "/source/../go.mod", "/files/x.png", "/guides/"} {
		app.Get(path).Status(404).BodyContains("<h1>Not here</h1>")
	}
}

func TestServer(t *testing.T) {
	routes, _ := site(t)
	s := wefttest.Start(t, routes, func(c server.Config) server.Config {
		config := configuration(c.Address)
		config.Logger = c.Logger
		return config
	})
	get := func(path, fields string) *wefttest.RawResponse {
		c := wefttest.Dial(t, s.Addr)
		c.Send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + fields + "\r\n")
		return c.Read(weft.GET)
	}
	for _, path := range []string{"/", "/guides/hyper", "/files/docs/bookshop.png", "/assets/style.css"} {
		first := get(path, "Accept-Encoding: br, gzip\r\n")
		tag, _ := first.Headers.Get("ETag")
		policy, _ := first.Headers.Get("Content-Security-Policy")
		if first.Status != 200 || tag == "" || !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: got %d with ETag %q and policy %q", path, first.Status, tag, policy)
		}
		if coding, _ := first.Headers.Get("Content-Encoding"); (coding == "") != strings.HasSuffix(path, ".png") {
			t.Errorf("%s: got the coding %q", path, coding)
		}
		if again := get(path, "Accept-Encoding: br, gzip\r\nIf-None-Match: "+tag+"\r\n"); again.Status != 304 {
			t.Errorf("%s: with the tag: got %d, want 304", path, again.Status)
		}
	}
}
