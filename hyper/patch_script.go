package hyper

import (
	"context"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/eventstream"
)

// ExecuteScript returns a patch that runs JavaScript in the page, once. On a stream it
// is a script element that is appended to the body; see [ExecuteScriptOptions].
//
// The script is sent as it is. Put values into it with [JS]:
//
//	hyper.ExecuteScript(hyper.JS("alert(%s)", name).String())
func ExecuteScript(script string, options ...ExecuteScriptOptions) Patch {
	o := first(options)
	s := scriptElement{script, !o.NoAutoRemove, o.Attributes}
	return newPatch(s, o.EventID, o.RetryDuration, s.check())
}

// ConsoleLog returns a patch that writes values to the browser's console.
func ConsoleLog(values ...any) Patch { return console("log", values) }

// ConsoleError returns a patch that writes values to the browser's console as an error.
func ConsoleError(values ...any) Patch { return console("error", values) }

func console(level string, values []any) Patch {
	texts := make([]string, len(values))
	for i, v := range values {
		text, err := literal(v)
		if err != nil {
			return newPatch(nil, "", 0, err)
		}
		texts[i] = text
	}
	return ExecuteScript("console." + level + "(" + strings.Join(texts, ", ") + ")")
}

// Redirect returns a patch that sends the browser to another address, relative or with
// the scheme http or https; others, such as javascript, are refused when the patch is
// sent.
func Redirect(url string) Patch {
	if err := checkLocation(url); err != nil {
		return newPatch(nil, "", 0, err)
	}
	// The timeout lets the client finish what came before.
	e := JS("setTimeout(() => window.location.assign(%s))", url)
	p := ExecuteScript(e.js)
	p.err = errors.Join(p.err, e.err)
	return p
}

// checkLocation refuses addresses that run something instead of leading somewhere.
func checkLocation(url string) error {
	// Browsers drop these characters before they look for a scheme.
	for _, r := range url {
		if r <= ' ' || r == 0x7f {
			return fmt.Errorf("redirect %q: contains a space or a control character", url)
		}
	}
	scheme, _, found := strings.Cut(url, ":")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return nil
	}
	if !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return fmt.Errorf("redirect %q: want http, https or a relative address", url)
	}
	return nil
}

// DispatchEvent returns a patch that fires a custom DOM event with a name and a detail,
// which is any value that JSON can express. Without options it goes to the document;
// see [DispatchEventOptions].
func DispatchEvent(name string, detail any, options ...DispatchEventOptions) Patch {
	o := first(options)
	on := Expr{js: "document"}
	if o.Source != "" {
		on = JS("document.querySelector(%s)?", o.Source)
	}
	e := JS("%s.dispatchEvent(new CustomEvent(%s, {detail: %s, bubbles: %s, cancelable: %s, composed: %s}))",
		on, name, detail, !o.NoBubbles, o.Cancelable, o.Composed)
	p := ExecuteScript(e.js, ExecuteScriptOptions{NoAutoRemove: o.NoAutoRemove, EventID: o.EventID, RetryDuration: o.RetryDuration})
	if name == "" {
		e.err = errors.New("dispatch event: the name is empty")
	}
	p.err = errors.Join(p.err, e.err)
	return p
}

// scriptElement is a patch that runs a script.
type scriptElement struct {
	text       string
	autoRemove bool
	attributes []Attr
}

func (s scriptElement) check() error {
	for _, a := range s.attributes {
		if a.err != nil {
			return a.err
		}
		if !isAttributeName(a.Name) {
			return fmt.Errorf("script attribute %q: is not the name of an attribute", a.Name)
		}
	}
	return nil
}

func (s scriptElement) appendEvent(_ context.Context, dst []byte) ([]byte, error) {
	dst = append(dst, "event: "+eventElements+"\ndata: selector body\ndata: mode append\n"...)
	return eventstream.AppendLines(dst, "data: elements ", s.html()), nil
}

// html returns the script element.
func (s scriptElement) html() string {
	var b strings.Builder
	b.WriteString("<script")
	if s.autoRemove {
		b.WriteString(` data-effect="el.remove"`)
	}
	for _, a := range s.attributes {
		b.WriteString(a.html())
	}
	b.WriteString(">" + scriptText(s.text) + "</script>")
	return b.String()
}

func (s scriptElement) response(context.Context) (weft.Response, error) {
	resp := weft.Bytes([]byte(s.text), weft.MediaJavaScript)
	if len(s.attributes) == 0 {
		return resp, nil
	}
	b := []byte{'{'}
	for i, a := range s.attributes {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendASCII(append(appendASCII(b, a.Name), ':'), a.Value)
	}
	return resp.WithHeader("hyper-script-attributes", string(append(b, '}'))), nil
}

// appendASCII appends a JSON string that can stand in a header field.
func appendASCII(dst []byte, s string) []byte {
	q, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(s, "\ufffd")) // it is UTF-8
	for _, r := range string(q) {
		switch {
		case r < 0x7f:
			dst = append(dst, byte(r))
		case r > 0xffff:
			r -= 0x10000
			dst = fmt.Appendf(dst, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		}
	}
	return dst
}
