package wefttest

import (
	"fmt"
	"sync/atomic"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// How requests are smuggled.
//
// If a proxy and a server disagree about where a request ends, what one takes for
// a body is a request for the other, and that request passes by the proxy's
// checks. Each rule below sends bytes about which two readers could disagree,
// followed by a request for /smuggled. The first has to be refused, the connection
// has to end, and the second must never be served: not now, and not if the bytes
// come one by one.

// A smuggle is a message with a fault, up to the body.
type smuggle struct{ name, head, body string }

// smuggled is the request that must not be served.
const smuggled = "GET /smuggled HTTP/1.1\r\nHost: test\r\n\r\n"

// smugglingRules returns a rule for each fault.
func smugglingRules() []rule {
	var rules []rule
	for _, s := range smuggles() {
		rules = append(rules, rule{s.name, func(t *trial) { smuggling(t, s) }})
	}
	return append(rules, rule{"LengthWithChunkedCloses", lengthWithChunked})
}

func smuggles() []smuggle {
	const chunked = "0\r\n\r\n"
	fields := func(name, body string, lines ...string) smuggle {
		head := "POST / HTTP/1.1\r\nHost: test\r\n"
		for _, l := range lines {
			head += l
		}
		return smuggle{name, head + "\r\n", body}
	}
	return []smuggle{
		fields("LengthAndChunked", chunked, "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkedAndLength", chunked, "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n"),
		fields("ChunkedAndLengthZero", chunked, "Transfer-Encoding: chunked\r\n", "Content-Length: 0\r\n"),
		fields("ChunkedTwice", chunked, "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkedThenIdentity", chunked, "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: identity\r\n"),
		fields("IdentityThenChunked", chunked, "Transfer-Encoding: identity\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkedList", chunked, "Transfer-Encoding: chunked, chunked\r\n"),
		fields("ChunkedNotLast", chunked, "Transfer-Encoding: chunked, gzip\r\n"),
		fields("CodingUnknown", chunked, "Transfer-Encoding: cow\r\n"),
		fields("CodingPrefix", chunked, "Transfer-Encoding: xchunked\r\n"),
		fields("CodingSuffix", chunked, "Transfer-Encoding: chunkedx\r\n"),
		fields("CodingQuoted", chunked, "Transfer-Encoding: \"chunked\"\r\n"),
		fields("CodingWithParameter", chunked, "Transfer-Encoding: chunked;q=1\r\n"),
		fields("CodingEmpty", chunked, "Transfer-Encoding:\r\n"),
		fields("CodingWithComma", chunked, "Transfer-Encoding: ,chunked\r\n"),
		fields("CodingSpaceBeforeColon", chunked, "Transfer-Encoding : chunked\r\n"),
		fields("CodingTabBeforeColon", chunked, "Transfer-Encoding\t: chunked\r\n"),
		fields("CodingVerticalTab", chunked, "Transfer-Encoding: \x0bchunked\r\n"),
		fields("CodingNul", chunked, "Transfer-Encoding: chunked\x00\r\n"),
		fields("CodingFolded", chunked, "Transfer-Encoding:\r\n chunked\r\n"),
		fields("CodingFoldedTab", chunked, "Transfer-Encoding: x\r\n\tchunked\r\n"),
		fields("CodingAfterLineFeed", chunked, "X: x\nTransfer-Encoding: chunked\r\n"),
		fields("CodingAfterCarriageReturn", chunked, "X: x\rTransfer-Encoding: chunked\r\n"),
		fields("CodingBeforeLineFeed", chunked, "Transfer-Encoding: chunked\n"),
		fields("CodingBeforeCarriageReturn", chunked, "Transfer-Encoding: chunked\r\r\n"),
		fields("CodingLeadingSpace", chunked, " Transfer-Encoding: chunked\r\n"),
		fields("CodingLeadingByte", chunked, "\xffTransfer-Encoding: chunked\r\n"),
		fields("LengthTwice", "hello", "Content-Length: 5\r\n", "Content-Length: 6\r\n"),
		fields("LengthList", "hello", "Content-Length: 5, 5\r\n"),
		fields("LengthPlus", "hello", "Content-Length: +5\r\n"),
		fields("LengthMinus", "", "Content-Length: -1\r\n"),
		fields("LengthHexadecimal", "hello", "Content-Length: 0x5\r\n"),
		fields("LengthWithSpace", "hello", "Content-Length: 5 0\r\n"),
		fields("LengthFraction", "hello", "Content-Length: 5.0\r\n"),
		fields("LengthEmpty", "", "Content-Length:\r\n"),
		fields("LengthHuge", "", "Content-Length: 99999999999999999999\r\n"),
		fields("LengthWraps", "", "Content-Length: 18446744073709551616\r\n"),
		fields("LengthSpaceBeforeColon", "hello", "Content-Length : 5\r\n"),
		fields("LengthFolded", "hello", "Content-Length:\r\n 5\r\n"),
		fields("LengthUnicodeDigit", "hello", "Content-Length: \u0665\r\n"),
		fields("NameWithoutColon", "", "Nonsense\r\n"),
		fields("NameEmpty", "", ": value\r\n"),
		fields("NameWithNul", "", "X\x00Y: value\r\n"),
		fields("ValueWithNul", "", "X: a\x00b\r\n"),
		fields("HostTwice", "", "Host: other\r\n"),
		{"HostMissing", "GET / HTTP/1.1\r\n\r\n", ""},
		{"HostMalformed", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", ""},
		{"HostWithPath", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", ""},
		{"HostWithUser", "GET / HTTP/1.1\r\nHost: user@test\r\n\r\n", ""},
		{"LineFeedsOnly", "GET / HTTP/1.1\nHost: test\n\n", ""},
		{"LineFeedAfterRequestLine", "GET / HTTP/1.1\nHost: test\r\n\r\n", ""},
		{"LineFeedEndsTheHead", "GET / HTTP/1.1\r\nHost: test\r\n\n", ""},
		{"CarriageReturnInRequestLine", "GET /\r HTTP/1.1\r\nHost: test\r\n\r\n", ""},
		{"SpaceInTarget", "GET /a b HTTP/1.1\r\nHost: test\r\n\r\n", ""},
		{"TwoSpacesInRequestLine", "GET  / HTTP/1.1\r\nHost: test\r\n\r\n", ""},
		{"TabsInRequestLine", "GET\t/\tHTTP/1.1\r\nHost: test\r\n\r\n", ""},
		{"SpaceAtTheEndOfRequestLine", "GET / HTTP/1.1 \r\nHost: test\r\n\r\n", ""},
		{"SpaceBeforeMethod", " GET / HTTP/1.1\r\nHost: test\r\n\r\n", ""},
		{"NulInTarget", "GET /\x00 HTTP/1.1\r\nHost: test\r\n\r\n", ""},
		{"TargetWithoutSlash", "GET path HTTP/1.1\r\nHost: test\r\n\r\n", ""},
		{"VersionMalformed", "GET / HTTP/1.1x\r\nHost: test\r\n\r\n", ""},
		{"VersionInSmallLetters", "GET / http/1.1\r\nHost: test\r\n\r\n", ""},
		{"CodingInHTTP10", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n", chunked},
		fields("ChunkSizeEmpty", "\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkSizePrefixed", "0x5\r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkSizeSigned", "+5\r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkSizeNegative", "-1\r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkSizeLeadingSpace", " 5\r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkSizeTrailingSpace", "5 \r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkSizeHuge", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkSizeLineFeed", "5\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkTooLong", "5\r\nhello!\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkEndsInLineFeed", "5\r\nhello\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkExtensionLineFeed", "5;a=b\nc\r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("ChunkExtensionNul", "5;\x00\r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("LastChunkLineFeed", "0\n\n", "Transfer-Encoding: chunked\r\n"),
		fields("TrailerLineFeed", "0\r\nX: 1\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("TrailerMalformed", "0\r\nnonsense\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
		fields("TrailerFolded", "0\r\nX: 1\r\n 2\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
	}
}

// smuggling sends a message and the smuggled request, whole and byte by byte, to a
// server that holds bodies in memory and to one that streams them.
func smuggling(t *trial, s smuggle) {
	var served atomic.Int64
	app := handle(func(req *weft.Request) (weft.Response, error) {
		if req.Path() == "/smuggled" {
			served.Add(1)
		}
		return echo(req)
	})
	for _, addr := range []string{t.serve(app), t.serve(app, server.Config.EnableRequestStreaming)} {
		for _, size := range []int{1 << 20, 1} {
			c := Dial(t.T, addr)
			for rest := s.head + s.body + smuggled; rest != ""; {
				piece := rest[:min(size, len(rest))]
				rest = rest[len(piece):]
				if c.TrySend(piece) != nil {
					break // refused already
				}
			}
			r := c.Read(weft.GET)
			if r.Status/100 != 4 && r.Status != 501 && r.Status != 505 {
				c.fail("status %d with body %s, want a refusal", r.Status, quote(r.Body))
			}
			c.ReadEnd()
		}
	}
	if n := served.Load(); n > 0 {
		t.Errorf("the smuggled request was served %d times", n)
	}
}

// lengthWithChunked: a server that is told to accept both believes the chunks and
// ends the connection (RFC 9112, section 6.3).
func lengthWithChunked(t *trial) {
	c := t.connect(plainApp(), func(c server.Config) server.Config {
		c.LengthWithChunked = true
		return c
	})
	c.Send(fmt.Sprintf("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n", 5+len(smuggled)) +
		"5\r\nhello\r\n0\r\n\r\n" + smuggled)
	expectHeader(c, expect(c, 200, "hello"), "Connection", "close")
	c.ReadEnd()
}
