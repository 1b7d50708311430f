package hyper_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"
	"testing"
	"time"

	"maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/internal/leakcheck"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }

type state struct {
	Count int     `json:"count"`
	Name  *string `json:"name"`
}

// A component is one as templ makes them.
type component func(context.Context, io.Writer) error

func (c component) Render(ctx context.Context, w io.Writer) error { return c(ctx, w) }

var row = template.Must(template.New("row").Parse(`<tr id="r{{.}}"><td>{{.}}</td></tr>
{{define "cell"}}<td>{{.}}</td>{{end}}`))

// forms are all the things that can be sent, by the names of their golden files.
func forms() []struct {
	name  string
	patch hyper.Patch
} {
	type options = hyper.PatchElementOptions
	return []struct {
		name  string
		patch hyper.Patch
	}{
		{"elements-defaults", hyper.PatchElements(`<div id="a">1</div>`)},
		{"elements-lines", hyper.PatchElements("<div>\n  <b>1</b>\r\n\r</div>\n")},
		{"elements-all", hyper.PatchElements("<b>1</b>", options{Selector: "#a > b", Mode: hyper.Append, UseViewTransition: true,
			ViewTransitionSelector: "#a", Namespace: hyper.SVG, EventID: "7", RetryDuration: 5 * time.Second})},
		{"elements-inner", hyper.PatchElements("x", options{Selector: "#a", Mode: hyper.Inner})},
		{"elements-replace", hyper.PatchElements("x", options{Mode: hyper.Replace})},
		{"elements-prepend", hyper.PatchElements("x", options{Mode: hyper.Prepend})},
		{"elements-before", hyper.PatchElements("x", options{Mode: hyper.Before})},
		{"elements-after", hyper.PatchElements("x", options{Mode: hyper.After})},
		{"elements-mathml", hyper.PatchElements("<mi>x</mi>", options{Namespace: hyper.MathML})},
		{"elements-retry-default", hyper.PatchElements("x", options{RetryDuration: time.Second})},
		{"elements-template", hyper.PatchElements(hyper.Template(row, "<1>"))},
		{"elements-template-named", hyper.PatchElements(hyper.Template(row, "&", "cell"))},
		{"elements-html-type", hyper.PatchElements(template.HTML("<i>1</i>"))},
		{"elements-text", hyper.PatchElements(hyper.Text("<script>&'\""))},
		{"elements-format", hyper.PatchElements(hyper.HTMLf(`<li id="u%d" title="%s">%s %v</li>`, 7, `"`, "<b>", template.HTML("<i></i>")))},
		{"elements-gomponents", hyper.PatchElements(html.P(html.ID("p"), gomponents.Text("a < b")))},
		{"elements-templ", hyper.PatchElements(component(func(_ context.Context, w io.Writer) error {
			_, err := io.WriteString(w, "<p>templ</p>")
			return err
		}))},
		{"remove-selector", hyper.RemoveElements("#a, .b")},
		{"remove-selector-options", hyper.RemoveElements("#a", options{UseViewTransition: true, EventID: "1"})},
		{"remove-ids", hyper.PatchElements(`<p id="a"></p>`, options{Mode: hyper.Remove})},
		{"signals-struct", hyper.PatchSignals(state{Count: 1})},
		{"signals-map", hyper.PatchSignals(map[string]any{"b": "x\n", "a": nil})},
		{"signals-text", hyper.PatchSignals("{\n  \"b\": 1,\n  \"a\": {\"c\": [1, 2]}\n}")},
		{"signals-relaxed", hyper.PatchSignals("{one: 1,\n two: 'b'}")},
		{"signals-all", hyper.PatchSignals(state{}, hyper.PatchSignalOptions{OnlyIfMissing: true, EventID: "2", RetryDuration: time.Minute})},
		{"signals-remove", hyper.RemoveSignals("a", "b.c", "b.d", "e.f", "e", `"`)},
		{"signals-one", hyper.Signal[[]string]("user.tags").Patch([]string{"x"})},
		{"script-defaults", hyper.ExecuteScript("console.log('hello')")},
		{"script-lines", hyper.ExecuteScript("if (true) {\n  f()\n}")},
		{"script-all", hyper.ExecuteScript("f()", hyper.ExecuteScriptOptions{NoAutoRemove: true, EventID: "3", RetryDuration: 2 * time.Second,
			Attributes: []hyper.Attr{{Name: "type", Value: "module"}, {Name: "title", Value: `"<&>"`}, {Name: "async"}}})},
		{"script-escaped", hyper.ExecuteScript("a = '</script><!-- </SCRIPT >'; b = a<b")},
		{"dispatch-defaults", hyper.DispatchEvent("saved", map[string]any{"id": 7})},
		{"dispatch-all", hyper.DispatchEvent("it's", "</script>\u2028\"'", hyper.DispatchEventOptions{Source: `#a[b="c"]`, NoBubbles: true,
			Cancelable: true, Composed: true, NoAutoRemove: true, EventID: "4", RetryDuration: 3 * time.Second})},
		{"dispatch-no-detail", hyper.DispatchEvent("ping", nil)},
		{"redirect", hyper.Redirect(`/a?b='"&c=</script>`)},
		{"console-log", hyper.ConsoleLog("a\nb", 1, nil, []int{2})},
		{"console-error", hyper.ConsoleError("</script>")},
	}
}

// TestWire has a golden file for each form, with the event and the single response.
func TestWire(t *testing.T) {
	req := weft.Get("/")
	for _, f := range forms() {
		t.Run(f.name, func(t *testing.T) {
			event, err := f.patch.Encode(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			resp, err := f.patch.Response(req)
			if err == nil {
				err = resp.Err()
			}
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			b.Write(event)
			fmt.Fprintf(&b, "--- or alone\n%s\n", resp.Body().MediaType())
			for name, value := range resp.Headers().All() {
				fmt.Fprintf(&b, "%s: %s\n", name, value)
			}
			text, _ := resp.Body().AsString()
			fmt.Fprintf(&b, "\n%s\n", text)
			golden.Check(t, f.name+".txt", b.Bytes())
		})
	}
}

func TestPatchErrors(t *testing.T) {
	type options = hyper.PatchElementOptions
	boom := errors.New("boom")
	for name, p := range map[string]hyper.Patch{
		"zero":               {},
		"selector":           hyper.PatchElements("x", options{Selector: "a\nb"}),
		"transition":         hyper.PatchElements("x", options{ViewTransitionSelector: "a\rb"}),
		"mode":               hyper.PatchElements("x", options{Mode: 99}),
		"namespace":          hyper.PatchElements("x", options{Namespace: 99}),
		"event id":           hyper.PatchElements("x", options{EventID: "a\ndata: b"}),
		"later event id":     hyper.PatchElements("x").WithEventID("\n"),
		"retry":              hyper.PatchElements("x", options{RetryDuration: -1}),
		"html":               hyper.PatchElements(42),
		"node":               hyper.PatchElements(gomponents.NodeFunc(func(io.Writer) error { return boom })),
		"component":          hyper.PatchElements(component(func(context.Context, io.Writer) error { return boom })),
		"remove nothing":     hyper.RemoveElements(""),
		"signals number":     hyper.PatchSignals(42),
		"signals list":       hyper.PatchSignals([]int{1}),
		"signals text":       hyper.PatchSignals("1"),
		"signals function":   hyper.PatchSignals(func() {}),
		"signals NaN":        hyper.PatchSignals(map[string]float64{"a": nan()}),
		"remove no signals":  hyper.RemoveSignals(),
		"remove a..b":        hyper.RemoveSignals("a..b"),
		"remove not UTF-8":   hyper.RemoveSignals("\xff"),
		"signal name":        hyper.Signal[int]("a-b").Patch(1),
		"script attribute":   hyper.ExecuteScript("x", hyper.ExecuteScriptOptions{Attributes: []hyper.Attr{{Name: `a="`}}}),
		"script attribute 2": hyper.ExecuteScript("x", hyper.ExecuteScriptOptions{Attributes: []hyper.Attr{{}}}),
		"dispatch no name":   hyper.DispatchEvent("", nil),
		"dispatch function":  hyper.DispatchEvent("a", func() {}),
		"redirect script":    hyper.Redirect("JavaScript:alert(1)"),
		"redirect data":      hyper.Redirect("data:text/html,x"),
		"redirect tab":       hyper.Redirect("java\tscript:alert(1)"),
		"redirect space":     hyper.Redirect(" javascript:alert(1)"),
		"console function":   hyper.ConsoleLog(func() {}),
	} {
		if b, err := p.Encode(t.Context()); err == nil {
			t.Errorf("%s: encoded as %q", name, b)
		}
		if _, err := p.Response(weft.Get("/")); err == nil {
			t.Errorf("%s: there is a response", name)
		}
	}
	for _, location := range []string{"/a:b", "a?b:c", "#:", "https://example.com:8080/", "//example.com", ""} {
		if err := hyper.Redirect(location).Err(); err != nil {
			t.Errorf("%s: %v", location, err)
		}
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

// FuzzWire: whatever is in a patch, it is one event, and a script cannot be ended early.
func FuzzWire(f *testing.F) {
	f.Add("<p>\r\n</p>", "#a", "x </script> <!-- <script>", "name", `"`)
	f.Add("\n\n", "\n", "</SCRIPT", "\u2028", "</script")
	f.Fuzz(func(t *testing.T, markup, selector, script, name, value string) {
		for _, p := range []hyper.Patch{
			hyper.PatchElements(markup, hyper.PatchElementOptions{Selector: selector}),
			hyper.PatchSignals(map[string]string{name: value}),
			hyper.PatchSignals(markup),
			hyper.ExecuteScript(script, hyper.ExecuteScriptOptions{Attributes: []hyper.Attr{{Name: name, Value: value}}}),
			hyper.DispatchEvent(name, value, hyper.DispatchEventOptions{Source: selector}),
			hyper.ConsoleLog(script, value),
			hyper.Redirect(value),
			hyper.RemoveElements(selector),
			hyper.RemoveSignals(name, value),
		} {
			b, err := p.Encode(t.Context())
			if err != nil {
				continue
			}
			s := string(b)
			if !strings.HasPrefix(s, "event: hyper-patch-") || strings.Index(s, "\n\n") != len(s)-2 || strings.Contains(s, "\r") {
				t.Fatalf("not one event: %q", s)
			}
			if strings.Contains(s, "data: elements <script") && markup != "" && !strings.Contains(markup, "<script") {
				if n := strings.Count(strings.ToLower(s), "</script"); n != 1 {
					t.Fatalf("%d ends of a script: %q", n, s)
				}
			}
		}
	})
}
