package browser_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestEvent_patch_elements(t *testing.T) {
	p := open(t, `<p id=a>old</p><p id=b>old</p><i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchElements(w, `data: elements <p id="a">`, `data: elements   A`, `data: elements </p>`)
		patchElements(w, `data: selector #b`, `data: mode inner`, `data: elements <b>B</b>`)
	})})
	p.want(`[a.textContent, b.innerHTML]`, []string{"\n  A\n", "<b>B</b>"})
	p.want(`types()`, []string{"started", "hyper-patch-elements", "hyper-patch-elements", "finished"})
}

func TestEvent_patch_elements_modes(t *testing.T) {
	for mode, want := range map[string]string{
		"outer":   `<div id="c"><b>new</b></div>`,
		"inner":   `<div id="c"><p id="t" class="old"><b>new</b></p></div>`,
		"replace": `<div id="c"><b>new</b></div>`,
		"prepend": `<div id="c"><p id="t" class="old"><b>new</b>text</p></div>`,
		"append":  `<div id="c"><p id="t" class="old">text<b>new</b></p></div>`,
		"before":  `<div id="c"><b>new</b><p id="t" class="old">text</p></div>`,
		"after":   `<div id="c"><p id="t" class="old">text</p><b>new</b></div>`,
		"remove":  `<div id="c"></div>`,
	} {
		t.Run(mode, func(t *testing.T) {
			p := open(t, `<div id="c"><p id="t" class="old">text</p></div><i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
				if mode == "remove" {
					patchElements(w, `data: selector #t`, `data: mode remove`)
				} else {
					patchElements(w, `data: selector #t`, `data: mode `+mode, `data: elements <b>new</b>`)
				}
			})})
			p.want(`c.outerHTML`, want)
		})
	}
}

func TestEvent_patch_elements_modes_by_id(t *testing.T) {
	for mode, want := range map[string]string{
		"outer":   `<p id="t"><b>new</b></p>`,
		"inner":   `<p id="t" class="old"><b>new</b></p>`,
		"replace": `<p id="t"><b>new</b></p>`,
		"prepend": `<p id="t" class="old"><b>new</b>text</p>`,
		"append":  `<p id="t" class="old">text<b>new</b></p>`,
		"remove":  ``,
	} {
		t.Run(mode, func(t *testing.T) {
			p := open(t, `<div id="c"><p id="t" class="old">text</p></div>`)
			p.do(`morph('<p id="t"><b>new</b></p>', {mode: '` + mode + `'})`)
			p.want(`c.innerHTML`, want)
		})
	}
}

func TestEvent_patch_elements_remove_by_ids(t *testing.T) {
	p := open(t, `<p id=a></p><p id=b></p><p id=c></p>`)
	p.do(`morph('<p id="a"></p><p id="c"></p><p id="not-there"></p>', {mode: 'remove'})`)
	p.want(`[...document.querySelectorAll('p')].map((p) => p.id)`, []string{"b"})
}

func TestEvent_patch_elements_several_targets(t *testing.T) {
	p := open(t, `<p class=t></p><p class=t></p>`)
	p.do(`morph('<b>x</b>', {selector: '.t', mode: 'append'})`)
	p.want(`document.body.innerHTML`, `<p class="t"><b>x</b></p><p class="t"><b>x</b></p>`)
}

// A page may have moved on since the server made the patch, so an element without
// a place in it is not an error, and does not stop its neighbours.
func TestEvent_patch_elements_without_target_warns(t *testing.T) {
	p := open(t, `<p id=a></p><p id=b></p><button id=x data-on:click="@get('/s')"></button>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchElements(w, `data: elements <p id="a">one</p><p id="nowhere"></p><p id="b">two</p>`)
		patchElements(w, `data: selector .nowhere`, `data: elements <p></p>`)
		patchElements(w, `data: mode remove`, `data: elements <p id="gone"></p>`)
		patchElements(w, `data: selector .gone`, `data: mode remove`)
	})})
	p.do(`warnings = []; console.warn = (text) => warnings.push(text)`)
	p.do(`x.click()`)
	p.want(`types()`, []string{"started", "hyper-patch-elements", "hyper-patch-elements", "hyper-patch-elements", "hyper-patch-elements", "finished"})
	p.want(`[a.textContent, b.textContent, document.querySelectorAll('p').length]`, []any{"one", "two", 2})
	p.want(`warnings`, []string{"hyper: no element matches #nowhere", "hyper: no element matches .nowhere"})
}

func TestEvent_patch_elements_view_transition(t *testing.T) {
	p := open(t, `<p id=a>old</p><div id=s></div><button id=x data-on:click="@get('/s')"></button>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchElements(w, `data: useViewTransition true`, `data: elements <p id="a">A</p>`)
		patchElements(w, `data: useViewTransition true`, `data: viewTransitionSelector #s`, `data: elements <p id="a">B</p>`)
		patchSignals(w, `data: signals {"last": true}`)
	})})
	p.do(`const original = document.startViewTransition;
		document.startViewTransition = (f) => original.call(document, () => { ran.push('document'); f(); });
		const own = s.startViewTransition;
		if (own) { s.startViewTransition = (f) => own.call(s, () => { ran.push('scope'); f(); }); } else { ran.scoped = false; }
		x.click()`)
	// The signals wait for the transitions before them.
	p.want(`[hyper.signals.last, a.textContent]`, []any{true, "B"})
	p.want(`ran[0] == 'document' && ran.length == 2 && (!s.startViewTransition || ran[1] == 'scope')`, true)
}

func TestEvent_patch_elements_svg_and_mathml(t *testing.T) {
	p := open(t, `<svg id=s><g id=g></g></svg><math id=m></math><i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchElements(w, `data: namespace svg`, `data: elements <g id="g"><circle r="2"/></g>`)
		patchElements(w, `data: selector #m`, `data: mode inner`, `data: namespace mathml`, `data: elements <mi>x</mi>`)
	})})
	p.want(`[g.firstChild.namespaceURI, m.firstChild.namespaceURI]`, []string{"http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"})
}

func TestEvent_patch_signals(t *testing.T) {
	p := open(t, `<i data-signals="{a: 1, b: {c: 1, d: 2}}"></i><i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchSignals(w, `data: signals {"a": 2,`, `data: signals  "b": {"c": null}}`)
		patchSignals(w, `data: onlyIfMissing true`, `data: signals {"a": 9, "e": 3}`)
	})})
	p.want(`hyper.signals`, map[string]any{"a": 2, "b": map[string]any{"d": 2}, "e": 3})
}

func TestEvent_patch_signals_relaxed(t *testing.T) {
	p := open(t, ``)
	p.do(`hyper.patchSignals({signals: "{a: 'it\\'s', 'b-c': [1, -2.5, +3,], d: {e: true, f: null, g: \"x\"}, // no\n}"})`)
	p.want(`hyper.signals`, map[string]any{"a": "it's", "b-c": []float64{1, -2.5, 3}, "d": map[string]any{"e": true, "g": "x"}})
}

func TestEvent_patch_signals_is_not_evaluated(t *testing.T) {
	p := open(t, ``)
	for _, hostile := range []string{`{a: alert(1)}`, "{a: `x`}", `{a: window}`, `{a: (1)}`, `{[ran]: 1}`, `{a: 1 + 1}`, `{a: $b}`, `{a: x => 1}`, `{a: @get('/')}`, `{a}`, `{...window}`, `{a: /x/}`, `ran.push(1)`, `{a: new Date}`} {
		p.want(fmt.Sprintf(`(() => { try { hyper.patchSignals({signals: %q}); return 'accepted'; } catch (e) { return e.name; } })()`, hostile), "SyntaxError")
	}
	p.want(`[ran, hyper.signals]`, []any{[]int{}, map[string]any{}})
}

func TestEvent_script(t *testing.T) {
	p := open(t, `<meta name="hyper-nonce" content="secret"><i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchElements(w, `data: selector body`, `data: mode append`, `data: elements <script data-effect="el.remove">ran.push(1)</script>`)
		patchElements(w, `data: selector body`, `data: mode append`, `data: elements <script id="stays">ran.push(2)</script>`)
	})})
	p.want(`[ran, document.querySelectorAll('body script').length, $('#stays') != null]`, []any{[]int{1, 2}, 1, true})
}

func TestEvent_script_needs_nonce_under_policy(t *testing.T) {
	p := open(t, `<i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchElements(w, `data: selector body`, `data: mode append`, `data: elements <script>ran.push('without')</script>`)
		patchElements(w, `data: selector body`, `data: mode append`, `data: elements <script nonce="secret">ran.push('with')</script>`)
	})})
	p.wantError("policy: script-src")
	p.want(`ran`, []string{"with"})
}

func TestEvent_dispatch(t *testing.T) {
	script := `<script data-effect="el.remove" nonce="secret">document.dispatchEvent(new CustomEvent("saved", {"detail": {"id": 7}, "bubbles": true}))</script>`
	p := open(t, `<i data-on:saved__document="ran.push(evt.detail.id)"></i><i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchElements(w, `data: selector body`, `data: mode append`, `data: elements `+script)
	})})
	p.want(`ran`, []int{7})
}

// Line breaks of all kinds, also cut between two chunks, comments, a field without
// a value, unknown fields and events, and an event that never ends.
func TestStream_syntax(t *testing.T) {
	p := open(t, `<i data-signals:n="0" data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		for _, part := range []string{
			"\ufeff: comment\n\n", "event: hyper-patch-signals\r", "\ndata: signals {\"a\":1}\r", "\n\r\n",
			"event:hyper-patch-signals\rdata:signals {\"b\":\"ä", "\u2028\"}\r\r", "event: other\ndata: x\n\nunknown: y\ndata\n\n",
			"event: hyper-patch-signals\ndata: sig", "nals {\"c\":3}\nid\nretry: x\n\n", "event: hyper-patch-signals\ndata: signals {\"d\":4}\n",
		} {
			for i := range len(part) {
				fmt.Fprint(w, part[i:i+1])
				if i%7 == 0 {
					flush(w)
				}
			}
		}
	})})
	p.want(`types().at(-1)`, "finished")
	p.want(`hyper.signals`, map[string]any{"a": 1, "b": "ä\u2028", "c": 3, "n": 0})
}

func TestStream_events_come_one_by_one(t *testing.T) {
	next := make(chan bool)
	p := open(t, `<i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		for i := range 3 {
			patchSignals(w, fmt.Sprintf(`data: signals {"n": %d}`, i))
			<-next
		}
	})})
	for i := range 3 {
		p.want(`hyper.signals.n`, i)
		next <- true
	}
	p.want(`types().at(-1)`, "finished")
}

// A server that dies and comes back at the same address: the client reconnects
// with the id of the last event and with the signals of that moment.
func TestStream_reconnects_across_restart_with_last_event_id(t *testing.T) {
	log := &recorder{}
	events := func(w http.ResponseWriter, r *http.Request) {
		n := log.add(r.Header.Get("Last-Event-ID") + " " + r.URL.Query().Get("hyper"))
		startStream(w)
		patchSignals(w, fmt.Sprintf(`data: signals {"n": %d}`, n), fmt.Sprintf("id: event-%d", n), "retry: 20")
		fmt.Fprint(w, "event: hyper-patch-signals\ndata: signals {\"n\": 100}\nid: unfinished\n")
		flush(w)
		<-r.Context().Done()
	}
	server := serve(t, `<i data-signals:n="0" data-indicator:busy data-init="@get('/s')"></i>`, routes{"/s": events})
	p := openAt(t, server, "/")
	p.want(`[hyper.signals.n, hyper.signals.busy]`, []any{1, true})

	server.CloseClientConnections()
	server.Listener.Close()
	p.want(`types().filter((t) => t == 'retrying').length > 1`, true)
	listener, err := net.Listen("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	second := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(events)}}
	second.Start()
	t.Cleanup(func() { second.CloseClientConnections(); second.Close() })

	p.want(`[hyper.signals.n, hyper.signals.busy]`, []any{2, true})
	p.wantLog(log, ` {"n":0,"busy":true}`, `event-1 {"n":1,"busy":true}`)
	p.want(`types().includes('finished')`, false)
}

func fails(log *recorder, status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		log.add(r.Method)
		w.WriteHeader(status)
	}
}

func breaks(log *recorder) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		log.add(r.Method)
		// Without the head of an answer Chromium itself would try again.
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusOK)
		flush(w)
		panic(http.ErrAbortHandler)
	}
}

func ends(log *recorder, status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		log.add(r.Method)
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(status)
	}
}

func TestOption_retry(t *testing.T) {
	type handler func(*recorder) http.HandlerFunc
	status := func(code int) handler { return func(l *recorder) http.HandlerFunc { return fails(l, code) } }
	clean := func(code int) handler { return func(l *recorder) http.HandlerFunc { return ends(l, code) } }
	for _, test := range []struct {
		name    string
		action  string
		retry   string
		handler handler
		want    int
	}{
		{"auto network", "get", "auto", breaks, 3},
		{"auto network delete", "delete", "auto", breaks, 3},
		{"auto network post", "post", "auto", breaks, 1},
		{"auto status", "get", "auto", status(500), 1},
		{"auto end", "get", "auto", clean(200), 1},
		{"error network post", "post", "error", breaks, 3},
		{"error status", "get", "error", status(404), 3},
		{"error end", "get", "error", clean(200), 1},
		{"always status", "get", "always", status(500), 3},
		{"always no content", "get", "always", clean(204), 1},
		{"never network", "get", "never", breaks, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			log := &recorder{}
			p := open(t, fmt.Sprintf(`<i data-init="@%s('/r', {retry: '%s', retryInterval: 2, retryMaxCount: 2})"></i>`, test.action, test.retry), routes{"/r": test.handler(log)})
			p.want(`types().at(-1)`, "finished")
			if got := len(log.all()); got != test.want {
				t.Errorf("got %d requests, want %d", got, test.want)
			}
			p.want(`types().filter((t) => t == 'retries-failed').length`, test.want/3)
		})
	}
}

func TestOption_retry_always_reconnects_after_clean_end(t *testing.T) {
	log := &recorder{}
	p := open(t, `<i id=x data-init="@get('/r', {retry: 'always', retryInterval: 2, requestCancellation: 'cleanup'})"></i>`, routes{"/r": ends(log, 200)})
	eventually(t, func() (bool, string) { return len(log.all()) > 20, fmt.Sprint(log.all()) })
	p.do(`x.remove()`)
	p.want(`types().at(-1)`, "finished")
}

func TestOption_retryInterval_retryScaler_retryMaxWait(t *testing.T) {
	p := open(t, `<i data-init="@get('/r', {retryInterval: 4, retryScaler: 3, retryMaxWait: 40, retryMaxCount: 5})"></i>`, routes{"/r": breaks(&recorder{})})
	p.want(`types().at(-1)`, "finished")
	// 4, 12, 36, 40 and 40, each spread by half to both sides.
	p.want(`fetches.filter((f) => f.type == 'retrying').map((f, i) => { const wait = [4, 12, 36, 40, 40][i]; return f.wait >= wait / 2 && f.wait <= wait * 1.5; })`, []bool{true, true, true, true, true})
}

func TestOption_retryMaxCount(t *testing.T) {
	log := &recorder{}
	p := open(t, `<i data-init="@get('/r', {retryInterval: 1, retryMaxCount: 4})"></i>`, routes{"/r": breaks(log)})
	p.want(`types().slice(-2)`, []string{"retries-failed", "finished"})
	if n := len(log.all()); n != 5 {
		t.Errorf("got %d requests, want 5", n)
	}
}

func TestOption_retry_unavailable_interrupts_open_stream(t *testing.T) {
	log := &recorder{}
	p := open(t, `<i data-init="@get('/r', {retryInterval: 2})"></i>`, routes{"/r": func(w http.ResponseWriter, r *http.Request) {
		switch n := log.add("x"); n {
		case 1:
			startStream(w)
			panic(http.ErrAbortHandler)
		case 2, 3:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			startStream(w)
			patchSignals(w, fmt.Sprintf(`data: signals {"n": %d}`, n))
		}
	}})
	p.want(`hyper.signals.n`, 4)
}

const hideScript = `Object.defineProperty(document, 'hidden', {configurable: true, get: () => window.isHidden});
	window.setHidden = (h) => { window.isHidden = h; fire(document, 'visibilitychange'); };`

func TestOption_openWhenHidden(t *testing.T) {
	log := &recorder{}
	p := open(t, `<button id=x data-on:click="@get('/hang?n=get')"></button><button id=y data-on:click="@get('/hang?n=open', {openWhenHidden: true})"></button>
		<button id=z data-on:click="@post('/hang?n=post')"></button>`, routes{"/hang": hang(log)})
	p.do(hideScript + `x.click()`)
	p.wantLog(log, "start get")
	p.do(`y.click()`)
	p.wantLog(log, "start get", "start open")
	p.do(`z.click()`)
	p.wantLog(log, "start get", "start open", "start post")
	p.do(`setHidden(true)`)
	p.wantLog(log, "start get", "start open", "start post", "end get")
	p.do(`setHidden(false)`)
	p.wantLog(log, "start get", "start open", "start post", "end get", "start get")
	p.want(`types()`, []string{"started", "started", "started"})
}

func TestFetch_events_name_element_and_arguments(t *testing.T) {
	p := open(t, `<i id=x data-init="@get('/s')"></i><i data-on:hyper-fetch="evt.detail.el.id == 'x' && ran.push(evt.detail.type)"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchSignals(w, `data: signals {"n": 1}`)
	})})
	p.want(`fetches.map((f) => [f.type, f.el.id, f.args])`, []any{[]any{"started", "x", nil}, []any{"hyper-patch-signals", "x", map[string]any{"signals": `{"n": 1}`}}, []any{"finished", "x", nil}})
	p.want(`ran.at(-1)`, "finished")
}

func TestFetch_promise_is_kept_after_the_end(t *testing.T) {
	p := open(t, `<button id=x data-on:click="@get('/s').then(() => ran.push('done', $n))"></button>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchSignals(w, `data: signals {"n": 1}`)
	})})
	p.do(`x.click()`)
	p.want(`ran`, []any{"done", 1})
}

func TestStream_large_event(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 1<<16)
	p := open(t, `<p id=a></p><i data-init="@get('/s')"></i>`, routes{"/s": stream(func(w http.ResponseWriter) {
		patchElements(w, `data: elements <p id="a">`+text+`</p>`)
	})})
	p.want(`a.textContent.length`, len(text))
}
