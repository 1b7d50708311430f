package main

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/wefttest"
)

func TestEditor(t *testing.T) {
	app := wefttest.New(t, routes()).With("Hyper-Request", "true")
	app.Get("/").Status(200).BodyContains(`data-init="@get(&#39;/contact&#39;)"`)
	app.Get("/contact").Status(200).BodyContains(`<div id="contact" class="row">ada@example.com`, `@get(&#39;/contact/edit&#39;)`)
	app.Get("/contact/edit").Status(200).BodyContains(`value="ada@example.com"`, `@put(&#39;/contact&#39;`)

	bad := weft.BodyForm(weft.FormOf("email", "<ada>"))
	app.Put("/contact", bad).Status(200).BodyContains(`value="&lt;ada&gt;"`, "has an @ in it")
	app.Get("/contact").BodyContains("ada@example.com")

	good := weft.BodyForm(weft.FormOf("email", "ada@example.org"))
	app.Put("/contact", good).Status(200).BodyContains(`<div id="contact" class="row">ada@example.org`)
	app.Get("/contact").BodyContains("ada@example.org")
}
