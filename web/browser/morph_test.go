package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The tests keep elements in the variable kept, and look whether they are the same
// after a morph.

func TestMorph_keeps_elements_by_id(t *testing.T) {
	p := open(t, `<ul id=l><li id=a>a</li><li id=b>b</li><li id=c>c</li></ul>`)
	p.do(`window.kept = [a, b, c]; morph('<ul id="l"><li id="c">C</li><li id="x">X</li><li id="a">A</li><li id="b">B</li></ul>')`)
	p.want(`[l.textContent, kept.map((e) => e.textContent), kept[0] === a, kept[1] === b, kept[2] === c]`, []any{"CXAB", []string{"A", "B", "C"}, true, true, true})
}

func TestMorph_keeps_elements_by_id_in_all_orders(t *testing.T) {
	p := open(t, `<ul id=l></ul>`)
	item := func(id rune) string { return fmt.Sprintf(`<li id="%c"><input></li>`, id) }
	render := func(ids string) string {
		var b strings.Builder
		b.WriteString(`<ul id="l">`)
		for _, id := range ids {
			b.WriteString(item(id))
		}
		return b.String() + `</ul>`
	}
	orders := []string{"abcdef", "fabcde", "bcdefa", "fedcba", "ace", "acegbdf", "", "xyz", "zyabx", "badcfe", "a", "abcdef", "afbecd", "dcb"}
	for i := 1; i < len(orders); i++ {
		p.do(fmt.Sprintf(`l.innerHTML = ''; await morph('%s'); [...l.children].forEach((e) => { e.own = e.id; e.firstChild.value = 'typed ' + e.id; }); await morph('%s')`, render(orders[i-1]), render(orders[i])))
		p.want(`[...l.children].map((e) => e.id).join('')`, orders[i])
		// Those that were there before are the same elements, with what was typed.
		p.want(fmt.Sprintf(`[...l.children].filter((e) => '%s'.includes(e.id)).every((e) => e.own == e.id && e.firstChild.value == 'typed ' + e.id)`, orders[i-1]), true)
	}
}

func TestMorph_keeps_elements_by_id_across_parents(t *testing.T) {
	p := open(t, `<div id=r><section><p id=a>a</p></section><section id=s><b id=b>b</b></section></div>`)
	p.do(`window.kept = [a, b]; morph('<div id="r"><article><b id="b">B</b><i><p id="a">A</p></i></article></div>')`)
	p.want(`[r.innerHTML, kept[0] === a, kept[1] === b]`, []any{`<article><b id="b">B</b><i><p id="a">A</p></i></article>`, true, true})
}

func TestMorph_nesting_turned_inside_out(t *testing.T) {
	p := open(t, `<div id=r><div id=a><div id=b>x</div></div></div>`)
	p.do(`window.kept = [a, b]; morph('<div id="r"><div id="b"><div id="a">y</div></div></div>')`)
	p.want(`[r.innerHTML, kept[0] === a, kept[1] === b]`, []any{`<div id="b"><div id="a">y</div></div>`, true, true})
}

func TestMorph_keeps_elements_by_position_and_tag(t *testing.T) {
	p := open(t, `<div id=r><h1>t</h1> <p>a</p> <input> <p>b</p></div>`)
	p.do(`window.kept = [...r.children]; morph('<div id="r"><h1>T</h1><p>A</p><hr><input><p>B</p><p>C</p></div>')`)
	p.want(`[r.innerHTML, kept.map((e) => [...r.children].indexOf(e))]`, []any{`<h1>T</h1><p>A</p><hr><input><p>B</p><p>C</p>`, []int{0, 1, 3, 4}})
}

// An element that holds an id of both trees is matched by it, though it has none.
func TestMorph_keeps_parents_of_ids(t *testing.T) {
	p := open(t, `<div id=r><div><i id=a></i></div><div><i id=b></i></div></div>`)
	p.do(`window.kept = [...r.children]; morph('<div id="r"><div><i id="b"></i></div><div><i id="a"></i>!</div></div>')`)
	p.want(`[r.children[0] === kept[1], r.children[1] === kept[0]]`, []bool{true, true})
}

func TestMorph_insert_and_delete_without_ids_keeps_the_rest(t *testing.T) {
	row := func(n int) string { return fmt.Sprintf(`<tr><td>%d</td><td><input></td></tr>`, n) }
	p := open(t, `<table><tbody id=r>`+row(1)+row(2)+row(3)+row(4)+`</tbody></table>`)
	typed := `[...r.querySelectorAll('input')].map((e) => e.value)`
	p.do(`r.querySelectorAll('input').forEach((e, i) => { e.value = 'row ' + (i + 1); }); await morph('<tbody id="r">` + row(1) + row(9) + row(2) + row(3) + row(4) + `</tbody>')`)
	p.want(typed, []string{"row 1", "", "row 2", "row 3", "row 4"})
	p.do(`morph('<tbody id="r">` + row(1) + row(9) + row(3) + row(4) + `</tbody>')`)
	p.want(typed, []string{"row 1", "", "row 3", "row 4"})
}

func TestMorph_attributes(t *testing.T) {
	p := open(t, `<div id=r><p class=a title=t data-x=1>x</p><svg><use xlink:href="#a"></use></svg></div>`)
	p.do(`window.kept = r.firstChild; morph('<div id="r" lang="de"><p class="b" data-x="1" @odd="1" x:y="2">x</p><svg><use xlink:href="#b"></use></svg></div>')`)
	p.want(`[kept.outerHTML, r.lang, $('use').getAttributeNS('http://www.w3.org/1999/xlink', 'href')]`, []any{`<p class="b" data-x="1" @odd="1" x:y="2">x</p>`, "de", "#b"})
}

func TestMorph_keeps_focus_caret_and_selection(t *testing.T) {
	for _, browser := range []string{"with moveBefore", "without moveBefore"} {
		t.Run(browser, func(t *testing.T) {
			p := open(t, `<div id=r><p id=a>a</p><p id=w><input id=x value="hello"></p></div>`)
			if browser == "without moveBefore" {
				p.do(`delete Element.prototype.moveBefore`)
			}
			p.do(`x.focus(); x.setSelectionRange(1, 3, 'backward'); await morph('<div id="r"><p id="w">new <input id="x" value="hello"></p><p id="n">n</p><p id="a">A</p></div>')`)
			p.want(`[document.activeElement.id, x.selectionStart, x.selectionEnd, x.selectionDirection]`, []any{"x", 1, 3, "backward"})
			p.run(chromedp.KeyEvent("!"))
			p.want(`x.value`, "h!lo")
		})
	}
}

func TestMorph_keeps_typed_values(t *testing.T) {
	fields := `<input id="a" name="a" value="1"><textarea id="b">1</textarea><input id="c" type="checkbox"><input id="d" type="radio" name="d"><select id="e"><option>1</option><option>2</option></select>`
	p := open(t, `<form id=r>`+fields+`</form>`)
	p.do(`a.value = 'typed'; b.value = 'typed'; c.checked = true; d.checked = true; e.value = '2'; await morph('<form id="r"><p>new</p>` + fields + `</form>')`)
	p.want(`[a.value, b.value, c.checked, d.checked, e.value]`, []any{"typed", "typed", true, true, "2"})
}

func TestMorph_changed_value_attribute_wins(t *testing.T) {
	p := open(t, `<form id=r><input id=a value="1"><textarea id=b>1</textarea><input id=c type=checkbox><select id=e><option value=1>1</option><option value=2>2</option></select><input id=f value="1"></form>`)
	p.do(`a.value = 'typed'; b.value = 'typed'; f.value = 'typed';
		await morph('<form id="r"><input id="a" value="2"><textarea id="b">2</textarea><input id="c" type="checkbox" checked><select id="e"><option value="1">1</option><option value="2" selected>2</option></select><input id="f"></form>')`)
	p.want(`[a.value, b.value, c.checked, e.value, f.value]`, []any{"2", "2", true, "2", ""})
}

func TestMorph_typed_text_does_not_move_to_another_field(t *testing.T) {
	p := open(t, `<form id=r><input name=street><input name=city></form>`)
	p.do(`r.street.value = 'Main'; r.city.value = 'Bonn'; await morph('<form id="r"><input name="zip"><input name="city"></form>')`)
	p.want(`[r.zip.value, r.city.value]`, []string{"", "Bonn"})
}

func TestMorph_form_with_fields_named_like_properties(t *testing.T) {
	p := open(t, `<form id=r><input name=id value=1><input name=name><input name=type></form>`)
	p.do(`window.kept = r; r.elements[1].value = 'typed'; await morph('<form id="r"><input name="id" value="2"><input name="name"><input name="type"><p>x</p></form>')`)
	p.want(`[kept === document.forms[0], r.elements[0].value, r.elements[1].value]`, []any{true, "2", "typed"})
}

func TestMorph_keeps_chosen_option_among_new_ones(t *testing.T) {
	p := open(t, `<select id=r><option value=a>a<option value=b>b<option value=c>c</select>`)
	p.do(`r.value = 'b'; await morph('<select id="r"><option value="x">x</option><option value="b">B</option><option value="c">C</option></select>')`)
	p.want(`[r.value, r.textContent]`, []string{"b", "xBC"})
}

func TestMorph_keeps_scroll(t *testing.T) {
	p := open(t, `<div id=r><div id=s style="height: 50px; overflow: auto"><div style="height: 500px">a</div></div></div>`)
	p.do(`s.scrollTop = 77; await morph('<div id="r"><h1>new</h1><div id="s" style="height: 50px; overflow: auto"><div style="height: 500px">b</div></div></div>')`)
	p.want(`[s.scrollTop, s.textContent]`, []any{77, "b"})
}

func TestMorph_keeps_iframe_and_media(t *testing.T) {
	p := open(t, `<div id=r><iframe id=f src="/frame"></iframe><video id=v muted></video></div>`, routes{"/frame": html(`<p>frame</p>`)})
	p.want(`f.contentDocument?.body?.textContent`, "frame")
	p.do(`f.contentWindow.mark = 1; v.volume = 0.5; window.kept = v; await morph('<div id="r"><h1>t</h1><video id="v" muted></video><p>x</p><iframe id="f" src="/frame"></iframe></div>')`)
	p.want(`[f.contentWindow.mark, kept === v, v.volume]`, []any{1, true, 0.5})
}

func TestMorph_keeps_details_and_dialog_open(t *testing.T) {
	p := open(t, `<div id=r><details id=a><summary>s</summary>x</details><details id=b open><summary>s</summary>x</details><dialog id=c>x</dialog></div>`)
	p.do(`a.open = true; b.open = false; c.showModal(); await morph('<div id="r"><details id="a"><summary>s</summary>y</details><details id="b" open><summary>s</summary>y</details><dialog id="c">y</dialog></div>')`)
	p.want(`[a.open, b.open, c.open, c.matches(':modal'), r.textContent]`, []any{true, false, true, true, "sysyy"})
}

func TestAttribute_preserve_attr(t *testing.T) {
	p := open(t, `<div id=r><p id=a data-preserve-attr="class style" class="own" style="color: red" title="t">x</p></div>`)
	p.do(`morph('<div id="r"><p id="a" data-preserve-attr="class style" class="server" title="u">y</p></div>')`)
	p.want(`[a.className, a.style.color, a.title, a.textContent]`, []string{"own", "red", "u", "y"})
}

func TestAttribute_ignore_morph(t *testing.T) {
	p := open(t, `<div id=r><div id=a data-ignore-morph class=own><b>chart</b></div><p id=b>x</p></div>`)
	p.do(`morph('<div id="r"><div id="a" class="server"></div><p id="b">y</p></div>')`)
	p.want(`[a.outerHTML, b.textContent]`, []string{`<div id="a" data-ignore-morph="" class="own"><b>chart</b></div>`, "y"})
	p.do(`morph('<div id="a">direct</div>')`)
	p.want(`a.textContent`, "chart")
	p.do(`morph('<div id="a">replaced</div>', {mode: 'replace'})`)
	p.want(`a.textContent`, "replaced")
}

func TestMorph_scripts_run_once(t *testing.T) {
	p := open(t, `<div id=r></div>`)
	script := `<script nonce="secret">ran.push(1)</script>`
	p.do(`morph('<div id="r">` + script + `</div>')`)
	p.want(`ran`, []int{1})
	p.do(`morph('<div id="r"><p>x</p>` + script + `</div>')`)
	p.want(`[ran, $('p').textContent]`, []any{[]int{1}, "x"})
	p.do(`morph('<div id="r"><script nonce="secret">ran.push(2)</script></div>')`)
	p.want(`ran`, []int{1, 2})
}

func TestMorph_templates(t *testing.T) {
	p := open(t, `<div id=r><template id=t><p>old</p></template></div>`)
	p.do(`window.kept = t; morph('<div id="r"><template id="t"><p>new</p></template></div>')`)
	p.want(`[kept === t, t.content.textContent, t.childNodes.length]`, []any{true, "new", 0})
}

func TestMorph_table_parts(t *testing.T) {
	p := open(t, `<table><tbody><tr id=a><td>1</td></tr></tbody></table>`)
	p.do(`window.kept = a; morph('<tr id="a"><td>2</td><td>3</td></tr>')`)
	p.want(`[kept === a, a.innerHTML]`, []any{true, "<td>2</td><td>3</td>"})
}

func TestMorph_custom_elements_are_not_recreated(t *testing.T) {
	p := open(t, `<div id=r><my-box>a</my-box></div>`)
	p.do(`window.made = 0; customElements.define('my-box', class extends HTMLElement { constructor() { super(); made++; this.attachShadow({mode: 'open'}).innerHTML = '<slot></slot>'; this.shadowRoot.own = 1; } });
		window.kept = $('my-box'); morph('<div id="r"><p>x</p><my-box size="2">b</my-box></div>')`)
	p.want(`[made, kept === $('my-box'), kept.getAttribute('size'), kept.textContent, kept.shadowRoot.own]`, []any{1, true, "2", "b", 1})
}

func TestMorph_listeners_of_kept_elements_stay(t *testing.T) {
	p := open(t, `<div id=r><button id=x data-on:click="ran.push('on')">a</button></div>`)
	p.do(`x.addEventListener('click', () => ran.push('own')); await morph('<div id="r"><p></p><button id="x" data-on:click="ran.push(\'on\')">b</button></div>'); x.click()`)
	p.want(`ran.sort()`, []string{"on", "own"})
}

func TestMorph_applies_changed_attributes(t *testing.T) {
	p := open(t, `<div id=r><button id=x data-on:click="ran.push(1)" data-init="ran.push('a')">a</button></div>`)
	p.do(`await morph('<div id="r"><button id="x" data-on:click="ran.push(2)" data-init="ran.push(\'b\')">b</button></div>'); x.click()`)
	p.want(`ran`, []any{"a", "b", 2})
}

// What text, show, class and so on have done is not the server's, and comes back
// after the server's version has been applied.
func TestMorph_mirrors_come_back(t *testing.T) {
	element := `<p id="x" data-text="$t" data-show="$s" data-class:on="$c" data-attr:title="$t" data-style:color="'red'">placeholder</p><input id="y" data-bind:t>`
	p := open(t, `<i data-signals="{t: 'text', s: false, c: true}"></i><div id=r>`+element+`</div>`)
	p.do(`morph('<div id="r">` + strings.ReplaceAll(element, "'", `\'`) + `<hr></div>')`)
	p.want(`[x.textContent, x.style.display, x.className, x.title, x.style.color, y.value, $('hr') != null]`, []any{"text", "none", "on", "text", "red", "text", true})
}

func TestMorph_attribute_that_goes_is_undone(t *testing.T) {
	p := open(t, `<p id=x data-class:on="true" data-attr:title="'t'" data-style:color="'red'" data-show="false">x</p>`)
	p.do(`morph('<p id="x" class="on">x</p>')`)
	p.want(`x.outerHTML`, `<p id="x" class="on">x</p>`)
}

func TestMorph_replace_resets(t *testing.T) {
	p := open(t, `<div id=r><input id=x value="1"></div>`)
	p.do(`x.value = 'typed'; window.kept = x; morph('<input id="x" value="1">', {mode: 'replace'})`)
	p.want(`[x.value, kept === x]`, []any{"1", false})
}

func TestMorph_comments_and_text(t *testing.T) {
	p := open(t, `<div id=r>a<!--one--><b>b</b>c</div>`)
	p.do(`morph('<div id="r"><!--two-->x<b>b</b><!--three-->y</div>')`)
	p.want(`r.innerHTML`, `<!--two-->x<b>b</b><!--three-->y`)
}

func TestMorph_duplicate_ids(t *testing.T) {
	p := open(t, `<div id=r><p id=a>1</p><p id=a>2</p></div>`)
	p.do(`morph('<div id="r"><p id="a">3</p><p id="a">4</p><p id="a">5</p></div>')`)
	p.want(`r.innerHTML`, `<p id="a">3</p><p id="a">4</p><p id="a">5</p>`)
}

// Random trees with and without ids must come out as the server wrote them.
func TestMorph_result_is_what_was_sent(t *testing.T) {
	p := open(t, `<div id=r></div>`)
	p.want(`(() => {
		let seed = 1;
		const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
		const tree = (depth, ids) => {
			let out = '';
			for (let i = random(5); i > 0; i--) {
				const tag = ['p', 'b', 'i', 'ul', 'input'][random(5)];
				const id = random(2) && ids.length ? ' id="' + ids.splice(random(ids.length), 1) + '"' : '';
				const rest = random(3) ? '' : ' class="c' + random(3) + '"';
				out += random(4) ? '<' + tag + id + rest + '>' + (tag == 'input' ? '' : (depth ? tree(depth - 1, ids) : 't' + random(9)) + '</' + tag + '>') : 'text' + random(9);
			}
			return out;
		};
		const normal = (html) => { const t = document.createElement('template'); t.innerHTML = html; t.content.normalize(); return t.content; };
		for (let n = 0; n < 400; n++) {
			const html = '<div id="r">' + tree(3, [...'abcdefgh']) + '</div>';
			const before = r.outerHTML;
			morph(html);
			if (!normal(r.outerHTML).isEqualNode(normal(html))) return ['seed', n, before, html, r.outerHTML];
		}
		return 'all equal';
	})()`, "all equal")
}
