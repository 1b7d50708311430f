package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestAttribute_bind_input(t *testing.T) {
	p := open(t, `<input id=x value="dom" data-bind:first-name><input id=y value="dom" data-signals:other="'signal'" data-bind="other">`)
	p.want(`[hyper.signals.firstName, y.value]`, []string{"dom", "signal"})
	p.do(`enter(x, 'typed'); hyper.signals.other = 'set'`)
	p.want(`[hyper.signals.firstName, y.value]`, []string{"typed", "set"})
}

func TestAttribute_bind_nested_and_case(t *testing.T) {
	p := open(t, `<input value="a" data-bind:user.first-name><input value="b" data-bind:my-b__case.snake><input value="c" data-bind="$user.last">`)
	p.want(`hyper.signals`, map[string]any{"user": map[string]any{"firstName": "a", "last": "c"}, "my_b": "b"})
}

func TestAttribute_bind_number(t *testing.T) {
	p := open(t, `<input id=x type=number value="3" data-bind:a><input id=y type=range min=0 max=9 value="4" data-bind:b><input id=z data-signals:c="5" data-bind:c>`)
	p.want(`hyper.signals`, map[string]any{"a": 3, "b": 4, "c": 5})
	p.do(`enter(x, ''); enter(y, '6'); enter(z, '7')`)
	p.want(`hyper.signals`, map[string]any{"a": nil, "b": 6, "c": 7})
	p.do(`enter(x, '1.50')`)
	p.want(`[hyper.signals.a, x.value]`, []any{1.5, "1.50"})
}

func TestAttribute_bind_textarea(t *testing.T) {
	p := open(t, `<textarea id=x data-bind:a>dom</textarea>`)
	p.want(`hyper.signals.a`, "dom")
	p.do(`enter(x, 'typed')`)
	p.want(`hyper.signals.a`, "typed")
}

func TestAttribute_bind_select(t *testing.T) {
	p := open(t, `<select id=x data-bind:a><option value=1>one<option value=2 selected>two</select><select id=y data-signals:n="2" data-bind:n><option value=1>one<option value=2>two</select>`)
	p.want(`[hyper.signals.a, y.value]`, []string{"2", "2"})
	p.do(`enter(x, '1'); enter(y, '1')`)
	p.want(`[hyper.signals.a, hyper.signals.n]`, []any{"1", 1})
	p.do(`hyper.signals.a = '2'`)
	p.want(`x.value`, "2")
}

func TestAttribute_bind_select_multiple(t *testing.T) {
	p := open(t, `<select id=x multiple data-bind:a><option value=1 selected>one<option value=2>two<option value=3 selected>three</select>`)
	p.want(`hyper.signals.a`, []string{"1", "3"})
	p.do(`x.options[1].selected = true; x.options[0].selected = false; fire(x, 'change')`)
	p.want(`hyper.signals.a`, []string{"2", "3"})
	p.do(`hyper.signals.a = ['1']`)
	p.want(`[...x.selectedOptions].map((o) => o.value)`, []string{"1"})
}

func TestAttribute_bind_checkbox_boolean(t *testing.T) {
	p := open(t, `<input id=x type=checkbox checked data-bind:a><input id=y type=checkbox checked data-signals:b="false" data-bind:b>`)
	p.want(`[hyper.signals.a, y.checked]`, []bool{true, false})
	p.do(`x.click(); hyper.signals.b = true`)
	p.want(`[hyper.signals.a, y.checked]`, []bool{false, true})
}

func TestAttribute_bind_checkbox_value(t *testing.T) {
	p := open(t, `<input id=x type=checkbox value=yes data-bind:a><input id=y type=checkbox value=on data-signals:b="''" data-bind:b>`)
	p.want(`[hyper.signals.a, hyper.signals.b]`, []string{"", ""})
	p.do(`x.click(); y.click()`)
	p.want(`[hyper.signals.a, hyper.signals.b]`, []string{"yes", "on"})
	p.do(`hyper.signals.a = ''`)
	p.want(`x.checked`, false)
}

func TestAttribute_bind_checkbox_array(t *testing.T) {
	p := open(t, `<i data-signals:a="['r', 'b']"></i><input id=r type=checkbox value=r data-bind:a><input id=g type=checkbox value=g data-bind:a><input id=b type=checkbox value=b data-bind:a>`)
	p.want(`[r.checked, g.checked, b.checked]`, []bool{true, false, true})
	p.do(`g.click(); r.click()`)
	p.want(`hyper.signals.a`, []string{"b", "g"})
	p.do(`hyper.signals.a = ['r']`)
	p.want(`[r.checked, g.checked, b.checked]`, []bool{true, false, false})
}

func TestAttribute_bind_radio(t *testing.T) {
	p := open(t, `<input id=x type=radio value=1 data-bind:a><input id=y type=radio value=2 checked data-bind:a><input id=z type=radio value=3 data-bind:a>`)
	p.want(`[hyper.signals.a, x.name]`, []string{"2", "a"})
	p.do(`z.click()`)
	p.want(`hyper.signals.a`, "3")
	p.do(`hyper.signals.a = '1'`)
	p.want(`[x.checked, y.checked, z.checked]`, []bool{true, false, false})
}

func TestAttribute_bind_file(t *testing.T) {
	p := open(t, `<input id=x type=file multiple data-bind:a>`)
	p.do(`const list = new DataTransfer(); list.items.add(new File(['hello'], 'hello.txt', {type: 'text/plain'})); x.files = list.files; fire(x, 'change')`)
	p.want(`hyper.signals.a`, []any{map[string]any{"name": "hello.txt", "contents": "aGVsbG8=", "mime": "text/plain"}})
}

func TestAttribute_bind_custom_element(t *testing.T) {
	p := open(t, `<my-field id=x data-signals:a="'signal'" data-bind:a></my-field>`)
	p.do(`customElements.define('my-field', class extends HTMLElement { set value(v) { this.textContent = v; } get value() { return this.textContent; } })`)
	p.want(`x.textContent`, "signal")
	p.do(`x.textContent = 'own'; fire(x, 'change')`)
	p.want(`hyper.signals.a`, "own")
}

func TestAttribute_bind_prop_and_event(t *testing.T) {
	p := open(t, `<details id=x data-bind:a__prop.open__event.toggle><summary>s</summary>d</details><div id=y data-signals:t="'hi'" data-bind:t__prop.inner-text__event.my-done></div>`)
	p.want(`[hyper.signals.a, y.innerText]`, []any{false, "hi"})
	p.do(`x.open = true; y.innerText = 'ho'; fire(y, 'input')`)
	p.want(`[hyper.signals.a, hyper.signals.t]`, []any{true, "hi"})
	p.do(`fire(y, 'my-done')`)
	p.want(`hyper.signals.t`, "ho")
}

func TestAttribute_bind_keeps_caret(t *testing.T) {
	p := open(t, `<input id=x data-signals:a="'hello'" data-bind:a>`)
	p.do(`x.focus(); x.setSelectionRange(2, 2)`)
	p.run(chromedp.KeyEvent("y"))
	p.want(`[hyper.signals.a, x.value, x.selectionStart]`, []any{"heyllo", "heyllo", 3})
}

func TestAttribute_bind_removed(t *testing.T) {
	p := open(t, `<input id=x value="a" data-bind:a>`)
	p.do(`x.removeAttribute('data-bind:a')`)
	p.do(`enter(x, 'b')`)
	p.want(`hyper.signals.a`, "a")
}
