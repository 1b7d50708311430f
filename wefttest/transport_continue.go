package wefttest

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// continueRules say how a client that asks first is answered (RFC 9110, section
// 10.1.1).
func continueRules() []rule {
	return []rule{
		{"OffByDefault", continueOff},
		{"AsksForTheBody", continueOn},
		{"AsksForChunks", continueChunked},
		{"BodyCameAlready", continueEarlyBody},
		{"RefusedWithoutAsking", continueRefused},
		{"StreamAsksWhenRead", continueStream},
		{"StreamRefusedByHandler", continueHandlerRefuses},
		{"StreamNeverRead", continueNeverRead},
		{"NotForHTTP10", continueHTTP10},
		{"WithoutABody", continueWithoutBody},
	}
}

const expectContinue = "Expect: 100-continue\r\n"

// askingHead is the head of a request whose client waits before it sends the body.
const askingHead = "POST /echo HTTP/1.1\r\nHost: test\r\n" + expectContinue + "Content-Length: 5\r\n\r\n"

func acceptContinue(c server.Config) server.Config { return c.WithAcceptContinue(true) }

// continueOff: the client gets its answer, but nothing before it.
func continueOff(t *trial) {
	c := t.connect(plainApp())
	c.Send(askingHead)
	c.Send("hello")
	expect(c, 200, "hello")
}

func continueOn(t *trial) {
	c := t.connect(plainApp(), acceptContinue)
	for range 2 {
		c.Send(askingHead)
		expect(c, 100, "")
		c.Send("hello")
		expect(c, 200, "hello")
	}
}

func continueChunked(t *trial) {
	addr := t.serve(plainApp(), acceptContinue)
	streamed := t.serve(plainApp(), acceptContinue, server.Config.EnableRequestStreaming)
	for _, a := range []string{addr, streamed} {
		c := Dial(t.T, a)
		c.Send("POST /echo HTTP/1.1\r\nHost: test\r\nexpect: 100-Continue\r\nTransfer-Encoding: chunked\r\n\r\n")
		expect(c, 100, "")
		c.Send("5\r\nhello\r\n0\r\n\r\n")
		expect(c, 200, "hello")
	}
}

// continueEarlyBody: with the body there is no need to ask.
func continueEarlyBody(t *trial) {
	c := t.connect(plainApp(), acceptContinue)
	c.Send(askingHead + "hello")
	expect(c, 200, "hello")
}

// continueRefused: a refusal takes the place of 100 Continue.
func continueRefused(t *trial) {
	c := t.connect(plainApp(), acceptContinue)
	c.Send("POST /echo HTTP/1.1\r\nHost: test\r\n" + expectContinue + "Content-Length: 99999999\r\n\r\n")
	expectHeader(c, expectStatus(c, 413), "Connection", "close")
	c.ReadEnd()
}

func continueStream(t *trial) {
	reading := make(chan struct{}, 1)
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		<-reading
		return echo(req)
	}), acceptContinue, server.Config.EnableRequestStreaming)
	for range 2 {
		c.Send(askingHead)
		reading <- struct{}{}
		expect(c, 100, "")
		c.Send("hello")
		expect(c, 200, "hello")
	}
}

func continueHandlerRefuses(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Unauthorized(`Basic realm="test"`), nil
	}), acceptContinue, server.Config.EnableRequestStreaming)
	c.Send(askingHead)
	expectHeader(c, expectStatus(c, 401), "Connection", "close")
	c.ReadEnd()
}

// continueNeverRead: nobody knows whether the client sends a body that was not asked
// for, so the connection cannot go on.
func continueNeverRead(t *trial) {
	c := t.connect(handle(unreadHandler), acceptContinue, server.Config.EnableRequestStreaming)
	c.Send(askingHead)
	expectHeader(c, expect(c, 200, "not read"), "Connection", "close")
	c.ReadEnd()
}

func continueHTTP10(t *trial) {
	c := t.connect(plainApp(), acceptContinue)
	c.Send("POST /echo HTTP/1.0\r\n" + expectContinue + "Content-Length: 5\r\n\r\n")
	c.Send("hello")
	expect(c, 200, "hello")
	c.ReadEnd()
}

func continueWithoutBody(t *trial) {
	c := t.connect(plainApp(), acceptContinue)
	c.Send(get("/", "Expect: 100-continue"))
	expect(c, 200, "hello")
}
