package browser_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// sent waits for what the echo handler got.
func (p *page) sent(member string, value any) {
	p.t.Helper()
	p.want(`hyper.signals._got?.`+member, value)
}

const twoSignals = `<i data-signals="{a: 1, b: {c: 'x'}, _local: 2, user: {_secret: 3, name: 'Ann'}}" data-ref:element></i>`
const twoSignalsJSON = `{"a":1,"b":{"c":"x"},"user":{"name":"Ann"}}`

func TestAction_get(t *testing.T) {
	p := open(t, twoSignals+`<button id=x data-on:click="@get('/echo?q=1')"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`method`, "GET")
	p.sent(`query`, map[string]any{"q": []string{"1"}, "hyper": []string{twoSignalsJSON}})
	p.sent(`body`, "")
	p.sent(`request`, "true")
	p.sent(`accept`, "text/event-stream, text/html, application/json")
}

func TestAction_delete(t *testing.T) {
	p := open(t, twoSignals+`<button id=x data-on:click="@delete('/echo')"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`method`, "DELETE")
	p.sent(`query`, map[string]any{"hyper": []string{twoSignalsJSON}})
}

func TestAction_post_put_patch(t *testing.T) {
	for _, method := range []string{"POST", "PUT", "PATCH"} {
		t.Run(method, func(t *testing.T) {
			p := open(t, twoSignals+fmt.Sprintf(`<button id=x data-on:click="@%s('/echo')"></button>`, strings.ToLower(method)), routes{"/echo": echo})
			p.do(`x.click()`)
			p.sent(`method`, method)
			p.sent(`body`, twoSignalsJSON)
			p.sent(`type`, "application/json")
			p.sent(`query`, map[string]any{})
		})
	}
}

func TestAction_peek(t *testing.T) {
	p := open(t, `<i data-signals="{a: 1, b: 1}"></i><p id=x data-text="$a + @peek(() => $b)"></p>`)
	p.do(`hyper.signals.b = 5`)
	p.want(`x.textContent`, "2")
	p.do(`hyper.signals.a = 2`)
	p.want(`x.textContent`, "7")
}

func TestAction_setAll(t *testing.T) {
	p := open(t, `<i data-signals="{a: 1, form: {x: 1, y: 2}}" data-computed:c="$a"></i><button id=x data-on:click="@setAll(0, {include: /^form\./, exclude: 'y'})"></button><button id=y data-on:click="@setAll(9)"></button>`)
	p.do(`x.click()`)
	p.want(`hyper.signals`, map[string]any{"a": 1, "c": 1, "form": map[string]any{"x": 0, "y": 2}})
	p.do(`y.click()`)
	p.want(`hyper.signals`, map[string]any{"a": 9, "c": 9, "form": map[string]any{"x": 9, "y": 9}})
}

func TestAction_toggleAll(t *testing.T) {
	p := open(t, `<i data-signals="{is: {a: true, b: false}, other: true}"></i><button id=x data-on:click="@toggleAll({include: /^is\./})"></button>`)
	p.do(`x.click()`)
	p.want(`hyper.signals`, map[string]any{"is": map[string]any{"a": false, "b": true}, "other": true})
}

func TestAction_unknown(t *testing.T) {
	p := open(t, `<button id=x data-on:click="@nothing()"></button>`)
	p.do(`x.click()`)
	p.wantError("@nothing is not an action")
}

func TestOption_filterSignals(t *testing.T) {
	p := open(t, twoSignals+`<button id=x data-on:click="@post('/echo', {filterSignals: {include: /^(a|user|_local)/, exclude: /b/}})"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`body`, `{"a":1,"user":{"name":"Ann"}}`)
}

func TestOption_payload(t *testing.T) {
	p := open(t, twoSignals+`<button id=x data-on:click="@post('/echo', {payload: {id: $a}})"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`body`, `{"id":1}`)
}

func TestOption_headers(t *testing.T) {
	p := open(t, `<button id=x data-on:click="@get('/echo', {headers: {'X-Custom': 'mine'}})"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`custom`, "mine")
}

func TestOption_headers_from_meta(t *testing.T) {
	p := open(t, `<meta name="hyper-headers" content='{"X-Custom": "token"}'><button id=x data-on:click="@get('/echo')"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`custom`, "token")
}

func TestOption_signals_query(t *testing.T) {
	p := open(t, twoSignals+`<button id=x data-on:click="@post('/echo', {signals: 'query'})"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`query`, map[string]any{"hyper": []string{twoSignalsJSON}})
	p.sent(`body`, "")
}

func TestOption_signals_query_from_meta(t *testing.T) {
	p := open(t, `<meta name="hyper-signals" content="query">`+twoSignals+`<button id=x data-on:click="@put('/echo')"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`query`, map[string]any{"hyper": []string{twoSignalsJSON}})
}

const formFields = `<input name=a value="1"><input name=b value="ä &"><input name=a value="2"><input name=off type=checkbox><button id=s name=by value=button>go</button>`

func TestOption_contentType_form_get(t *testing.T) {
	p := open(t, `<form data-on:submit="@get('/echo?q=1', {contentType: 'form'})">`+formFields+`</form>`, routes{"/echo": echo})
	p.do(`s.click()`)
	p.sent(`query`, map[string]any{"q": []string{"1"}, "a": []string{"1", "2"}, "b": []string{"ä &"}, "by": []string{"button"}})
}

func TestOption_contentType_form_urlencoded(t *testing.T) {
	p := open(t, `<form data-on:submit="@post('/echo', {contentType: 'form'})">`+formFields+`</form>`, routes{"/echo": echo})
	p.do(`s.click()`)
	p.sent(`body`, "a=1&b=%C3%A4+%26&a=2&by=button")
	p.sent(`type`, "application/x-www-form-urlencoded;charset=UTF-8")
}

func TestOption_contentType_form_multipart(t *testing.T) {
	got := make(chan string, 1)
	p := open(t, `<form enctype="multipart/form-data">`+formFields+`<button type=button id=x data-on:click="@post('/form', {contentType: 'form'})"></button></form>`,
		routes{"POST /form": func(w http.ResponseWriter, r *http.Request) {
			if err := r.ParseMultipartForm(1 << 20); err != nil {
				t.Error(err)
			}
			got <- fmt.Sprint(r.MultipartForm.Value)
		}})
	p.do(`x.click()`)
	if text := <-got; text != "map[a:[1 2] b:[ä &]]" {
		t.Error(text)
	}
}

func TestOption_contentType_form_submitter_click(t *testing.T) {
	p := open(t, `<form><input name=a value=1><button id=x name=by value=click data-on:click="@post('/echo', {contentType: 'form'})"></button></form>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`body`, "a=1&by=click")
	p.want(`location.pathname + location.search`, "/")
}

func TestOption_contentType_form_is_validated(t *testing.T) {
	p := open(t, `<form data-on:submit="ran.push(1)"><input id=a name=a required><button type=button id=x data-on:click="@post('/echo', {contentType: 'form'})">x</button></form>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.want(`[types(), document.activeElement.id]`, []any{[]string{}, "a"})
	p.do(`a.value = 'v'; x.click()`)
	p.sent(`body`, "a=v")
}

func TestOption_contentType_form_selector(t *testing.T) {
	p := open(t, `<form id=f><input name=a value=1></form><button id=x data-on:click="@post('/echo', {contentType: 'form', selector: '#f'})"></button>
		<button id=y data-on:click="@post('/echo', {contentType: 'form'})"></button>`, routes{"/echo": echo})
	p.do(`x.click()`)
	p.sent(`body`, "a=1")
	p.do(`y.click()`)
	p.wantError("<button#y>", "there is no form")
}

// hang answers when the request is given up, and counts both.
func hang(log *recorder) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		log.add("start " + r.URL.Query().Get("n"))
		startStream(w)
		<-r.Context().Done()
		log.add("end " + r.URL.Query().Get("n"))
	}
}

func (p *page) wantLog(log *recorder, lines ...string) {
	p.t.Helper()
	want := strings.Join(lines, "\n")
	eventually(p.t, func() (bool, string) {
		got := strings.Join(log.all(), "\n")
		return got == want, fmt.Sprintf("log: got\n%s\nwant\n%s", got, want)
	})
}

func TestOption_requestCancellation_auto(t *testing.T) {
	log := &recorder{}
	p := open(t, `<button id=x data-signals:n="0" data-on:click="$n++; @get('/hang?n=' + $n)" data-on:keydown="@get('/hang?n=other')"></button>`, routes{"/hang": hang(log)})
	p.do(`x.click()`)
	p.wantLog(log, "start 1")
	p.do(`fire(x, 'keydown')`)
	p.wantLog(log, "start 1", "start other")
	p.do(`x.click()`)
	eventually(t, func() (bool, string) {
		all := fmt.Sprint(log.all())
		return strings.Contains(all, "end 1") && strings.Contains(all, "start 2") && !strings.Contains(all, "end other"), all
	})
	p.want(`types()`, []string{"started", "started", "started", "finished"})
}

func TestOption_requestCancellation_auto_keeps_two_of_one_run(t *testing.T) {
	p := open(t, `<button id=x data-on:click="@get('/a'); @get('/b')"></button><p id=a></p><p id=b></p>`, routes{"/a": html(`<p id=a>A</p>`), "/b": html(`<p id=b>B</p>`)})
	p.do(`x.click()`)
	p.want(`a.textContent + b.textContent`, "AB")
}

func TestOption_requestCancellation_cleanup(t *testing.T) {
	log := &recorder{}
	p := open(t, `<i id=x data-init="@get('/hang?n=1', {requestCancellation: 'cleanup'})"></i>`, routes{"/hang": hang(log)})
	p.wantLog(log, "start 1")
	p.do(`x.remove()`)
	p.wantLog(log, "start 1", "end 1")
	p.want(`types()`, []string{"started", "finished"})
}

func TestOption_requestCancellation_disabled(t *testing.T) {
	log := &recorder{}
	p := open(t, `<button id=x data-signals:n="0" data-on:click="$n++; @get('/hang?n=' + $n, {requestCancellation: 'disabled'})"></button>`, routes{"/hang": hang(log)})
	p.do(`x.click()`)
	p.wantLog(log, "start 1")
	p.do(`x.click()`)
	p.wantLog(log, "start 1", "start 2")
}

func TestOption_requestCancellation_controller(t *testing.T) {
	log := &recorder{}
	p := open(t, `<button id=x data-on:click="window.own = new AbortController(); @get('/hang?n=1', {requestCancellation: own})"></button>`, routes{"/hang": hang(log)})
	p.do(`x.click()`)
	p.wantLog(log, "start 1")
	p.do(`own.abort()`)
	p.wantLog(log, "start 1", "end 1")
	p.want(`types()`, []string{"started", "finished"})
}

func TestOption_patchErrors(t *testing.T) {
	refuse := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(w, `<p id=m>wrong</p>`)
	}
	p := open(t, `<p id=m></p><button id=x data-on:click="@post('/no')"></button><button id=y data-on:click="@post('/no', {patchErrors: true})"></button>`, routes{"/no": refuse})
	p.do(`x.click()`)
	p.want(`[types(), fetches[1].status, fetches[1].body, m.textContent]`, []any{[]string{"started", "error", "finished"}, 422, "<p id=m>wrong</p>", ""})
	p.do(`y.click()`)
	p.want(`m.textContent`, "wrong")
}

func TestResponse_html(t *testing.T) {
	p := open(t, `<p id=a>old</p><p id=b>old</p><button id=x data-on:click="@get('/r')"></button>`, routes{"/r": html(`<p id=a>A</p> <p id=b>B</p>`)})
	p.do(`x.click()`)
	p.want(`a.textContent + b.textContent`, "AB")
	p.want(`types()`, []string{"started", "hyper-patch-elements", "finished"})
}

func TestResponse_html_headers(t *testing.T) {
	p := open(t, `<ul id=l><li>1</li></ul><svg id=s></svg><button id=x data-on:click="@get('/r')"></button><button id=y data-on:click="@get('/svg')"></button>`, routes{
		"/r": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("hyper-selector", "#l")
			w.Header().Set("hyper-mode", "append")
			w.Header().Set("hyper-use-view-transition", "true")
			html(`<li>2</li>`)(w, r)
		},
		"/svg": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("hyper-selector", "#s")
			w.Header().Set("hyper-mode", "inner")
			w.Header().Set("hyper-namespace", "svg")
			html(`<circle r="1"/>`)(w, r)
		}})
	p.do(`x.click(); y.click()`)
	p.want(`l.textContent`, "12")
	p.want(`s.firstChild instanceof SVGCircleElement`, true)
}

func TestResponse_json(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("hyper-only-if-missing", r.URL.Query().Get("missing"))
		writeAs(w, "application/json", `{"a": 2, "b": null, "c": {"d": 3}}`)
	}
	p := open(t, `<i data-signals="{a: 1, b: 1}"></i><button id=x data-on:click="@get('/r')"></button><button id=y data-on:click="@get('/r?missing=true')"></button>`, routes{"/r": answer})
	p.do(`y.click()`)
	p.want(`hyper.signals`, map[string]any{"a": 1, "b": 1, "c": map[string]any{"d": 3}})
	p.do(`x.click()`)
	p.want(`hyper.signals`, map[string]any{"a": 2, "c": map[string]any{"d": 3}})
}

func TestResponse_javascript(t *testing.T) {
	p := open(t, `<button id=x data-on:click="@get('/r')"></button>`, routes{"/r": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("hyper-script-attributes", `{"nonce": "secret", "id": "sent"}`)
		writeAs(w, "text/javascript", `ran.push(document.currentScript.id)`)
	}})
	p.do(`x.click()`)
	p.want(`[ran, $('#sent')]`, []any{[]string{"sent"}, nil})
}

func TestResponse_other_success_statuses(t *testing.T) {
	p := open(t, `<p id=a>old</p><button id=x data-on:click="@post('/r')"></button><button id=y data-on:click="@post('/empty')"></button>`, routes{
		"/r": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, `<p id=a>made</p>`)
		},
		"/empty": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) },
	})
	p.do(`x.click()`)
	p.want(`a.textContent`, "made")
	p.do(`fetches.length = 0; y.click()`)
	p.want(`types()`, []string{"started", "finished"})
}

func TestResponse_redirect_is_followed(t *testing.T) {
	p := open(t, `<p id=a>old</p><button id=x data-on:click="@post('/r')"></button>`, routes{
		"/r":   func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/new", http.StatusSeeOther) },
		"/new": html(`<p id=a>new</p>`),
	})
	p.do(`x.click()`)
	p.want(`a.textContent`, "new")
}

func TestAttribute_indicator(t *testing.T) {
	release := make(chan bool)
	wait := func(w http.ResponseWriter, r *http.Request) { <-release }
	p := open(t, `<button id=x data-indicator:is-busy data-on:click="@get('/a'); @get('/b')"></button><button id=y data-on:click="@get('/b')"></button>`, routes{"/a": wait, "/b": wait})
	p.want(`hyper.signals.isBusy`, false)
	p.do(`y.click()`)
	p.want(`[types().length, hyper.signals.isBusy]`, []any{1, false})
	release <- true
	p.want(`types().length`, 2)
	p.do(`x.click()`)
	p.want(`hyper.signals.isBusy`, true)
	release <- true
	p.want(`[types().length, hyper.signals.isBusy]`, []any{5, true})
	release <- true
	p.want(`hyper.signals.isBusy`, false)
}

func TestAttribute_indicator_case(t *testing.T) {
	p := open(t, `<i data-indicator:my-a__case.snake></i><i data-indicator="plain"></i>`)
	p.want(`hyper.signals`, map[string]any{"my_a": false, "plain": false})
}

// However a request ends, its indicator is cleared.
func TestAttribute_indicator_always_clears(t *testing.T) {
	broken := func(w http.ResponseWriter, r *http.Request) {
		startStream(w)
		panic(http.ErrAbortHandler)
	}
	for name, handler := range map[string]http.HandlerFunc{
		"status": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"broken": broken,
		"bad patch": func(w http.ResponseWriter, r *http.Request) {
			startStream(w)
			patchElements(w, `data: elements <p id="nowhere"></p>`)
		},
		"bad signals": func(w http.ResponseWriter, r *http.Request) { writeAs(w, "application/json", "{{{") },
		"bad attributes": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("hyper-script-attributes", "{")
			writeAs(w, "text/javascript", "1")
		},
		"unexpected type": func(w http.ResponseWriter, r *http.Request) { writeAs(w, "image/png", "x") },
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, `<button id=x data-indicator:busy data-on:click="@get('/r', {retryInterval: 1, retryMaxCount: 1})"></button><i data-on-signal-patch="ran.push(patch.busy)"></i>`, routes{"/r": handler})
			p.failing = true
			p.do(`ran.length = 0; x.click()`)
			p.want(`[ran, hyper.signals.busy]`, []any{[]bool{true, false}, false})
			p.want(`types().filter((t) => t == 'started').length == types().filter((t) => t == 'finished').length`, true)
		})
	}
}

func TestAttribute_indicator_clears_when_cancelled_or_removed(t *testing.T) {
	log := &recorder{}
	p := open(t, `<button id=x data-indicator:busy data-on:click="@get('/hang?n=1')"></button>`, routes{"/hang": hang(log)})
	p.do(`x.click()`)
	p.wantLog(log, "start 1")
	p.want(`hyper.signals.busy`, true)
	p.do(`x.remove()`)
	p.want(`hyper.signals.busy`, false)
}

func TestAttribute_indicator_clears_on_bad_url(t *testing.T) {
	p := open(t, `<button id=x data-indicator:busy data-on:click="@get('http://[')"></button>`)
	p.do(`x.click()`)
	p.wantError("<button#x>", "http://[")
	p.want(`[types(), hyper.signals.busy]`, []any{[]string{"started", "finished"}, false})
}
