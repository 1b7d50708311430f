package browser_test

import (
	"fmt"
	"testing"
)

// Each expression is evaluated in a page and compared with a value.
func TestExpression(t *testing.T) {
	tests := []struct {
		expression string
		want       any
	}{
		{`1 + 2 * 3 - 4 / 2`, 5}, {`(1 + 2) * 3`, 9}, {`2 ** 3 ** 2`, 512}, {`7 % 4`, 3}, {`-$n + +'3'`, -4}, {`10 - 2 - 3`, 5},
		{`1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3`, true}, {`1 == '1' && 1 !== '1' && 1 != 2 && 1 === 1`, true},
		{`5 & 3 | 8 ^ 1`, 9}, {`1 << 3 >> 1`, 4}, {`-1 >>> 28`, 15}, {`~5`, -6}, {`!$n`, false},
		{`$missing ?? 'd'`, "d"}, {`0 || 'a'`, "a"}, {`0 && nothing()`, 0}, {`1 || nothing()`, 1}, {`$n > 5 ? 'big' : $n > 3 ? 'mid' : 'small'`, "big"},
		{`'a' in {a: 1}`, true}, {`[] instanceof Array`, true}, {`typeof $n + typeof $missing + typeof 'x'`, "numberundefinedstring"}, {`void 0 ?? 1`, 1},
		{`$n-1`, 6}, {`$n -1`, 6}, {`$user.name`, "Ann"}, {`$user['na' + 'me']`, "Ann"}, {`$['n']`, 7}, {`$list[1]`, 2}, {`$list.length`, 3},
		{`$missing?.a.b.c`, nil}, {`$user?.name?.length`, 3}, {`$missing?.[0]`, nil}, {`$missing?.()`, nil}, {`$user.nothing?.(1).x`, nil}, {`$user.name.toUpperCase()`, "ANN"},
		{`'$n @get(1) ' + "it's"`, "$n @get(1) it's"}, {"`n=${$n} ${`in ${'$n'}`} \\` $n`", "n=7 in $n ` $n"}, {`/\/$n[/]\d+/g.test('/')`, false}, {`'a1b2'.replace(/\d/g, '$')`, "a$b$"},
		{`'\n\t\x41\u0042\'\\'`, "\n\tAB'\\"}, {`10 / 2 / 5`, 1}, {`$n /* $x */ + 1 // end`, 8},
		{`[1, ...$list, 4]`, []int{1, 1, 2, 3, 4}}, {`({a: 1, 'b-c': 2, [$user.name]: 3, ...{d: 4}, 5: 6})`, map[string]any{"a": 1, "b-c": 2, "Ann": 3, "d": 4, "5": 6}},
		{`{a: $n}`, map[string]any{"a": 7}}, {`Math.max(...$list)`, 3}, {`$list.map(x => x * 2)`, []int{2, 4, 6}}, {`$list.map((x, i) => ({x, i}))[1]`, map[string]any{"x": 2, "i": 1}},
		{`$list.reduce((a, b) => a + b, 0)`, 6}, {`$list.filter((x) => { const y = x % 2; return y == 1 })`, []int{1, 3}}, {`(() => 5)()`, 5}, {`(({a, b: [c, , d] = [], ...r}) => [a, c, d, r])({a: 1, b: [2, 3, 4], e: 5})`, []any{1, 2, 4, map[string]any{"e": 5}}},
		{`((a, b = 2, ...c) => [a, b, c])(1, undefined, 3, 4)`, []any{1, 2, []int{3, 4}}}, {`Object.entries($user).map(([k, v]) => k + v).join()`, "nameAnn"},
		{`new Date(0).getTime()`, 0}, {`new Array(3).length`, 3}, {`new URL('/a', 'http://x').pathname`, "/a"}, {`new Map([[1, 2]]).get(1)`, 2},
		{`let a = 1, b = 2; a + b`, 3}, {`const {name} = $user; const [x, ...y] = $list; [name, x, y]`, []any{"Ann", 1, []int{2, 3}}},
		{`if ($n > 5) { 'yes' } else 'no'`, "yes"}, {`if ($n > 9) return 1; else if ($n > 6) return 2; return 3`, 2}, {"if ($n > 9) return 1\nreturn 3", 3},
		{`let s = 0; $list.forEach((x) => { if (x == 2) s += 10; s += x }); s`, 16},
		{"let a = 1\nlet b = 2\n\na + b", 3}, {`;;1;;`, 1}, {`1, 2`, 2}, {"let a = 1\n++a\na", 2}, {"[1, 2]\n  .map((x) => x + 1)\n  .join('-')", "2-3"},
		{`let f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); f(10)`, 55}, {`let o = {a: {b: 1}}; o.a.b += 5; o.a['c'] = 2; delete o.a.b; o`, map[string]any{"a": map[string]any{"c": 2}}},
		{`let x = null; x ??= 3; x ||= 4; x &&= 5; x **= 2; x <<= 1; x`, 50}, {`let i = 1; [i++, ++i, i--, --i]`, []int{1, 3, 3, 1}},
		{`0x1f + 1_000 + .5 + 1e2 + 0b11`, 1134.5}, {`NaN !== NaN && undefined === void 0 && null === null`, true}, {`el.localName + el.dataset.own`, "pmine"}, {`"é".length + 'ü'.length`, 2},
		{`$deep.a.b = 1; $deep`, map[string]any{"a": map[string]any{"b": 1}}},
	}
	p := open(t, `<i data-signals="{n: 7, user: {name: 'Ann'}, list: [1, 2, 3], deep: {a: {}}}"></i><p id=t data-own="mine"></p>`)
	for _, test := range tests {
		p.do(fmt.Sprintf(`t.setAttribute('data-computed:r', %q)`, test.expression))
		p.want(`hyper.signals.r`, test.want)
	}
}

// What is not part of the language is refused with a place, and nothing runs.
func TestExpression_refused(t *testing.T) {
	p := open(t, `<p id=t></p>`)
	for _, expression := range []string{
		`1 +`, `(1`, `[1`, `{a: 1`, `'abc`, "`abc", `1 2`, `a b`, `1 = 2`, `1++`, `f() = 1`, `for (;;) {}`, `for (const x of y) {}`, `while (1) {}`, `function f() {}`, `class A {}`, `await x`, `async () => 1`,
		`try {} catch {}`, `throw 1`, `$a.`, `@`, `@1()`, `#a`, `a ? b`, `if (1`, `let`, `new`, `delete 1`, `(a, b`, `x => `, `1 ?? `, `...a`,
	} {
		p.do(fmt.Sprintf(`errors.length = 0; t.setAttribute('data-init', %q)`, "ran.push(1); "+expression))
		p.wantError("<p#t> data-init=", ": unexpected \"", "\" at ")
	}
	p.want(`ran`, []int{})
}

func TestExpression_runtime_errors(t *testing.T) {
	p := open(t, `<p id=t></p>`)
	for expression, message := range map[string]string{
		`nothing`: "nothing is not defined", `nothing()`: "nothing is not defined", `nothing = 1`: "nothing is not defined", `$a.b`: "Cannot read properties of undefined (reading 'b')",
		`'a'.nothing(1)`: "nothing is not a function", `(1)()`: "is not a function", `new nothing()`: "nothing is not defined", `el.a.b.c()`: "Cannot read properties of undefined",
		`[...1]`: "not iterable", `({}).a.b = 1`: "Cannot set properties of undefined",
	} {
		p.do(fmt.Sprintf(`errors.length = 0; t.setAttribute('data-init', %q)`, expression))
		p.wantError("<p#t> data-init=", expression, message)
	}
}

// Only what an effect has really read makes it run again.
func TestExpression_reads_are_fine_grained(t *testing.T) {
	p := open(t, `<i data-signals="{a: {b: 1, c: 1}, list: [{n: 1}, {n: 2}]}"></i><i data-effect="ran.push('b' + $a.b)"></i><i data-effect="ran.push('n' + $list[0].n)"></i><i data-effect="ran.push('l' + $list.length)"></i><i data-effect="ran.push('k' + Object.keys($a).length)"></i>`)
	for script, want := range map[string][]string{
		`hyper.signals.a.c++`: {}, `hyper.signals.a.b++`: {"b2"}, `hyper.signals.list[0].n++`: {"n2"}, `hyper.signals.list[1].n++`: {},
		`hyper.signals.a.d = 1`: {"k3"}, `hyper.signals.list[0].n = hyper.signals.list[0].n`: {},
	} {
		p.do(`ran.length = 0; ` + script)
		p.want(`ran`, want)
	}
	p.do(`ran.length = 0; hyper.signals.list.push({n: 3})`)
	p.want(`ran.includes('l3')`, true)
	p.do(`ran.length = 0; hyper.signals.list.length = 0`)
	p.failing = true
	p.want(`ran.includes('l0')`, true)
}

func TestExpression_callbacks_see_signals(t *testing.T) {
	p := open(t, `<i data-signals:n="0"></i><button id=x data-on:click="setTimeout(() => { $n += 2; ran.push(el.id, evt.type) }, 5)"></button>`)
	p.do(`x.click()`)
	p.want(`[hyper.signals.n, ran]`, []any{2, []string{"x", "click"}})
}
