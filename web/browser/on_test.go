package browser_test

import "testing"

func TestAttribute_on(t *testing.T) {
	p := open(t, `<button id=x data-signals:n="0" data-on:click="$n++; ran.push(evt.type, el.id)">x</button>`)
	p.do(`x.click()`)
	p.want(`[hyper.signals.n, ran]`, []any{1, []string{"click", "x"}})
	p.do(`x.removeAttribute('data-on:click')`)
	p.do(`x.click()`)
	p.want(`hyper.signals.n`, 1)
}

func TestAttribute_on_submit_is_prevented(t *testing.T) {
	p := open(t, `<form id=x data-on:submit="ran.push(evt.defaultPrevented)"><button id=y>x</button></form>`)
	p.do(`y.click()`)
	p.want(`ran`, []bool{true})
}

func TestAttribute_on_custom_event_case(t *testing.T) {
	p := open(t, `<i id=x data-on:my-event="ran.push(1)" data-on:my-event__case.camel="ran.push(2)"></i>`)
	p.do(`fire(x, 'my-event'); fire(x, 'myEvent')`)
	p.want(`ran`, []int{1, 2})
}

func TestAttribute_on_once(t *testing.T) {
	p := open(t, `<button id=x data-on:click__once="ran.push(1)">x</button>`)
	p.do(`x.click(); x.click()`)
	p.want(`ran`, []int{1})
}

func TestAttribute_on_passive(t *testing.T) {
	p := open(t, `<button id=x data-on:click__passive="evt.preventDefault(); ran.push(evt.defaultPrevented)">x</button>`)
	p.do(`x.click()`)
	p.want(`ran`, []bool{false})
}

func TestAttribute_on_capture(t *testing.T) {
	p := open(t, `<div data-on:click__capture="ran.push('outer')"><button id=x data-on:click="ran.push('inner')">x</button></div>`)
	p.do(`x.click()`)
	p.want(`ran`, []string{"outer", "inner"})
}

func TestAttribute_on_prevent(t *testing.T) {
	p := open(t, `<a id=x href="/elsewhere" data-on:click__prevent="ran.push(evt.defaultPrevented)">x</a>`)
	p.do(`x.click()`)
	p.want(`ran`, []bool{true})
}

func TestAttribute_on_stop(t *testing.T) {
	p := open(t, `<div data-on:click="ran.push('outer')"><button id=x data-on:click__stop="ran.push('inner')">x</button></div>`)
	p.do(`x.click()`)
	p.want(`ran`, []string{"inner"})
}

func TestAttribute_on_window(t *testing.T) {
	p := open(t, `<i id=x data-on:resize__window="ran.push(el.id)"></i>`)
	p.do(`fire(window, 'resize')`)
	p.want(`ran`, []string{"x"})
	p.do(`x.remove()`)
	p.do(`fire(window, 'resize')`)
	p.want(`ran`, []string{"x"})
}

func TestAttribute_on_document(t *testing.T) {
	p := open(t, `<i data-on:keydown__document="ran.push(evt.key)"></i>`)
	p.do(`document.dispatchEvent(new KeyboardEvent('keydown', {key: 'a'}))`)
	p.want(`ran`, []string{"a"})
}

func TestAttribute_on_outside(t *testing.T) {
	p := open(t, `<div data-on:click__outside="ran.push(evt.target.id)"><b id=x>in</b></div><b id=y>out</b>`)
	p.do(`x.click(); y.click()`)
	p.want(`ran`, []string{"y"})
}

func TestAttribute_on_delay(t *testing.T) {
	p := open(t, `<b id=x data-on:click__delay.60ms="ran.push(performance.now() - start)"></b>`)
	p.do(`start = performance.now(); x.click()`)
	p.want(`ran.length`, 1)
	p.want(`ran[0] >= 55`, true)
}

func TestAttribute_on_delay_ends_with_element(t *testing.T) {
	p := open(t, `<b id=x data-on:click__delay.30ms="ran.push(1)"></b><b id=y data-on:click__delay.60ms="ran.push(2)"></b>`)
	p.do(`x.click(); y.click(); x.remove()`)
	p.want(`ran`, []int{2})
}

func TestAttribute_on_debounce(t *testing.T) {
	p := open(t, `<input id=x data-on:input__debounce.60ms="ran.push(el.value)">`)
	p.do(`enter(x, 'a'); enter(x, 'ab'); enter(x, 'abc')`)
	p.want(`ran`, []string{"abc"})
	p.do(`enter(x, 'abcd')`)
	p.want(`ran`, []string{"abc", "abcd"})
}

func TestAttribute_on_debounce_leading(t *testing.T) {
	p := open(t, `<input id=x data-on:input__debounce.60ms.leading="ran.push(el.value)">`)
	p.do(`enter(x, 'a'); ran.push('now'); enter(x, 'ab'); enter(x, 'abc')`)
	p.want(`ran`, []string{"a", "now", "abc"})
}

func TestAttribute_on_debounce_leading_once_for_one_call(t *testing.T) {
	p := open(t, `<input id=x data-on:input__debounce.30ms.leading="ran.push(el.value)"><b id=y data-on:click__delay.90ms="ran.push('end')"></b>`)
	p.do(`enter(x, 'a'); y.click()`)
	p.want(`ran`, []string{"a", "end"})
}

func TestAttribute_on_debounce_notrailing(t *testing.T) {
	p := open(t, `<input id=x data-on:input__debounce.30ms.leading.notrailing="ran.push(el.value)"><b id=y data-on:click__delay.90ms="ran.push('end')"></b>`)
	p.do(`enter(x, 'a'); enter(x, 'ab'); y.click()`)
	p.want(`ran`, []string{"a", "end"})
}

func TestAttribute_on_throttle(t *testing.T) {
	p := open(t, `<b id=x data-on:click__throttle.40ms="ran.push(1)"></b><b id=y data-on:click__delay.100ms="ran.push('end')"></b>`)
	p.do(`x.click(); x.click(); x.click(); y.click()`)
	p.want(`ran`, []any{1, "end"})
	p.do(`x.click()`)
	p.want(`ran`, []any{1, "end", 1})
}

func TestAttribute_on_throttle_noleading(t *testing.T) {
	p := open(t, `<input id=x data-on:input__throttle.40ms.noleading="ran.push(el.value)"><b id=y data-on:click="ran.push('now')"></b>`)
	p.do(`enter(x, 'a'); enter(x, 'ab'); y.click()`)
	p.want(`ran`, []string{"now", "ab"})
}

func TestAttribute_on_throttle_trailing(t *testing.T) {
	p := open(t, `<input id=x data-on:input__throttle.40ms.trailing="ran.push(el.value)">`)
	p.do(`enter(x, 'a'); enter(x, 'ab'); enter(x, 'abc')`)
	p.want(`ran`, []string{"a", "abc"})
}

func TestAttribute_on_viewtransition(t *testing.T) {
	p := open(t, `<b id=x data-on:click__viewtransition="ran.push(1)"></b>`)
	p.do(`const start = document.startViewTransition; document.startViewTransition = function (f) { ran.push('transition'); return start.call(document, f); }; x.click()`)
	p.want(`ran`, []any{"transition", 1})
}

func TestAttribute_on_engine_events_reach_any_element(t *testing.T) {
	p := open(t, `<i data-on:hyper-signal-patch="ran.push(evt.detail.a)"></i>`)
	p.do(`hyper.signals.a = 3`)
	p.want(`ran`, []int{3})
}

func TestAttribute_init(t *testing.T) {
	p := open(t, `<i data-init="ran.push('init')"></i><i data-on:load="ran.push('on:load')"></i><i data-on-load="ran.push('on-load')"></i>`)
	p.want(`ran.sort()`, []string{"init", "on-load", "on:load"})
	p.do(`hyper.signals.a = 1`)
	p.do(`document.body.insertAdjacentHTML('beforeend', '<i data-init="ran.push($a)"></i>')`)
	p.do(`hyper.signals.a = 2`)
	p.want(`ran.slice(3)`, []int{1})
}

// Listeners are there before the first request, wherever they are in the page.
func TestAttribute_init_comes_last(t *testing.T) {
	p := open(t, `<i data-init="ran.push($n); el.dispatchEvent(new Event('early', {bubbles: true}))"></i><i data-on:early__document="ran.push('heard')" data-signals:n="1"></i>`)
	p.want(`ran`, []any{1, "heard"})
}

func TestAttribute_init_delay(t *testing.T) {
	p := open(t, `<i data-init__delay.40ms="ran.push('late')"></i><i data-init="ran.push('soon')"></i>`)
	p.want(`ran`, []string{"soon", "late"})
}

func TestAttribute_init_viewtransition(t *testing.T) {
	p := open(t, `<i data-init__viewtransition="ran.push(1)"></i>`)
	p.want(`ran`, []int{1})
}

const tall = `<div style="height: 2000px"></div>`

func TestAttribute_on_intersect(t *testing.T) {
	p := open(t, tall+`<i id=x data-on-intersect="ran.push('in')" data-on-intersect__exit="ran.push('out')">x</i>`+tall)
	p.do(`x.scrollIntoView()`)
	p.want(`ran`, []string{"in"})
	p.do(`scrollTo(0, 0)`)
	p.want(`ran`, []string{"in", "out"})
	p.do(`x.scrollIntoView()`)
	p.want(`ran`, []string{"in", "out", "in"})
}

func TestAttribute_on_intersect_once(t *testing.T) {
	p := open(t, tall+`<i id=x data-on-intersect__once="ran.push('once')">x</i><i data-on-intersect="ran.push('each')" data-on-intersect__exit="ran.push('out')">y</i>`+tall)
	p.do(`x.scrollIntoView()`)
	p.want(`ran.length`, 2)
	p.do(`scrollTo(0, 0)`)
	p.want(`ran.slice(2)`, []string{"out"})
	p.do(`x.scrollIntoView()`)
	p.want(`ran.slice(2)`, []string{"out", "each"})
}

// The boxes are 200 px high, and 60, 120 and 200 px of them are scrolled into the
// view one after the other.
func TestAttribute_on_intersect_half_full_threshold(t *testing.T) {
	box := func(attribute, name string) string {
		return `<div style="height: 200px; width: 100px; position: absolute; top: 2000px" data-on-intersect__` + attribute + `="ran.push('` + name + `')"></div>`
	}
	p := open(t, `<div style="height: 4000px">`+box("half", "half")+box("full", "full")+box("threshold.25", "quarter")+`</div>`)
	for _, step := range []struct {
		pixels string
		want   []string
	}{{"20", []string{}}, {"60", []string{"quarter"}}, {"120", []string{"quarter", "half"}}, {"200", []string{"quarter", "half", "full"}}} {
		p.do(`scrollTo(0, 2000 - innerHeight + ` + step.pixels + `); await new Promise((r) => setTimeout(r, 60))`)
		p.want(`ran`, step.want)
	}
}

func TestAttribute_on_intersect_exit(t *testing.T) {
	p := open(t, `<i id=x data-on-intersect="ran.push('in')" data-on-intersect__exit="ran.push('out')">x</i>`+tall)
	p.want(`ran`, []string{"in"})
	p.do(`scrollTo(0, 1500)`)
	p.want(`ran`, []string{"in", "out"})
}

func TestAttribute_on_intersect_delay_debounce_throttle_viewtransition(t *testing.T) {
	p := open(t, `<i data-on-intersect__delay.20ms="ran.push(1)" data-on-intersect__debounce.40ms="ran.push(2)" data-on-intersect__throttle.10ms.noleading__viewtransition="ran.push(3)">x</i>`)
	p.want(`ran.sort()`, []int{1, 2, 3})
}

func TestAttribute_on_interval(t *testing.T) {
	p := open(t, `<i id=x data-signals:n="0" data-on-interval__duration.20ms="$n++"></i>`)
	p.want(`hyper.signals.n > 2`, true)
	p.do(`x.remove()`)
	p.do(`last = hyper.signals.n; await new Promise((r) => setTimeout(r, 60))`)
	p.want(`hyper.signals.n == last`, true)
}

func TestAttribute_on_interval_default_is_a_second(t *testing.T) {
	p := open(t, `<i data-init="window.start = performance.now()" data-on-interval="ran.push(performance.now() - start)"></i>`)
	p.want(`ran.length`, 1)
	p.want(`ran[0] > 900`, true)
}

func TestAttribute_on_interval_leading(t *testing.T) {
	p := open(t, `<i data-on-interval__duration.60s.leading="ran.push(1)"></i>`)
	p.want(`ran`, []int{1})
}

func TestAttribute_on_interval_viewtransition(t *testing.T) {
	p := open(t, `<i data-signals:n="0" data-on-interval__duration.20ms__viewtransition="$n++"></i>`)
	p.want(`hyper.signals.n > 0`, true)
}

func TestAttribute_on_signal_patch(t *testing.T) {
	p := open(t, `<i data-signals="{a: 1, b: {c: 1}}"></i><i data-on-signal-patch="ran.push(patch)"></i>`)
	p.do(`ran.length = 0; hyper.signals.b.c = 2`)
	p.do(`delete hyper.signals.a`)
	p.do(`hyper.patchSignals({signals: '{"x": 1, "y": [1, 2]}'})`)
	p.do(`hyper.signals.y.push(3)`)
	p.want(`ran`, []any{
		map[string]any{"b": map[string]any{"c": 2}}, map[string]any{"a": nil}, map[string]any{"x": 1, "y": []int{1, 2}}, map[string]any{"y": []int{1, 2, 3}},
	})
}

func TestAttribute_on_signal_patch_filter(t *testing.T) {
	p := open(t, `<i data-on-signal-patch="ran.push(patch)" data-on-signal-patch-filter="{include: /^user\./, exclude: /age$/}"></i>`)
	p.do(`hyper.signals.a = 1`)
	p.do(`hyper.signals.user = {name: 'Ann', age: 3}`)
	p.do(`hyper.signals.user.age = 4`)
	p.want(`ran`, []any{map[string]any{"user": map[string]any{"name": "Ann"}}})
}

func TestAttribute_on_signal_patch_delay_debounce_throttle(t *testing.T) {
	p := open(t, `<i data-on-signal-patch__delay.10ms="ran.push('delay')" data-on-signal-patch__debounce.60ms="ran.push('debounce')" data-on-signal-patch__throttle.5s="ran.push('throttle')"></i>`)
	p.do(`hyper.signals.a = 1; hyper.signals.a = 2`)
	p.want(`ran`, []string{"throttle", "delay", "delay", "debounce"})
}

func TestAttribute_on_signal_patch_once_for_a_batch(t *testing.T) {
	p := open(t, `<i data-signals="{a: 0, b: 0}"></i><button id=x data-on:click="$a = 1; $b = 2"></button><i data-on-signal-patch="ran.push(patch)"></i>`)
	p.do(`ran.length = 0; x.click()`)
	p.want(`ran`, []any{map[string]any{"a": 1, "b": 2}})
}
