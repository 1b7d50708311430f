package main

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/wefttest"
)

func TestPage(t *testing.T) {
	wefttest.New(t, routes()).Get("/docs").Status(200).
		Header("Content-Type", "text/html; charset=utf-8").BodyContains("swagger-ui")
}

func TestDocument(t *testing.T) {
	text := wefttest.New(t, routes()).Get("/docs/openapi.json").Status(200).Text()
	doc, err := openapi.FromJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	item, ok := doc.Paths.Get("/albums/{id}")
	if !ok {
		t.Fatalf("no /albums/{id} in %s", text)
	}
	op, _ := item.Operations.Get("get")
	if op.Summary != "Fetches one album." {
		t.Errorf("summary %q", op.Summary)
	}
	if _, ok := op.Responses.Get("404"); !ok {
		t.Error("the declared failure is missing")
	}
}

func TestAPI(t *testing.T) {
	app := wefttest.New(t, routes())
	app.Get("/albums/1").Status(200).BodyContains(`"Blue"`)
	app.Post("/albums", weft.BodyString(`{"title":"Hejira"}`, weft.MediaJSON)).Status(201).BodyContains(`"Hejira"`)
	app.Post("/albums", weft.BodyString(`{"title":""}`, weft.MediaJSON)).Status(422)
}
