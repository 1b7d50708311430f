package wefttest

import (
	"slices"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// A StartFunc starts the transport under test with routes and a configuration, and
// returns the address it listens on, as [Dial] takes it. The address of the
// configuration is any free port of 127.0.0.1. The transport has to end with the
// test, by t.Cleanup.
type StartFunc func(t *testing.T, routes weft.Routes, config server.Config) (addr string)

// TestTransport is the contract of a transport: everything that a server promises to
// its clients and handlers on HTTP/1.1 connections, whatever moves the bytes. Each
// promise is a subtest with a name of its own; most of them are a few lines of raw
// HTTP and what has to come back.
//
//	func TestContract(t *testing.T) {
//		wefttest.TestTransport(t, func(t *testing.T, routes weft.Routes, config server.Config) string {
//			return wefttest.Start(t, routes, func(server.Config) server.Config { return config }).Addr
//		})
//	}
//
// The subtests run in parallel and take some seconds. They need the loopback
// interface and a clock, and nothing else.
func TestTransport(t *testing.T, start StartFunc) {
	for _, group := range contract() {
		t.Run(group.name, func(t *testing.T) {
			t.Parallel()
			for _, rule := range group.rules {
				t.Run(rule.name, func(t *testing.T) {
					t.Parallel()
					rule.test(&trial{T: t, start: start, log: &recorder{}})
				})
			}
		})
	}
}

// A ruleGroup is a part of the contract.
type ruleGroup struct {
	name  string
	rules []rule
}

// A rule is one promise of the contract.
type rule struct {
	name string
	test func(t *trial)
}

// contract returns the whole contract.
func contract() []ruleGroup {
	return []ruleGroup{
		{"KeepAlive", keepAliveRules()},
		{"Pipeline", pipelineRules()},
		{"Body", bodyRules()},
		{"RequestStream", requestStreamRules()},
		{"Continue", continueRules()},
		{"Head", headRules()},
		{"ResponseStream", responseStreamRules()},
		{"Context", contextRules()},
		{"HalfClose", halfCloseRules()},
		{"Errors", errorRules()},
		{"Routing", routingRules()},
		{"Limits", limitRules()},
		{"Smuggling", smugglingRules()},
		{"Upgrade", upgradeRules()},
		{"Blocking", blockingRules()},
	}
}

// A trial is the test of one rule.
type trial struct {
	*testing.T
	start StartFunc
	log   *recorder
}

// serve starts the transport with the routes and returns its address. What the
// server reports goes to t.log.
func (t *trial) serve(routes weft.Routes, configure ...func(server.Config) server.Config) string {
	t.Helper()
	config := server.Config{Logger: t.log.logger()}.WithBinding("127.0.0.1", 0)
	for _, f := range configure {
		config = f(config)
	}
	return t.start(t.T, routes, config)
}

// connect starts the transport with the routes and opens a connection to it.
func (t *trial) connect(routes weft.Routes, configure ...func(server.Config) server.Config) *Conn {
	t.Helper()
	return Dial(t.T, t.serve(routes, configure...))
}

// expect reads a response to GET and checks its status and body.
func expect(c *Conn, status int, body string) *RawResponse {
	c.t.Helper()
	r := c.Read(weft.GET)
	if r.Status != status || r.Body != body {
		c.fail("response %d with body %s, want %d with %s", r.Status, quote(r.Body), status, quote(body))
	}
	return r
}

// expectStatus reads a response to GET and checks its status alone.
func expectStatus(c *Conn, status int) *RawResponse {
	c.t.Helper()
	r := c.Read(weft.GET)
	if r.Status != status {
		c.fail("response %d with body %s, want %d", r.Status, quote(r.Body), status)
	}
	return r
}

// expectHeader checks a field of a response; the empty string stands for none.
func expectHeader(c *Conn, r *RawResponse, name, want string) {
	c.t.Helper()
	if got := r.Headers.Values(name); want == "" && len(got) > 0 || want != "" && !slices.Equal(got, []string{want}) {
		c.fail("header %s is %q, want %q", name, got, want)
	}
}

// get returns a GET request for a path, with further field lines.
func get(path string, fields ...string) string { return message("GET", path, "", fields...) }

// post returns a POST request with a body and its length.
func post(path, body string, fields ...string) string { return message("POST", path, body, fields...) }
