package main

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/wefttest"
)

func TestNotes(t *testing.T) {
	app := wefttest.New(t, routes())
	app.Get("/notes").Status(200).Body("[]")

	var note Note
	app.Post("/notes", weft.BodyFrom(Note{Text: "buy milk", Tags: []string{"shop"}})).
		Status(201).Header("Location", "/notes/1").JSON(&note)
	if note.ID != 1 || note.Text != "buy milk" {
		t.Errorf("got %+v", note)
	}
	app.Get("/notes/1").Status(200).Body(`{"id":1,"text":"buy milk","tags":["shop"]}`)
	app.Get("/notes/2").Status(404).BodyContains("there is no note 2")
}

func TestFaults(t *testing.T) {
	app := wefttest.New(t, routes())
	app.Post("/notes", weft.BodyString(`{"text":`, weft.MediaJSON)).Status(400)
	app.Post("/notes", weft.BodyString(`{"text":7}`, weft.MediaJSON)).Status(400).BodyContains("text")
}
