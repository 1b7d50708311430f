package main

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/wefttest"
)

func TestPage(t *testing.T) {
	wefttest.New(t, routes()).Get("/").Status(200).
		BodyContains(`data-on:click="@post(&#39;/add/1&#39;)"`, `data-text="$count"`, `data-show="$count &gt; 9"`)
}

func TestAdd(t *testing.T) {
	app := wefttest.New(t, routes()).With("Hyper-Request", "true")
	app.Post("/add/1", weft.Body{}).Status(200).Header("Content-Type", "application/json").Body(`{"count":1}`)
	app.Post("/add/1", weft.Body{}).Status(200).Body(`{"count":2}`)
	app.Post("/add/-1", weft.Body{}).Status(200).Body(`{"count":1}`)
	app.Post("/add/many", weft.Body{}).Status(404) // the segment is a number
}
