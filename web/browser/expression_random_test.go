package browser_test

import (
	"encoding/json/v2"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A writer of random expressions that JavaScript and the interpreter both know.
type expressions struct{ *rand.Rand }

func (e expressions) pick(list ...string) string { return list[e.IntN(len(list))] }

func (e expressions) write(depth int) string {
	if depth == 0 {
		return e.pick("1", "2", "0", "-3", "0.5", "'a'", `"b"`, "true", "false", "null", "undefined", "x", "y", "[1, 2]", "{a: 1}.a", "''", "`t`", "1e3", "o.a", "o?.b", "o.none?.c.d", "o['a']")
	}
	inner := func() string { return e.write(e.IntN(depth)) }
	switch e.IntN(12) {
	case 0, 1, 2, 3:
		// Not ?? and **, which JavaScript does not let stand beside some others.
		return inner() + " " + e.pick("+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "===", "!==", "&&", "||", "&", "|", "^", "<<", ">>", ">>>") + " " + inner()
	case 4:
		return "((" + inner() + ") " + e.pick("??", "**") + " (" + inner() + "))"
	case 5:
		return "(" + inner() + " ? " + inner() + " : " + inner() + ")"
	case 6:
		return e.pick("!", "- ", "+ ", "~", "typeof ", "void ") + "(" + inner() + ")"
	case 7:
		return "((p, q = " + inner() + ") => " + e.pick("p + q", "[p, q]", "{ let r = p; if (r) { return q } return r }") + ")(" + inner() + ")"
	case 8:
		return "`<${" + inner() + "}>`"
	case 9:
		return "[" + inner() + ", ...[" + inner() + "]][" + e.pick("0", "1", "2") + "]"
	case 10:
		return "(" + inner() + ", " + inner() + ")"
	default:
		return "Math.max(" + inner() + ", " + inner() + ")"
	}
}

// Random expressions have the values that JavaScript itself gives them. The
// protocol of the browser evaluates those, beyond the reach of the page's policy.
func TestExpression_random_like_javascript(t *testing.T) {
	e := expressions{rand.New(rand.NewPCG(1, 2))}
	var sources, natives []string
	for range 600 {
		// A record literal at the start of an operand would be a block for JavaScript.
		source := "let x = 5, y = 'z', o = {a: 7}; return " + strings.ReplaceAll(e.write(4), "{a: 1}.a", "({a: 1}).a")
		sources = append(sources, source)
		natives = append(natives, "() => { "+source+" }")
	}
	p := open(t, `<p id=t></p>`)
	list, err := json.Marshal(sources)
	if err != nil {
		t.Fatal(err)
	}
	p.do(fmt.Sprintf(`
		const text = (v) => typeof v + ' ' + canonical(v);
		const natives = [%s], sources = %s;
		window.different = [];
		for (let i = 0; i < sources.length; i++) {
			t.setAttribute('data-computed:r', sources[i]);
			await 0;
			const got = text(hyper.signals.r), want = text(natives[i]());
			if (got != want) different.push([sources[i], got, want]);
		}`, strings.Join(natives, ",\n"), list))
	p.want(`different`, []any{})
}
