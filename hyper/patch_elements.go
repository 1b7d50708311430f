package hyper

import (
	"context"
	"errors"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/eventstream"
)

// PatchElements returns a patch that puts HTML into the page. The html is a string, a
// template.HTML, a [Node] or a [Component]; the package documentation says more.
// Without options each top element takes the place of the one with its id.
func PatchElements(html any, options ...PatchElementOptions) Patch {
	o := first(options)
	p := newPatch(elements{html, o}, o.EventID, o.RetryDuration, o.check())
	if o.Selector != "" && (o.Mode == Outer || o.Mode == Inner || o.Mode == Replace) {
		p.key = o.Mode.String() + " " + o.Selector
	}
	return p
}

// RemoveElements returns a patch that removes the elements that a CSS selector matches.
// The mode of the options is ignored, and their selector as well.
func RemoveElements(selector string, options ...PatchElementOptions) Patch {
	o := first(options)
	o.Selector, o.Mode = selector, Remove
	p := PatchElements(nil, o)
	if selector == "" && p.err == nil {
		p.err = errors.New("remove elements: the selector is empty")
	}
	return p
}

// elements is a patch of elements.
type elements struct {
	html any
	PatchElementOptions
}

// markup returns the HTML. A selector says all there is to say about a removal.
func (e elements) markup(ctx context.Context) (string, error) {
	if e.Mode == Remove && e.Selector != "" {
		return "", nil
	}
	return render(ctx, e.html)
}

func (e elements) appendEvent(ctx context.Context, dst []byte) ([]byte, error) {
	html, err := e.markup(ctx)
	if err != nil {
		return dst, err
	}
	dst = append(dst, "event: "+eventElements+"\n"...)
	dst = appendOption(dst, "selector ", e.Selector)
	if e.Mode != Outer {
		dst = appendOption(dst, "mode ", e.Mode.String())
	}
	if e.UseViewTransition {
		dst = appendOption(dst, "useViewTransition ", "true")
	}
	dst = appendOption(dst, "viewTransitionSelector ", e.ViewTransitionSelector)
	if e.Namespace != HTML {
		dst = appendOption(dst, "namespace ", e.Namespace.String())
	}
	if html != "" {
		dst = eventstream.AppendLines(dst, "data: elements ", html)
	}
	return dst, nil
}

// appendOption appends a data line with a key and a value, unless the value is empty.
func appendOption(dst []byte, key, value string) []byte {
	if value == "" {
		return dst
	}
	return append(append(append(append(dst, "data: "...), key...), value...), '\n')
}

func (e elements) response(ctx context.Context) (weft.Response, error) {
	html, err := e.markup(ctx)
	if err != nil {
		return weft.Response{}, err
	}
	resp := weft.HTML(html)
	if e.Selector != "" {
		resp = resp.WithHeader("hyper-selector", e.Selector)
	}
	if e.Mode != Outer {
		resp = resp.WithHeader("hyper-mode", e.Mode.String())
	}
	if e.Namespace != HTML {
		resp = resp.WithHeader("hyper-namespace", e.Namespace.String())
	}
	if e.UseViewTransition {
		resp = resp.WithHeader("hyper-use-view-transition", "true")
	}
	return resp, nil
}
