package browser

import (
	"context"
	_ "embed"
	"encoding/json/v2"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// auditScript looks at what can be seen and reached. It returns a list of findings.
//
//go:embed audit.js
var auditScript string

// Audit returns what is wrong with the page for people who depend on contrast, a
// keyboard or a screen reader. It checks
//
//   - text: a contrast of 4.5, or 3 for large text (WCAG 1.4.3)
//   - width: nothing has to be scrolled sideways to be read (1.4.10)
//   - controls: at least 24 pixels high and wide, except links in text (2.5.8); a sign
//     of the focus (2.4.7); no tab order of their own (2.4.3)
//   - structure: one title, one h1, no level of headings left out, a language, unique
//     ids, references that lead somewhere, a link over the navigation
//   - names and landmarks, from the accessibility tree that Chromium hands to screen
//     readers: every control and picture has a name, there is one banner and one main
//     part, and landmarks of the same kind have different names
func (p *Page) Audit() []string {
	p.t.Helper()
	p.Want(`document.readyState`, "complete") // styles are there
	var found []string
	if err := json.Unmarshal([]byte(p.Eval(auditScript)), &found); err != nil {
		p.t.Fatal(err)
	}
	return append(found, p.names()...)
}

// A node is a part of the accessibility tree.
type node struct{ role, name string }

// tree returns the accessibility tree as a list.
func (p *Page) tree() []node {
	p.t.Helper()
	result, err := chromedp.Run(p.ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		p.t.Fatal(err)
	}
	var list []node
	for _, n := range result.Nodes {
		if !n.Ignored {
			list = append(list, node{text(n.Role), text(n.Name)})
		}
	}
	return list
}

func text(v *accessibility.Value) string {
	var s string
	if v == nil || json.Unmarshal([]byte(v.Value), &s) != nil {
		return ""
	}
	return strings.TrimSpace(s)
}

// names finds parts without a name, and landmarks that cannot be told apart.
func (p *Page) names() []string {
	p.t.Helper()
	var found []string
	landmarks := map[node]int{}
	count := map[string]int{}
	for _, n := range p.tree() {
		switch n.role {
		case "button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "spinbutton", "slider",
			"image", "img", "progressbar", "heading", "region", "RootWebArea":
			if n.name == "" {
				found = append(found, fmt.Sprintf("a %s has no name", n.role))
			}
		}
		switch n.role {
		case "banner", "main", "contentinfo", "navigation", "search", "region", "complementary":
			landmarks[n]++
			count[n.role]++
		}
	}
	for n, times := range landmarks {
		if times > 1 {
			found = append(found, fmt.Sprintf("%d landmarks are a %s named %q", times, n.role, n.name))
		}
	}
	for _, role := range []string{"banner", "main"} {
		if count[role] != 1 {
			found = append(found, fmt.Sprintf("%d landmarks are a %s, want 1", count[role], role))
		}
	}
	return found
}
