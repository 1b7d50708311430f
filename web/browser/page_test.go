package browser_test

import (
	"context"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// deadline is how long a page may take to come into an expected state.
const deadline = 10 * time.Second

// policy is what every page is served with: no eval, no inline scripts.
const policy = "default-src 'self'; connect-src *; script-src 'self' 'nonce-secret'; style-src 'self' 'unsafe-inline'; frame-src 'self' data:; media-src 'self' data:; img-src 'self' data:"

// browser is the one Chromium of the test run, started by the first test.
var browser = sync.OnceValues(startBrowser)

var stopBrowser = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	stopBrowser()
	os.Exit(code)
}

func startBrowser() (context.Context, error) {
	program := findChromium()
	if program == "" {
		return nil, fmt.Errorf("no Chromium: set CHROMIUM or put chromium into PATH")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(800, 600),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("enable-precise-memory-info", true),
		chromedp.Flag("js-flags", "--expose-gc"))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	stopBrowser = func() { stop(); stopAllocator() }
	return ctx, chromedp.Do(ctx)
}

func findChromium() string {
	if program := os.Getenv("CHROMIUM"); program != "" {
		return program
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	return ""
}

// A page is a tab with a document of a test.
type page struct {
	t      testing.TB
	ctx    context.Context
	server *httptest.Server
	// failing is set by tests that expect errors in the page.
	failing bool
}

// routes are the handlers of a test by path.
type routes map[string]http.HandlerFunc

// open starts a server, opens its page in a new tab and waits for the client.
func open(t testing.TB, body string, more ...routes) *page {
	t.Helper()
	return openAt(t, serve(t, body, more...), "/")
}

func serve(t testing.TB, body string, more ...routes) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("GET /hyper.js", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, "../../hyper/assets/hyper.js")
	}))
	mux.HandleFunc("GET /page.js", func(w http.ResponseWriter, r *http.Request) { writeAs(w, "text/javascript", pageScript) })
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		writeAs(w, "text/html; charset=utf-8", fmt.Sprintf(document, body))
	})
	for _, list := range more {
		for pattern, handler := range list {
			mux.HandleFunc(pattern, handler)
		}
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func openAt(t testing.TB, server *httptest.Server, path string) *page {
	t.Helper()
	parent, err := browser()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	tab, closeTab := chromedp.NewContext(parent)
	// The first use opens the tab, and must not have the deadline of the test.
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(tab, time.Minute)
	p := &page{t: t, ctx: ctx, server: server}
	t.Cleanup(func() {
		if !p.failing && ctx.Err() == nil {
			p.want(`errors`, []any{})
		}
		cancel()
		closeTab()
		// Streams of the page end with the tab, so that the server can close.
		server.CloseClientConnections()
	})
	p.run(chromedp.Navigate(server.URL + path))
	p.want(`ready`, true)
	return p
}

// document has the page's elements in the place of the verb. The script of the
// tests comes first, to see all events and errors.
const document = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>test</title>
<script src="/page.js"></script><script type="module" src="/hyper.js"></script></head>
<body>%s</body></html>`

const pageScript = `
var ready = false, errors = [], fetches = [], patches = [], ran = [];
document.addEventListener('hyper-ready', () => { ready = true; });
document.addEventListener('hyper-fetch', (e) => { fetches.push(e.detail); });
document.addEventListener('hyper-signal-patch', (e) => { patches.push(e.detail); });
addEventListener('error', (e) => { errors.push(e.message); });
addEventListener('unhandledrejection', (e) => { errors.push('rejected: ' + e.reason); });
document.addEventListener('securitypolicyviolation', (e) => { errors.push('policy: ' + e.violatedDirective + ' ' + e.blockedURI); });
// Keys in order, so that texts can be compared.
function canonical(value) {
	return JSON.stringify(value === undefined ? null : value, (_, v) =>
		v && typeof v == 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v);
}
function $(selector) { return document.querySelector(selector); }
function types() { return fetches.map((f) => f.type); }
function fire(el, name, init) { return el.dispatchEvent(new Event(name, { bubbles: true, cancelable: true, ...init })); }
function enter(el, value) { el.value = value; fire(el, 'input'); }
function morph(elements, args) { return hyper.patchElements({ elements, ...args }); }
`

func (p *page) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// do runs a script in the page and waits for the promise that it may return.
func (p *page) do(script string) {
	p.t.Helper()
	p.eval("(async () => {" + script + "})()")
}

// eval returns the value of an expression, as JSON.
func (p *page) eval(expression string) string {
	p.t.Helper()
	wrapped := `(async () => { const value = await (` + expression + `); return typeof canonical == 'function' ? canonical(value) : JSON.stringify(value); })()`
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](wrapped, chromedp.EvalAwaitPromise, underPolicy))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return out
}

// underPolicy has the page's policy apply to what scripts of tests start, too.
func underPolicy(p *runtime.EvaluateParams) {
	p.AllowUnsafeEvalBlockedByCSP = new(false)
}

// want waits until an expression has a value.
func (p *page) want(expression string, value any) {
	p.t.Helper()
	data, err := json.Marshal(value, json.Deterministic(true))
	if err != nil {
		p.t.Fatal(err)
	}
	got := p.eval(fmt.Sprintf(`new Promise((done) => {
		const write = typeof canonical == 'function' ? canonical : JSON.stringify;
		const wanted = write(%s), end = performance.now() + %d;
		const look = () => {
			let value;
			try { value = (() => (%s))(); } catch (error) { value = String(error); }
			write(value) === wanted || performance.now() > end ? done(value) : setTimeout(look, 4);
		};
		look();
	})`, data, deadline.Milliseconds(), expression))
	if got != p.eval(string(data)) {
		p.t.Fatalf("%s: got %s, want %s\npage errors: %s", expression, got, data, p.eval(`errors`))
	}
}

// wantError waits for an error in the page that has all the texts in it.
func (p *page) wantError(texts ...string) {
	p.t.Helper()
	p.failing = true
	p.want(fmt.Sprintf(`errors.some((e) => [%s].every((t) => e.includes(t)))`, quoted(texts)), true)
}

func quoted(texts []string) string {
	var list []string
	for _, text := range texts {
		list = append(list, fmt.Sprintf("%q", text))
	}
	return strings.Join(list, ",")
}

func writeAs(w http.ResponseWriter, contentType, text string) {
	w.Header().Set("Content-Type", contentType)
	fmt.Fprint(w, text)
}
