package browser

import (
	"context"
	"encoding/json/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// deadline is how long a page may take to come into an expected state.
const deadline = 10 * time.Second

// A View is what a page is looked at with. Its zero value is a wide screen by day.
type View struct {
	// Width and Height are the size of the screen. Zero means 1280 and 800.
	Width, Height int64
	// Dark says that the user prefers dark pages.
	Dark bool
}

// Views are those in which every page is looked at: narrow and wide, by day and by
// night.
func Views() map[string]View {
	return map[string]View{
		"narrow": {Width: 360, Height: 740}, "narrow dark": {Width: 360, Height: 740, Dark: true},
		"wide": {}, "wide dark": {Dark: true},
	}
}

// A Page is a tab.
type Page struct {
	t   testing.TB
	ctx context.Context
}

// Open opens a page in a new tab, for the time of a test. Errors and forbidden things
// on the page fail the test when it ends.
func Open(t testing.TB, url string, view View) *Page {
	t.Helper()
	parent, err := running()
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
	ctx, cancel := context.WithTimeout(tab, 2*time.Minute)
	p := &Page{t: t, ctx: ctx}
	t.Cleanup(func() {
		if ctx.Err() == nil && !t.Failed() {
			p.Want("__faults", []string{})
		}
		cancel()
		closeTab()
	})
	p.run(watch())
	p.View(view)
	p.Go(url)
	return p
}

// watch has every document collect what goes wrong in it.
func watch() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
			globalThis.__faults = [];
			addEventListener('error', (e) => { __faults.push(e.message || 'not loaded: ' + (e.target.src || e.target.href)); }, true);
			addEventListener('unhandledrejection', (e) => { __faults.push('rejected: ' + e.reason); });
			addEventListener('securitypolicyviolation', (e) => { __faults.push('policy: ' + e.violatedDirective + ' ' + e.blockedURI); });`})
		return err
	})
}

// View changes what the page is looked at with.
func (p *Page) View(v View) {
	p.t.Helper()
	if v.Width == 0 {
		v.Width, v.Height = 1280, 800
	}
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	p.run(chromedp.EmulateViewport(v.Width, v.Height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
		return err
	}))
}

// Go goes to a URL and waits until the page and its pictures are loaded, and until an
// element with autofocus has the focus: Chromium gives it when it first draws the page,
// which can be after everything is loaded.
func (p *Page) Go(url string) {
	p.t.Helper()
	p.run(chromedp.Navigate(url))
	p.Want(`document.readyState`, "complete")
	p.Want(`document.querySelector('[autofocus]') === null || document.activeElement !== document.body`, true)
}

// Click clicks the first element that a selector finds.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.run(chromedp.Click(chromedp.CSS(selector)))
}

// Upload chooses files for a file input.
func (p *Page) Upload(selector string, files ...string) {
	p.t.Helper()
	p.run(chromedp.SetUploadFiles(chromedp.CSS(selector), files))
}

// Eval returns the value of an expression as JSON. A promise is waited for.
func (p *Page) Eval(expression string) string {
	p.t.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](
		`(async () => { const value = await (`+expression+`); return JSON.stringify(value === undefined ? null : value); })()`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return out
}

// Want waits until an expression has a value, over reloads too.
func (p *Page) Want(expression string, value any) {
	p.t.Helper()
	want, err := json.Marshal(value)
	if err != nil {
		p.t.Fatal(err)
	}
	guarded := `(() => { try { return JSON.stringify(` + expression + `) ?? 'null'; } catch (e) { return String(e); } })()`
	end := time.Now().Add(deadline)
	for got := ""; ; {
		now, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](guarded))
		if err == nil {
			got = now
		}
		if got == string(want) {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("%s: got %s, %v, want %s", expression, got, err, want)
		}
		select {
		case <-p.ctx.Done():
			p.t.Fatal(p.ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Picture leaves a picture of the whole page for people, if SCREENSHOTS names a
// directory.
func (p *Page) Picture(name string) {
	p.t.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	p.Want(`document.readyState`, "complete")
	data, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil { //nolint:gosec // a test gives the names
		p.t.Fatal(err)
	}
}

func (p *Page) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}
