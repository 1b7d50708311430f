package hyper_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

type form struct {
	Count int    `json:"count" maximum:"10"`
	Name  string `json:"name,omitzero"`
}

func query(s string) string { return "/?hyper=" + url.QueryEscape(s) }

func TestReadSignals(t *testing.T) {
	const text = `{"count":3,"name":"é","other":[]}`
	for name, req := range map[string]*weft.Request{
		"GET":                 weft.Get(query(text)),
		"DELETE":              weft.Delete(query(text)),
		"GET beside others":   weft.Get("/?a=b&hyper=" + url.QueryEscape(text) + "&c=d"),
		"POST":                weft.Post("/", weft.BodyString(text, "application/json")),
		"PUT with a charset":  weft.Put("/", weft.BodyString(text, "application/json; charset=utf-8")),
		"PATCH in the query":  weft.Patch(query(text), weft.BodyString("a=b", "application/x-www-form-urlencoded")),
		"DELETE with a body":  weft.NewRequest(weft.DELETE, weft.URL{}, weft.BodyString(text, "application/json")),
		"POST without a type": weft.Post("/", weft.BodyString(text, "")),
		"POST with a suffix":  weft.Post("/", weft.BodyString(text, "application/merge-patch+json")),
		"POST as a stream":    weft.Post("/", weft.BodyReader(strings.NewReader(text), -1, "application/json")),
	} {
		if got, err := hyper.ReadSignals[form](req); err != nil || got != (form{3, "é"}) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

func TestMissingSignals(t *testing.T) {
	for name, req := range map[string]*weft.Request{
		"GET":  weft.Get("/?hype=1"),
		"POST": weft.Post("/", weft.Body{}),
		"form": weft.Post("/", weft.BodyString("count=1", "application/x-www-form-urlencoded")),
		"text": weft.Post("/", weft.BodyString("{}", "text/plain")),
	} {
		_, err := hyper.ReadSignals[form](req)
		if _, ok := errors.AsType[*hyper.MissingSignals](err); !ok {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestMalformedSignals(t *testing.T) {
	for _, test := range []struct {
		text   string
		offset int64
		path   string
	}{
		{`{"count":`, 9, ""},
		{`{"count":"x"}`, 9, "count"},
		{`{"count":1}x`, 11, ""},
		{``, 0, ""},
		{`[]`, 0, ""},
		{`{"name":"a"}`, 11, "count"},
	} {
		for in, req := range map[string]*weft.Request{
			"query": weft.Get(query(test.text)),
			"body":  weft.Post("/", weft.BodyString(test.text, "application/json")),
		} {
			if in == "body" && test.text == "" {
				continue // nothing is sent
			}
			_, err := hyper.ReadSignals[form](req)
			e, ok := errors.AsType[*hyper.MalformedSignals](err)
			if !ok || e.In != in || e.Offset != test.offset || e.Path != test.path {
				t.Errorf("%s in the %s: got %+v (%v)", test.text, in, e, err)
			}
		}
	}
}

func TestSignalErrorsAreAnswered(t *testing.T) {
	routes := weft.NewRoutes(route.ANY("/").Handle(func(req *weft.Request) (weft.Response, error) {
		_, err := hyper.ReadSignals[form](req)
		return weft.OK(), err
	}))
	c := wefttest.New(t, routes)
	c.Get("/").Status(400).BodyContains(`"name":"hyper"`, "missing")
	c.Get(query(`{"count":"x"}`)).Status(400).BodyContains(`"in":"query"`, `"name":"count"`, "byte 9")
	c.Get(query(`{"count":11}`)).Status(422).BodyContains(`"name":"count"`)
	c.Get(query(`{"count":10}`)).Status(200)
}

// FuzzReadSignals: nothing panics, and what is malformed has a place.
func FuzzReadSignals(f *testing.F) {
	f.Add(`{"count":1,"name":"a"}`)
	f.Add(`{"count":1e99}`)
	f.Fuzz(func(t *testing.T, s string) {
		_, err := hyper.ReadSignals[form](weft.Get(query(s)))
		if e, ok := errors.AsType[*hyper.MalformedSignals](err); ok && (e.Offset < 0 || e.Offset > int64(len(s)) || e.Problem == "") {
			t.Errorf("%q: %+v", s, e)
		}
	})
}
