package browser_test

import (
	"encoding/json/v2"
	"net/http"
	"os"
	"testing"
)

// idiomorph is there after npm ci in the directory peers.
const idiomorph = "peers/node_modules/idiomorph/dist/idiomorph.js"

// TestMorph_speed reports how long it takes to change one cell in a table of a
// thousand rows, from the text that a server sends. It fails only if the result is
// wrong: times on shared machines are no test. innerHTML is the floor, and keeps
// nothing.
func TestMorph_speed(t *testing.T) {
	p := open(t, `<div id=r></div>`, routes{"/idiomorph.js": func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile(idiomorph)
		if err != nil {
			data = []byte("// not installed")
		}
		writeAs(w, "text/javascript", string(data))
	}})
	p.do(`await new Promise((done) => { const s = document.createElement('script'); s.src = '/idiomorph.js'; s.nonce = 'secret'; s.onload = done; document.head.append(s); })`)
	p.do(`
		const table = (ids, changed) => '<table id="t"><tbody>' + Array.from({length: 1000}, (_, i) =>
			'<tr' + (ids ? ' id="row' + i + '"' : '') + '><td>' + i + '</td><td class="name">name ' + (i == 500 ? changed : i) + '</td><td><input name="n' + i + '" value="' + i + '"></td></tr>').join('') + '</tbody></table>';
		const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
		const ways = {
			hyper: (html) => hyper.patchElements({elements: html}),
			innerHTML: (html) => { r.innerHTML = html; },
		};
		if (window.Idiomorph) ways.idiomorph = (html) => Idiomorph.morph($('#t'), html, {morphStyle: 'outerHTML'});
		window.times = {};
		for (const ids of [true, false]) {
			for (const [name, way] of Object.entries(ways)) {
				r.innerHTML = table(ids, 'start');
				const list = [];
				for (let i = 0; i < 15; i++) {
					const html = table(ids, 'turn ' + i);
					const start = performance.now();
					way(html);
					list.push(performance.now() - start);
					if (r.querySelectorAll('.name')[500].textContent != 'name turn ' + i) throw new Error(name + ' is wrong');
				}
				times[name + (ids ? ' with ids' : ' without ids')] = Math.round(median(list) * 100) / 100;
			}
		}`)
	var times map[string]float64
	if err := json.Unmarshal([]byte(p.eval(`times`)), &times); err != nil {
		t.Fatal(err)
	}
	for _, ids := range []string{" with ids", " without ids"} {
		t.Logf("1,000 rows%s, one changed: hyper %.2f ms, innerHTML %.2f ms, idiomorph %.2f ms", ids, times["hyper"+ids], times["innerHTML"+ids], times["idiomorph"+ids])
	}
}
