package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys presses keys, one after the other, wherever the focus is. As with a keyboard, a
// key whose default is prevented when it goes down does not write anything.
func (p *Page) Keys(keys string) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, key := range keys {
			for _, event := range strokes(key) {
				if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *event); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// strokes returns the events of a key. The one by which it writes its letter is left to
// the browser.
func strokes(key rune) []*input.DispatchKeyEventParams {
	var list []*input.DispatchKeyEventParams
	for _, event := range kb.Encode(key) {
		if event.Type == kb.KeyChar && len(list) > 0 {
			list[0].Type, list[0].Text, list[0].UnmodifiedText = kb.KeyDown, event.Text, event.UnmodifiedText
			continue
		}
		list = append(list, event)
	}
	return list
}
