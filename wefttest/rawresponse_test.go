package wefttest_test

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/wefttest"
)

func TestRawReader(t *testing.T) {
	for _, test := range []struct {
		name, text string
		method     weft.Method
		want       string // the body, or a part of the error after "!"
	}{
		{"Length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", weft.GET, "hello"},
		{"LengthZero", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", weft.GET, ""},
		{"EmptyReason", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", weft.GET, ""},
		{"Chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n", weft.GET, "0123456789"},
		{"UntilClose", "HTTP/1.1 200 OK\r\n\r\nhello", weft.GET, "hello"},
		{"HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", weft.HEAD, ""},
		{"HEADChunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", weft.HEAD, ""},
		{"NoContent", "HTTP/1.1 204 No Content\r\n\r\n", weft.GET, ""},
		{"NotModified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", weft.GET, ""},
		{"Continue", "HTTP/1.1 100 Continue\r\n\r\n", weft.POST, ""},
		{"RepeatedCookies", "HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nContent-Length: 0\r\n\r\n", weft.GET, ""},
		{"EmptyValue", "HTTP/1.1 200 OK\r\nX:\r\nContent-Length:0\r\n\r\n", weft.GET, ""},

		{"Nothing", "", weft.GET, "!EOF"},
		{"PartOfTheStatusLine", "HTTP/1.", weft.GET, "!unexpected EOF"},
		{"PartOfTheHead", "HTTP/1.1 200 OK\r\n", weft.GET, "!unexpected EOF"},
		{"StatusLineFeed", "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", weft.GET, "!CR LF"},
		{"FieldLineFeed", "HTTP/1.1 200 OK\r\nContent-Length: 0\n\r\n", weft.GET, "!CR LF"},
		{"CarriageReturnInside", "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n", weft.GET, "!control character"},
		{"NoReason", "HTTP/1.1 200\r\n\r\n", weft.GET, "!status line"},
		{"TwoDigits", "HTTP/1.1 20 OK\r\n\r\n", weft.GET, "!three digits"},
		{"FourDigits", "HTTP/1.1 2000 OK\r\n\r\n", weft.GET, "!three digits"},
		{"SignedCode", "HTTP/1.1 +20 OK\r\n\r\n", weft.GET, "!three digits"},
		{"CodeTooLow", "HTTP/1.1 099 OK\r\n\r\n", weft.GET, "!three digits"},
		{"OtherVersion", "HTTP/2.0 200 OK\r\n\r\n", weft.GET, "!status line"},
		{"ControlInReason", "HTTP/1.1 200 O\x00K\r\n\r\n", weft.GET, "!control character in the reason"},
		{"NoColon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", weft.GET, "!colon"},
		{"SpaceBeforeColon", "HTTP/1.1 200 OK\r\nX : 1\r\n\r\n", weft.GET, "!colon"},
		{"Folded", "HTTP/1.1 200 OK\r\nX: 1\r\n 2\r\n\r\n", weft.GET, "!colon"},
		{"LengthTwice", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\ncontent-length: 0\r\n\r\n", weft.GET, "!second of its kind"},
		{"DateTwice", "HTTP/1.1 200 OK\r\nDate: a\r\nDate: a\r\n\r\n", weft.GET, "!second of its kind"},
		{"LengthAndChunked", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n", weft.GET, "!beside"},
		{"LengthSigned", "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\na", weft.GET, "!Content-Length"},
		{"LengthHuge", "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n\r\na", weft.GET, "!Content-Length"},
		{"OtherCoding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\na", weft.GET, "!Transfer-Encoding"},
		{"CodingInHTTP10", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", weft.GET, "!HTTP/1.0"},
		{"NoContentWithLength", "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n", weft.GET, "!status 204"},
		{"ContinueWithLength", "HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\n", weft.GET, "!status 100"},
		{"TooShort", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", weft.GET, "!2 bytes are missing"},
		{"ChunkSizeMissing", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", weft.GET, "!chunk size"},
		{"ChunkSizeSigned", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\na\r\n0\r\n\r\n", weft.GET, "!chunk size"},
		{"ChunkExtension", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a\r\na\r\n0\r\n\r\n", weft.GET, "!chunk size"},
		{"ChunkTooLong", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n", weft.GET, "!a chunk ends in"},
		{"ChunkBreaksOff", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", weft.GET, "!a chunk breaks off"},
		{"LastChunkMissing", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n", weft.GET, "!breaks off"},
		{"TrailerMissing", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", weft.GET, "!the trailer breaks off"},
		{"LineTooLong", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 100_000) + "\r\n\r\n", weft.GET, "!buffer full"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := wefttest.NewRawReader(strings.NewReader(test.text)).Read(test.method)
			if want, failure := strings.CutPrefix(test.want, "!"); failure {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want one with %q", err, want)
				}
			} else if err != nil || r.Body != test.want {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// FuzzRawReader: nothing makes the reader panic, and what it accepts net/http
// accepts, with the same meaning.
func FuzzRawReader(f *testing.F) {
	f.Add("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false)
	f.Add("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n", false)
	f.Add("HTTP/1.0 404 Not Found\r\nX: a\r\n\r\nto the end", false)
	f.Add("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n", true)
	f.Fuzz(func(t *testing.T, text string, head bool) {
		method := weft.GET
		if head {
			method = weft.HEAD
		}
		got, err := wefttest.NewRawReader(strings.NewReader(text)).Read(method)
		if err != nil || got.Status < 200 {
			return
		}
		want, err := http.ReadResponse(bufio.NewReader(strings.NewReader(text)), &http.Request{Method: string(method)})
		if err != nil {
			t.Fatalf("%q was accepted, but net/http says %v", text, err)
		}
		defer want.Body.Close()
		body, err := io.ReadAll(want.Body)
		if err != nil {
			t.Fatalf("%q was accepted, but net/http says %v", text, err)
		}
		if want.StatusCode != got.Status || string(body) != got.Body {
			t.Errorf("%q: got %d %q, net/http %d %q", text, got.Status, got.Body, want.StatusCode, body)
		}
	})
}
