package hyper_test

import (
	"html/template"
	"io"
	"strings"
	"testing"
	"time"

	"maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
)

// An attr is any of the attribute types.
type attr interface {
	Render(io.Writer) error
	Type() gomponents.NodeType
	HTMLAttr() (template.HTMLAttr, error)
	String() string
	Err() error
}

func TestAttributes(t *testing.T) {
	const count = hyper.Signal[int]("count")
	ms := time.Millisecond
	for _, test := range []struct {
		attr attr
		want string
	}{
		{hyper.DataAttr("disabled", "$busy"), `data-attr:disabled="$busy"`},
		{hyper.DataAttr("aria-label", count), `data-attr:aria-label="$count"`},
		{hyper.DataAttr("viewBox", "'0'"), `data-attr:view-box__case.camel="&#39;0&#39;"`},
		{hyper.DataAttrs("{a: 1}"), `data-attr="{a: 1}"`},
		{hyper.DataBind("userName"), `data-bind="userName"`},
		{hyper.DataBind("$user.name").Prop("valueAsNumber").Event("blur", "change"), `data-bind__prop.value-as-number__event.blur.change="user.name"`},
		{hyper.DataBind("a").Case(hyper.Snake), `data-bind__case.snake="a"`},
		{count.Bind(), `data-bind="count"`},
		{hyper.DataClass("font-bold", "$strong"), `data-class:font-bold="$strong"`},
		{hyper.DataClasses("{a: $b}"), `data-class="{a: $b}"`},
		{hyper.DataComputed("fullName", "$first + $last"), `data-computed:full-name="$first + $last"`},
		{hyper.DataComputed("full_name", "1"), `data-computed:full-name__case.snake="1"`},
		{hyper.DataComputed("FullName", "1"), `data-computed:full-name__case.pascal="1"`},
		{hyper.DataComputed("a.fullName", "1").Case(hyper.Kebab), `data-computed:a.full-name__case.kebab="1"`},
		{hyper.DataEffect("$a = $b", "f()"), `data-effect="$a = $b; f()"`},
		{hyper.DataIgnore(), `data-ignore`},
		{hyper.DataIgnoreSelf(), `data-ignore__self`},
		{hyper.DataIgnoreMorph(), `data-ignore-morph`},
		{hyper.DataIndicator("fetching"), `data-indicator="fetching"`},
		{hyper.DataJSONSignals(), `data-json-signals`},
		{hyper.DataJSONSignals(hyper.SignalFilter{Include: `^user\.`, Exclude: "a/b"}).Terse(), `data-json-signals__terse="{include: /^user\./, exclude: /a\/b/}"`},
		{hyper.DataOn("click", "$count++"), `data-on:click="$count++"`},
		{hyper.DataOn("click"), `data-on:click`},
		{hyper.DataOn("input").Debounce(300 * ms).Do(hyper.Fetch(weft.GET, "/search")), `data-on:input__debounce.300ms="@get(&#39;/search&#39;)"`},
		{hyper.DataOn("click", "a").Once().Passive().Capture().Prevent().Stop(), `data-on:click__once__passive__capture__prevent__stop="a"`},
		{hyper.DataOn("keydown", "a").Window(), `data-on:keydown__window="a"`},
		{hyper.DataOn("click", "a").Document().Outside().ViewTransition(), `data-on:click__document__outside__viewtransition="a"`},
		{hyper.DataOn("scroll", "a").Throttle(2*time.Second, hyper.NoLeading, hyper.Trailing), `data-on:scroll__throttle.2000ms.noleading.trailing="a"`},
		{hyper.DataOn("input", "a").Debounce(ms, hyper.Leading, hyper.NoTrailing), `data-on:input__debounce.1ms.leading.notrailing="a"`},
		{hyper.DataOn("x", "a").Delay(500 * ms), `data-on:x__delay.500ms="a"`},
		{hyper.DataOn("myEvent", "a"), `data-on:my-event__case.camel="a"`},
		{hyper.DataOn("my-event", "a"), `data-on:my-event="a"`},
		{hyper.DataOn("my-event", "a").Case(hyper.Pascal), `data-on:my-event__case.pascal="a"`},
		{hyper.DataOn("load", "a"), `data-on:load="a"`},
		{hyper.DataOnIntersect("a").Once().Half().Full().Threshold(25).Exit(), `data-on-intersect__once__half__full__threshold.25__exit="a"`},
		{hyper.DataOnIntersect("a").Delay(ms).Debounce(ms).Throttle(ms).ViewTransition(), `data-on-intersect__delay.1ms__debounce.1ms__throttle.1ms__viewtransition="a"`},
		{hyper.DataOnInterval("a").Duration(500*ms, hyper.Leading).ViewTransition(), `data-on-interval__duration.500ms.leading__viewtransition="a"`},
		{hyper.DataOnLoad("a").Delay(ms).ViewTransition(), `data-on-load__delay.1ms__viewtransition="a"`},
		{hyper.DataInit("a"), `data-init="a"`},
		{hyper.DataOnSignalPatch("a").Delay(ms).Debounce(ms).Throttle(ms), `data-on-signal-patch__delay.1ms__debounce.1ms__throttle.1ms="a"`},
		{hyper.DataOnSignalPatchFilter(hyper.SignalFilter{Include: "count"}), `data-on-signal-patch-filter="{include: /count/}"`},
		{hyper.DataPreserveAttr("open", "class"), `data-preserve-attr="open class"`},
		{hyper.DataRef("el"), `data-ref="el"`},
		{hyper.DataShow("$a && $b"), `data-show="$a &amp;&amp; $b"`},
		{hyper.DataSignals(map[string]any{"a": `"<`, "b": nil}), `data-signals="{&#34;a&#34;:&#34;\&#34;\u003c&#34;,&#34;b&#34;:null}"`},
		{hyper.DataSignals("{a: 1}").IfMissing(), `data-signals__ifmissing="{a: 1}"`},
		{hyper.DataSignal("userName", "''").Case(hyper.Kebab).IfMissing(), `data-signals:user-name__case.kebab__ifmissing="&#39;&#39;"`},
		{count.Declare(7), `data-signals="{&#34;count&#34;:7}"`},
		{hyper.Signal[string]("a.b").Declare("</script>\u2028"), `data-signals="{&#34;a&#34;:{&#34;b&#34;:&#34;\u003c/script\u003e\u2028&#34;}}"`},
		{hyper.DataStyle("background-color", "$c"), `data-style:background-color="$c"`},
		{hyper.DataStyles("{a: 1}"), `data-style="{a: 1}"`},
		{hyper.DataText(count), `data-text="$count"`},
		{hyper.DataOn("click", hyper.JS("%s = %s; f(%s)", count, `it's "`, map[string]int{"a": 1})),
			`data-on:click="$count = &#34;it&#39;s \&#34;&#34;; f({&#34;a&#34;:1})"`},
		{hyper.DataOn("click", count.Set(3), count.SetTo("$a + 1")), `data-on:click="$count = 3; $count = $a + 1"`},
	} {
		var b strings.Builder
		err := test.attr.Render(&b)
		plain, err2 := test.attr.HTMLAttr()
		if b.String() != " "+test.want || string(plain) != test.want || err != nil || err2 != nil {
			t.Errorf("got  %s, %v, %v\nwant  %s", b.String(), err, err2, test.want)
		}
		if test.attr.Type() != gomponents.AttributeType || test.attr.String() != test.want || test.attr.Err() != nil {
			t.Errorf("%s is not an attribute", test.want)
		}
	}
}

func TestAttributeErrors(t *testing.T) {
	for name, a := range map[string]attr{
		"event":        hyper.DataOn(`a" onclick="x`, "a"),
		"event __":     hyper.DataOn("a__b", "a"),
		"no event":     hyper.DataOn("", "a"),
		"mixed case":   hyper.DataOn("aBC_d", "a"),
		"expression":   hyper.DataText(42),
		"literal":      hyper.DataOn("click", hyper.JS("%s", func() {})),
		"delay":        hyper.DataOn("click", "a").Delay(-1),
		"threshold":    hyper.DataOnIntersect("a").Threshold(101),
		"bind":         hyper.DataBind("a b"),
		"bind empty":   hyper.DataBind(""),
		"prop":         hyper.DataBind("a").Prop("b.c"),
		"ref":          hyper.DataRef("1a"),
		"signals":      hyper.DataSignals(42),
		"signal name":  hyper.Signal[int]("a b").Declare(1),
		"signal value": hyper.Signal[func()]("a").Declare(nil),
		"signal":       hyper.DataText(hyper.Signal[int]("a; alert(1)")),
		"set to":       hyper.DataOn("click", hyper.Signal[int]("a").SetTo(1)),
		"preserve":     hyper.DataPreserveAttr("a b"),
		"name":         hyper.Attr{Name: "a b"},
		"filter":       hyper.DataOnSignalPatchFilter(hyper.SignalFilter{Include: "a\nb"}),
		"method":       hyper.DataOn("click", hyper.Fetch("PURGE", "/")),
		"error stays":  hyper.DataOn("", "a").Do("b").Once(),
	} {
		if err := a.Render(io.Discard); err == nil {
			t.Errorf("%s: rendered as %s", name, a)
		}
		if _, err := a.HTMLAttr(); err == nil {
			t.Errorf("%s: there is no error for templates", name)
		}
	}
}

func TestAttributesInGomponents(t *testing.T) {
	node := html.Button(html.Class("a"), hyper.DataOn("click", "$a = 'b'").Once(), hyper.DataIgnoreMorph(), gomponents.Text("go"))
	var b strings.Builder
	if err := node.Render(&b); err != nil {
		t.Fatal(err)
	}
	if want := `<button class="a" data-on:click__once="$a = &#39;b&#39;" data-ignore-morph>go</button>`; b.String() != want {
		t.Errorf("got %s", b.String())
	}
	if err := html.P(hyper.DataText(42)).Render(io.Discard); err == nil {
		t.Error("an error was lost")
	}
}

func TestAttributesInTemplates(t *testing.T) {
	page := template.Must(template.New("").Parse(`<p {{.Attr.HTMLAttr}}>{{.Script.HTML}}</p>`))
	var b strings.Builder
	err := page.Execute(&b, map[string]any{"Attr": hyper.DataOn("click", `f("<")`), "Script": hyper.Script()})
	if err != nil || !strings.HasPrefix(b.String(), `<p data-on:click="f(&#34;&lt;&#34;)"><script type="module" src="/hyper/`) {
		t.Errorf("got %s, %v", b.String(), err)
	}
	if err := page.Execute(io.Discard, map[string]any{"Attr": hyper.DataText(1), "Script": hyper.Script()}); err == nil {
		t.Error("an error was lost")
	}
}

// FuzzAttribute: an attribute never gets out of its place, whatever it is made of.
func FuzzAttribute(f *testing.F) {
	f.Add("click", `"><script>`)
	f.Add("my\u2028Event", "a'b")
	f.Fuzz(func(t *testing.T, key, value string) {
		for _, a := range []attr{
			hyper.DataOn(key, value), hyper.DataClass(key, value), hyper.DataText(value), hyper.DataBind(key), hyper.DataSignal(key, value),
			hyper.DataBind("a").Prop(key), hyper.DataPreserveAttr(key), hyper.DataOn("x", hyper.JS("%s", value)), hyper.Attr{Name: key, Value: value},
			hyper.DataOn("x", hyper.Fetch(weft.GET, value)), hyper.DataJSONSignals(hyper.SignalFilter{Include: value}),
		} {
			var b strings.Builder
			if a.Render(&b) != nil {
				continue
			}
			s := b.String()
			name, rest, valued := strings.Cut(s[1:], "=")
			if strings.ContainsAny(name, " \t\n\f\r\"'<>/") || valued && (len(rest) < 2 || rest[0] != '"' || strings.IndexByte(rest[1:], '"') != len(rest)-2) {
				t.Fatalf("%q", s)
			}
		}
	})
}
