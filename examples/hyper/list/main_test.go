package main

import (
	"strings"
	"testing"

	"github.com/weft-go/weft/wefttest"
)

func TestFirstPage(t *testing.T) {
	wefttest.New(t, routes()).Get("/").Status(200).BodyContains(
		"<li>row 1</li>", "<li>row 20</li>", `data-on-intersect__once="@get(&#39;/rows?after=20&#39;)"`)
}

func TestMore(t *testing.T) {
	app := wefttest.New(t, routes()).With("Hyper-Request", "true")
	app.Get("/rows?after=20").Status(200).
		Header("Hyper-Selector", "#more").Header("Hyper-Mode", "replace").
		BodyContains("<li>row 21</li>", "<li>row 40</li>", "after=40")
	end := app.Get("/rows?after=80").Status(200).BodyContains("<li>row 100</li>").Text()
	if strings.Contains(end, "more") {
		t.Errorf("the last page asks for more: %s", end)
	}
	app.Get("/rows?after=x").Status(400)
}
