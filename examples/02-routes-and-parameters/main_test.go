package main

import (
	"testing"

	"github.com/weft-go/weft/wefttest"
)

func TestRoutes(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"/books/42", "book 42\n"},
		{"/books/42?times=2", "book 42\nbook 42\n"},
		{"/books/emma", "book \"emma\" in en\n"},
		{"/books/emma?lang=de", "book \"emma\" in de\n"},
		{"/books/war%20and%20peace", "book \"war and peace\" in en\n"},
		{"/books/latest", "the latest book, for test\n"},
		{"/books/42/pages?n=1&n=7", "pages [1 7] of book 42\n"},
		{"/files/covers/emma.png", "file covers/emma.png\n"},
	} {
		t.Run(c.url, func(t *testing.T) {
			wefttest.New(t, routes()).With("User-Agent", "test").Get(c.url).Status(200).Body(c.want)
		})
	}
}

func TestFaults(t *testing.T) {
	app := wefttest.New(t, routes())
	app.Get("/books/42?times=many").Status(400).
		Header("Content-Type", "application/problem+json").
		BodyContains(`"in":"query"`, `"name":"times"`, `want int, got \"many\"`)
	app.Get("/books/42/pages").Status(400).BodyContains(`"name":"n"`)
	app.Get("/books/emma/pages").Status(404)
}
