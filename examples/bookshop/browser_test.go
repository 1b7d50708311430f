package main

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	chromium "github.com/weft-go/weft/examples/browser"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // requests, and the failures that tests want
	chromium.Main(m)
}

// A visit is a page in a state, with how to come there. The first visit of the staff
// logs in.
type visit struct {
	name, path string
	then       func(*chromium.Page)
}

func guestVisits() []visit {
	return []visit{
		{"front", "/", nil},
		{"search", "/?q=austen", nil},
		{"nothing found", "/?q=zzzz", nil},
		{"book", "/books/14", nil},
		{"sold out", "/?q=dracula", nil},
		{"login", "/login?next=/books/14", nil},
		{"login failed", "/login", func(p *chromium.Page) {
			p.Keys("reader" + kb.Tab + "wrong" + kb.Enter)
			p.Want(`document.querySelector('[role=alert]')?.textContent`, "Wrong name or password.")
		}},
		{"chat", "/chat", func(p *chromium.Page) {
			p.Want(`state.textContent`, "Connected.")
			p.Click("#text")
			p.Keys("Is Middlemarch any good?" + kb.Enter)
			p.Want(`document.querySelector('#lines .said')?.textContent`, "Is Middlemarch any good?")
		}},
		{"not here", "/nothing", nil},
		{"no such book", "/books/999", nil},
		{"for the staff", "/import", nil},
	}
}

func staffVisits(list string) []visit {
	return []visit{
		{"logged in", "/login?next=/", func(p *chromium.Page) {
			p.Keys("staff" + kb.Tab + "staff" + kb.Enter)
			p.Want(`document.querySelector('.who button')?.textContent`, "Log out")
		}},
		{"book of the staff", "/books/14", nil},
		{"edit", "/books/14/edit", nil},
		{"edit with faults", "/books/14", func(p *chromium.Page) {
			p.Want(`typeof hyper`, "object")
			p.Click(`a[href="/books/14/edit"]`)
			p.Want(`document.activeElement.id`, "field-title")
			p.Eval(`document.activeElement.select()`)
			p.Keys(kb.Backspace)
			p.Want(`document.getElementById('fault-title').textContent`, "Please fill this in.")
			p.Click("#field-year")
			p.Keys("soon" + kb.Enter)
			p.Want(`document.querySelectorAll('[aria-invalid=true]').length`, 2)
			p.Want(`document.activeElement.id`, "field-title")
		}},
		{"import", "/import", nil},
		{"import ended", "/import", func(p *chromium.Page) {
			p.Want(`typeof hyper`, "object")
			p.Upload("#list", list)
			p.Click(".upload button")
			p.Want(`document.getElementById('end')?.textContent.startsWith('Done: ')`, true)
			p.Want(`[bar.value === bar.max, notice.textContent]`, []any{true, ""})
		}},
	}
}

// TestAudit looks at every page in every view. What it looks for is said in the
// documentation of the method Audit.
func TestAudit(t *testing.T) {
	list, err := filepath.Abs("web/assets/new-books.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, view := range chromium.Views() {
		t.Run(name, func(t *testing.T) {
			base := start(t)
			page := chromium.Open(t, base, view)
			for _, v := range append(guestVisits(), staffVisits(list)...) {
				page.Go(base + v.path)
				if v.then != nil {
					v.then(page)
				}
				for _, finding := range page.Audit() {
					t.Errorf("%s: %s", v.name, finding)
				}
				page.Picture(v.name + " " + name)
			}
		})
	}
}

// TestFailure is about the page for what nobody has expected.
func TestFailure(t *testing.T) {
	base, s := startWithStore(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, view := range chromium.Views() {
		page := chromium.Open(t, base, view)
		page.Want(`document.querySelector('h1').textContent`, "Something broke")
		for _, finding := range page.Audit() {
			t.Errorf("%s: %s", name, finding)
		}
		page.Picture("failure " + name)
	}
}

// TestSwaggerUI: the documentation is drawn from the binary, under its own policy.
func TestSwaggerUI(t *testing.T) {
	base := start(t)
	for name, view := range chromium.Views() {
		page := chromium.Open(t, base+"/docs", view)
		page.Want(`document.querySelector('.swagger-ui h1, .swagger-ui h2')?.textContent.includes('Selvedge Books')`, true)
		page.Want(`document.querySelectorAll('.opblock').length > 8`, true)
		page.Picture("docs " + name)
	}
}

// TestTabOrder goes through the front page with the keyboard alone.
func TestTabOrder(t *testing.T) {
	base := start(t)
	page := chromium.Open(t, base, chromium.View{})
	var stops []string
	for range 9 {
		page.Keys(kb.Tab)
		stops = append(stops, strings.Trim(page.Eval(
			`(document.activeElement.querySelector('strong') || document.activeElement).textContent.trim() || document.activeElement.id`), `"`))
	}
	want := "Skip to content, Selvedge Books, Books, Chat, API, Log in, q, Search, Eugene Onegin"
	if got := strings.Join(stops, ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	page.Go(base)
	page.Keys(kb.Tab + kb.Enter)
	page.Want(`document.activeElement.id`, "main")
}

func TestSearchWhileTyping(t *testing.T) {
	page := chromium.Open(t, start(t), chromium.View{})
	page.Want(`typeof hyper`, "object")
	page.Click("#q")
	page.Keys("kafka")
	page.Want(`document.querySelector('[role=status].count').textContent`, "2 books for “kafka”")
	page.Want(`[document.activeElement.id, document.querySelectorAll('.card').length]`, []any{"q", 2})
}

// TestEditByKeyboard: the form takes the focus, Escape and saving give it back.
func TestEditByKeyboard(t *testing.T) {
	base := start(t)
	page := chromium.Open(t, base+"/login?next=/books/14", chromium.View{})
	page.Keys("staff" + kb.Tab + "staff" + kb.Enter)
	page.Want(`location.pathname`, "/books/14")
	edit := func() {
		page.Want(`typeof hyper`, "object")
		page.Eval(`document.querySelector('a[href="/books/14/edit"]').focus()`)
		page.Keys(kb.Enter)
		page.Want(`document.activeElement.id`, "field-title")
	}
	edit()
	page.Keys(kb.Escape)
	page.Want(`document.activeElement.tagName + document.activeElement.textContent`, "H1Middlemarch")
	edit()
	page.Eval(`document.activeElement.select()`)
	page.Keys("Silas Marner" + kb.Enter)
	page.Want(`document.activeElement.tagName + document.activeElement.textContent`, "H1Silas Marner")
	page.Want(`document.querySelector('#notice[role=status]').textContent`, "Saved.")
}

// TestStockInEveryWindow: what one window buys, another sees.
func TestStockInEveryWindow(t *testing.T) {
	base := start(t)
	watcher := chromium.Open(t, base+"/books/14", chromium.View{})
	watcher.Want(`document.querySelector('.stock').textContent`, "3 in stock")
	buyer := chromium.Open(t, base+"/login?next=/books/14", chromium.View{})
	buyer.Keys("reader" + kb.Tab + "reader" + kb.Enter)
	buyer.Want(`document.querySelector('form button:not(.quiet)')?.textContent`, "Buy one copy")
	buyer.Want(`typeof hyper`, "object")
	buyer.Click(`form[action="/books/14/buy"] button`)
	buyer.Want(`document.querySelector('#notice').textContent`, "You have bought “Middlemarch” for € 7.99.")
	watcher.Want(`document.querySelector('.stock').textContent`, "2 in stock")
}
