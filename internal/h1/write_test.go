package h1_test

import (
	"testing"
	"time"

	"github.com/weft-go/weft/internal/h1"
)

func TestResponseHead(t *testing.T) {
	clock := h1.NewClock(time.Date(2026, 11, 15, 3, 37, 1, 5, time.FixedZone("", 3600)))
	var b []byte
	b = h1.AppendStatus(b, clock, 200, "OK")
	b = h1.AppendField(b, "Content-Type", "text/plain")
	b = h1.AppendLength(b, 1234567890)
	b = h1.AppendClose(b)
	b = h1.AppendEnd(b)
	b = h1.AppendStatus(b, clock, 404, "Not Found")
	b = h1.AppendLength(b, 7)
	b = h1.AppendKeepAlive(b)
	b = h1.AppendEnd(b)
	b = h1.AppendStatusOnly(b, 299, "")
	b = h1.AppendChunked(b)
	b = h1.AppendEnd(b)
	b = h1.AppendContinue(b)
	want := "HTTP/1.1 200 OK\r\nDate: Sun, 15 Nov 2026 02:37:01 GMT\r\nContent-Type: text/plain\r\nContent-Length: 1234567890\r\nConnection: close\r\n\r\n" +
		"HTTP/1.1 404 Not Found\r\nDate: Sun, 15 Nov 2026 02:37:01 GMT\r\nContent-Length: 7\r\nConnection: keep-alive\r\n\r\n" +
		"HTTP/1.1 299 \r\nTransfer-Encoding: chunked\r\n\r\n" +
		"HTTP/1.1 100 Continue\r\n\r\n"
	if string(b) != want {
		t.Errorf("got\n%q\nwant\n%q", b, want)
	}
}

func TestChunkSizes(t *testing.T) {
	for n, want := range map[int]string{1: "1\r\n", 15: "f\r\n", 16: "10\r\n", 255: "ff\r\n", 4096: "1000\r\n", 1 << 30: "40000000\r\n"} {
		if got := string(h1.AppendChunkSize(nil, n)); got != want {
			t.Errorf("size line of %d is %q, want %q", n, got, want)
		}
	}
	if got := h1.AppendChunk(nil, nil); len(got) != 0 {
		t.Errorf("an empty chunk was written as %q, which ends the body", got)
	}
}
