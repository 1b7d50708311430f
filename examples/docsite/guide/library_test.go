package guide_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/weft-go/weft/examples/docsite/guide"
)

// repository is a small one with everything that a library has to know.
func repository() fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"README.md": "# weft\n\n![a picture](docs/x.png) See [the guide](docs/guide.md#second-part), [code](code/main.go), [all](code), " +
			"[elsewhere](https://example.com), [nothing](gone.md), [secret](.env) and [above](#below).\n\n## Below\n\nend\n",
		"docs/guide.md": "# A `typed` guide\n\nIntro.\n\n<!-- go\nvar hidden int\n-->\n\n## First part\n\n```go\nfunc f() string { return \"<b>\" }\n```\n\n" +
			"## Second part\n\n| Name | Use |\n|---|--:|\n| Debounce | waits |\n\n[home](../README.md) [licence](../LICENSE)\n",
		"docs/x.png": "picture", "code/main.go": "package main // <x>\n", "code/.hidden": "no", "LICENSE": "text & more", ".env": "secret",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

func load(t *testing.T) *guide.Library {
	t.Helper()
	l, err := guide.Load(repository())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPages(t *testing.T) {
	l := load(t)
	for url, parts := range map[string][]string{
		"/": {
			`<img src="/files/docs/x.png" alt="a picture">`, `href="/guides/guide#second-part"`, `href="/source/code/main.go"`, `href="/source/code"`,
			`href="https://example.com"`, `href="gone.md"`, `href=".env"`, `href="/#below"`, `<h2 id="below">Below <a class="anchor" href="#below"`,
		},
		"/guides/guide": {
			`<h1 id="a-typed-guide">A <code>typed</code> guide</h1>`, `<span class="k">func</span> <span class="f">f</span>() <span class="t">string</span>`,
			`<span class="s">&#34;&lt;b&gt;&#34;</span>`, `<th>Name</th>`, `<th align="right">Use</th>`, "</tbody>\n</table></div>", `href="/"`,
		},
		"/source/code/main.go": {`<h1>code/main.go</h1>`, `<span class="c">// &lt;x&gt;</span>`},
		"/source/code":         {`<a href="/source/code/main.go">main.go</a>`},
		"/source/LICENSE":      {"text &amp; more"},
	} {
		p, ok := l.Page(url)
		if !ok {
			t.Errorf("no page %s", url)
			continue
		}
		for _, part := range parts {
			if !strings.Contains(p.HTML, part) {
				t.Errorf("%s: want %s in\n%s", url, part, p.HTML)
			}
		}
		if strings.Contains(p.HTML, "hidden") {
			t.Errorf("%s: want nothing of what is hidden in\n%s", url, p.HTML)
		}
	}
	if f, ok := l.File("/files/docs/x.png"); !ok || f.Media != "image/png" || string(f.Data) != "picture" {
		t.Errorf("the picture: got %+v, %v", f, ok)
	}
	if _, ok := l.Page("/source/.env"); ok {
		t.Error("want no files with a dot")
	}
}

func TestHeadings(t *testing.T) {
	p, _ := load(t).Page("/guides/guide")
	want := []guide.Heading{{2, "first-part", "First part"}, {2, "second-part", "Second part"}}
	if p.Title != "A typed guide" || len(p.Headings) != 2 || p.Headings[0] != want[0] || p.Headings[1] != want[1] {
		t.Errorf("got %q with %+v, want %+v", p.Title, p.Headings, want)
	}
}

func TestLoadFails(t *testing.T) {
	if _, err := guide.Load(fstest.MapFS{}); err == nil || !strings.HasPrefix(err.Error(), "README.md: ") {
		t.Errorf("got %v, want an error about README.md", err)
	}
}

func TestSearch(t *testing.T) {
	l := load(t)
	for _, test := range []struct {
		name, query, url, excerpt string
	}{
		{"in a table, any case", "DEBOUNCE", "/guides/guide#second-part", "Name Use [Debounce] waits home licence"},
		{"in code", "func", "/guides/guide#first-part", `[func] f() string { return "<b>" }`},
		{"in a heading", "first", "/guides/guide#first-part", `func f() string { return "<b>" }`},
		{"the beginning of a page", "intro", "/guides/guide", "[Intro]."},
		{"words in heading and text", "second waits", "/guides/guide#second-part", "Name Use Debounce [waits] home licence"},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := l.Search(test.query)
			if len(found) == 0 {
				t.Fatal("nothing was found")
			}
			if got := join(found[0].Excerpt); found[0].URL != test.url || got != test.excerpt {
				t.Errorf("got %s %q, want %s %q", found[0].URL, got, test.url, test.excerpt)
			}
		})
	}
	for _, query := range []string{"", "  ", "debounce nothing", "secret hidden", "hidden"} {
		if found := l.Search(query); len(found) > 0 {
			t.Errorf("%q: got %+v, want nothing", query, found)
		}
	}
}

func TestGuidesComeFirst(t *testing.T) {
	l, err := guide.Load(fstest.MapFS{
		"README.md":        {Data: []byte("# x\n\n[notes](notes.md)\n")},
		"notes.md":         {Data: []byte("# Needle\n\n## Needle\n\nneedle\n")},
		"docs/guide.md":    {Data: []byte("# y\n\nhay, and a needle\n\n## The needle\n\nhere\n")},
		"docs/spec-map.md": {Data: []byte("# Needle\n\nneedle needle\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range l.Search("needle") {
		got = append(got, r.URL)
	}
	if text := strings.Join(got, " "); len(got) != 5 || !strings.HasPrefix(text, "/guides/guide#the-needle /guides/guide ") {
		t.Errorf("got %s, want the two sections of the guide before three others", text)
	}
}

func TestExcerptOfLongText(t *testing.T) {
	words := strings.Repeat("wörter und mehr ", 100)
	l, err := guide.Load(fstest.MapFS{"README.md": {Data: []byte("# x\n\n" + words + "Needle " + words)}})
	if err != nil {
		t.Fatal(err)
	}
	got := join(l.Search("needle")[0].Excerpt)
	if !strings.HasPrefix(got, "… ") || !strings.HasSuffix(got, " …") || !strings.Contains(got, " [Needle] wörter") || len(got) > 250 {
		t.Errorf("got %q", got)
	}
}

// join returns pieces with brackets around the marked ones.
func join(pieces []guide.Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Mark {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func FuzzSearch(f *testing.F) {
	l, err := guide.Load(repository())
	if err != nil {
		f.Fatal(err)
	}
	for _, query := range []string{"debounce", "İ K", "\xff", "a b c d e f g h i j", "<", "."} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, r := range l.Search(query) {
			if text := strings.NewReplacer("[", "", "]", "").Replace(join(r.Title)); text == "" {
				t.Errorf("%q: a result without a title", query)
			}
		}
	})
}
