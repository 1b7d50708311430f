package main

import (
	"strconv"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"

	"github.com/weft-go/weft/bench/payload"
)

// BenchmarkOrder is the typed endpoint without a socket: what the machine does for it
// between the request that was read and the answer that is written.
func BenchmarkOrder(b *testing.B) {
	body := payload.OrderBody()
	raw := "POST " + payload.OrderTarget + " HTTP/1.1\r\nHost: books.example\r\n" +
		"Content-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n"
	var p h1.Parser
	var head h1.Head
	if _, err := p.Parse([]byte(raw), &h1.Limits{Line: 8192, Header: 16384, Fields: 128}, &head); err != nil {
		b.Fatal(err)
	}
	rs := routes("", 10, 0)
	var conn weft.Connection
	b.ReportAllocs()
	for b.Loop() {
		x := &weft.Exchange{}
		*x.Head() = head
		x.SetBody(weft.BodyBytes(body, "application/json"))
		var resp weft.Response
		x.Serve(rs, &conn, &resp)
		if resp.Status() != 200 {
			b.Fatal(resp.Status())
		}
	}
}
