package weft_test

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

func TestProblemForms(t *testing.T) {
	p := &weft.Problem{
		Status: status.UnprocessableContent,
		Detail: "two things <are> \"wrong\"",
		Errors: []weft.Fault{{In: "body", Name: "pages", Message: "want at least 1"}, {In: "query", Name: "q", Message: "missing"}},
	}
	tests := []struct{ name, accept, media, body string }{
		{"JSON", "", "application/problem+json", `{"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"two things <are> \"wrong\"","instance":"/a%20b",` +
			`"errors":[{"in":"body","name":"pages","message":"want at least 1"},{"in":"query","name":"q","message":"missing"}]}`},
		{"HTML", "text/html", "text/html; charset=utf-8", `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>422 Unprocessable Content</title></head>
<body>
<h1>422 Unprocessable Content</h1>
<p>two things &lt;are&gt; &#34;wrong&#34;</p>
<ul>
<li>body pages: want at least 1</li>
<li>query q: missing</li>
</ul>
</body>
</html>
`},
		{"text", "text/plain", "text/plain; charset=utf-8", "422 Unprocessable Content\ntwo things <are> \"wrong\"\n- body pages: want at least 1\n- query q: missing\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := weft.Get("/x/../a%20b?q")
			if tt.accept != "" {
				req = req.AddHeader("Accept", tt.accept)
			}
			resp := p.Response(req)
			media, _ := resp.Header("Content-Type")
			if s := bodyText(t, resp); resp.Status() != 422 || media != tt.media || s != tt.body {
				t.Errorf("%v %s\n%s", resp.Status(), media, s)
			}
		})
	}
}

func TestProblemNegotiation(t *testing.T) {
	const problem, plainJSON, html, text = "application/problem+json", "application/json", "text/html; charset=utf-8", "text/plain; charset=utf-8"
	for accept, want := range map[string]string{
		"":                            problem,
		"*/*":                         problem,
		"application/*":               problem,
		"application/problem+json":    problem,
		"application/json":            plainJSON,
		"application/json, */*;q=0.1": plainJSON,
		"text/html":                   html,
		"text/*":                      html,
		"text/html,application/xml;q=0.9,*/*;q=0.8": html,
		"text/plain":                        text,
		"text/plain;q=0.5, text/html;q=0.4": text,
		"text/html;q=0, text/*":             text,
		"image/png":                         problem,
		"garbage":                           problem,
	} {
		if got, _ := (&weft.Problem{}).Response(weft.Get("/").AddHeader("Accept", accept)).Header("Content-Type"); got != want {
			t.Errorf("for %q the form is %s, want %s", accept, got, want)
		}
	}
}

func TestProblemFields(t *testing.T) {
	tests := []struct {
		name string
		p    weft.Problem
		want string
		text string
	}{
		{"the zero problem", weft.Problem{}, `{"type":"about:blank","title":"Internal Server Error","status":500}`, "500 Internal Server Error"},
		{"all", weft.Problem{Type: "https://example.com/t", Title: "T", Status: 418, Detail: "D", Instance: "/i"},
			`{"type":"https://example.com/t","title":"T","status":418,"detail":"D","instance":"/i"}`, "418 T: D"},
		{"with a cause", weft.Problem{Status: 404, Cause: errors.New("secret")}, `{"type":"about:blank","title":"Not Found","status":404}`, "404 Not Found: secret"},
		{"odd text", weft.Problem{Status: 400, Detail: "a\"b\\c\nd\x00\xff\u2028</script>"},
			`{"type":"about:blank","title":"Bad Request","status":400,"detail":"a\"b\\c\nd\u0000` + "\uFFFD\u2028" + `</script>"}`, "400 Bad Request: a\"b\\c\nd\x00\xff\u2028</script>"},
		{"an unregistered status", weft.Problem{Status: 499}, `{"type":"about:blank","title":"","status":499}`, "499 "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := bodyText(t, tt.p.Response(nil))
			if s != tt.want || !jsontext.Value(s).IsValid() {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
			if got := tt.p.Error(); got != tt.text {
				t.Errorf("the error is %q, want %q", got, tt.text)
			}
			if tt.p.Unwrap() != tt.p.Cause {
				t.Error("the cause is lost")
			}
		})
	}
	resp := (&weft.Problem{Status: 429, Headers: weft.NewHeaders("Retry-After", "5")}).Response(nil)
	if v, _ := resp.Header("Retry-After"); v != "5" {
		t.Error("the header fields are lost")
	}
}

func TestFaultsOf(t *testing.T) {
	cause := errors.New("cause")
	tests := []struct {
		name string
		err  error
		want []weft.Fault
	}{
		{"missing query parameters", &weft.MissingQueryParams{Names: []string{"a", "b"}}, []weft.Fault{{"query", "a", "missing"}, {"query", "b", "missing"}}},
		{"a malformed query parameter", &weft.MalformedQueryParam{Name: "a", Value: "x", Want: "int"}, []weft.Fault{{"query", "a", `query "a": want int, got "x"`}}},
		{"a number of query parameters", &weft.InvalidQueryParamCount{Name: "a", Want: 1, Got: 2}, []weft.Fault{{"query", "a", `query "a": want 1 value, got 2`}}},
		{"a path parameter", &weft.MalformedPathParam{Name: "a", Cause: cause}, []weft.Fault{{"path", "a", `path "a": cause`}}},
		{"a missing header", &weft.MissingHeader{Name: "A"}, []weft.Fault{{"header", "A", "missing"}}},
		{"a malformed header", &weft.MalformedHeader{Name: "A", Cause: cause}, []weft.Fault{{"header", "A", `header "A": cause`}}},
		{"a missing cookie", &weft.MissingCookie{Name: "a"}, []weft.Fault{{"cookie", "a", "missing"}}},
		{"a body", &weft.MalformedBody{Want: "a form", Cause: cause}, []weft.Fault{{"body", "", "body: want a form: cause"}}},
		{"a form", &weft.MalformedForm{Offset: 3, Reason: "no"}, []weft.Fault{{"body", "", (&weft.MalformedForm{Offset: 3, Reason: "no"}).Error()}}},
		{"wrapped", fmt.Errorf("wrapped: %w", &weft.MissingCookie{Name: "a"}), []weft.Fault{{"cookie", "a", "missing"}}},
		{"another error", cause, nil},
		{"none", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := weft.FaultsOf(tt.err); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			if tt.err == nil || tt.want == nil {
				return
			}
			resp := weft.ErrorResponse(weft.Get("/"), tt.err)
			if s := bodyText(t, resp); resp.Status() != 400 || !strings.Contains(s, `"in":"`+tt.want[0].In+`","name":"`+tt.want[0].Name+`"`) {
				t.Errorf("%v %s", resp.Status(), s)
			}
		})
	}
	_, err := weft.BodyString(`{"pages":"x"}`).To[novel]()
	e, ok := errors.AsType[*format.DecodeError](err)
	if got := weft.FaultsOf(err); !ok || len(got) == 0 || got[0].In != "body" || got[0].Name != e.Path {
		t.Errorf("%v gives %v", err, got)
	}
	if resp := weft.ErrorResponse(weft.Get("/"), &weft.FormTooLarge{What: "fields", Limit: 1, Setting: "MaxFields"}); resp.Status() != status.ContentTooLarge {
		t.Errorf("a form that is too large is answered with %v", resp.Status())
	}
}

// TestErrorResponse shows that asking for the answer to an error has no effect of
// its own, since middleware asks before the answer is made.
func TestErrorResponse(t *testing.T) {
	var log bytes.Buffer
	rt := &weft.Runtime{Logger: slog.New(slog.NewTextHandler(&log, nil))}
	routes := weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.ErrorResponse(req, errors.New("secret")), nil
	}))
	x := newExchange(t, "GET / HTTP/1.1\r\nHost: x\r\nAccept: text/plain\r\n\r\n")
	resp := serveExchange(x, routes, &weft.Connection{Runtime: rt})
	if s := bodyText(t, resp); resp.Status() != 500 || s != "500 Internal Server Error\n" || log.Len() != 0 {
		t.Errorf("%v %q, log %q", resp.Status(), s, log.String())
	}
}

func TestParseProblem(t *testing.T) {
	p := &weft.Problem{Type: "https://example.com/t", Title: "T", Status: 418, Detail: "D", Instance: "/i", Errors: []weft.Fault{{"query", "a", "missing"}}}
	b, err := p.Response(nil).Body().Bytes()
	if err != nil {
		t.Fatal(err)
	}
	got, err := weft.ParseProblem(b)
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, s := range []string{"", "{}", "[]", "null", `{"status":"x"}`, "<html>", `{"error":"x"}`} {
		if p, err := weft.ParseProblem([]byte(s)); err == nil {
			t.Errorf("%q is read as %+v", s, p)
		}
	}
}
