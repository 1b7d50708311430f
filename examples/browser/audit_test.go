package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/weft-go/weft/examples/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title><link rel="icon" href="data:,">
<style>:focus-visible { outline: 2px solid blue } a.block { display: block; height: 30px } :is(input, button):not([style]) { height: 30px }</style></head>
<body><a href="#main">Skip</a><header>head</header><main id="main" tabindex="-1"><h1>Title</h1>%s</main></body></html>`

const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="

func serve(t *testing.T, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, document, body)
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return server.URL
}

func TestAuditPasses(t *testing.T) {
	page := browser.Open(t, serve(t, `<h2>Part</h2><p style="color:#666">Text with <a href="/">a link</a></p>
		<label for="x">Name</label><input id="x"><button>Send the form</button><img src="`+pixel+`" alt="">`), browser.View{})
	if found := page.Audit(); len(found) > 0 {
		t.Errorf("want no findings, got\n%s", strings.Join(found, "\n"))
	}
}

func TestAuditFinds(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"contrast", `<p style="color:#888">grey</p>`, "contrast 3.54 of text: p “grey”"},
		{"contrast through opacity", `<div style="opacity:.4"><p>pale</p></div>`, "of text: p “pale”"},
		{"contrast of a placeholder", `<style>::placeholder { color: #ccc }</style><input aria-label="x" placeholder="grey">`, "of a placeholder"},
		{"width", `<div style="width:2000px">wide</div>`, "pixels too wide: div"},
		{"small control", `<button style="width:20px;height:20px;padding:0">x</button>`, "only 20 by 20 pixels"},
		{"tab order", `<button tabindex="3">first please</button>`, "a tab order of its own"},
		{"focus", `<button style="outline:none">Send the form</button>`, "no sign of the focus"},
		{"headings", `<h3>Part</h3>`, "a level of headings was left out before: h3"},
		{"two titles", `<h1>Other</h1>`, "want one h1"},
		{"ids", `<p id="x">a</p><p id="x">b</p>`, "the id stands twice"},
		{"reference", `<label for="y">Name</label>`, `for="y" leads nowhere`},
		{"picture", `<img src="` + pixel + `">`, "no alternative text"},
		{"input without a label", `<input>`, "a textbox has no name"},
		{"button without a text", `<button style="width:40px;height:40px"></button>`, "a button has no name"},
		{"link without a text", `<a class="block" href="/"></a>`, "a link has no name"},
		{"landmarks", `<nav>a</nav><nav>b</nav>`, `2 landmarks are a navigation named ""`},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := browser.Open(t, serve(t, test.body), browser.View{}).Audit()
			if !strings.Contains(strings.Join(found, "\n"), test.want) {
				t.Errorf("want %q, got %q", test.want, found)
			}
		})
	}
}

func TestViewAndKeys(t *testing.T) {
	page := browser.Open(t, serve(t, `<input id="x" aria-label="x">`), browser.View{Width: 360, Height: 640, Dark: true})
	page.Want(`[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]`, []any{360, true})
	page.Keys(kb.Tab + kb.Tab + "abc")
	page.Want(`x.value`, "abc")
	page.View(browser.View{})
	page.Want(`[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]`, []any{1280, false})
}

// TestAutofocus: what is typed after Go arrives where the page has put the focus.
func TestAutofocus(t *testing.T) {
	url := serve(t, `<input id="x" aria-label="x" autofocus>`)
	page := browser.Open(t, url, browser.View{})
	for range 5 {
		page.Go(url)
		page.Keys("abc")
		page.Want(`x.value`, "abc")
	}
}
