package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
)

// A talker shows the heads of requests and answers, as --verbose asks for. Secrets are
// replaced by stars.
type talker struct {
	doer      endpoint.Doer
	w         io.Writer
	operation *operation
}

// redacted stands for a secret.
const redacted = "***"

// Do sends the request.
func (t *talker) Do(ctx context.Context, req *weft.Request) (weft.Response, error) {
	url := req.URL()
	for _, p := range t.operation.secret {
		if p.In == codec.InQuery && url.QueryParams().Has(p.Name) {
			url = url.WithQueryParams(url.QueryParams().Set(p.Name, redacted))
		}
	}
	fmt.Fprintf(t.w, "> %s %s\n", req.Method(), printable(url.String()))
	t.fields(">", req.Headers())
	if media := req.Body().MediaType(); media != "" && !req.Body().IsEmpty() {
		fmt.Fprintf(t.w, "> Content-Type: %s\n", printable(media))
	}
	resp, err := t.doer.Do(ctx, req)
	if err != nil {
		return resp, err
	}
	fmt.Fprintf(t.w, "< %s\n", resp.Status())
	t.fields("<", resp.Headers())
	return resp, nil
}

// fields shows header fields.
func (t *talker) fields(mark string, h weft.Headers) {
	for name, value := range h.All() {
		fmt.Fprintf(t.w, "%s %s: %s\n", mark, name, printable(t.redact(name, value)))
	}
}

// redact hides the value of a field that may hold a secret. Of an Authorization field
// the scheme is shown, and of cookies nothing.
func (t *talker) redact(name, value string) string {
	switch strings.ToLower(name) {
	case "authorization", "proxy-authorization":
		if scheme, _, ok := strings.Cut(value, " "); ok {
			return scheme + " " + redacted
		}
		return redacted
	case "cookie", "set-cookie", "authentication-info", "x-api-key":
		return redacted
	}
	for _, p := range t.operation.secret {
		if p.In == codec.InHeader && strings.EqualFold(p.Name, name) {
			return redacted
		}
	}
	return value
}

// printable replaces control characters, which a server could do mischief with on a
// terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f || 0x80 <= r && r < 0xa0 {
			return '?'
		}
		return r
	}, s)
}
