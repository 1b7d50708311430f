package main

import (
	"testing"

	"github.com/weft-go/weft/wefttest"
)

func TestPage(t *testing.T) {
	wefttest.New(t, routes()).Get("/").Status(200).BodyContains(
		`data-on:input__debounce.200ms="@get(&#39;/search&#39;)"`, `data-indicator="busy"`, `<li>Dune</li>`)
}

func TestSearch(t *testing.T) {
	app := wefttest.New(t, routes()).With("Hyper-Request", "true")
	app.Get(`/search?hyper={"query":"mi"}`).Status(200).
		Header("Content-Type", "text/html; charset=utf-8").
		Body(`<ul id="results"><li>Germinal</li><li>Middlemarch</li></ul>`)
	app.Get(`/search?hyper={"query":"<b>"}`).Status(200).BodyContains("&lt;b&gt;")
	app.Get("/search").Status(400)
}
