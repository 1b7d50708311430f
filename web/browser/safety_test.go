package browser_test

import (
	"encoding/json/v2"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// All pages of these tests have a policy without unsafe-eval; this one shows that
// it is in force, and that expressions work under it.
func TestPolicy_without_unsafe_eval(t *testing.T) {
	p := open(t, `<i data-signals:n="1"></i><p id=x data-text="(() => { const twice = (v) => v * 2; return twice($n) })()"></p><button id=y data-on:click="$n = $n + 1; @get('/r')"></button><p id=z></p>
		<button id=e data-on:click="Function('ran.push(1)')()"></button>`, routes{"/r": html(`<p id=z data-text="$n">z</p>`)})
	p.do(`y.click()`)
	p.want(`[x.textContent, z.textContent]`, []string{"4", "2"})
	p.want(`errors`, []any{})
	p.do(`e.click()`)
	p.wantError("<button#e>", "Function('ran.push(1)')()", "unsafe-eval")
	p.want(`ran`, []any{})
}

// What a user has typed, put into the places where a server or an expression puts
// text, is text.
func TestHostile_html_in_escaped_places(t *testing.T) {
	hostile := `"><script nonce="secret">ran.push(1)</script><img src=x onerror="ran.push(2)"><i data-init="ran.push(3)"></i>'-ran.push(4)-'${ran.push(5)}`
	p := open(t, `<p id=a data-text="$h"></p><p id=b data-attr:title="$h" data-attr:data-y="$h"></p><p id=c data-class="{[$h.replace(/\s/g, '')]: true}"></p><p id=d data-style:color="$h"></p><input id=e data-bind:h>
		<pre id=f data-json-signals></pre><p id=g></p><p id=k></p><i id=x data-init="@get('/r')"></i>`, routes{"/r": func(w http.ResponseWriter, r *http.Request) {
		startStream(w)
		patchSignals(w, fmt.Sprintf("data: signals {\"h\": %s}", jsonText(hostile)))
		escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(hostile)
		patchElements(w, `data: elements <p id="g" title="`+escaped+`">`+escaped+`</p>`)
		// A text in an expression: quoted for JavaScript first, for HTML then.
		quoted := strings.NewReplacer(`&#39;`, `\&#39;`).Replace(escaped)
		patchElements(w, `data: elements <p id="k" data-signals:k="'`+quoted+`'"></p>`)
	}})
	p.want(`types().at(-1)`, "finished")
	p.want(`[a.textContent == hyper.signals.h, b.title == hyper.signals.h, e.value == hyper.signals.h, g.textContent == hyper.signals.h, hyper.signals.k == hyper.signals.h]`, []bool{true, true, true, true, true})
	p.want(`[ran, document.querySelectorAll('body script, img').length]`, []any{[]int{}, 0})
}

// HTML of users that must not run stands in an element with data-ignore.
func TestHostile_html_below_ignore(t *testing.T) {
	p := open(t, `<div id=r></div>`)
	p.do(`morph('<div id="r" data-ignore><i data-init="ran.push(1)" data-text="ran.push(2)"></i></div>')`)
	p.want(`[ran, $('i').textContent]`, []any{[]int{}, ""})
}

func TestHostile_signals_do_not_pollute_prototypes(t *testing.T) {
	p := open(t, `<i data-signals:n="1"></i><p id=x data-json-signals></p>`)
	for _, patch := range []string{`{"__proto__": {"polluted": 1}}`, `{"constructor": {"prototype": {"polluted": 1}}}`, `{"n": {"__proto__": {"polluted": 1}}}`, `{'__proto__': {polluted: 1}}`, `{"toString": 1, "a": {"b": {"__proto__": {"polluted": 2}}}}`} {
		p.do(fmt.Sprintf(`hyper.patchSignals({signals: %q})`, patch))
		p.want(`({}).polluted ?? Object.polluted ?? [].polluted`, nil)
	}
}

func TestHostile_deep_nesting_is_an_error(t *testing.T) {
	p := open(t, `<p id=t></p><p id=u></p>`)
	p.do(`t.setAttribute('data-init', '('.repeat(1e5)); u.setAttribute('data-init', '['.repeat(1e5))`)
	p.wantError("data-init=", "Maximum call stack size exceeded")
	p.do(`try { hyper.patchSignals({signals: '['.repeat(1e6)}); } catch (e) { ran.push(e.name); }`)
	p.want(`ran`, []string{"RangeError"})
}

// A token for this origin is not sent to another.
func TestHostile_meta_headers_stay_at_home(t *testing.T) {
	got := make(chan http.Header, 1)
	other := serve(t, ``, routes{"/other": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "*")
		if r.Method == http.MethodOptions {
			return
		}
		got <- r.Header
	}})
	p := open(t, `<meta name="hyper-headers" content='{"X-Custom": "token"}'><button id=x></button>`)
	p.do(fmt.Sprintf(`x.setAttribute('data-on:click', "@get('%s/other')"); await 0; x.click()`, other.URL))
	p.want(`types()`, []string{"started", "finished"})
	header := <-got
	if token := header.Get("X-Custom"); token != "" || header.Get("Hyper-Request") != "true" {
		t.Errorf("the other origin got the token %q; headers %v", token, header)
	}
}

// Ten thousand patches must not leave anything behind.
func TestMemory_does_not_grow_over_ten_thousand_patches(t *testing.T) {
	p := open(t, `<div id=r></div><p data-text="$n"></p>`)
	round := `for (let i = 0; i < %d; i++) {
		const n = window.count = (window.count ?? 0) + 1;
		await morph('<div id="r"><ul>' + Array.from({length: 5}, (_, k) => '<li id="k' + ((n + k) %% 9) + '" data-on:click__debounce.1ms="$n = ' + n + '" data-class:a="$n > ' + n + '" data-computed:c' + k + '="$n" data-bind:b' + k + '>' + n + '</li>').join('') + '</ul></div>');
		hyper.patchSignals({signals: '{"n": ' + n + ', "gone": ' + (n %% 2 ? '{"a": [1]}' : 'null') + '}'});
		r.querySelector('li').click();
		patches.length = 0; // the script of the tests records them
	}`
	measure := func() float64 {
		var used float64
		p.do(`for (let i = 0; i < 5; i++) { gc(); await new Promise((r) => setTimeout(r, 20)); } window.used = performance.memory.usedJSHeapSize`)
		if _, err := fmt.Sscan(p.eval(`used`), &used); err != nil {
			t.Fatal(err)
		}
		return used
	}
	p.do(fmt.Sprintf(round, 1000))
	before := measure()
	p.do(fmt.Sprintf(round, 10000))
	after := measure()
	t.Logf("heap after 1,000 patches %.0f bytes, after 11,000 %.0f", before, after)
	if after > before*1.2+500_000 {
		t.Errorf("the heap grew from %.0f to %.0f bytes", before, after)
	}
}

func jsonText(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(data)
}
