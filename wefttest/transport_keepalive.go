package wefttest

import (
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// keepAliveRules say when a connection goes on after a response (RFC 9112, section
// 9.3).
func keepAliveRules() []rule {
	rules := []rule{
		{"DisabledCloses", keepAliveDisabled},
		{"DisabledLeavesPipelineUnanswered", keepAliveDisabledPipeline},
		{"HandlerCloses", handlerCloses},
		{"ManyRequests", manyRequests},
		{"EmptyLinesBetweenRequests", emptyLines},
	}
	for _, c := range []struct {
		name, version, field string
		closes               bool
	}{
		{"HTTP10", "1.0", "", true},
		{"HTTP10KeepAlive", "1.0", "Connection: keep-alive", false},
		{"HTTP11", "1.1", "", false},
		{"HTTP11Close", "1.1", "Connection: close", true},
		{"HTTP10KeepAliveInCapitals", "1.0", "CONNECTION: KEEP-ALIVE", false},
		{"HTTP10KeepAliveCapitalised", "1.0", "connection: Keep-Alive", false},
		{"HTTP10KeepAliveInList", "1.0", "Connection: foo , keep-alive", false},
		{"HTTP10Close", "1.0", "Connection: close", true},
		{"HTTP11KeepAlive", "1.1", "Connection: keep-alive", false},
		{"HTTP11CloseInSmallLetters", "1.1", "connection: close", true},
		{"HTTP11CloseInCapitals", "1.1", "CONNECTION: CLOSE", true},
		{"HTTP11CloseInList", "1.1", "Connection: foo,close", true},
		{"HTTP11CloseWins", "1.1", "Connection: keep-alive, close", true},
		{"HTTP11OtherOption", "1.1", "Connection: closed", false},
	} {
		rules = append(rules, rule{c.name, func(t *trial) { keepAlive(t, c.version, c.field, c.closes) }})
	}
	return rules
}

// keepAlive checks one combination of version and Connection field.
func keepAlive(t *trial, version, field string, closes bool) {
	if field != "" {
		field += "\r\n"
	}
	request := fmt.Sprintf("GET / HTTP/%s\r\nHost: test\r\n%s\r\n", version, field)
	c := t.connect(plainApp())
	c.Send(request)
	r := expect(c, 200, "hello")
	if closes {
		expectHeader(c, r, "Connection", "close")
		c.ReadEnd()
		return
	}
	if got, _ := r.Headers.Get("Connection"); got == "close" {
		c.fail("Connection: close on a connection that is kept")
	}
	c.Send(request)
	expect(c, 200, "hello")
}

func keepAliveDisabled(t *trial) {
	addr := t.serve(plainApp(), off(server.Config.WithKeepAlive))
	for _, request := range []string{
		get("/"),
		get("/", "Connection: keep-alive"),
		"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
		post("/echo", "hello"),
	} {
		c := Dial(t.T, addr)
		c.Send(request)
		expectHeader(c, expect(c, 200, "hello"), "Connection", "close")
		c.ReadEnd()
	}
}

func keepAliveDisabledPipeline(t *trial) {
	c := t.connect(plainApp(), off(server.Config.WithKeepAlive))
	c.Send(get("/say/one") + get("/say/two"))
	expect(c, 200, "one")
	c.ReadEnd()
}

// handlerCloses: a handler may end the connection with a field of its own.
func handlerCloses(t *trial) {
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) {
		return weft.Text("bye").WithHeader("Connection", "close"), nil
	}))
	c.Send(get("/"))
	expectHeader(c, expect(c, 200, "bye"), "Connection", "close")
	c.ReadEnd()
}

func manyRequests(t *trial) {
	c := t.connect(plainApp())
	for i := range 300 {
		word := fmt.Sprint("word", i)
		c.Send(get("/say/" + word))
		expect(c, 200, word)
	}
}

// emptyLines: clients of old sent an empty line after a body (RFC 9112, section
// 2.2).
func emptyLines(t *trial) {
	c := t.connect(plainApp())
	c.Send("\r\n" + post("/echo", "one") + "\r\n\r\n" + get("/say/two"))
	expect(c, 200, "one")
	expect(c, 200, "two")
}

// off makes a function on configurations of a switch.
func off(f func(server.Config, bool) server.Config) func(server.Config) server.Config {
	return func(c server.Config) server.Config { return f(c, false) }
}
