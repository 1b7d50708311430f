package browser_test

import "testing"

func TestAttribute_signals(t *testing.T) {
	p := open(t, `<div data-signals="{a: 1, deep: {b: 'x', gone: null}}" data-signals:first-name="'Ann'" data-signals:user.last-name="'Lee'" data-signals:empty></div>`)
	p.want(`hyper.signals`, map[string]any{"a": 1, "deep": map[string]any{"b": "x"}, "empty": "", "firstName": "Ann", "user": map[string]any{"lastName": "Lee"}})
}

func TestAttribute_signals_null_removes(t *testing.T) {
	p := open(t, `<div data-signals="{a: 1, b: 2}"></div>`)
	p.do(`document.body.insertAdjacentHTML('beforeend', '<i data-signals="{a: null}"></i>')`)
	p.want(`hyper.signals`, map[string]any{"b": 2})
}

func TestAttribute_signals_ifmissing(t *testing.T) {
	p := open(t, `<div data-signals="{a: 1}"></div><div data-signals__ifmissing="{a: 2, b: 3}" data-signals:a__ifmissing="4" data-signals:c__ifmissing="5"></div>`)
	p.want(`hyper.signals`, map[string]any{"a": 1, "b": 3, "c": 5})
}

func TestAttribute_signals_case(t *testing.T) {
	p := open(t, `<div data-signals:my-a="1" data-signals:my-b__case.kebab="2" data-signals:my-c__case.snake="3" data-signals:my-d__case.pascal="4" data-signals:x.my-e__case.pascal="5"></div>
		<p id=x data-text="$['my-b'] + $my_c"></p>`)
	p.want(`hyper.signals`, map[string]any{"MyD": 4, "X": map[string]any{"MyE": 5}, "my-b": 2, "myA": 1, "my_c": 3})
	p.want(`x.textContent`, "5")
}

func TestAttribute_signals_changed(t *testing.T) {
	p := open(t, `<div id=x data-signals:a="1"></div>`)
	p.do(`x.setAttribute('data-signals:a', '2')`)
	p.want(`hyper.signals.a`, 2)
}

func TestAttribute_signals_order_does_not_matter(t *testing.T) {
	p := open(t, `<p id=x data-text="$a.toFixed(1)"></p><p id=y data-computed:b="$a + 1" data-text="$b"></p><div data-signals:a="1"></div>`)
	p.want(`[x.textContent, y.textContent]`, []string{"1.0", "2"})
}

func TestAttribute_computed(t *testing.T) {
	p := open(t, `<div data-signals="{first: 'Ann', last: 'Lee'}" data-computed:full-name="$first + ' ' + $last"></div><p id=x data-text="$fullName"></p>`)
	p.want(`x.textContent`, "Ann Lee")
	p.do(`hyper.signals.last = 'Kay'`)
	p.want(`x.textContent`, "Ann Kay")
}

func TestAttribute_computed_object(t *testing.T) {
	p := open(t, `<div data-signals:a="2" data-computed="{twice: () => $a * 2, deep: {thrice: $a * 3}}"></div><p id=x data-text="$twice + $deep.thrice"></p>`)
	p.want(`x.textContent`, "10")
	p.do(`hyper.signals.a = 3`)
	p.want(`x.textContent`, "15")
}

func TestAttribute_computed_case(t *testing.T) {
	p := open(t, `<div data-computed:my-a__case.snake="1"></div>`)
	p.want(`hyper.signals.my_a`, 1)
}

func TestAttribute_computed_is_read_only(t *testing.T) {
	p := open(t, `<div data-signals:a="1" data-computed:b="$a + 1"></div><button id=x data-on:click="$b = 9"></button>`)
	p.do(`x.click()`)
	p.wantError(`signal "b" is computed`)
	p.want(`hyper.signals.b`, 2)
}

// An effect must not see a derived value that is older than its source, nor run if
// the derived value came out the same.
func TestAttribute_computed_without_glitches(t *testing.T) {
	p := open(t, `<div data-signals="{a: 1}" data-computed:b="$a + 1" data-computed:c="$b + 1" data-computed:big="$a > 10"></div>
		<i data-effect="ran.push([$a, $c])"></i><i data-effect="ran.push($big)"></i>`)
	p.do(`ran.length = 0; hyper.signals.a = 5`)
	p.want(`ran`, []any{[]int{5, 7}})
}

func TestAttribute_computed_removed(t *testing.T) {
	p := open(t, `<div id=x data-computed:b="1"></div>`)
	p.do(`x.remove()`)
	p.want(`'b' in hyper.signals`, false)
}

func TestAttribute_text(t *testing.T) {
	p := open(t, `<p id=x data-signals:name="'Ann'" data-text="'Hello ' + $name"></p><p id=y data-text="$unknown"></p>`)
	p.want(`x.textContent`, "Hello Ann")
	p.do(`hyper.signals.name = '<b>'`)
	p.want(`x.innerHTML`, "Hello &lt;b&gt;")
	p.want(`[y.textContent, 'unknown' in hyper.signals]`, []any{"", false})
	p.do(`hyper.signals.unknown = 1`)
	p.want(`y.textContent`, "1")
}

func TestAttribute_text_removed(t *testing.T) {
	p := open(t, `<p id=x data-signals:a="1" data-text="$a"></p>`)
	p.do(`x.removeAttribute('data-text')`)
	p.do(`hyper.signals.a = 2`)
	p.want(`x.textContent`, "1")
}

func TestAttribute_show(t *testing.T) {
	p := open(t, `<p id=x style="display: none" data-signals:a="true" data-show="$a">x</p>`)
	p.want(`x.style.display`, "")
	p.do(`hyper.signals.a = false`)
	p.want(`x.style.display`, "none")
	p.do(`x.removeAttribute('data-show')`)
	p.want(`x.style.display`, "")
}

func TestAttribute_attr(t *testing.T) {
	p := open(t, `<button id=x title="old" data-signals="{off: true, n: 1}" data-attr:disabled="$off" data-attr:title="$n && 'n' + $n" data-attr:aria-hidden="null">x</button>`)
	p.want(`[x.getAttribute('disabled'), x.title, x.hasAttribute('aria-hidden')]`, []any{"", "n1", false})
	p.do(`hyper.signals.off = false; hyper.signals.n = 2`)
	p.want(`[x.disabled, x.title]`, []any{false, "n2"})
	p.do(`x.removeAttribute('data-attr:title')`)
	p.want(`x.title`, "old")
}

func TestAttribute_attr_object(t *testing.T) {
	p := open(t, `<a id=x data-signals="{u: '/a'}" data-attr="$u ? {href: $u, 'data-x': {a: 1}} : {}"></a>`)
	p.want(`[x.getAttribute('href'), x.dataset.x]`, []any{"/a", `{"a":1}`})
	p.do(`hyper.signals.u = ''`)
	p.want(`x.hasAttribute('href')`, false)
}

func TestAttribute_class(t *testing.T) {
	p := open(t, `<p id=x class="own big" data-signals:n="1" data-class:big="$n > 1" data-class:is-odd="$n % 2">x</p>`)
	p.want(`x.className`, "own is-odd")
	p.do(`hyper.signals.n = 2`)
	p.want(`x.className`, "own big")
	p.do(`hyper.signals.n = 1; x.removeAttribute('data-class:big'); x.removeAttribute('data-class:is-odd')`)
	p.want(`x.className`, "own big")
}

func TestAttribute_class_object(t *testing.T) {
	p := open(t, `<p id=x data-signals:n="1" data-class="{'a b': $n == 1, 'c': $n == 2}">x</p>`)
	p.want(`x.className`, "a b")
	p.do(`hyper.signals.n = 2`)
	p.want(`x.className`, "c")
}

func TestAttribute_class_case(t *testing.T) {
	p := open(t, `<p id=x data-class:is-big="true" data-class:is-odd__case.camel="true">x</p>`)
	p.want(`x.className`, "is-big isOdd")
}

func TestAttribute_style(t *testing.T) {
	p := open(t, `<p id=x style="color: red" data-signals:c="'blue'" data-style:color="$c" data-style:--gap="'4px'">x</p>`)
	p.want(`[x.style.color, x.style.getPropertyValue('--gap')]`, []string{"blue", "4px"})
	p.do(`hyper.signals.c = ''`)
	p.want(`x.style.color`, "red")
	p.do(`hyper.signals.c = 'green'; x.removeAttribute('data-style:color')`)
	p.want(`x.style.color`, "red")
}

func TestAttribute_style_object(t *testing.T) {
	p := open(t, `<p id=x data-signals:w="10" data-style="{backgroundColor: 'blue', width: $w + 'px', opacity: 0, 'margin-top': false}">x</p>`)
	p.want(`[x.style.backgroundColor, x.style.width, x.style.opacity, x.style.marginTop]`, []string{"blue", "10px", "0", ""})
}

func TestAttribute_effect(t *testing.T) {
	p := open(t, `<p data-signals="{a: 1, b: 1}" data-effect="$b = $a * 2; ran.push($a)"></p>`)
	p.want(`hyper.signals.b`, 2)
	p.do(`hyper.signals.b = 7; hyper.signals.a = 2`)
	p.want(`[hyper.signals.b, ran]`, []any{4, []int{1, 2}})
}

func TestAttribute_effect_calls_function(t *testing.T) {
	p := open(t, `<p id=x data-effect="el.remove"></p><p id=y data-effect="el.remove()"></p>`)
	p.want(`[$('#x'), $('#y')]`, []any{nil, nil})
}

func TestAttribute_effect_that_never_settles(t *testing.T) {
	p := open(t, `<p data-signals="{a: 0, b: 0}"></p><p id=x data-init="0"></p>`)
	p.do(`document.body.insertAdjacentHTML('beforeend', '<i data-effect="$a = $b + 1"></i><i data-effect="$b = $a + 1"></i>')`)
	p.wantError("do not settle")
	p.do(`x.setAttribute('data-text', '$c'); hyper.signals.c = 'alive'`)
	p.want(`x.textContent`, "alive")
}

func TestAttribute_ref(t *testing.T) {
	p := open(t, `<input id=x value="v" data-ref:my-field><input id=z data-ref="other"><p id=y data-text="$myField.value + $other.id"></p>`)
	p.want(`y.textContent`, "vz")
	p.failing = true
	p.do(`x.remove()`)
	p.want(`'myField' in hyper.signals`, false)
}

func TestAttribute_ref_case(t *testing.T) {
	p := open(t, `<input id=x data-ref:my-field__case.snake>`)
	p.want(`hyper.signals.my_field.id`, "x")
}

func TestAttribute_json_signals(t *testing.T) {
	p := open(t, `<pre id=x data-json-signals></pre><pre id=y data-json-signals__terse="{include: /^user/, exclude: 'age'}"></pre><b data-signals="{a: 1, user: {name: 'Ann', age: 3}}" data-ref:el></b>`)
	p.want(`x.textContent`, "{\n  \"a\": 1,\n  \"user\": {\n    \"name\": \"Ann\",\n    \"age\": 3\n  }\n}")
	p.want(`y.textContent`, `{"user":{"name":"Ann"}}`)
	p.do(`hyper.signals.user.name = 'Bob'`)
	p.want(`y.textContent`, `{"user":{"name":"Bob"}}`)
}

func TestAttribute_json_signals_terse(t *testing.T) {
	p := open(t, `<pre id=x data-json-signals__terse data-signals="{a: [1, {b: 2}]}"></pre>`)
	p.want(`x.textContent`, `{"a":[1,{"b":2}]}`)
}

func TestAttribute_ignore(t *testing.T) {
	p := open(t, `<div id=o data-ignore data-text="1">own<p id=x data-text="2">x</p></div>`)
	p.want(`[o.firstChild.data, x.textContent]`, []string{"own", "x"})
	p.do(`x.insertAdjacentHTML('afterend', '<p id="late" data-text="3"></p>'); x.setAttribute('data-show', 'false')`)
	p.want(`[late.textContent, x.style.display]`, []string{"", ""})
	p.do(`o.removeAttribute('data-text'); o.removeAttribute('data-ignore')`)
	p.want(`[x.textContent, late.textContent]`, []string{"2", "3"})
}

func TestAttribute_ignore_self(t *testing.T) {
	p := open(t, `<div id=o data-ignore__self data-attr:title="'no'"><p id=x data-text="2">x</p></div>`)
	p.want(`[o.title, x.textContent]`, []string{"", "2"})
}

func TestAttribute_ignore_added_later(t *testing.T) {
	p := open(t, `<div id=o><p id=x data-signals:a="1" data-text="$a">x</p></div>`)
	p.want(`x.textContent`, "1")
	p.do(`o.setAttribute('data-ignore', '')`)
	p.do(`hyper.signals.a = 2`)
	p.want(`x.textContent`, "1")
}

func TestAttribute_dash_for_colon(t *testing.T) {
	p := open(t, `<p id=x data-signals-a="1" data-class-big="$a" data-attr-title="'t'" data-style-color="'red'" data-on-click="$a = 0">x</p>`)
	p.want(`[x.className, x.title, x.style.color]`, []string{"big", "t", "red"})
	p.do(`x.click()`)
	p.want(`x.className`, "")
}

func TestAttribute_unknown_is_left_alone(t *testing.T) {
	p := open(t, `<p id=x data-foo="((" data-onion="((" data-texture:a="((">x</p>`)
	p.want(`x.textContent`, "x")
}

func TestAttribute_errors_name_element_attribute_expression(t *testing.T) {
	p := open(t, `<p id=x data-text="$a.b.c"></p><p id=y data-text="1 +"></p><p id=z data-text="'fine'"></p><button id=w data-on:click="nothing()"></button>`)
	p.wantError("<p#x>", "data-text", "$a.b.c", "Cannot read properties of undefined")
	p.wantError("<p#y>", "data-text", "1 +", `unexpected "" at 3`)
	p.do(`w.click()`)
	p.wantError("<button#w>", "data-on:click", "nothing is not defined")
	p.want(`z.textContent`, "fine")
}

func TestAttribute_moved_element_stays_in_use(t *testing.T) {
	p := open(t, `<div id=a><p id=x data-init="ran.push(1)" data-text="$t"></p></div><div id=b></div>`)
	p.do(`b.append(x); hyper.signals.t = 'on'`)
	p.want(`[x.textContent, ran]`, []any{"on", []int{1}})
}
