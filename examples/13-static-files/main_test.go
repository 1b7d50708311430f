package main

import (
	"testing"

	"github.com/weft-go/weft/wefttest"
)

func TestFiles(t *testing.T) {
	app := wefttest.New(t, routes())
	app.Get("/").Status(200).Header("Content-Type", "text/html; charset=utf-8").BodyContains("hello from a file")
	app.Get("/app.3f2a9c1b.css").Status(200).Header("Cache-Control", "public, max-age=31536000, immutable")
	app.Get("/version").Status(200).Body("1.0")
	app.Get("/licence").Status(200).Header("Content-Disposition", `attachment; filename="licence.txt"`)
	app.Get("/missing.png").Status(404)
	app.Get("/../main.go").Status(404)
}

func TestConditions(t *testing.T) {
	app := wefttest.New(t, routes())
	tag, _ := app.Get("/").Response().Header("ETag")
	app.With("If-None-Match", tag).Get("/").Status(304)
	app.With("Range", "bytes=0-14").Get("/").Status(206).Body("<!DOCTYPE html>")
}

func TestFallback(t *testing.T) {
	app := wefttest.New(t, routes())
	app.With("Accept", "text/html").Get("/settings").Status(200).BodyContains("hello from a file")
	app.With("Accept", "application/json").Get("/settings").Status(404)
}
