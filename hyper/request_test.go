package hyper_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
)

type book struct {
	Title string `json:"title"`
}

var (
	getBook = route.GET("/books/{id}").
		Path(codec.Path[int64]("id")).
		Query(codec.Query[string]("lang").Default("en")).
		Out[book]()
	putBook = route.PUT("/books/{id}").
		Path(codec.Path[int64]("id")).
		Header(codec.Header[string]("X-Reason")).
		In[book]().
		OutEmpty()
	addBook  = route.POST("/books").In[book]().OutEmpty()
	getFile  = route.GET("/files/{dir}/{path...}").Path(codec.Path[string]("dir")).Path(codec.Trailing("path")).OutEmpty()
	getText  = route.GET("/texts/{id}.{kind}").Path(codec.Path[int64]("id")).Path(codec.Path[string]("kind")).OutEmpty()
	byTag    = route.GET("/tags").Query(codec.Query[[]string]("tag")).OutEmpty()
	withUser = route.DELETE("/me").Cookie(codec.Cookie[string]("user")).Query(codec.Query[bool]("really")).OutEmpty()
)

func TestRequest(t *testing.T) {
	const id, lang, path = hyper.Signal[int64]("book"), hyper.Signal[string]("ui.lang"), hyper.Signal[string]("path")
	for _, test := range []struct {
		action hyper.Action
		want   string
	}{
		{hyper.Request(getBook, 42, "en"), `@get('/books/42?lang=en')`},
		{hyper.Request(getBook, 42, `d'e &"<`), `@get('/books/42?lang=d%27e+%26%22%3C')`},
		{hyper.Request(getBook, id, "en"), "@get(`/books/${encodeURIComponent($book)}?lang=en`)"},
		{hyper.Request(getBook, 42, lang), "@get(`/books/42?lang=${encodeURIComponent($ui.lang)}`)"},
		{hyper.Request(getBook, id, lang), "@get(`/books/${encodeURIComponent($book)}?lang=${encodeURIComponent($ui.lang)}`)"},
		{hyper.Request(getBook, hyper.JS("el.dataset.id"), "en"), "@get(`/books/${encodeURIComponent(el.dataset.id)}?lang=en`)"},
		{hyper.Request(addBook), `@post('/books')`},
		{hyper.Request(addBook, book{"a </b>"}), `@post('/books', {payload: {"title":"a \u003c/b\u003e"}})`},
		{hyper.Request(addBook, hyper.Signal[book]("draft")), `@post('/books', {payload: $draft})`},
		{hyper.Request(putBook, 1, "it's"), `@put('/books/1', {headers: {'X-Reason': "it's"}})`},
		{hyper.Request(putBook, 1, lang, book{"b"}), `@put('/books/1', {headers: {'X-Reason': $ui.lang}, payload: {"title":"b"}})`},
		{hyper.Request(getFile, "a`${x}", "b/c d"), "@get('/files/a%60$%7Bx%7D/b/c%20d')"},
		{hyper.Request(getFile, "a`$", path), "@get(`/files/a%60\\$/${String($path).split('/').map(encodeURIComponent).join('/')}`)"},
		{hyper.Request(getFile, path, "b/c d"), "@get(`/files/${encodeURIComponent($path)}/b/c%20d`)"},
		{hyper.Request(getText, 7, "md"), `@get('/texts/7.md')`},
		{hyper.Request(getText, id, "md"), "@get(`/texts/${encodeURIComponent($book)}.md`)"},
		{hyper.Request(byTag, []string{"a", "b"}), `@get('/tags?tag=a&tag=b')`},
		{hyper.Request(withUser, true), `@delete('/me?really=true')`},
		{hyper.Fetch(weft.PATCH, `/a'b\`), `@patch('/a\'b\\')`},
		{hyper.Fetch(weft.GET, "/").With(hyper.RequestOptions{
			Form: true, Selector: "#f", SignalsInQuery: true, FilterSignals: hyper.SignalFilter{Include: "^a"},
			Headers: map[string]any{"X-B": lang, "A": "x"}, Payload: map[string]int{"n": 1}, OpenWhenHidden: true, PatchErrors: true,
			Cancellation: hyper.CancelDisabled, Retry: hyper.RetryAlways, RetryInterval: 2 * time.Second, RetryScaler: 1.5,
			RetryMaxWait: time.Minute, RetryMaxCount: 3,
		}), `@get('/', {contentType: "form", selector: "#f", signals: "query", filterSignals: {include: /^a/}, ` +
			`headers: {A: "x", 'X-B': $ui.lang}, payload: {"n":1}, openWhenHidden: true, patchErrors: true, ` +
			`requestCancellation: "disabled", retry: "always", retryInterval: 2000, retryScaler: 1.5, retryMaxWait: 60000, retryMaxCount: 3})`},
	} {
		if got := test.action.String(); got != test.want || test.action.Err() != nil {
			t.Errorf("got  %s, %v\nwant %s", got, test.action.Err(), test.want)
		}
	}
}

func TestRequestErrors(t *testing.T) {
	for name, a := range map[string]hyper.Action{
		"too few":      hyper.Request(getBook, 42),
		"too many":     hyper.Request(getBook, 42, "en", "x"),
		"type":         hyper.Request(getBook, "x", "en"),
		"empty path":   hyper.Request(getFile, "", "a"),
		"dots":         hyper.Request(getFile, "..", "a"),
		"dots mixed":   hyper.Request(getFile, "..", hyper.Signal[string]("a")),
		"bad signal":   hyper.Request(getBook, hyper.Signal[int64]("a b"), "en"),
		"bad header":   hyper.Fetch(weft.GET, "/").With(hyper.RequestOptions{Headers: map[string]any{"a": func() {}}}),
		"several":      hyper.Request(route.GET("/").Query(codec.QueryStruct[struct{ A, B int }]()).OutEmpty(), hyper.Signal[int]("a")),
		"form of file": hyper.Request(route.POST("/").In[[]byte](endpoint.MediaType("image/png")).OutEmpty(), []byte("x")),
	} {
		if err := a.Err(); err == nil {
			t.Errorf("%s: got %s", name, a)
		}
		if s := a.String(); s != "" {
			t.Errorf("%s: half of it is %s", name, s)
		}
	}
	if err := hyper.Request(getBook, 42).Err(); !strings.Contains(err.Error(), "GET /books/{id}") {
		t.Errorf("the error does not name the endpoint: %v", err)
	}
}
