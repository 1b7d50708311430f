package main

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/weft-go/weft/examples/browser"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

func TestMain(m *testing.M) { browser.Main(m) }

// open serves the site and opens one of its pages.
func open(t *testing.T, path string, view browser.View) (*browser.Page, string) {
	t.Helper()
	routes, _ := site(t)
	s := wefttest.Start(t, routes, func(c server.Config) server.Config {
		config := configuration(c.Address)
		config.Logger = slog.New(slog.DiscardHandler)
		return config
	})
	return browser.Open(t, s.URL+path, view), s.URL
}

// TestAudit looks at every guide, and at one page of every other kind, in all views.
func TestAudit(t *testing.T) {
	_, l := site(t)
	paths := []string{"/search?q=signals", "/source/LICENSE", "/source/examples/01-hello/main.go", "/source/docs/decisions"}
	for _, p := range l.Pages() {
		if !p.IsSource {
			paths = append(paths, p.URL)
		}
	}
	for name, view := range browser.Views() {
		t.Run(name, func(t *testing.T) {
			page, base := open(t, "/nothing", view)
			for _, path := range paths {
				page.Go(base + path)
				for _, finding := range page.Audit() {
					t.Errorf("%s: %s", path, finding)
				}
				page.Picture(strings.NewReplacer("/", " ", "?", " ").Replace("site"+path) + " " + name)
			}
		})
	}
}

func TestLiveSearch(t *testing.T) {
	for name, view := range browser.Views() {
		t.Run(name, func(t *testing.T) {
			page, _ := open(t, "/guides/terms", view)
			page.Want(`typeof hyper`, "object")
			page.Keys("/")
			page.Want(`document.activeElement.id`, "site-q")
			page.Keys("signals")
			page.Want(`document.querySelectorAll('.panel #site-results a mark').length > 2`, true)
			page.Want(`getComputedStyle(document.querySelector('.panel')).display`, "block")
			page.Want(`document.getElementById('site-count').textContent.endsWith('sections for “signals”')`, true)
			for _, finding := range page.Audit() {
				t.Error(finding)
			}
			page.Picture("site results " + name)
			page.Keys(kb.Escape)
			page.Want(`[document.activeElement.value, getComputedStyle(document.querySelector('.panel')).display, document.activeElement.id]`, []string{"", "none", "site-q"})
		})
	}
}

func TestResultsByKeyboard(t *testing.T) {
	page, base := open(t, "/", browser.View{})
	page.Want(`typeof hyper`, "object")
	page.Keys("/" + "inline editor")
	page.Want(`document.querySelector('#site-results a')?.getAttribute('href')`, "/guides/hyper#2-an-inline-editor")
	page.Keys(kb.ArrowDown)
	page.Want(`document.activeElement.getAttribute('href')`, "/guides/hyper#2-an-inline-editor")
	page.Keys(kb.ArrowUp)
	page.Want(`document.activeElement.id`, "site-q")
	page.Keys(kb.ArrowDown + kb.Enter)
	page.Want(`location.href`, base+"/guides/hyper#2-an-inline-editor")
	page.Want(`document.querySelector(':target').textContent.startsWith('2. An inline editor')`, true)
}

func TestTabOrder(t *testing.T) {
	page, _ := open(t, "/guides/security", browser.View{})
	var stops []string
	for range 4 {
		page.Keys(kb.Tab)
		stops = append(stops, strings.Trim(page.Eval(`document.activeElement.textContent.trim() || document.activeElement.id`), `"`))
	}
	if got, want := strings.Join(stops, ", "), "Skip to content, weft, site-q, Overview"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	page.Go(strings.Trim(page.Eval(`location.href`), `"`))
	page.Keys(kb.Tab + kb.Enter)
	page.Want(`document.activeElement.id`, "site-main")
}

func TestMenu(t *testing.T) {
	page, _ := open(t, "/guides/hyper", browser.View{Width: 360, Height: 740})
	page.Want(`typeof hyper`, "object")
	state := `[document.querySelector('.menu').getAttribute('aria-expanded'), document.getElementById('site-nav').checkVisibility()]`
	page.Want(state, []any{"false", false})
	page.Click(".menu")
	page.Want(state, []any{"true", true})
	for _, finding := range page.Audit() {
		t.Error(finding)
	}
	page.Click(`#site-nav a[href="/guides/auth"]`)
	page.Want(`location.pathname`, "/guides/auth")
	page.Want(state, []any{"false", false})
}

func TestScrollBoxesCanBeReached(t *testing.T) {
	page, _ := open(t, "/guides/configuration", browser.View{Width: 360, Height: 740})
	page.Want(`[...document.querySelectorAll('.scroll')].every((box) => (box.scrollWidth > box.clientWidth) === (box.tabIndex === 0))`, true)
	page.Want(`document.querySelector('div.scroll').tabIndex`, 0)
}
