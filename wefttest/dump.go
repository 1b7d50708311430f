package wefttest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-go/weft"
)

const (
	dumpLimit  = 4 << 10 // bytes of a body that a failure shows
	quoteLimit = 200     // bytes of a text inside of a sentence
)

// dumpRequest shows a request much as it would be sent.
func dumpRequest(req *weft.Request) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", req.Method(), req.URL())
	dumpFields(&b, req.Headers(), "> ")
	if req.Body().IsStream() {
		b.WriteString("> (a stream)")
	} else {
		s, _ := req.Body().AsString() // in memory: it cannot fail
		dumpBody(&b, s, "> ")
	}
	return "> " + strings.TrimSuffix(b.String(), "\n")
}

// dump shows the response much as it would be sent.
func (r *Response) dump() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s\n", int(r.resp.Status()), r.resp.Reason())
	headers := r.resp.Headers()
	if media := r.resp.Body().MediaType(); media != "" {
		headers = headers.SetDefault("Content-Type", media)
	}
	dumpFields(&b, headers, "< ")
	switch {
	case r.body != nil:
		dumpBody(&b, *r.body, "< ")
	case r.resp.Body().IsStream():
		b.WriteString("< (a stream, not read)")
	default:
		dumpBody(&b, r.Text(), "< ")
	}
	return "< " + strings.TrimSuffix(b.String(), "\n")
}

func dumpFields(b *strings.Builder, h weft.Headers, mark string) {
	for name, value := range h.All() {
		fmt.Fprintf(b, "%s%s: %s\n", mark, name, value)
	}
	b.WriteString(mark)
	b.WriteByte('\n')
}

// dumpBody shows text as text and anything else quoted, up to a limit.
func dumpBody(b *strings.Builder, body, mark string) {
	if body == "" {
		return
	}
	shown := cut(body, dumpLimit)
	if !isText(shown) {
		shown = strconv.Quote(shown)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(shown, "\n"), "\n") {
		b.WriteString(mark + line + "\n")
	}
	if len(body) > dumpLimit {
		fmt.Fprintf(b, "%s(%d bytes in all)\n", mark, len(body))
	}
}

func isText(s string) bool {
	for _, c := range s {
		if c == utf8.RuneError || !unicode.IsPrint(c) && !unicode.IsSpace(c) {
			return false
		}
	}
	return true
}

// cut returns at most n bytes of s and never half a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// quote quotes the beginning of a text and says how long the whole is.
func quote(s string) string {
	if len(s) <= quoteLimit {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%q… (%d bytes)", cut(s, quoteLimit), len(s))
}
