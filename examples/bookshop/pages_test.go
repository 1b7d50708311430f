package main

import (
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-go/weft/endpoint"
)

// endpointResponse is an answer that an endpoint does not declare.
type endpointResponse = endpoint.UnexpectedResponse

// A browser is a client with cookies that follows redirects.
type browser struct {
	t    *testing.T
	base string
	http http.Client
	// accept is the Accept field, if there is to be one.
	accept string
}

func browse(t *testing.T, base string) *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, base: base, http: http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}}}
}

// send sends a request, as the page's client would if piece is true, and checks the
// status and what has to be in the answer.
func (b *browser) send(method, path, media, body string, piece bool, status int, parts ...string) {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.base+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	if media != "" {
		req.Header.Set("Content-Type", media)
	}
	if b.accept != "" {
		req.Header.Set("Accept", b.accept)
	}
	if piece {
		req.Header.Set("hyper-request", "true")
	}
	resp, err := b.http.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close() // it was read
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != status {
		b.t.Fatalf("%s %s: got %d, %v, want %d\n%s", method, path, resp.StatusCode, err, status, text)
	}
	for _, part := range parts {
		if !strings.Contains(string(text), part) {
			b.t.Errorf("%s %s: want %q in\n%s", method, path, part, text)
		}
	}
	if whole := strings.HasPrefix(string(text), "<!doctype html>"); whole == piece && strings.Contains(string(text), "<") {
		b.t.Errorf("%s %s: a whole page: got %v, want %v", method, path, whole, !piece)
	}
}

func (b *browser) get(path string, status int, parts ...string) {
	b.t.Helper()
	b.send("GET", path, "", "", false, status, parts...)
}

func (b *browser) post(path string, piece bool, fields url.Values, parts ...string) {
	b.t.Helper()
	b.send("POST", path, "application/x-www-form-urlencoded", fields.Encode(), piece, 200, parts...)
}

func TestPagesOfGuests(t *testing.T) {
	b := browse(t, start(t))
	b.get("/", 200, "64 books", `aria-current="page">Books`, "Page 1 of 3", "Eugene Onegin", `class="skip"`)
	b.get("/?q=austen", 200, "3 books for “austen”", `value="austen"`)
	b.get("/?q=%22%3E%3Cscript%3E", 200, "Nothing matches “&#34;&gt;&lt;script&gt;”")
	b.get("/books/14", 200, "<h1", "Middlemarch", "Log in to buy")
	b.get("/books/999", 404, "We do not have that book")
	b.get("/books/14/edit", 403, "For the staff")
	b.get("/import", 403, "For the staff")
	b.get("/chat", 200, `data-socket="/api/chat"`, `role="log"`)
	b.send("GET", "/search?hyper="+url.QueryEscape(`{"q":"kafka"}`), "", "", true, 200, `id="results"`, "2 books for “kafka”", "The Trial")
}

func TestPagesAroundTheShop(t *testing.T) {
	base := start(t)
	for path, want := range map[string]string{
		"/docs/openapi.json": `"/api/books/{id}"`, "/metrics": "http_requests_total", "/readyz": "", "/livez": "", "/assets/style.css": "prefers-color-scheme",
	} {
		resp, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != 200 || !strings.Contains(string(text), want) {
			t.Errorf("%s: got %d, %v, want 200 with %q", path, resp.StatusCode, err, want)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestLogInAndBuy(t *testing.T) {
	b := browse(t, start(t))
	user := url.Values{"user": {"reader"}, "password": {"wrong"}, "next": {"/books/14"}}
	b.send("POST", "/login", "application/x-www-form-urlencoded", user.Encode(), false, 422, "Wrong name or password", `role="alert"`)
	user.Set("password", "reader")
	b.post("/login", false, user, "Middlemarch", "Buy one copy", "Log out")
	b.post("/books/14/buy", false, nil, "You have bought “Middlemarch” for € 7.99.", "2 in stock")
	b.post("/books/14/buy", true, nil, `<div id="notice" role="status"><p>You have bought`)
	b.post("/books/14/buy", true, nil, "You have bought")
	b.post("/books/14/buy", true, nil, "the last copy")
	b.post("/logout", false, nil, "Log in")
}

func TestLoginLeadsNowhereElse(t *testing.T) {
	b := browse(t, start(t))
	for _, next := range []string{"https://evil.example", "//evil.example", `/\evil.example`} {
		b.get("/login?next="+url.QueryEscape(next), 200, `name="next" value="/"`)
	}
}

// TestProblems: people get a page of the shop, programs a problem document.
func TestProblems(t *testing.T) {
	base, s := startWithStore(t)
	b := browse(t, base)
	b.accept = "text/html,application/xhtml+xml"
	b.get("/nothing", 404, "<h1>Not here</h1>", "There is no such page.", `class="top"`)
	b.send("POST", "/nothing", "text/plain", "", false, 404, "<h1>Not here</h1>")
	b.post("/login", false, url.Values{"user": {"staff"}, "password": {"staff"}}, "Log out")
	b.send("POST", "/import", "text/plain", "x", false, 400, "<h1>That did not work</h1>", "Log out")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	b = browse(t, base)
	b.accept = "text/html,application/xhtml+xml"
	b.get("/", 500, "<h1>Something broke</h1>", "That is our fault")
	b.accept = ""
	for path, code := range map[string]string{"/": "500", "/nothing": "404", "/api/nothing": "404"} {
		n, _ := strconv.Atoi(code)
		b.send("GET", path, "", "", true, n, `"status":`+code)
	}
}

func TestForgery(t *testing.T) {
	base := start(t)
	b := browse(t, base)
	b.post("/login", false, url.Values{"user": {"staff"}, "password": {"staff"}}, "Log out")
	req, err := http.NewRequestWithContext(t.Context(), "POST", base+"/books/14/buy", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	resp, err := b.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != 403 {
		t.Errorf("a form of another site: got %d, want 403", resp.StatusCode)
	}
}

func TestEdit(t *testing.T) {
	b := browse(t, start(t))
	b.post("/login", false, url.Values{"user": {"staff"}, "password": {"staff"}}, "Import")
	b.get("/books/14/edit", 200, "Change this book", `value="7.99"`)
	book := url.Values{"title": {""}, "author": {"George Eliot"}, "year": {"soon"}, "price": {"8,50"}, "stock": {"-1"}}
	faults := []string{"Please fill this in.", "This has to be a whole number.", "Want at least 0", `id="fault-price" class="hint"`}
	b.post("/books/14/check", true, book, faults...)
	b.post("/books/14", true, book, append(faults, `aria-invalid="true"`, `value="soon"`)...)
	b.post("/books/14", false, book, faults...)
	book["title"], book["year"], book["stock"] = []string{"Middlemarch & more"}, []string{"1871"}, []string{"9"}
	b.post("/books/14", true, book, "Middlemarch &amp; more", "€ 8.50", "9 in stock", "Saved.")
}

func TestUploadForms(t *testing.T) {
	b := browse(t, start(t))
	b.post("/login", false, url.Values{"user": {"staff"}, "password": {"staff"}}, "Import")
	upload := func(path, name, data string, parts ...string) {
		t.Helper()
		var body strings.Builder
		form := multipart.NewWriter(&body)
		file, err := form.CreateFormFile(name, "file")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = file.Write([]byte(data)) // into memory
		_ = form.Close()
		b.send("POST", path, form.FormDataContentType(), body.String(), false, 200, parts...)
	}
	upload("/books/1/cover", "cover", pixel, "The new cover is in place.")
	upload("/books/1/cover", "cover", "text", "That did not work: want a PNG")
	upload("/import", "list", "title,author,year,price,stock\nNana,Émile Zola,1880,999,3\n", "The import has begun.", "/import/1/events")
	b.send("GET", "/import/1/events", "", "", true, 200, `<progress id="bar" max="1" value="1">`, "Done: 1 of 1 books were added.")
}
