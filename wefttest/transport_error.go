package wefttest

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
)

// errorRules say what a client is told when something goes wrong, and what the log
// is told.
func errorRules() []rule {
	rules := []rule{
		{"Panic", panics},
		{"PanicInMiddleware", panicInMiddleware},
		{"PanicWithNil", panicWithNil},
		{"ErrorIsHidden", errorHidden},
		{"ErrorLevelWithoutTheSwitch", errorLevel},
		{"ErrorIsToldInDevelopment", errorInDevelopment},
		{"Problem", problem},
		{"InputFault", inputFault},
		{"RefusalIsAProblem", refusalIsAProblem},
		{"HEADHasNoErrorBody", headErrorBody},
	}
	for name, bad := range badResponses() {
		rules = append(rules, rule{"Injection" + name, func(t *trial) { injection(t, bad) }})
	}
	for _, c := range []struct{ name, accept, media, start string }{
		{"NegotiatedByDefault", "", "application/problem+json", "{"},
		{"NegotiatedAnything", "*/*", "application/problem+json", "{"},
		{"NegotiatedJSON", "application/json", "application/json", "{"},
		{"NegotiatedHTML", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8", "<!doctype html>"},
		{"NegotiatedText", "text/plain", "text/plain; charset=utf-8", "409 Conflict\n"},
		{"NegotiatedByQuality", "text/html;q=0.1, text/plain;q=0.2", "text/plain; charset=utf-8", "409 Conflict\n"},
		{"NegotiatedNothing", "image/png", "application/problem+json", "{"},
	} {
		rules = append(rules, rule{c.name, func(t *trial) { negotiated(t, c.accept, c.media, c.start) }})
	}
	return rules
}

// badResponses are responses that would let a value break out of its place in the
// message. The word injected must never reach a client.
func badResponses() map[string]weft.Response {
	return map[string]weft.Response{
		"LineBreak":      weft.Text("hello").WithHeader("X-Name", "a\r\nX-Injected: injected"),
		"LineFeed":       weft.Text("hello").AddHeader("X-Name", "a\nX-Injected: injected"),
		"CarriageReturn": weft.Text("hello").AddHeader("X-Name", "a\rinjected"),
		"Nul":            weft.Text("hello").AddHeader("X-Name", "injected\x00"),
		"Response":       weft.Text("hello").AddHeader("X-Name", "\r\n\r\nHTTP/1.1 200 OK\r\n\r\ninjected"),
		"Name":           weft.Text("hello").AddHeader("X-Name: injected\r\nX-Other", "a"),
		"NameWithSpace":  weft.Text("hello").AddHeader("X-Name ", "injected"),
		"Reason":         weft.Text("hello").WithReason("OK\r\nX-Injected: injected"),
		"Location":       weft.SeeOther("/\r\nX-Injected: injected"),
		"Trailer":        weft.Stream("text/plain", pieces(1)).WithTrailers(weft.NewHeaders("X-Name", "a\r\ninjected")),
		"Cookie":         weft.OK().WithCookie(weft.Cookie{Name: "a", Value: "b\r\nX-Injected: injected"}),
		"MediaType":      weft.Bytes([]byte("hello"), "text/plain\r\nX-Injected: injected"),
		"Status":         weft.Text("injected").WithStatus(99),
		"Value":          weft.JSON(math.NaN()),
	}
}

// injection: a response that cannot be sent as it is becomes 500, and nothing of it
// is sent.
func injection(t *trial, bad weft.Response) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		if req.Path() == "/next" {
			return weft.Text("next"), nil
		}
		return bad, nil
	}))
	c.Send(get("/bad") + get("/next"))
	r := expectStatus(c, 500)
	if all := fmt.Sprint(r, fieldText(r.Headers), fieldText(r.Trailers)); strings.Contains(all, "njected") {
		c.fail("the response leaks: %s", all)
	}
	expect(c, 200, "next")
	t.logged("/bad")
}

// panicDeep has a name that a stack shows.
func panicDeep(value any) { panic(value) }

func panics(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		switch req.Path() {
		case "/value":
			panicDeep("secret value")
		case "/error":
			panicDeep(io.ErrNoProgress)
		case "/runtime":
			var m map[string]int
			m["x"] = len(req.Path())
		}
		return weft.Text("fine"), nil
	}))
	for path, cause := range map[string]string{"/value": "secret value", "/error": io.ErrNoProgress.Error(), "/runtime": "nil map"} {
		c.Send(get(path))
		r := expectStatus(c, 500)
		expectHeader(c, r, "Content-Type", "application/problem+json")
		if strings.Contains(r.Body, cause) || strings.Contains(r.Body, ".go:") {
			c.fail("the client is told of the cause: %s", r.Body)
		}
		record := t.logged(path, cause, "stack=", "wefttest.panics")
		if record.Level != slog.LevelWarn {
			t.Errorf("a panic was logged at level %v", record.Level)
		}
		c.Send(get("/fine"))
		expect(c, 200, "fine")
	}
	t.logged("wefttest.panicDeep")
}

func panicInMiddleware(t *trial) {
	routes := plainApp().With(weft.Around(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if req.Path() == "/bad" {
				panicDeep("in the middle")
			}
			return next(req)
		}
	}))
	c := t.connect(routes)
	c.Send(get("/bad") + get("/"))
	expectStatus(c, 500)
	expect(c, 200, "hello")
	t.logged("in the middle", "stack=")
}

func panicWithNil(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		var r *strings.Reader
		if req.Path() == "/bad" {
			r.Len()
		}
		return weft.Text("fine"), nil
	}))
	c.Send(get("/bad") + get("/"))
	expectStatus(c, 500)
	expect(c, 200, "fine")
}

func failing(*weft.Request) (weft.Response, error) {
	return weft.Response{}, fmt.Errorf("reading the table: %w", errors.New("password xyzzy was refused"))
}

// errorHidden: what went wrong inside is for the log.
func errorHidden(t *trial) {
	c := t.connect(handle(failing))
	c.Send(get("/path"))
	r := expectStatus(c, 500)
	expectHeader(c, r, "Content-Type", "application/problem+json")
	if strings.Contains(r.Body, "xyzzy") || strings.Contains(r.Body, "table") {
		c.fail("the client is told of the cause: %s", r.Body)
	}
	if record := t.logged("reading the table: password xyzzy was refused", "/path", "GET"); record.Level != slog.LevelWarn {
		t.Errorf("logged at level %v, want WARN", record.Level)
	}
}

func errorLevel(t *trial) {
	c := t.connect(handle(failing), off(server.Config.WithLogWarningOnFatalError))
	c.Send(get("/"))
	expectStatus(c, 500)
	if record := t.logged("xyzzy"); record.Level != slog.LevelError {
		t.Errorf("logged at level %v, want ERROR", record.Level)
	}
}

func errorInDevelopment(t *trial) {
	c := t.connect(handle(failing), func(c server.Config) server.Config {
		c.Development = true
		return c
	})
	c.Send(get("/"))
	if r := expectStatus(c, 500); !strings.Contains(r.Body, "xyzzy") {
		c.fail("the developer is not told of the cause: %s", r.Body)
	}
}

func conflicting(*weft.Request) (weft.Response, error) {
	return weft.Response{}, fmt.Errorf("adding a book: %w", &weft.Problem{
		Status:  status.Conflict,
		Detail:  "the name <b> is taken",
		Headers: weft.NewHeaders("X-Problem", "yes"),
		Cause:   errors.New("unique index violated"),
	})
}

// problem: an error that is meant for the client is sent as it is (RFC 9457).
func problem(t *trial) {
	c := t.connect(handle(conflicting))
	c.Send(get("/books"))
	r := expect(c, 409, `{"type":"about:blank","title":"Conflict","status":409,"detail":"the name <b> is taken","instance":"/books"}`)
	expectHeader(c, r, "Content-Type", "application/problem+json")
	expectHeader(c, r, "X-Problem", "yes")
}

func negotiated(t *trial, accept, media, start string) {
	c := t.connect(handle(conflicting))
	var fields []string
	if accept != "" {
		fields = append(fields, "Accept: "+accept)
	}
	c.Send(get("/", fields...))
	r := expectStatus(c, 409)
	expectHeader(c, r, "Content-Type", media)
	if !strings.HasPrefix(r.Body, start) || !strings.Contains(r.Body, "is taken") {
		c.fail("body %s, want one that begins with %s", quote(r.Body), quote(start))
	}
	if strings.HasPrefix(media, "text/html") && strings.Contains(r.Body, "<b>") {
		c.fail("the detail is not escaped: %s", r.Body)
	}
}

func inputFault(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		n, err := req.Query[int]("n")
		return weft.Text(fmt.Sprint(n)), err
	}))
	c.Send(get("/?n=ten") + get("/") + get("/?n=10"))
	for _, part := range []string{`"errors":[{"in":"query","name":"n","message":`, `"message":"missing"`} {
		if r := expectStatus(c, 400); !strings.Contains(r.Body, part) {
			c.fail("the answer does not contain %s: %s", part, r.Body)
		}
	}
	expect(c, 200, "10")
}

// refusalIsAProblem: what is refused before a handler sees it looks the same.
func refusalIsAProblem(t *trial) {
	addr := t.serve(plainApp())
	for _, request := range []string{
		"GET / HTTP/1.1\r\n\r\n",
		"nonsense\r\n\r\n",
		get("/" + strings.Repeat("x", 9000)),
		announce("/echo", 1<<30),
	} {
		c := Dial(t.T, addr)
		_ = c.TrySend(request)
		r := c.Read(weft.GET)
		expectHeader(c, r, "Content-Type", "application/problem+json")
		if want := fmt.Sprintf(`"status":%d,"detail":"`, r.Status); !strings.Contains(r.Body, want) {
			c.fail("the answer does not contain %s: %s", want, r.Body)
		}
		c.ReadEnd()
	}
}

func headErrorBody(t *trial) {
	c := t.connect(handle(failing))
	c.Send(message("HEAD", "/", "") + get("/"))
	if r := c.Read(weft.HEAD); r.Status != 500 {
		c.fail("status %d", r.Status)
	}
	expectStatus(c, 500)
}
